import Foundation
import SwiftData

enum Kind: String, Codable, CaseIterable {
  case small, large
}

@Model
final class Person: RealmRecord {
  #Index<Person>([\.city])

  @Attribute(.unique) var id: String = ""
  var name: String = ""
  var nick: String?
  var age: Int = 18
  var email: String = "none"
  var score: Double?
  @Relationship(deleteRule: .cascade, inverse: \PersonDogsElement.owner) var dogsElements: [PersonDogsElement] = []
  var dogs: [Dog] {
    get { dogsElements.objects }
    set { [PersonDogsElement].set(\.dogsElements, of: self, to: newValue) }
  }
  @Relationship(inverse: \Dog.persons) var favourite: Dog?
  var home: Address?
  var tags: [String] = []
  @Relationship(inverse: \Person.persons) var friends: [Person] = []
  var words: Set<String> = []
  var numbers: [String: Int] = [:]
  @Relationship(deleteRule: .cascade, inverse: \PersonPetsElement.owner) var petsElements: [PersonPetsElement] = []
  var pets: [String: Dog] {
    get { petsElements.objectsByKey }
    set { [PersonPetsElement].set(\.petsElements, of: self, to: newValue) }
  }
  var city: String = ""
  @Transient var cache: [String: Int] = [:]
  /// The other end of Person.friends.
  var persons: [Person] = []

  init() {}

  init(
    id: String = "",
    name: String = "",
    nick: String? = nil,
    age: Int = 18,
    email: String = "none",
    score: Double? = nil,
    dogs: [Dog] = [],
    favourite: Dog? = nil,
    home: Address? = nil,
    tags: [String] = [],
    friends: [Person] = [],
    words: Set<String> = [],
    numbers: [String: Int] = [:],
    pets: [String: Dog] = [:],
    city: String = ""
  ) {
    self.id = id
    self.name = name
    self.nick = nick
    self.age = age
    self.email = email
    self.score = score
    self.dogs = dogs
    self.favourite = favourite
    self.home = home
    self.tags = tags
    self.friends = friends
    self.words = words
    self.numbers = numbers
    self.pets = pets
    self.city = city
  }

  static var realmFields: [RealmField] {
    [
      .value("id", \Person.id, isKey: true),
      .value("name", \Person.name),
      .value("nick", \Person.nick),
      .value("age", \Person.age),
      .value("email", \Person.email),
      .value("score", \Person.score),
      .list("dogs", \Person.dogs),
      .object("favourite", \Person.favourite),
      .value("home", \Person.home),
      .value("tags", \Person.tags),
      .list("friends", \Person.friends),
      .value("words", \Person.words),
      .value("numbers", \Person.numbers),
      .map("pets", \Person.pets),
      .value("city", \Person.city),
    ]
  }

