import Foundation
import RealmSwift

private let page = "model-data/data-types/collections"

func collectionScripts(_ suite: Suite) {
  suite.add("a list keeps order and repeats", page: page) { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    let ann = person("a", "Ann", dogs: rex, dog(2, "Max"), rex)
    try realm.write { realm.add(ann) }
    check(check.reopened().objects(Person.self).first!.dogs.map(\.id), "[1, 2, 1]")
  }
  suite.add("a list is appended to many times", page: page) { (realm: Realm, check: Check) in
    let ann = person("a", "Ann")
    try realm.write { realm.add(ann) }
    try realm.write {
      for number in 0..<100 { ann.dogs.append(dog(number, "d\(number)")) }
    }
    let again = check.reopened().objects(Person.self).first!
    check(again.dogs.map(\.id) == Array(0..<100), "true")
    check(check.rows(PersonDogsElement.self).count, "100")
  }
  suite.add("lists are changed in a block without names", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.add([person("a", "Ann"), person("b", "Bob")]) }
    let rex = dog(1, "Rex")
    try realm.write {
      realm.objects(Person.self).forEach {
        $0.tags.removeAll()
        $0.tags.append(objectsIn: ["x", "y"])
        $0.dogs.append(rex)
        $0.dogs.insert(rex, at: 0)
        $0.tags.remove(at: 0)
      }
    }
    let again = check.reopened().objects(Person.self)
    check(again.map { Array($0.tags) }, "[[\"y\"], [\"y\"]]")
    check(again.map { $0.dogs.map(\.name) }, "[[\"Rex\", \"Rex\"], [\"Rex\", \"Rex\"]]")
  }
  suite.add("a list is inserted into and removed from", page: page) { (realm: Realm, check: Check) in
    let ann = person("a", "Ann", dogs: dog(1, "1"), dog(2, "2"), dog(3, "3"))
    try realm.write { realm.add(ann) }
    try realm.write { ann.dogs.insert(dog(4, "4"), at: 1) }
    check(ann.dogs.map(\.id), "[1, 4, 2, 3]")
    try realm.write { ann.dogs.remove(at: 2) }
    check(ann.dogs.map(\.id), "[1, 4, 3]")
    try realm.write { ann.dogs.removeLast() }
    try realm.write { ann.dogs.removeFirst() }
    check(check.reopened().objects(Person.self).first!.dogs.map(\.id), "[4]")
    check(check.rows(Dog.self).count, "4")
  }
  suite.add("a list is moved and swapped in", page: page) { (realm: Realm, check: Check) in
    let ann = person("a", "Ann", dogs: dog(1, "1"), dog(2, "2"), dog(3, "3"))
    try realm.write { realm.add(ann) }
    try realm.write { ann.dogs.move(from: 0, to: 2) }
    check(ann.dogs.map(\.id), "[2, 3, 1]")
    try realm.write { ann.dogs.swapAt(0, 1) }
    check(check.reopened().objects(Person.self).first!.dogs.map(\.id), "[3, 2, 1]")
  }
  suite.add("an element of a list is replaced", page: page) { (realm: Realm, check: Check) in
    let ann = person("a", "Ann", dogs: dog(1, "1"), dog(2, "2"))
    try realm.write { realm.add(ann) }
    try realm.write { ann.dogs[0] = dog(3, "3") }
    check(check.reopened().objects(Person.self).first!.dogs.map(\.id), "[3, 2]")
  }
  suite.add("a list is emptied", page: page) { (realm: Realm, check: Check) in
    let ann = person("a", "Ann", dogs: dog(1, "1"), dog(2, "2"))
    try realm.write { realm.add(ann) }
    try realm.write { ann.dogs.removeAll() }
    check(ann.dogs.isEmpty, "true")
    check(check.rows(PersonDogsElement.self).count, "0")
    check(check.rows(Dog.self).count, "2")
  }
  suite.add("an element of a list is found", page: page) { (realm: Realm, check: Check) in
    let max = dog(2, "2")
    let ann = person("a", "Ann", dogs: dog(1, "1"), max)
    try realm.write { realm.add(ann) }
    check(ann.dogs.index(of: max)!, "1")
    check(ann.dogs.contains(max), "true")
    check(ann.dogs.first!.id + ann.dogs.last!.id, "3")
  }
  suite.add("an object is in lists of several", page: page) { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add([person("a", "Ann", dogs: rex), person("b", "Bob", dogs: rex)]) }
    check(check.rows(Dog.self).first!.owners.map(\.name).sorted(), "[\"Ann\", \"Bob\"]")
  }
  suite.add("a list of its own class", page: page) { (realm: Realm, check: Check) in
    let parent = Legacy()
    parent.uuid = "p"
    for name in ["x", "y"] {
      let child = Legacy()
      child.uuid = name
      parent.children.append(child)
    }
    try realm.write { realm.add(parent) }
    let again = check.reopened().object(ofType: Legacy.self, forPrimaryKey: "p")!
    check(again.children.map(\.uuid), "[\"x\", \"y\"]")
    check(again.children[0].parents.map(\.uuid), "[\"p\"]")
  }
  suite.add("a box of an optional number", page: "model-data/object-models") { (realm: Realm, check: Check) in
    let legacy = Legacy()
    check(legacy.count.value == nil, "true")
    legacy.count.value = 3
    try realm.write { realm.add(legacy) }
    check(check.rows(Legacy.self).first!.count ?? 0, "3")
  }
  suite.add("a set of objects has each once", page: page) { (realm: Realm, check: Check) in
    let ann = person("a", "Ann")
    let bob = person("b", "Bob")
    ann.friends.insert(bob)
    ann.friends.insert(bob)
    try realm.write { realm.add(ann) }
    check(check.reopened().object(ofType: Person.self, forPrimaryKey: "a")!.friends.count, "1")
    try realm.write { ann.friends.remove(bob) }
    check(ann.friends.count, "0")
  }
  suite.add("lists, sets and maps of values", page: page) { (realm: Realm, check: Check) in
    let ann = person("a", "Ann")
    ann.tags.append(objectsIn: ["x", "y", "x"])
    ann.words.insert(objectsIn: ["v", "w"])
    ann.words.insert("v")
    ann.numbers["one"] = 1
    try realm.write { realm.add(ann) }
    try realm.write {
      ann.tags.remove(at: 1)
      ann.numbers["two"] = 2
      ann.numbers["one"] = nil
    }
    let again = check.reopened().objects(Person.self).first!
    check(Array(again.tags), "[\"x\", \"x\"]")
    check(again.words.sorted(), "[\"v\", \"w\"]")
    check(again.numbers.keys.sorted(), "[\"two\"]")
  }
  suite.add("a map of objects", page: page) { (realm: Realm, check: Check) in
    let ann = person("a", "Ann")
    ann.pets["r"] = dog(1, "Rex")
    ann.pets["m"] = dog(2, "Max")
    try realm.write { realm.add(ann) }
    try realm.write { ann.pets["r"] = nil }
    check(check.reopened().objects(Person.self).first!.pets.keys.sorted(), "[\"m\"]")
    check(check.rows(Dog.self).count, "2")
  }
  suite.add("a map gets another object under a key", page: page) { (realm: Realm, check: Check) in
    let ann = person("a", "Ann")
    ann.pets["r"] = dog(1, "Rex")
    try realm.write { realm.add(ann) }
    try realm.write { ann.pets["r"] = dog(2, "Max") }
    check(check.reopened().objects(Person.self).first!.pets.values.map { $0.id }, "[2]")
    check(check.rows(PersonPetsElement.self).count, "1")
    check(check.rows(Dog.self).count, "2")
  }
  suite.add("a list that is not saved yet", page: page) { (realm: Realm, check: Check) in
    let ann = person("a", "Ann", dogs: dog(1, "1"), dog(2, "2"))
    ann.dogs.remove(at: 0)
    ann.dogs.append(dog(3, "3"))
    check(ann.dogs.map(\.id), "[2, 3]")
    try realm.write { realm.add(ann) }
    check(check.rows(Dog.self).map(\.id).sorted(), "[2, 3]")
  }
  suite.add("a map loses a key and gives its entries", page: page) { (realm: Realm, check: Check) in
    let ann = person("a", "Ann")
    ann.numbers["one"] = 1
    ann.numbers["two"] = 2
    try realm.write { realm.add(ann) }
    try realm.write { ann.numbers.removeObject(for: "one") }
    let again = check.reopened().objects(Person.self).first!
    check(again.numbers.asKeyValueSequence().map { "\($0.key) \($0.value)" }, "[\"two 2\"]")
  }
  suite.add("a realm is empty until something is added", page: page) { (realm: Realm, check: Check) in
    check(realm.isEmpty, "true")
    try realm.write {
      realm.add(dog(1, "Rex"))
      check(realm.isEmpty, "false")
    }
    check(check.reopened().isEmpty, "false")
    try realm.write { realm.deleteAll() }
    check(realm.isEmpty, "true")
  }
}
