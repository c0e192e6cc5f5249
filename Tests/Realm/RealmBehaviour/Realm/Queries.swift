import Foundation
import RealmSwift

/// Four people with dogs: what the queries look through.
func fill(_ realm: Realm) throws {
  let rex = dog(1, "Rex", age: 3)
  let bob = dog(2, "Bob")
  let max = dog(3, "Max", age: 7)
  max.kind = .large
  let a = person("a", "Ann", dogs: rex)
  a.age = 10
  a.city = "Berlin"
  a.tags.append(objectsIn: ["x", "y"])
  a.home = Address(value: ["street": "High Street", "zip": "123"])
  a.words.insert("w")
  a.numbers["one"] = 1
  let b = person("b", "Bob", dogs: bob, max)
  b.age = 20
  b.nick = "bobby"
  b.city = "berlin"
  b.score = 1.5
  a.friends.insert(b)
  let c = person("c", "Résumé")
  c.age = 30
  c.nick = "Re"
  c.city = "Paris"
  c.score = 2.5
  c.tags.append("zoo")
  c.favourite = rex
  let d = person("d", "resume", dogs: max, max)
  d.age = 40
  d.nick = ""
  d.city = "Paris"
  d.score = 9
  d.favourite = max
  d.home = Address(value: ["street": "Low Street"])
  try realm.write { realm.add([a, b, c, d]) }
}

extension Suite {
  func people(
    _ name: String, _ expected: String, page: String = "crud/filter-data",
    _ find: @escaping @Sendable (Realm) throws -> [String]
  ) {
    add(name, page: page) { (realm: Realm, check: Check) in
      try fill(realm)
      check(try find(realm).sorted().joined(), expected)
    }
  }
}

extension Results {
  func toArray() -> [Element] { Array(self) }
}

extension List {
  func toArray() -> [Element] { Array(self) }
}

