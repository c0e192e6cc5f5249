// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSourceConverter
import Testing

/// What classes and enums become, text by text.
@Suite struct DeclarationTests {
  /// Names that models have already stay, marked; words of the language stay between backticks.
  @Test func namesThatAreTaken() {
    let text = lines(
      converted(
        """
        import RealmSwift
        class Note: Object {
          @Persisted var isDeleted = false
          @Persisted var `default`: Bool
        }
        """))
    #expect(text.contains("var isDeleted: Bool = false"))
    #expect(text.contains { $0.hasPrefix("// TODO(realm): Each model has a 'isDeleted' of its own") })
    #expect(text.contains("self.default = `default`"))
  }

  /// Compilers before Swift 6 took it.
  @Test func spacesInAttributes() {
    let text = converted("import RealmSwift\nclass Note: Object { @ objc dynamic var name = \"\" }\n")
    #expect(text.contains("var name: String = \"\""), "\(text)")
  }

  @Test func anInitializerOnOneLine() {
    let text = converted(
      """
      import RealmSwift
      class Note: Object {
        @Persisted var name = ""
        convenience init(name: String) { self.init(); self.name = name }
      }
      """)
    #expect(text.contains("  init(name: String) { self.name = name }"), "\(text)")
  }

  @Test func aClassKeepsItsCommentsAndOrder() {
    let text = converted(
      """
      // The dogs of the app.

      import RealmSwift

      /// A dog.
      class Dog: Object, ObjectKeyIdentifiable {
        /// Its name.
        @Persisted(primaryKey: true) var id: ObjectId
        @Persisted(indexed: true) var name: String  // as called
        @Persisted var age = 3
        @Persisted var born: Date?

        var isOld: Bool { age > 10 }
      }
      """)
    #expect(
      text == """
        // The dogs of the app.

        import Foundation
        import SwiftData

        /// A dog.
        @Model
        final class Dog {
          #Index<Dog>([\\.name])

          /// Its name.
          @Attribute(.unique) var id: String = ObjectID.generate()
          var name: String = ""  // as called
          var age: Int = 3
          var born: Date?

          var isOld: Bool { age > 10 }

          init(
            id: String = ObjectID.generate(),
            name: String = "",
            age: Int = 3,
            born: Date? = nil
          ) {
            self.id = id
            self.name = name
            self.age = age
            self.born = born
          }
        }
        """)
  }

  @Test func theOldStyleIsTheSame() {
    let text = converted(
      """
      import RealmSwift

      @objcMembers class Dog: Object {
        dynamic var id = 0
        dynamic var name: String? = nil
        let age = RealmOptional<Int>()
        var scratch = [Int]()

        override static func primaryKey() -> String? { return "id" }
        override static func indexedProperties() -> [String] { return ["name"] }

        convenience init(id: Int, age: Int?) {
          self.init()
          self.id = id
          self.age.value = age
        }
      }
      """)
    let found = lines(text)
    #expect(found.contains("@Attribute(.unique) var id: Int = 0"))
    #expect(found.contains("var name: String?"))
    #expect(found.contains("var age: Int?"))
    #expect(found.contains("@Transient var scratch = [Int]()"))
    #expect(found.contains("#Index<Dog>([\\.name])"))
    #expect(found.contains("init(id: Int, age: Int?) {"))
    #expect(found.contains("self.age = age"))
    #expect(found.contains("init() {}"))
    for word in ["primaryKey", "objcMembers", "dynamic", "self.init()", "RealmSwift"] {
      #expect(!text.contains(word), "\(word) in \(text)")
    }
  }

  @Test func linksGetTheirOtherEnds() {
    let text = converted(
      """
      import RealmSwift
      class Person: Object {
        @Persisted var dogs: List<Dog>
        @Persisted var favorite: Dog?
        @Persisted var friends: MutableSet<Person>
        @Persisted var tags: List<String>
        @Persisted var byName: Map<String, Dog?>
      }
      class Dog: Object {
        @Persisted(originProperty: "dogs") var owners: LinkingObjects<Person>
        @Persisted(originProperty: "favorite") private var fans: LinkingObjects<Person>
      }
      """)
    let found = lines(text)
    #expect(
      found.contains(
        "@Relationship(deleteRule: .cascade, inverse: \\PersonDogsElement.owner) var dogsElements: [PersonDogsElement] = []"
      ))
    #expect(found.contains("var dogs: [Dog] {"))
    #expect(found.contains("@Relationship(inverse: \\Dog.fans) var favorite: Dog?"))
    #expect(found.contains("@Relationship(inverse: \\Person.persons) var friends: [Person] = []"))
    #expect(found.contains("var tags: [String] = []"))
    #expect(found.contains("var byName: [String: Dog] {"))
    #expect(found.contains("var owners: [Person] { personDogsElements.compactMap(\\.owner) }"))
    #expect(found.contains("var fans: [Person] = []"))
    #expect(found.contains("final class PersonDogsElement: RealmListElement {"))
    #expect(found.contains("@Relationship(inverse: \\Dog.personDogsElements) var object: Dog?"))
  }

  @Test func embeddedObjectsAreStructsWherePlain() {
    let text = converted(
      """
      import RealmSwift
      class Address: EmbeddedObject {
        @Persisted var street = ""
        convenience init(street: String) {
          self.init()
          self.street = street
        }
      }
      class Room: EmbeddedObject {
        @Persisted var guest: Person?
      }
      class Person: Object {
        @Persisted var address: Address?
        @Persisted var former: List<Address>
        @Persisted var rooms: List<Room>
      }
      """)
    let found = lines(text)
    #expect(found.contains("struct Address: Codable, Hashable {"))
    #expect(found.contains("init(street: String) {"))
    #expect(found.contains("var address: Address?"))
    #expect(found.contains("var former: [Address] = []"))
    #expect(found.contains("@Relationship(inverse: \\Person.rooms2) var guest: Person?"))
    #expect(text.contains("@Relationship(deleteRule: .cascade, inverse: \\Room.personRoomsElement) var object: Room?"))
  }

  /// Every class of Realm's has `init()`; a struct with another initializer has none by itself.
  @Test func aStructKeepsTheEmptyInitializer() {
    func text(_ members: String, access: String = "") -> String {
      converted(
        """
        import RealmSwift
        \(access)class Address: EmbeddedObject {
          @Persisted var street = ""
          @Persisted var city: String?
          \(members)
        }
        class Person: Object {
          @Persisted var address: Address?
        }
        """)
    }
    let other = "convenience init(street: String) { self.init(); self.street = street }"
    let found = text(other)
    #expect(found.contains("struct Address"))
    #expect(lines(found.components(separatedBy: "class Person")[0]).contains("init() {}"), "\(found)")
    #expect(lines(text(other, access: "public ")).contains("public init() {}"))
    let twice = "override init() { super.init() }\n  " + other
    for (members, count) in [("", 0), (twice, 1)] {
      let found = text(members).components(separatedBy: "class Person")[0]
      #expect(found.components(separatedBy: "init()").count - 1 == count, "\(found)")
    }
  }

  @Test func enumsAreCodable() {
    let text = converted(
      """
      import RealmSwift
      enum Kind: String, PersistableEnum { case small, large }
      @objc enum Old: Int, RealmEnum { case a }
      class Dog: Object {
        @Persisted var kind: Kind
        @Persisted var other: Kind = .large
        @objc dynamic var old = Old.a
      }
      """)
    #expect(text.contains("enum Kind: String, Codable, CaseIterable {"))
    #expect(text.contains("enum Old: Int, Codable, CaseIterable {"))
    #expect(text.contains("var kind: Kind = .small"))
    #expect(text.contains("var other: Kind = .large"))
    #expect(!text.contains("@objc"))
  }

  /// Of a type that is not in the sources nobody knows whether it is an enum.
  @Test func typesFromElsewhereHaveNoFirstCase() {
    let text = converted(
      """
      import Foundation
      import RealmSwift
      extension URL: CustomPersistable {
        public typealias PersistedType = String
        public init(persistedValue: String) { self = URL(fileURLWithPath: persistedValue) }
        public var persistableValue: String { path }
      }
      class Note: Object {
        @Persisted var link: URL
        @Persisted var other: URL?
        @Persisted var name: String
      }
      class Page: Object {
        @Persisted var link: URL
        convenience init(link: URL) { self.init(); self.link = link }
      }
      """)
    let found = lines(text)
    #expect(found.contains("var link: URL"), "\(text)")
    #expect(found.contains("link: URL,") && found.contains("other: URL? = nil,"), "\(text)")
    #expect(found.filter { $0.hasPrefix("// TODO(realm): Which value of 'URL' Realm gives") }.count == 2, "\(text)")
    #expect(!text.contains("allCases") && !text.contains("init() {}"), "\(text)")
  }

  @Test func codableClassesGetWhatTheCompilerWrote() {
    let text = converted(
      """
      import RealmSwift
      public class Dog: Object, Codable {
        @Persisted public var name: String
        @Persisted public var age: Int?
        enum CodingKeys: String, CodingKey { case name = "n", age }
      }
      """)
    #expect(text.contains("public final class Dog: Codable {"))
    #expect(text.contains("self.name = try container.decode(String.self, forKey: .name)"))
    #expect(text.contains("self.age = try container.decodeIfPresent(Int.self, forKey: .age)"))
    #expect(text.contains("try container.encodeIfPresent(self.age, forKey: .age)"))
  }

  @Test func inheritanceStays() {
    let text = converted(
      """
      import RealmSwift
      class Base: Object {
        @objc dynamic var id: String?
        override class func primaryKey() -> String? { "id" }
        func name() -> String { "" }
      }
      class Dog: Base {
        @objc dynamic var age = 0
        override func name() -> String { super.name() }
        required init() { super.init() }
      }
      """)
    #expect(text.contains("@Model\nclass Base {"))
    #expect(text.contains("required init() {}"))
    #expect(text.contains("// TODO(realm): In Realm this class had a table of its own"))
    #expect(text.contains("final class Dog: Base {"))
    #expect(text.contains("override func name() -> String { super.name() }"))
  }

  @Test func whatHasNoCounterpartSaysSo() {
    let text = converted(
      """
      import RealmSwift
      class Event: AsymmetricObject { @Persisted var what: String }
      class Dog: Object {
        @Persisted var any: AnyRealmValue
        @Persisted var cost: Decimal128
        @Persisted var seen = 0 { didSet { print(seen) } }
        static func == (a: Dog, b: Dog) -> Bool { a.seen == b.seen }
      }
      class Short: Projection<Dog> {
        @Projected(\\Dog.seen) var seen
      }
      """)
    #expect(text.contains("TODO(realm): Asymmetric objects are for a server only"))
    #expect(text.contains("struct Event: Codable"))
    #expect(text.contains("@Attribute(.codable) var any: RealmAny = .null"))
    #expect(text.contains("var cost: Decimal = 0"))
    #expect(text.contains("// TODO(realm): Observers of persisted properties do not run"))
    #expect(text.contains("static func hasSameValues(_ a: Dog, _ b: Dog) -> Bool"))
    #expect(text.contains("var seen: Int { source.seen }"))
  }

  /// Through a copy of a struct the change would be lost, or not compile.
  @Test(arguments: [
    "let home = person.home!\n  home.street = \"x\"",
    "var home = person.home\n  home?.street = \"x\"",
    "if let home = person.home { home.street = \"x\" }",
    "guard let home = person.home else { return }\n  home.tags.append(\"x\")",
    "for home in person.homes { home.street += \"x\" }",
    "person.homes.forEach { $0.street = \"x\" }",
    "person.homes.filter { $0.tags.isEmpty }.forEach { home in home.street = \"x\" }",
    "let first = person.homes.first\n  first?.street = \"x\"",
    "let first = person.homes[0]\n  first.street = \"x\"",
    "var home = Home()\n  person.homes.append(home)\n  home.street = \"x\"",
    "func move(_ home: Home) { home.street = \"x\" }",
  ])
  func changedEmbeddedObjectsStayClasses(_ code: String) {
    let text = converted(Self.homes + "func work(_ person: Person) {\n  \(code)\n}\n")
    #expect(text.contains("final class Home"), "\(text)")
  }

  @Test(arguments: [
    "person.home?.street = \"x\"", "person.homes[0].street = \"x\"", "print(person.home?.street ?? \"\")",
    "var home = Home()\n  home.street = \"x\"\n  person.homes.append(home)",
    "for home in person.homes { print(home.street) }",
  ])
  func otherEmbeddedObjectsBecomeStructs(_ code: String) {
    let text = converted(Self.homes + "func work(_ person: Person) {\n  \(code)\n}\n")
    #expect(text.contains("struct Home: Codable"), "\(text)")
  }

  private static let homes = """
    import RealmSwift
    class Home: EmbeddedObject {
      @Persisted var street = ""
      @Persisted var tags: List<String>
    }
    class Person: Object {
      @Persisted var home: Home?
      @Persisted var homes: List<Home>
    }

    """
}