  static func realmObject(forKey key: Any?, in context: ModelContext) -> AnyObject? {
    guard let key = key as? String else { return nil }
    return context.first(FetchDescriptor<Person>(predicate: #Predicate { $0.id == key }))
  }
}

/// An element of Person.dogs: keeps the order, and what is in the list twice.
@Model
final class PersonDogsElement: RealmListElement {
  static var ownsObjects: Bool { false }
  var index: Int
  var owner: Person?
  @Relationship(inverse: \Dog.personDogsElements) var object: Dog?

  init(index: Int, object: Dog?) {
    self.index = index
    self.object = object
  }
}

/// An entry of Person.pets.
@Model
final class PersonPetsElement: RealmMapEntry {
  static var ownsObjects: Bool { false }
  var key: String
  var owner: Person?
  @Relationship(inverse: \Dog.personPetsElements) var object: Dog?

  init(key: String, object: Dog?) {
    self.key = key
    self.object = object
  }
}

@Model
final class Dog: RealmRecord {
  @Attribute(.unique) var id: Int = 0
  var name: String = ""
  var age: Int?
  var kind: Kind = .small
  var owners: [Person] { personDogsElements.compactMap(\.owner) }
  /// The other end of PersonDogsElement.object.
  @Relationship(deleteRule: .cascade) var personDogsElements: [PersonDogsElement] = []
  /// The other end of Person.favourite.
  var persons: [Person] = []
  /// The other end of PersonPetsElement.object.
  var personPetsElements: [PersonPetsElement] = []

  init() {}

  init(
    id: Int = 0,
    name: String = "",
    age: Int? = nil,
    kind: Kind = .small
  ) {
    self.id = id
    self.name = name
    self.age = age
    self.kind = kind
  }

  static var realmFields: [RealmField] {
    [
      .value("id", \Dog.id, isKey: true),
      .value("name", \Dog.name),
      .value("age", \Dog.age),
      .value("kind", \Dog.kind),
    ]
  }

  static func realmObject(forKey key: Any?, in context: ModelContext) -> AnyObject? {
    guard let key = key as? Int else { return nil }
    return context.first(FetchDescriptor<Dog>(predicate: #Predicate { $0.id == key }))
  }
}

struct Address: Codable, Hashable {
  var street: String = ""
  var zip: String?
}

@Model
final class Photo: RealmRecord {
  var url: String = ""
  var likes: Int = 0
  @Relationship(inverse: \Fan.photos) var likedBy: Fan?
  /// The other end of AlbumPhotosElement.object.
  @Relationship(deleteRule: .cascade) var albumPhotosElement: AlbumPhotosElement?
  /// The other end of Album.cover.
  var album: Album?
  /// The other end of AlbumNamedElement.object.
  var albumNamedElement: AlbumNamedElement?

  init() {}

  init(
    url: String = "",
    likes: Int = 0,
    likedBy: Fan? = nil
  ) {
    self.url = url
    self.likes = likes
    self.likedBy = likedBy
  }

  static var realmFields: [RealmField] {
    [
      .value("url", \Photo.url),
      .value("likes", \Photo.likes),
      .object("likedBy", \Photo.likedBy),
    ]
  }
}

@Model
final class Fan: RealmRecord {
  @Attribute(.unique) var id: Int = 0
  var name: String = ""
  /// The other end of Photo.likedBy.
  var photos: [Photo] = []

  init() {}

  init(
    id: Int = 0,
    name: String = ""
  ) {
    self.id = id
    self.name = name
  }

  static var realmFields: [RealmField] {
    [
      .value("id", \Fan.id, isKey: true),
      .value("name", \Fan.name),
    ]
  }

  static func realmObject(forKey key: Any?, in context: ModelContext) -> AnyObject? {
    guard let key = key as? Int else { return nil }
    return context.first(FetchDescriptor<Fan>(predicate: #Predicate { $0.id == key }))
  }
}

@Model
final class Album: RealmRecord {
  @Attribute(.unique) var id: String = ""
  var title: String = "untitled"
  @Relationship(deleteRule: .cascade, inverse: \AlbumPhotosElement.owner) var photosElements: [AlbumPhotosElement] = []
  var photos: [Photo] {
    get { photosElements.objects }
    set { [AlbumPhotosElement].set(\.photosElements, of: self, to: newValue) }
  }
  @Relationship(deleteRule: .cascade, inverse: \Photo.album) var cover: Photo?
  @Relationship(deleteRule: .cascade, inverse: \AlbumNamedElement.owner) var namedElements: [AlbumNamedElement] = []
  var named: [String: Photo] {
    get { namedElements.objectsByKey }
    set { [AlbumNamedElement].set(\.namedElements, of: self, to: newValue) }
  }

  init() {}

  init(
    id: String = "",
    title: String = "untitled",
    photos: [Photo] = [],
    cover: Photo? = nil,
    named: [String: Photo] = [:]
  ) {
    self.id = id
    self.title = title
    self.photos = photos
    self.cover = cover
    self.named = named
  }

  static var realmFields: [RealmField] {
    [
      .value("id", \Album.id, isKey: true),
      .value("title", \Album.title),
      .list("photos", \Album.photos, isEmbedded: true),
      .object("cover", \Album.cover, isEmbedded: true),
      .map("named", \Album.named, isEmbedded: true),
    ]
  }

  static func realmObject(forKey key: Any?, in context: ModelContext) -> AnyObject? {
    guard let key = key as? String else { return nil }
    return context.first(FetchDescriptor<Album>(predicate: #Predicate { $0.id == key }))
  }
}

/// An element of Album.photos: keeps the order, and what is in the list twice.
@Model
final class AlbumPhotosElement: RealmListElement {
  static var ownsObjects: Bool { true }
  var index: Int
  var owner: Album?
  @Relationship(deleteRule: .cascade, inverse: \Photo.albumPhotosElement) var object: Photo?

  init(index: Int, object: Photo?) {
    self.index = index
    self.object = object
  }
}

/// An entry of Album.named.
@Model
final class AlbumNamedElement: RealmMapEntry {
  static var ownsObjects: Bool { true }
  var key: String
  var owner: Album?
  @Relationship(deleteRule: .cascade, inverse: \Photo.albumNamedElement) var object: Photo?

  init(key: String, object: Photo?) {
    self.key = key
    self.object = object
  }
}

@Model
final class Note: RealmRecord {
  var text: String = ""
  var stars: Int = 0
  var done: Bool = false
  var date: Date = Date(timeIntervalSince1970: 0)
  var kind: Kind?
  @Relationship(inverse: \Note.children) var parent: Note?
  var children: [Note] = []

  init() {}

  static var realmFields: [RealmField] {
    [
      .value("text", \Note.text),
      .value("stars", \Note.stars),
      .value("done", \Note.done),
      .value("date", \Note.date),
      .value("kind", \Note.kind),
      .object("parent", \Note.parent),
    ]
  }
}

@Model
final class Legacy: RealmRecord {
  @Attribute(.unique) var uuid: String = "u"
  var title: String = ""
  var count: Int?
  @Relationship(deleteRule: .cascade, inverse: \LegacyChildrenElement.owner) var childrenElements: [LegacyChildrenElement] = []
  var children: [Legacy] {
    get { childrenElements.objects }
    set { [LegacyChildrenElement].set(\.childrenElements, of: self, to: newValue) }
  }
  var parents: [Legacy] { legacyChildrenElements.compactMap(\.owner) }
  @Attribute(originalName: "created_at") var created: Int = 5
  /// The other end of LegacyChildrenElement.object.
  @Relationship(deleteRule: .cascade) var legacyChildrenElements: [LegacyChildrenElement] = []

  init() {}

  init(
    uuid: String = "u",
    title: String = "",
    count: Int? = nil,
    children: [Legacy] = [],
    created: Int = 5
  ) {
    self.uuid = uuid
    self.title = title
    self.count = count
    self.children = children
    self.created = created
  }

  static var realmFields: [RealmField] {
    [
      .value("uuid", \Legacy.uuid, isKey: true),
      .value("title", \Legacy.title),
      .value("count", \Legacy.count),
      .list("children", \Legacy.children),
      .value("created", \Legacy.created),
    ]
  }

  static func realmObject(forKey key: Any?, in context: ModelContext) -> AnyObject? {
    guard let key = key as? String else { return nil }
    return context.first(FetchDescriptor<Legacy>(predicate: #Predicate { $0.uuid == key }))
  }
}

/// An element of Legacy.children: keeps the order, and what is in the list twice.
@Model
final class LegacyChildrenElement: RealmListElement {
  static var ownsObjects: Bool { false }
  var index: Int
  var owner: Legacy?
  @Relationship(inverse: \Legacy.legacyChildrenElements) var object: Legacy?

  init(index: Int, object: Legacy?) {
    self.index = index
    self.object = object
  }
}
