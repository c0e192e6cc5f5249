// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A model of one of several versions of a schema.
protocol PathModel: PersistentModel {
  init(id: Int)
  var id: Int { get }
  /// The topmost class, by which objects are known in every version.
  static var kind: String { get }
  /// Changes everything that the version knows.
  func change(_ random: inout SeededGenerator, _ world: [any PathModel])
  /// What the version knows, by property.
  func facts() -> [String: String]
}

extension Array where Element == any PathModel {
  func one<T>(_: T.Type, _ random: inout SeededGenerator) -> T? {
    let all = compactMap { $0 as? T }
    return Int.random(in: 0..<4, using: &random) == 0 ? nil : all.randomElement(using: &random)
  }

  func some<T>(_: T.Type, _ random: inout SeededGenerator) -> [T] {
    compactMap { $0 as? T }.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
  }
}

private func ids(_ models: [any PathModel]) -> String { "\(models.map(\.id).sorted())" }
private func factID(_ model: (any PathModel)?) -> String { model.map { "\($0.id)" } ?? "-" }

/// Versions of a schema: entities, classes and properties come and go, so that
/// numbers and columns of one name shift.
enum Paths {
  struct Place: Codable, Equatable {
    var name: String
    var id: Int
    init(_ random: inout SeededGenerator) {
      id = Int.random(in: 1...999, using: &random)
      name = "place \(id)"
    }
    init() { (name, id) = ("-", 0) }
    var fact: String { "\(name) \(id)" }
  }

  /// What a property has where nobody has set it.
  static let defaults = [
    "text": "", "place": "- 0", "address": "-", "stars": "3", "label": "-", "tags": "[]",
    "links": "[]", "owner": "-", "comments": "[]", "note": "-", "mango": "-", "name": "?",
    "age": "0", "vat": "?",
  ]

  static let versions: [(name: String, types: [any PathModel.Type])] = [
    ("A", [A.Note.self, A.Tag.self, A.Owner.self, A.Person.self, A.Comment.self]),
    (
      "B",
      [
        B.Aardvark.self, B.Note.self, B.Tag.self, B.Owner.self, B.Company.self, B.Person.self,
        B.Comment.self,
      ]
    ),
    ("C", [C.Note.self, C.Tag.self, C.Comment.self]),
    ("D", [D.Aardvark.self, D.Note.self, D.Owner.self, D.Company.self, D.Comment.self]),
    ("E", [E.Mango.self, E.Note.self, E.Tag.self, E.Owner.self, E.Company.self, E.Person.self]),
  ]

  enum A {
    @Model final class Note: PathModel {
      #Unique<Note>([\.id])
      var id: Int
      var text: String = ""
      var place: Place = Place()
      var tags: [Tag] = []
      var links: [Note] = []
      @Relationship(inverse: \Note.links) var backlinks: [Note] = []
      var owner: Owner?
      var comments: [Comment] = []
      init(id: Int) { self.id = id }
      static var kind: String { "Note" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {
        text = "text \(Int.random(in: 0...999, using: &random))"
        place = Place(&random)
        tags = world.some(Tag.self, &random)
        links = world.some(Note.self, &random)
        owner = world.one(Owner.self, &random)
        comments = world.some(Comment.self, &random)
      }
      func facts() -> [String: String] {
        [
          "text": text, "place": place.fact, "tags": ids(tags), "links": ids(links),
          "owner": factID(owner), "comments": ids(comments),
        ]
      }
    }
    @Model final class Tag: PathModel {
      var id: Int
      @Relationship(inverse: \Note.tags) var notes: [Note] = []
      init(id: Int) { self.id = id }
      static var kind: String { "Tag" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {}
      func facts() -> [String: String] { [:] }
    }
    @Model class Owner: PathModel {
      var id: Int
      var name: String = "?"
      required init(id: Int) { self.id = id }
      class var kind: String { "Owner" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {
        name = "owner \(Int.random(in: 0...999, using: &random))"
      }
      func facts() -> [String: String] { ["name": name] }
    }
    @Model final class Person: Owner {
      var age: Int = 0
      required init(id: Int) { super.init(id: id) }
      override func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {
        super.change(&random, world)
        age = Int.random(in: 0...99, using: &random)
      }
      override func facts() -> [String: String] { ["name": name, "age": "\(age)"] }
    }
    @Model final class Comment: PathModel {
      var id: Int
      init(id: Int) { self.id = id }
      static var kind: String { "Comment" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {}
      func facts() -> [String: String] { [:] }
    }
  }

