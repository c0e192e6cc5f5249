import Foundation
import RealmSwift

private let page = "crud/read#sort-results"

func orderScripts(_ suite: Suite) {
  suite.add("sorted ascending", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.add([dog(1, "b", age: 1), dog(2, "a", age: 2), dog(3, "c", age: 3)]) }
    check(realm.objects(Dog.self).sorted(byKeyPath: "name").map(\.id), "[2, 1, 3]")
  }
  suite.add("sorted descending", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.add([dog(1, "b"), dog(2, "a"), dog(3, "c")]) }
    check(realm.objects(Dog.self).sorted(byKeyPath: "name", ascending: false).map(\.id), "[3, 1, 2]")
  }
  suite.add("sorted twice, the last decides and the first orders what is equal", page: page) {
    (realm: Realm, check: Check) in
    try realm.write { realm.add([dog(1, "b", age: 1), dog(2, "a", age: 2), dog(3, "c", age: 1)]) }
    let dogs = realm.objects(Dog.self).sorted(byKeyPath: "name", ascending: false).sorted(byKeyPath: "age")
    check(dogs.map(\.id), "[3, 1, 2]")
  }
  suite.add("sorted by several", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.add([dog(1, "b", age: 1), dog(2, "a", age: 2), dog(3, "c", age: 1)]) }
    let dogs = realm.objects(Dog.self).sorted(by: [
      SortDescriptor(keyPath: "age", ascending: false), SortDescriptor(keyPath: "name"),
    ])
    check(dogs.map(\.id), "[2, 1, 3]")
  }
  suite.add("sorted by a key path", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.add([dog(1, "b"), dog(2, "a")]) }
    check(realm.objects(Dog.self).sorted(by: \.name, ascending: true).map(\.id), "[2, 1]")
  }
  suite.add("the first of a sorted result", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.add([dog(1, "b"), dog(2, "a"), dog(3, "c")]) }
    check(realm.objects(Dog.self).sorted(byKeyPath: "name").first!.id, "2")
    check(realm.objects(Dog.self).sorted(byKeyPath: "name").last!.id, "3")
    check(realm.objects(Dog.self).filter("name == 'z'").first == nil, "true")
  }
  suite.add("a sorted list", page: page) { (realm: Realm, check: Check) in
    let ann = person("a", "Ann", dogs: dog(1, "b"), dog(2, "a"), dog(3, "c"))
    try realm.write { realm.add(ann) }
    check(ann.dogs.sorted(byKeyPath: "name").map(\.id), "[2, 1, 3]")
    check(ann.dogs.map(\.id), "[1, 2, 3]")
  }
  suite.add("the largest, the smallest and the sum", page: "crud/filter-data#aggregate-operators") {
    (realm: Realm, check: Check) in
    try fill(realm)
    check(realm.objects(Person.self).max(ofProperty: "age")! as Int, "40")
    check(realm.objects(Person.self).min(ofProperty: "age")! as Int, "10")
    check(realm.objects(Person.self).sum(ofProperty: "age") as Int, "100")
  }
  suite.add("the mean", page: "crud/filter-data#aggregate-operators") { (realm: Realm, check: Check) in
    check(realm.objects(Person.self).average(ofProperty: "age") == nil, "true")
    try fill(realm)
    let mean: Double? = realm.objects(Person.self).average(ofProperty: "age")
    check(mean!, "25.0")
  }
  suite.add("distinct objects", page: "crud/read") { (realm: Realm, check: Check) in
    try fill(realm)
    check(realm.objects(Person.self).sorted(byKeyPath: "id").distinct(by: ["city"]).map(\.id), "[\"a\", \"b\", \"c\"]")
  }
  suite.add("where an object is", page: "crud/read") { (realm: Realm, check: Check) in
    try realm.write { realm.add([dog(1, "b"), dog(2, "a"), dog(3, "c")]) }
    let dogs = realm.objects(Dog.self).sorted(byKeyPath: "name")
    check(dogs.index(of: dogs[1])!, "1")
    check(dogs.index(matching: "name == 'c'")!, "2")
  }
  suite.add("all get a value", page: "crud/update#update-with-key-value-coding") { (realm: Realm, check: Check) in
    try realm.write { realm.add([dog(1, "b"), dog(2, "a")]) }
    try realm.write { realm.objects(Dog.self).setValue(9, forKey: "age") }
    check(check.rows(Dog.self).map { $0.age! }, "[9, 9]")
  }
  suite.add("one gets a value", page: "crud/update#update-with-key-value-coding") { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    try realm.write { rex.setValue("Max", forKey: "name") }
    check(rex.name, "Max")
  }
}
