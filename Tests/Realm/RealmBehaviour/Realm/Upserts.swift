import Foundation
import RealmSwift

private let page = "crud/update#upsert-an-object"

func upsertScripts(_ suite: Suite) {
  suite.add("an update replaces a list", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.add(person("1", "v1", dogs: dog(1, "Rex"), dog(2, "Bob")), update: .modified) }
    try realm.write {
      realm.add(person("1", "v2", dogs: dog(2, "Bob"), dog(1, "Rex"), dog(3, "Max")), update: .modified)
    }
    let again = check.reopened().objects(Person.self).first!
    check(again.name, "v2")
    check(again.dogs.map(\.name), "[\"Bob\", \"Rex\", \"Max\"]")
    check(check.rows(Dog.self).count, "3")
  }
  suite.add("an update shortens a list", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.add(person("1", "v1", dogs: dog(1, "Rex"), dog(2, "Bob")), update: .all) }
    try realm.write { realm.add(person("1", "v2", dogs: dog(2, "Bob")), update: .all) }
    check(check.reopened().objects(Person.self).first!.dogs.map(\.name), "[\"Bob\"]")
    check(check.rows(Dog.self).count, "2")
  }
  suite.add("an update empties a list", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.add(person("1", "v1", dogs: dog(1, "Rex")), update: .modified) }
    try realm.write { realm.add(person("1", "v2"), update: .modified) }
    check(check.reopened().objects(Person.self).first!.dogs.isEmpty, "true")
    check(check.rows(Dog.self).count, "1")
  }
  suite.add("an update keeps what is in a list twice", page: page) { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(person("1", "v1", dogs: rex, rex), update: .modified) }
    let again = dog(1, "Rex")
    try realm.write { realm.add(person("1", "v2", dogs: again, dog(2, "Max"), again), update: .modified) }
    check(check.reopened().objects(Person.self).first!.dogs.map(\.id), "[1, 2, 1]")
  }
  suite.add("an update reaches the objects of a list", page: page) { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex", age: 3)
    try realm.write { realm.add(rex) }
    try realm.write { realm.add(person("1", "Ann", dogs: dog(1, "Rex II")), update: .modified) }
    check(rex.name, "Rex II")
    check(rex.age == nil, "true")
    check(check.rows(Dog.self).count, "1")
    check(rex.owners.map(\.name), "[\"Ann\"]")
  }
  suite.add("an update writes all properties", page: page) { (realm: Realm, check: Check) in
    let ann = person("1", "Ann")
    ann.nick = "a"
    ann.age = 40
    try realm.write { realm.add(ann) }
    try realm.write { realm.add(person("1", "Anna"), update: .modified) }
    check("\(ann.name) \(ann.nick ?? "nil") \(ann.age)", "Anna nil 18")
  }
  suite.add("an update without a taken key adds", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.add(dog(1, "Rex"), update: .modified) }
    try realm.write { realm.add(dog(2, "Max"), update: .all) }
    check(check.rows(Dog.self).count, "2")
  }
  suite.add("a taken key is an error", page: "crud/create#create-an-object") { (realm: Realm, check: Check) in
    try realm.write { realm.add(dog(1, "Rex")) }
    check.fails { try realm.write { realm.add(dog(1, "Twin")) } }
    check(check.rows(Dog.self).map(\.name), "[\"Rex\"]")
    check(realm.objects(Dog.self).map(\.name), "[\"Rex\"]")
  }
  suite.add("a taken key in a list is an error", page: "crud/create#create-an-object") { (realm: Realm, check: Check) in
    try realm.write { realm.add(dog(1, "Rex")) }
    check.fails { try realm.write { realm.add(person("1", "Ann", dogs: dog(1, "Twin"))) } }
    check(check.rows(Person.self).count, "0")
    check(check.rows(Dog.self).map(\.name), "[\"Rex\"]")
  }
  suite.add("adding a managed object does nothing", page: "crud/create#create-an-object") {
    (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    try realm.write { realm.add(rex) }
    try realm.write { realm.add(rex, update: .modified) }
    check(check.rows(Dog.self).count, "1")
  }
  suite.add("a list of managed objects is added", page: "crud/create#create-an-object") {
    (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    try realm.write { realm.add(person("1", "Ann", dogs: rex)) }
    check(check.reopened().objects(Person.self).first!.dogs.map(\.name), "[\"Rex\"]")
    check(check.rows(Dog.self).count, "1")
  }
  suite.add("an update replaces an embedded list", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.add(album("1", "a", "b"), update: .modified) }
    try realm.write { realm.add(album("1", "c"), update: .modified) }
    check(check.reopened().objects(Album.self).first!.photos.map(\.url), "[\"c\"]")
    check(check.rows(Photo.self).count, "1")
  }
  suite.add("an update replaces an embedded object", page: page) { (realm: Realm, check: Check) in
    let one = album("1")
    one.cover = Photo(value: ["url": "old"])
    try realm.write { realm.add(one) }
    let two = album("1")
    two.cover = Photo(value: ["url": "new"])
    try realm.write { realm.add(two, update: .all) }
    check(one.cover?.url ?? "none", "new")
    check(check.rows(Photo.self).map(\.url), "[\"new\"]")
    try realm.write { realm.add(album("1"), update: .all) }
    check(check.rows(Photo.self).count, "0")
  }
  suite.add("an update replaces a map", page: page) { (realm: Realm, check: Check) in
    let one = album("1")
    one.named["a"] = Photo(value: ["url": "1"])
    one.named["b"] = Photo(value: ["url": "2"])
    try realm.write { realm.add(one) }
    let two = album("1")
    two.named["b"] = Photo(value: ["url": "3"])
    try realm.write { realm.add(two, update: .modified) }
    check(check.reopened().objects(Album.self).first!.named.keys.sorted(), "[\"b\"]")
    check(check.rows(Photo.self).map(\.url), "[\"3\"]")
  }
  suite.add("an update replaces a link", page: page) { (realm: Realm, check: Check) in
    let ann = person("1", "Ann")
    ann.favourite = dog(1, "Rex")
    try realm.write { realm.add(ann) }
    let anna = person("1", "Anna")
    anna.favourite = dog(2, "Max")
    try realm.write { realm.add(anna, update: .modified) }
    check(ann.favourite?.name ?? "none", "Max")
    try realm.write { realm.add(person("1", "A"), update: .modified) }
    check(ann.favourite == nil, "true")
    check(check.rows(Dog.self).count, "2")
  }
  suite.add("an update replaces a set", page: page) { (realm: Realm, check: Check) in
    let ann = person("1", "Ann")
    ann.friends.insert(person("2", "Bob"))
    ann.words.insert("x")
    try realm.write { realm.add(ann) }
    let anna = person("1", "Anna")
    anna.friends.insert(person("3", "Max"))
    anna.words.insert("y")
    try realm.write { realm.add(anna, update: .modified) }
    check(ann.friends.map(\.name), "[\"Max\"]")
    check(Array(ann.words), "[\"y\"]")
    check(check.rows(Person.self).count, "3")
  }
  suite.add("an update keeps what leads to the object", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.add(person("1", "Ann", dogs: dog(1, "Rex"))) }
    try realm.write { realm.add(dog(1, "Rex II"), update: .modified) }
    let again = check.reopened().objects(Person.self).first!
    check(again.dogs.map(\.name), "[\"Rex II\"]")
    check(again.dogs.first!.owners.map(\.name), "[\"Ann\"]")
  }
  suite.add("several objects are updated", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.add([dog(1, "a"), dog(2, "b")]) }
    try realm.write { realm.add([dog(2, "B"), dog(3, "C")], update: .modified) }
    check(check.rows(Dog.self).map(\.name).sorted(), "[\"B\", \"C\", \"a\"]")
  }
  suite.add("the same key twice in one addition is one object", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.add(person("1", "Ann", dogs: dog(1, "Rex"), dog(1, "Rex II")), update: .modified) }
    check(check.rows(Dog.self).map(\.name), "[\"Rex II\"]")
    check(check.reopened().objects(Person.self).first!.dogs.map(\.name), "[\"Rex II\", \"Rex II\"]")
  }
  suite.add("objects in a circle are added", page: page) { (realm: Realm, check: Check) in
    let ann = person("1", "Ann")
    let bob = person("2", "Bob")
    ann.friends.insert(bob)
    bob.friends.insert(ann)
    try realm.write { realm.add(ann, update: .modified) }
    check(check.rows(Person.self).count, "2")
    check(check.rows(Person.self).map { "\($0.name) \($0.friends.count)" }.sorted(), "[\"Ann 1\", \"Bob 1\"]")
  }
  suite.add("objects without a key are added again", page: page) { (realm: Realm, check: Check) in
    try realm.write {
      realm.add(Note(value: ["text": "a"]))
      realm.add(Note(value: ["text": "a"]))
    }
    check(check.rows(Note.self).count, "2")
  }
  suite.add("the updated object is the one that was there", page: page) { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    try realm.write { realm.add(dog(1, "Rex II"), update: .modified) }
    check(rex.name, "Rex II")
    try realm.write { rex.age = 7 }
    check(check.rows(Dog.self).map { "\($0.name) \($0.age!)" }, "[\"Rex II 7\"]")
  }
  suite.add("an update that throws is taken back", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.add(person("1", "Ann", dogs: dog(1, "Rex"))) }
    try? realm.write {
      realm.add(person("1", "Anna", dogs: dog(2, "Max")), update: .modified)
      throw ScriptError()
    }
    let ann = realm.objects(Person.self).first!
    check("\(ann.name) \(ann.dogs.map(\.name))", "Ann [\"Rex\"]")
    try realm.write { ann.age = 5 }
    check(check.rows(Dog.self).map(\.name), "[\"Rex\"]")
  }
  suite.add("the old way to update is understood", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.add(dog(1, "Rex")) }
    try realm.write { realm.add(dog(1, "Rex II"), update: true) }
    check(check.rows(Dog.self).map(\.name), "[\"Rex II\"]")
  }
}