  /// Entities before the others, a subentity, and a composite whose columns
  /// come before those of their names.
  enum B {
    @Model final class Aardvark: PathModel {
      var id: Int
      var note: Note?
      init(id: Int) { self.id = id }
      static var kind: String { "Aardvark" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {
        note = world.one(Note.self, &random)
      }
      func facts() -> [String: String] { ["note": factID(note)] }
    }
    @Model final class Note: PathModel {
      var address: Place?
      var id: Int
      var text: String = ""
      var place: Place = Place()
      var tags: [Tag] = []
      var links: [Note] = []
      @Relationship(inverse: \Note.links) var backlinks: [Note] = []
      var owner: Owner?
      var comments: [Comment] = []
      init(id: Int) { self.id = id }
      static var kind: String { "Note" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {
        text = "text \(Int.random(in: 0...999, using: &random))"
        place = Place(&random)
        address = Bool.random(using: &random) ? Place(&random) : nil
        tags = world.some(Tag.self, &random)
        links = world.some(Note.self, &random)
        owner = world.one(Owner.self, &random)
        comments = world.some(Comment.self, &random)
      }
      func facts() -> [String: String] {
        [
          "text": text, "place": place.fact, "address": address?.fact ?? "-", "tags": ids(tags),
          "links": ids(links), "owner": factID(owner), "comments": ids(comments),
        ]
      }
    }
    @Model final class Tag: PathModel {
      #Index<Tag>([\.id])
      var id: Int
      @Relationship(inverse: \Note.tags) var notes: [Note] = []
      init(id: Int) { self.id = id }
      static var kind: String { "Tag" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {}
      func facts() -> [String: String] { [:] }
    }
    @Model class Owner: PathModel {
      var id: Int
      var name: String = "?"
      required init(id: Int) { self.id = id }
      class var kind: String { "Owner" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {
        name = "owner \(Int.random(in: 0...999, using: &random))"
      }
      func facts() -> [String: String] { ["name": name] }
    }
    @Model final class Company: Owner {
      var vat: String = "?"
      required init(id: Int) { super.init(id: id) }
      override func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {
        super.change(&random, world)
        vat = "\(Int.random(in: 0...99, using: &random))"
      }
      override func facts() -> [String: String] { ["name": name, "vat": vat] }
    }
    @Model final class Person: Owner {
      var age: Int = 0
      required init(id: Int) { super.init(id: id) }
      override func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {
        super.change(&random, world)
        age = Int.random(in: 0...99, using: &random)
      }
      override func facts() -> [String: String] { ["name": name, "age": "\(age)"] }
    }
    @Model final class Comment: PathModel {
      var id: Int
      var text: String = ""
      init(id: Int) { self.id = id }
      static var kind: String { "Comment" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {
        text = "comment \(Int.random(in: 0...999, using: &random))"
      }
      func facts() -> [String: String] { ["text": text] }
    }
  }

  /// Without the hierarchy.
  enum C {
    @Model final class Note: PathModel {
      #Unique<Note>([\.id])
      #Index<Note>([\.stars, \.id])
      var id: Int
      var address: Place?
      var stars: Int = 3
      var tags: [Tag] = []
      init(id: Int) { self.id = id }
      static var kind: String { "Note" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {
        stars = Int.random(in: 0...9, using: &random)
        address = Bool.random(using: &random) ? Place(&random) : nil
        tags = world.some(Tag.self, &random)
      }
      func facts() -> [String: String] {
        ["stars": "\(stars)", "address": address?.fact ?? "-", "tags": ids(tags)]
      }
    }
    @Model final class Tag: PathModel {
      var id: Int
      var label: String?
      @Relationship(inverse: \Note.tags) var notes: [Note] = []
      init(id: Int) { self.id = id }
      static var kind: String { "Tag" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {
        label = "label \(Int.random(in: 0...999, using: &random))"
      }
      func facts() -> [String: String] { ["label": label ?? "-"] }
    }
    @Model final class Comment: PathModel {
      var id: Int
      init(id: Int) { self.id = id }
      static var kind: String { "Comment" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {}
      func facts() -> [String: String] { [:] }
    }
  }

