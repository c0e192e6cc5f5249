import Foundation
import SwiftData

private let page = "crud/read#sort-results"

func orderScripts(_ suite: Suite) {
  suite.add("sorted ascending", page: page) { (realm: ModelContext, check: Check) in
    try realm.write { realm.add([dog(1, "b", age: 1), dog(2, "a", age: 2), dog(3, "c", age: 3)]) }
    check(realm.objects(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.name)])).map(\.id), "[2, 1, 3]")
  }
  suite.add("sorted descending", page: page) { (realm: ModelContext, check: Check) in
    try realm.write { realm.add([dog(1, "b"), dog(2, "a"), dog(3, "c")]) }
    check(realm.objects(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.name, order: .reverse)])).map(\.id), "[3, 1, 2]")
  }
  suite.add("sorted twice, the last decides and the first orders what is equal", page: page) {
    (realm: ModelContext, check: Check) in
    try realm.write { realm.add([dog(1, "b", age: 1), dog(2, "a", age: 2), dog(3, "c", age: 1)]) }
    let dogs = realm.objects(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.age), SortDescriptor(\.name, order: .reverse)]))
    check(dogs.map(\.id), "[3, 1, 2]")
  }
  suite.add("sorted by several", page: page) { (realm: ModelContext, check: Check) in
    try realm.write { realm.add([dog(1, "b", age: 1), dog(2, "a", age: 2), dog(3, "c", age: 1)]) }
    let dogs = realm.objects(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.age, order: .reverse), SortDescriptor(\.name)]))
    check(dogs.map(\.id), "[2, 1, 3]")
  }
  suite.add("sorted by a key path", page: page) { (realm: ModelContext, check: Check) in
    try realm.write { realm.add([dog(1, "b"), dog(2, "a")]) }
    check(realm.objects(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.name)])).map(\.id), "[2, 1]")
  }
  suite.add("the first of a sorted result", page: page) { (realm: ModelContext, check: Check) in
    try realm.write { realm.add([dog(1, "b"), dog(2, "a"), dog(3, "c")]) }
    check(realm.first(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.name)]))!.id, "2")
    check(realm.objects(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.name)])).last!.id, "3")
    check(realm.first(FetchDescriptor<Dog>(predicate: #Predicate { $0.name == "z" })) == nil, "true")
  }
  suite.add("a sorted list", page: page) { (realm: ModelContext, check: Check) in
    let ann = person("a", "Ann", dogs: dog(1, "b"), dog(2, "a"), dog(3, "c"))
    try realm.write { realm.add(ann) }
    check(ann.dogs.sorted(using: [SortDescriptor(\.name)]).map(\.id), "[2, 1, 3]")
    check(ann.dogs.map(\.id), "[1, 2, 3]")
  }
  suite.add("the largest, the smallest and the sum", page: "crud/filter-data#aggregate-operators") {
    (realm: ModelContext, check: Check) in
    try fill(realm)
    check(realm.objects(FetchDescriptor<Person>()).compactMap(\.age).max()! as Int, "40")
    check(realm.objects(FetchDescriptor<Person>()).compactMap(\.age).min()! as Int, "10")
    check(realm.objects(FetchDescriptor<Person>()).compactMap(\.age).reduce(0, +) as Int, "100")
  }
  suite.add("the mean", page: "crud/filter-data#aggregate-operators") { (realm: ModelContext, check: Check) in
    check(realm.objects(FetchDescriptor<Person>()).average(of: \.age) == nil, "true")
    try fill(realm)
    let mean: Double? = realm.objects(FetchDescriptor<Person>()).average(of: \.age)
    check(mean!, "25.0")
  }
  suite.add("distinct objects", page: "crud/read") { (realm: ModelContext, check: Check) in
    try fill(realm)
    check(realm.objects(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.id)])).distinct(by: [\.city]).map(\.id), "[\"a\", \"b\", \"c\"]")
  }
  suite.add("where an object is", page: "crud/read") { (realm: ModelContext, check: Check) in
    try realm.write { realm.add([dog(1, "b"), dog(2, "a"), dog(3, "c")]) }
    let dogs = realm.objects(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.name)]))
    check(dogs.firstIndex(of: dogs[1])!, "1")
    check(dogs.firstIndex(where: { $0.name == "c" })!, "2")
  }
  suite.add("all get a value", page: "crud/update#update-with-key-value-coding") { (realm: ModelContext, check: Check) in
    try realm.write { realm.add([dog(1, "b"), dog(2, "a")]) }
    try realm.write { realm.objects(FetchDescriptor<Dog>()).forEach { $0.age = 9 } }
    check(check.rows(Dog.self).map { $0.age! }, "[9, 9]")
  }
  suite.add("one gets a value", page: "crud/update#update-with-key-value-coding") { (realm: ModelContext, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    try realm.write { rex.name = "Max" }
    check(rex.name, "Max")
  }
}