func queryScripts(_ suite: Suite) {
  suite.people("$0.age == 20", "b", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.age == 20 }.map(\.id)
  }
  suite.people("$0.age > 20 && $0.city == \"Paris\"", "cd", page: "crud/filter-data#type-safe-query") {
    (realm: Realm) in
    realm.objects(Person.self).where { $0.age > 20 && $0.city == "Paris" }.map(\.id)
  }
  suite.people("$0.age == 10 || $0.age == 20 && $0.city == \"x\"", "a", page: "crud/filter-data#type-safe-query") {
    (realm: Realm) in
    realm.objects(Person.self).where { $0.age == 10 || $0.age == 20 && $0.city == "x" }.map(\.id)
  }
  suite.people("($0.age == 10 || $0.age == 20) && $0.city == \"berlin\"", "b", page: "crud/filter-data#type-safe-query")
  { (realm: Realm) in
    realm.objects(Person.self).where { ($0.age == 10 || $0.age == 20) && $0.city == "berlin" }.map(\.id)
  }
  suite.people("!($0.age > 20)", "ab", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { !($0.age > 20) }.map(\.id)
  }
  suite.people("$0.name.contains(\"esum\")", "d", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.name.contains("esum") }.map(\.id)
  }
  suite.people("$0.name.contains(\"RESUME\", options: .caseInsensitive)", "d", page: "crud/filter-data#type-safe-query")
  { (realm: Realm) in
    realm.objects(Person.self).where { $0.name.contains("RESUME", options: .caseInsensitive) }.map(\.id)
  }
  suite.people(
    "$0.name.contains(\"RESUME\", options: [.caseInsensitive, .diacriticInsensitive])", "cd",
    page: "crud/filter-data#type-safe-query"
  ) { (realm: Realm) in
    realm.objects(Person.self).where { $0.name.contains("RESUME", options: [.caseInsensitive, .diacriticInsensitive]) }
      .map(\.id)
  }
  suite.people("$0.name.starts(with: \"R\")", "c", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.name.starts(with: "R") }.map(\.id)
  }
  suite.people("$0.name.starts(with: \"r\", options: .caseInsensitive)", "cd", page: "crud/filter-data#type-safe-query")
  { (realm: Realm) in
    realm.objects(Person.self).where { $0.name.starts(with: "r", options: .caseInsensitive) }.map(\.id)
  }
  suite.people("$0.name.ends(with: \"e\")", "d", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.name.ends(with: "e") }.map(\.id)
  }
  suite.people("$0.nick == nil", "a", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.nick == nil }.map(\.id)
  }
  suite.people("$0.nick != \"bobby\"", "acd", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.nick != "bobby" }.map(\.id)
  }
  suite.people("$0.nick.contains(\"b\")", "b", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.nick.contains("b") }.map(\.id)
  }
  suite.people("$0.name.in([\"Ann\", \"Bob\"])", "ab", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.name.in(["Ann", "Bob"]) }.map(\.id)
  }
  suite.people("$0.kind.in([.large])", "3", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Dog.self).where { $0.kind.in([.large]) }.map { "\($0.id)" }
  }
  suite.people("$0.tags.contains(\"zo\")", "", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.tags.contains("zo") }.map(\.id)
  }
  suite.people("$0.age.contains(15...30)", "bc", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.age.contains(15...30) }.map(\.id)
  }
  suite.people("$0.age.contains(20..<40)", "bc", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.age.contains(20..<40) }.map(\.id)
  }
  suite.people("$0.name.like(\"*o*\")", "b", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.name.like("*o*") }.map(\.id)
  }
  suite.people("$0.score > 2", "cd", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.score > 2 }.map(\.id)
  }
  suite.people("$0.dogs.name == \"Max\"", "bd", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.dogs.name == "Max" }.map(\.id)
  }
  suite.people("$0.dogs.count > 1", "bd", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.dogs.count > 1 }.map(\.id)
  }
  suite.people("$0.dogs.age > 5", "bd", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.dogs.age > 5 }.map(\.id)
  }
  suite.people("$0.favourite.name == \"Rex\"", "c", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.favourite.name == "Rex" }.map(\.id)
  }
  suite.people("$0.home.street == \"High Street\"", "a", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.home.street == "High Street" }.map(\.id)
  }
  suite.people("$0.favourite == nil", "ab", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.favourite == nil }.map(\.id)
  }
  suite.people("$0.favourite.kind == .large", "d", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.favourite.kind == .large }.map(\.id)
  }
  suite.people("$0.friends.name == \"Bob\"", "a", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.friends.name == "Bob" }.map(\.id)
  }
  suite.people("$0.name.equals(\"ANN\", options: .caseInsensitive)", "a", page: "crud/filter-data#type-safe-query") {
    (realm: Realm) in
    realm.objects(Person.self).where { $0.name.equals("ANN", options: .caseInsensitive) }.map(\.id)
  }
  suite.people("$0.name.notEquals(\"Ann\")", "bcd", page: "crud/filter-data#type-safe-query") { (realm: Realm) in
    realm.objects(Person.self).where { $0.name.notEquals("Ann") }.map(\.id)
  }
  suite.people("a closure with a name and a value", "cd") { (realm: Realm) in
    let limit = 20
    return realm.objects(Person.self).where { person in person.age > limit }.map(\.id)
  }
  suite.people("a value that is computed", "b") { (realm: Realm) in
    realm.objects(Person.self).filter("name == %@", ["Bo", "b"].joined()).map(\.id)
  }
  suite.people("a text with a value in it", "b") { (realm: Realm) in
    let name = "Bob"
    return realm.objects(Person.self).filter("name == '\(name)'").map(\.id)
  }
  suite.people("a loop asks anew each time", "e", page: "crud/read") { (realm: Realm) in
    var ids = ["a", "b", "c", "d", "e"]
    while realm.objects(Person.self).filter("id == %@", ids[0]).first != nil { ids.removeFirst() }
    return ids
  }
  suite.people("a loop that ends with its condition asks anew each time", "e", page: "crud/read") { (realm: Realm) in
    var ids = ["_", "a", "b", "c", "d", "e"]
    repeat { ids.removeFirst() } while realm.object(ofType: Person.self, forPrimaryKey: ids[0]) != nil
    return ids
  }
  suite.people("a value is asked for only if the condition before it holds", "none", page: "crud/read") {
    (realm: Realm) in
    let id: String? = nil
    if id != nil, let found = realm.object(ofType: Person.self, forPrimaryKey: id! + "") { return [found.id] }
    return ["none"]
  }
  suite.people("a value is asked for only on its side of a choice", "abcd", page: "crud/read") { (realm: Realm) in
    let id: String? = nil
    let found = id == nil ? realm.objects(Person.self) : realm.objects(Person.self).filter("id == %@", id! + "")
    return found.map(\.id)
  }
  suite.people("a value is asked for only behind an operator", "yes", page: "crud/read") { (realm: Realm) in
    let id: String? = nil
    let isMissing = id == nil || realm.objects(Person.self).filter("id == %@", id! + "").isEmpty
    return [isMissing ? "yes" : "no"]
  }
  suite.people("a bound value is asked for in the same condition", "b", page: "crud/read") { (realm: Realm) in
    if let ann = realm.object(ofType: Person.self, forPrimaryKey: "a"),
      let friend = realm.objects(Person.self).filter("age == %d", ann.age * 2).first
    {
      return [friend.id]
    }
    return []
  }
  suite.people("a guard with a value of its first condition", "b", page: "crud/read") { (realm: Realm) in
    guard let ann = realm.object(ofType: Person.self, forPrimaryKey: "a"),
      let friend = realm.objects(Person.self).where({ $0.age == ann.age * 2 }).first
    else { return [] }
    return [friend.id]
  }
  suite.people("an object by its key", "b", page: "crud/read#find-an-object-by-primary-key") { (realm: Realm) in
    [realm.object(ofType: Person.self, forPrimaryKey: "b")!.id]
  }
  suite.people("no object has the key", "none", page: "crud/read#find-an-object-by-primary-key") { (realm: Realm) in
    [realm.object(ofType: Person.self, forPrimaryKey: "z")?.id ?? "none"]
  }
  suite.people("two filters", "c") { (realm: Realm) in
    realm.objects(Person.self).filter("age > 20").filter("score < 5").map(\.id)
  }
  suite.people("a count", "2", page: "crud/read") { (realm: Realm) in
    ["\(realm.objects(Person.self).filter("age > 20").count)"]
  }
  suite.people("an empty result", "falsetrue", page: "crud/read") { (realm: Realm) in
    let none = realm.objects(Person.self).filter("age > 99").isEmpty
    return ["\(none)", "\(!realm.objects(Person.self).filter("age > 5").isEmpty ? false : true)"]
  }
  suite.people("a filter of a list", "Max", page: "crud/filter-data") { (realm: Realm) in
    let bob = realm.object(ofType: Person.self, forPrimaryKey: "b")!
    return bob.dogs.filter("age > 5").map(\.name)
  }
  suite.people("a query of a list", "Max", page: "crud/filter-data") { (realm: Realm) in
    let bob = realm.object(ofType: Person.self, forPrimaryKey: "b")!
    return bob.dogs.where { $0.age > 5 && $0.name.starts(with: "m", options: .caseInsensitive) }.map(\.name)
  }
  suite.people("a query of what was found", "d", page: "crud/filter-data") { (realm: Realm) in
    let old = realm.objects(Person.self).filter("age > 20")
    return old.where { $0.favourite.name == "Max" }.map(\.id)
  }
  suite.people("the objects that link here", "3", page: "crud/filter-data") { (realm: Realm) in
    realm.objects(Dog.self).filter("owners.@count == 3").map { "\($0.id)" }
  }
  suite.people("owners with a name", "1", page: "crud/filter-data") { (realm: Realm) in
    realm.objects(Dog.self).filter("ANY owners.name == 'Ann'").map { "\($0.id)" }
  }
  suite.people("what links here", "bdd", page: "model-data/relationships#inverse-relationship") { (realm: Realm) in
    realm.object(ofType: Dog.self, forPrimaryKey: 3)!.owners.map(\.id)
  }
  suite.people("children and parents", "ab", page: "model-data/relationships#inverse-relationship") { (realm: Realm) in
    let parent = Note(value: ["text": "p"])
    let child = Note(value: ["text": "ab"])
    child.parent = parent
    try realm.write { realm.add(child) }
    return realm.objects(Note.self).filter("parent == nil").first!.children.map(\.text)
  }
  suite.people("a list of an object in a predicate", "bd", page: "crud/filter-data") { (realm: Realm) in
    let max = realm.object(ofType: Dog.self, forPrimaryKey: 3)!
    return realm.objects(Person.self).filter("ANY dogs == %@", max).map(\.id)
  }
  suite.people("a link to an object in a predicate", "d", page: "crud/filter-data") { (realm: Realm) in
    let max = realm.object(ofType: Dog.self, forPrimaryKey: 3)!
    return realm.objects(Person.self).filter("favourite == %@", max).map(\.id)
  }
  suite.people("an extension of results, and one of lists", "MaxMaxd", page: "crud/read") { (realm: Realm) in
    let found = realm.objects(Person.self).filter("age > 30").toArray()
    return found.map(\.id) + (found.first?.dogs.toArray().map(\.name) ?? [])
  }
}