  /// Without tags and some classes.
  enum D {
    @Model final class Aardvark: PathModel {
      var id: Int
      init(id: Int) { self.id = id }
      static var kind: String { "Aardvark" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {}
      func facts() -> [String: String] { [:] }
    }
    @Model final class Note: PathModel {
      var id: Int
      var text: String = ""
      var owner: Owner?
      init(id: Int) { self.id = id }
      static var kind: String { "Note" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {
        text = "text \(Int.random(in: 0...999, using: &random))"
        owner = world.one(Owner.self, &random)
      }
      func facts() -> [String: String] { ["text": text, "owner": factID(owner)] }
    }
    @Model class Owner: PathModel {
      var id: Int
      var name: String = "?"
      required init(id: Int) { self.id = id }
      class var kind: String { "Owner" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {
        name = "owner \(Int.random(in: 0...999, using: &random))"
      }
      func facts() -> [String: String] { ["name": name] }
    }
    @Model final class Company: Owner {
      var vat: String = "?"
      required init(id: Int) { super.init(id: id) }
      override func facts() -> [String: String] { ["name": name, "vat": vat] }
    }
    @Model final class Comment: PathModel {
      var id: Int
      var text: String = ""
      init(id: Int) { self.id = id }
      static var kind: String { "Comment" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {
        text = "comment \(Int.random(in: 0...999, using: &random))"
      }
      func facts() -> [String: String] { ["text": text] }
    }
  }

  /// An entity in the middle, and more of one name.
  enum E {
    @Model final class Mango: PathModel {
      var id: Int
      @Relationship(inverse: \Note.mango) var notes: [Note] = []
      init(id: Int) { self.id = id }
      static var kind: String { "Mango" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {}
      func facts() -> [String: String] { [:] }
    }
    @Model final class Note: PathModel {
      var id: Int
      var text: String = ""
      var address: Place?
      var place: Place = Place()
      var links: [Note] = []
      @Relationship(inverse: \Note.links) var backlinks: [Note] = []
      var mango: Mango?
      var stars: Int = 3
      var tags: [Tag] = []
      var owner: Owner?
      init(id: Int) { self.id = id }
      static var kind: String { "Note" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {
        place = Place(&random)
        address = Bool.random(using: &random) ? Place(&random) : nil
        links = world.some(Note.self, &random)
        mango = world.one(Mango.self, &random)
        stars = Int.random(in: 0...9, using: &random)
        tags = world.some(Tag.self, &random)
        owner = world.one(Owner.self, &random)
      }
      func facts() -> [String: String] {
        [
          "text": text, "place": place.fact, "address": address?.fact ?? "-", "links": ids(links),
          "mango": factID(mango), "stars": "\(stars)", "tags": ids(tags),
          "owner": factID(owner),
        ]
      }
    }
    @Model final class Tag: PathModel {
      var id: Int
      @Relationship(inverse: \Note.tags) var notes: [Note] = []
      init(id: Int) { self.id = id }
      static var kind: String { "Tag" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {}
      func facts() -> [String: String] { [:] }
    }
    @Model class Owner: PathModel {
      var id: Int
      var name: String = "?"
      required init(id: Int) { self.id = id }
      class var kind: String { "Owner" }
      func change(_ random: inout SeededGenerator, _ world: [any PathModel]) {}
      func facts() -> [String: String] { ["name": name] }
    }
    @Model final class Company: Owner {
      var name2: String?
      required init(id: Int) { super.init(id: id) }
    }
    @Model final class Person: Owner {
      var age: Int = 0
      required init(id: Int) { super.init(id: id) }
      override func facts() -> [String: String] { ["name": name, "age": "\(age)"] }
    }
  }
}
