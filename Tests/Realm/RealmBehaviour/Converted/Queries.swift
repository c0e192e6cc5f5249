import Foundation
import SwiftData

/// Four people with dogs: what the queries look through.
func fill(_ realm: ModelContext) throws {
  let rex = dog(1, "Rex", age: 3)
  let bob = dog(2, "Bob")
  let max = dog(3, "Max", age: 7)
  max.kind = .large
  let a = person("a", "Ann", dogs: rex)
  a.age = 10
  a.city = "Berlin"
  a.tags.append(contentsOf: ["x", "y"])
  a.home = { var object = Address(); object.street = "High Street"; object.zip = "123"; return object }()
  a.words.insert("w")
  a.numbers["one"] = 1
  let b = person("b", "Bob", dogs: bob, max)
  b.age = 20
  b.nick = "bobby"
  b.city = "berlin"
  b.score = 1.5
  a.friends.append(b)
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
  d.home = { var object = Address(); object.street = "Low Street"; return object }()
  try realm.write { realm.add([a, b, c, d]) }
}

extension Suite {
  func people(
    _ name: String, _ expected: String, page: String = "crud/filter-data",
    _ find: @escaping @Sendable (ModelContext) throws -> [String]
  ) {
    add(name, page: page) { (realm: ModelContext, check: Check) in
      try fill(realm)
      check(try find(realm).sorted().joined(), expected)
    }
  }
}

extension Array where Element: PersistentModel {
  func toArray() -> [Element] { Array(self) }
}

extension Array {
  func toArray() -> [Element] { Array(self) }
}

