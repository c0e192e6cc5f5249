import Foundation
import RealmSwift

enum Kind: String, PersistableEnum {
  case small, large
}

class Person: Object {
  @Persisted(primaryKey: true) var id: String = ""
  @Persisted var name: String = ""
  @Persisted var nick: String?
  @Persisted var age: Int = 18
  @Persisted var email: String = "none"
  @Persisted var score: Double?
  @Persisted var dogs: List<Dog>
  @Persisted var favourite: Dog?
  @Persisted var home: Address?
  @Persisted var tags: List<String>
  @Persisted var friends: MutableSet<Person>
  @Persisted var words: MutableSet<String>
  @Persisted var numbers: Map<String, Int>
  @Persisted var pets: Map<String, Dog?>
  @Persisted(indexed: true) var city: String = ""
  var cache: [String: Int] = [:]
}

class Dog: Object {
  @Persisted(primaryKey: true) var id: Int = 0
  @Persisted var name: String = ""
  @Persisted var age: Int?
  @Persisted var kind: Kind
  @Persisted(originProperty: "dogs") var owners: LinkingObjects<Person>
}

class Address: EmbeddedObject {
  @Persisted var street: String = ""
  @Persisted var zip: String?
}

class Photo: EmbeddedObject {
  @Persisted var url: String = ""
  @Persisted var likes: Int = 0
  @Persisted var likedBy: Fan?
}

class Fan: Object {
  @Persisted(primaryKey: true) var id: Int = 0
  @Persisted var name: String = ""
}

class Album: Object {
  @Persisted(primaryKey: true) var id: String = ""
  @Persisted var title: String = "untitled"
  @Persisted var photos: List<Photo>
  @Persisted var cover: Photo?
  @Persisted var named: Map<String, Photo?>
}

class Note: Object {
  @Persisted var text: String = ""
  @Persisted var stars: Int = 0
  @Persisted var done: Bool = false
  @Persisted var date: Date = Date(timeIntervalSince1970: 0)
  @Persisted var kind: Kind?
  @Persisted var parent: Note?
  @Persisted(originProperty: "parent") var children: LinkingObjects<Note>
}

class Legacy: Object {
  @objc dynamic var uuid = "u"
  @objc dynamic var title = ""
  let count = RealmOptional<Int>()
  let children = List<Legacy>()
  let parents = LinkingObjects(fromType: Legacy.self, property: "children")
  @objc dynamic var created = 5

  override static func primaryKey() -> String? { "uuid" }
  override static func propertiesMapping() -> [String: String] { ["created": "created_at"] }
}