func queryScripts(_ suite: Suite) {
  suite.people("$0.age == 20", "b", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age == 20 })).map(\.id)
  }
  suite.people("$0.age > 20 && $0.city == \"Paris\"", "cd", page: "crud/filter-data#type-safe-query") {
    (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age > 20 && $0.city == "Paris" })).map(\.id)
  }
  suite.people("$0.age == 10 || $0.age == 20 && $0.city == \"x\"", "a", page: "crud/filter-data#type-safe-query") {
    (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age == 10 || $0.age == 20 && $0.city == "x" })).map(\.id)
  }
  suite.people("($0.age == 10 || $0.age == 20) && $0.city == \"berlin\"", "b", page: "crud/filter-data#type-safe-query")
  { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { ($0.age == 10 || $0.age == 20) && $0.city == "berlin" })).map(\.id)
  }
  suite.people("!($0.age > 20)", "ab", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { !($0.age > 20) })).map(\.id)
  }
  suite.people("$0.name.contains(\"esum\")", "d", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.contains("esum") })).map(\.id)
  }
  suite.people("$0.name.contains(\"RESUME\", options: .caseInsensitive)", "d", page: "crud/filter-data#type-safe-query")
  { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.lowercased().contains("resume") })).map(\.id)
  }
  suite.people(
    "$0.name.contains(\"RESUME\", options: [.caseInsensitive, .diacriticInsensitive])", "cd",
    page: "crud/filter-data#type-safe-query"
  ) { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.localizedStandardContains("RESUME") }))
      .map(\.id)
  }
  suite.people("$0.name.starts(with: \"R\")", "c", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.starts(with: "R") })).map(\.id)
  }
  suite.people("$0.name.starts(with: \"r\", options: .caseInsensitive)", "cd", page: "crud/filter-data#type-safe-query")
  { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.lowercased().starts(with: "r") })).map(\.id)
  }
  suite.people("$0.name.ends(with: \"e\")", "d", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.hasSuffix("e") })).map(\.id)
  }
  suite.people("$0.nick == nil", "a", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.nick == nil })).map(\.id)
  }
  suite.people("$0.nick != \"bobby\"", "acd", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.nick != "bobby" })).map(\.id)
  }
  suite.people("$0.nick.contains(\"b\")", "b", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.nick?.contains("b") == true })).map(\.id)
  }
  suite.people("$0.name.in([\"Ann\", \"Bob\"])", "ab", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { ["Ann", "Bob"].contains($0.name) })).map(\.id)
  }
  suite.people("$0.kind.in([.large])", "3", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Dog>(predicate: #Predicate { [.large].contains($0.kind) })).map { "\($0.id)" }
  }
  suite.people("$0.tags.contains(\"zo\")", "", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.tags.contains("zo") })).map(\.id)
  }
  suite.people("$0.age.contains(15...30)", "bc", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age >= 15 && $0.age <= 30 })).map(\.id)
  }
  suite.people("$0.age.contains(20..<40)", "bc", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age >= 20 && $0.age < 40 })).map(\.id)
  }
  suite.people("$0.name.like(\"*o*\")", "b", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.contains("o") })).map(\.id)
  }
  suite.people("$0.score > 2", "cd", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { ($0.score != nil && $0.score! > 2) })).map(\.id)
  }
  suite.people("$0.dogs.name == \"Max\"", "bd", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.dogsElements.contains { $0.object?.name == "Max" } })).map(\.id)
  }
  suite.people("$0.dogs.count > 1", "bd", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.dogsElements.count > 1 })).map(\.id)
  }
  suite.people("$0.dogs.age > 5", "bd", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.dogsElements.contains { ($0.object?.age != nil && ($0.object?.age)! > 5) } })).map(\.id)
  }
  suite.people("$0.favourite.name == \"Rex\"", "c", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.favourite?.name == "Rex" })).map(\.id)
  }
  suite.people("$0.home.street == \"High Street\"", "a", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.home?.street == "High Street" })).map(\.id)
  }
  suite.people("$0.favourite == nil", "ab", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.favourite == nil })).map(\.id)
  }
  suite.people("$0.favourite.kind == .large", "d", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.favourite?.kind == .large })).map(\.id)
  }
  suite.people("$0.friends.name == \"Bob\"", "a", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.friends.contains { $0.name == "Bob" } })).map(\.id)
  }
  suite.people("$0.name.equals(\"ANN\", options: .caseInsensitive)", "a", page: "crud/filter-data#type-safe-query") {
    (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name.caseInsensitiveCompare("ANN") == .orderedSame })).map(\.id)
  }
  suite.people("$0.name.notEquals(\"Ann\")", "bcd", page: "crud/filter-data#type-safe-query") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name != "Ann" })).map(\.id)
  }
  suite.people("a closure with a name and a value", "cd") { (realm: ModelContext) in
    let limit = 20
    return realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age > limit })).map(\.id)
  }
  suite.people("a value that is computed", "b") { (realm: ModelContext) in
    let nameValue = ["Bo", "b"].joined()
    return realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name == nameValue })).map(\.id)
  }
  suite.people("a text with a value in it", "b") { (realm: ModelContext) in
    let name = "Bob"
    return realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.name == name })).map(\.id)
  }
  suite.people("a loop asks anew each time", "e", page: "crud/read") { (realm: ModelContext) in
    var ids = ["a", "b", "c", "d", "e"]
    while realm.first(capturing(ids[0]) { idValue in FetchDescriptor<Person>(predicate: #Predicate { $0.id == idValue }) }) != nil { ids.removeFirst() }
    return ids
  }
  suite.people("a loop that ends with its condition asks anew each time", "e", page: "crud/read") { (realm: ModelContext) in
    var ids = ["_", "a", "b", "c", "d", "e"]
    repeat { ids.removeFirst() } while realm.first(capturing(ids[0]) { idValue2 in FetchDescriptor<Person>(predicate: #Predicate { $0.id == idValue2 }) }) != nil
    return ids
  }
  suite.people("a value is asked for only if the condition before it holds", "none", page: "crud/read") {
    (realm: ModelContext) in
    let id: String? = nil
    if id != nil, let found = realm.first(capturing(id! + "") { idValue3 in FetchDescriptor<Person>(predicate: #Predicate { $0.id == idValue3 }) }) { return [found.id] }
    return ["none"]
  }
  suite.people("a value is asked for only on its side of a choice", "abcd", page: "crud/read") { (realm: ModelContext) in
    let id: String? = nil
    let found = id == nil ? realm.objects(FetchDescriptor<Person>()) : realm.objects(capturing(id! + "") { idValue4 in FetchDescriptor<Person>(predicate: #Predicate { $0.id == idValue4 }) })
    return found.map(\.id)
  }
  suite.people("a value is asked for only behind an operator", "yes", page: "crud/read") { (realm: ModelContext) in
    let id: String? = nil
    let isMissing = id == nil || (realm.count(capturing(id! + "") { idValue5 in FetchDescriptor<Person>(predicate: #Predicate { $0.id == idValue5 }) }) == 0)
    return [isMissing ? "yes" : "no"]
  }
  suite.people("a bound value is asked for in the same condition", "b", page: "crud/read") { (realm: ModelContext) in
    if let ann = realm.first(FetchDescriptor<Person>(predicate: #Predicate { $0.id == "a" })),
      let friend = realm.first(capturing(ann.age * 2) { ageValue in FetchDescriptor<Person>(predicate: #Predicate { $0.age == ageValue }) })
    {
      return [friend.id]
    }
    return []
  }
  suite.people("a guard with a value of its first condition", "b", page: "crud/read") { (realm: ModelContext) in
    guard let ann = realm.first(FetchDescriptor<Person>(predicate: #Predicate { $0.id == "a" })),
      let friend = realm.first(capturing(ann.age * 2) { ageValue2 in FetchDescriptor<Person>(predicate: #Predicate { $0.age == ageValue2 }) })
    else { return [] }
    return [friend.id]
  }
  suite.people("an object by its key", "b", page: "crud/read#find-an-object-by-primary-key") { (realm: ModelContext) in
    [realm.first(FetchDescriptor<Person>(predicate: #Predicate { $0.id == "b" }))!.id]
  }
  suite.people("no object has the key", "none", page: "crud/read#find-an-object-by-primary-key") { (realm: ModelContext) in
    [realm.first(FetchDescriptor<Person>(predicate: #Predicate { $0.id == "z" }))?.id ?? "none"]
  }
  suite.people("two filters", "c") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Person>(predicate: #Predicate { ($0.age > 20) && (($0.score != nil && $0.score! < 5)) })).map(\.id)
  }
  suite.people("a count", "2", page: "crud/read") { (realm: ModelContext) in
    ["\(realm.count(FetchDescriptor<Person>(predicate: #Predicate { $0.age > 20 })))"]
  }
  suite.people("an empty result", "falsetrue", page: "crud/read") { (realm: ModelContext) in
    let none = realm.count(FetchDescriptor<Person>(predicate: #Predicate { $0.age > 99 })) == 0
    return ["\(none)", "\(!(realm.count(FetchDescriptor<Person>(predicate: #Predicate { $0.age > 5 })) == 0) ? false : true)"]
  }
  suite.people("a filter of a list", "Max", page: "crud/filter-data") { (realm: ModelContext) in
    let bob = realm.first(FetchDescriptor<Person>(predicate: #Predicate { $0.id == "b" }))!
    return bob.dogs.filter({ ($0.age != nil && $0.age! > 5) }).map(\.name)
  }
  suite.people("a query of a list", "Max", page: "crud/filter-data") { (realm: ModelContext) in
    let bob = realm.first(FetchDescriptor<Person>(predicate: #Predicate { $0.id == "b" }))!
    return bob.dogs.filter({ ($0.age != nil && $0.age! > 5) && $0.name.lowercased().starts(with: "m") }).map(\.name)
  }
  suite.people("a query of what was found", "d", page: "crud/filter-data") { (realm: ModelContext) in
    let old = realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age > 20 }))
    return old.filter({ $0.favourite?.name == "Max" }).map(\.id)
  }
  suite.people("the objects that link here", "3", page: "crud/filter-data") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Dog>(predicate: #Predicate { $0.personDogsElements.count == 3 })).map { "\($0.id)" }
  }
  suite.people("owners with a name", "1", page: "crud/filter-data") { (realm: ModelContext) in
    realm.objects(FetchDescriptor<Dog>(predicate: #Predicate { $0.personDogsElements.contains { $0.owner?.name == "Ann" } })).map { "\($0.id)" }
  }
  suite.people("what links here", "bdd", page: "model-data/relationships#inverse-relationship") { (realm: ModelContext) in
    realm.first(FetchDescriptor<Dog>(predicate: #Predicate { $0.id == 3 }))!.owners.map(\.id)
  }
  suite.people("children and parents", "ab", page: "model-data/relationships#inverse-relationship") { (realm: ModelContext) in
    let parent = Note(value: ["text": "p"])
    let child = Note(value: ["text": "ab"])
    child.parent = parent
    try realm.write { realm.add(child) }
    return realm.first(FetchDescriptor<Note>(predicate: #Predicate { $0.parent == nil }))!.children.map(\.text)
  }
  suite.people("a list of an object in a predicate", "bd", page: "crud/filter-data") { (realm: ModelContext) in
    let max = realm.first(FetchDescriptor<Dog>(predicate: #Predicate { $0.id == 3 }))!
    return realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.dogsElements.contains { $0.object == max } })).map(\.id)
  }
  suite.people("a link to an object in a predicate", "d", page: "crud/filter-data") { (realm: ModelContext) in
    let max = realm.first(FetchDescriptor<Dog>(predicate: #Predicate { $0.id == 3 }))!
    return realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.favourite == max })).map(\.id)
  }
  suite.people("an extension of results, and one of lists", "MaxMaxd", page: "crud/read") { (realm: ModelContext) in
    let found = realm.objects(FetchDescriptor<Person>(predicate: #Predicate { $0.age > 30 })).toArray()
    return found.map(\.id) + (found.first?.dogs.toArray().map(\.name) ?? [])
  }
}
