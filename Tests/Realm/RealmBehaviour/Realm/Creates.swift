import Foundation
import RealmSwift

private let page = "crud/create#create-an-object-with-a-value"

private func ann(_ realm: Realm) throws {
  try realm.write {
    let ann = person("1", "Ann", dogs: dog(1, "Rex", age: 3))
    ann.age = 40
    ann.email = "ann@x"
    ann.nick = "a"
    ann.home = Address(value: ["street": "s"])
    realm.add(ann)
  }
}

func createScripts(_ suite: Suite) {
  suite.add("creating changes only what is named", page: page) { (realm: Realm, check: Check) in
    try ann(realm)
    try realm.write {
      realm.create(Person.self, value: ["id": "1", "name": "Anna"], update: .modified)
    }
    let again = check.reopened().objects(Person.self).first!
    check("\(again.name) \(again.age) \(again.email) \(again.nick ?? "nil")", "Anna 40 ann@x a")
    check(again.dogs.map(\.name), "[\"Rex\"]")
    check(again.home?.street ?? "none", "s")
    check(check.rows(Person.self).count, "1")
  }
  suite.add("creating with all changes only what is named", page: page) { (realm: Realm, check: Check) in
    try ann(realm)
    try realm.write { realm.create(Person.self, value: ["id": "1", "age": 41], update: .all) }
    check(check.rows(Person.self).map { "\($0.name) \($0.age)" }, "[\"Ann 41\"]")
  }
  suite.add("creating gives what is not named its default", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.create(Person.self, value: ["id": "2", "name": "Bob"]) }
    check(check.rows(Person.self).map { "\($0.id) \($0.name) \($0.age) \($0.email)" }, "[\"2 Bob 18 none\"]")
  }
  suite.add("creating returns the object", page: page) { (realm: Realm, check: Check) in
    let bob = try realm.write { realm.create(Person.self, value: ["id": "2", "name": "Bob"]) }
    try realm.write { bob.age = 5 }
    check(check.rows(Person.self).map(\.age), "[5]")
  }
  suite.add("creating without a value", page: page) { (realm: Realm, check: Check) in
    try realm.write { _ = realm.create(Note.self) }
    check(check.rows(Note.self).count, "1")
  }
  suite.add("creating with a taken key is an error", page: page) { (realm: Realm, check: Check) in
    try ann(realm)
    check.fails { try realm.write { _ = realm.create(Person.self, value: ["id": "1", "name": "Twin"]) } }
    check(check.rows(Person.self).map(\.name), "[\"Ann\"]")
  }
  suite.add("null empties", page: page) { (realm: Realm, check: Check) in
    try ann(realm)
    try realm.write { realm.create(Person.self, value: ["id": "1", "nick": NSNull()], update: .modified) }
    check(check.rows(Person.self).first!.nick == nil, "true")
  }
  suite.add("a nested object is created", page: page) { (realm: Realm, check: Check) in
    try realm.write {
      realm.create(Person.self, value: ["id": "1", "favourite": ["id": 5, "name": "Rex"]], update: .modified)
    }
    check(check.rows(Person.self).first!.favourite?.name ?? "none", "Rex")
    check(check.rows(Dog.self).count, "1")
  }
  suite.add("a nested object is updated", page: page) { (realm: Realm, check: Check) in
    try ann(realm)
    try realm.write {
      realm.create(Person.self, value: ["id": "1", "favourite": ["id": 1, "name": "Rexy"]], update: .modified)
    }
    check(check.rows(Dog.self).map { "\($0.name) \($0.age!)" }, "[\"Rexy 3\"]")
  }
  suite.add("a nested list is created", page: page) { (realm: Realm, check: Check) in
    try realm.write {
      realm.create(
        Person.self, value: ["id": "1", "dogs": [["id": 1, "name": "Rex"], ["id": 2, "name": "Max"]]], update: .all)
    }
    check(check.rows(Person.self).first!.dogs.map(\.name), "[\"Rex\", \"Max\"]")
  }
  suite.add("a nested list replaces the former", page: page) { (realm: Realm, check: Check) in
    try ann(realm)
    try realm.write {
      realm.create(Person.self, value: ["id": "1", "dogs": [["id": 2, "name": "Max"]]], update: .modified)
    }
    check(check.rows(Person.self).first!.dogs.map(\.name), "[\"Max\"]")
    check(check.rows(Dog.self).count, "2")
  }
  suite.add("objects stand in a nested list", page: page) { (realm: Realm, check: Check) in
    try ann(realm)
    let rex = realm.objects(Dog.self).first!
    try realm.write { realm.create(Person.self, value: ["id": "2", "dogs": [rex, dog(2, "Max")]]) }
    check(realm.objects(Person.self).filter("id == '2'").first!.dogs.map(\.name), "[\"Rex\", \"Max\"]")
    check(check.rows(Dog.self).count, "2")
  }
  suite.add("an array gives the values in order", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.create(Fan.self, value: [7, "Ann"]) }
    check(check.rows(Fan.self).map { "\($0.id) \($0.name)" }, "[\"7 Ann\"]")
  }
  suite.add("an object gives its values", page: page) { (realm: Realm, check: Check) in
    let fan = Fan(value: ["id": 7, "name": "Ann"])
    try realm.write { realm.create(Fan.self, value: fan) }
    check(fan.realm == nil, "true")
    check(check.rows(Fan.self).map { "\($0.id) \($0.name)" }, "[\"7 Ann\"]")
  }
  suite.add("a number fits another type", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.create(Person.self, value: ["id": "1", "score": 3]) }
    check(check.rows(Person.self).first!.score ?? 0, "3.0")
  }
  suite.add("a raw value is an enum's", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.create(Dog.self, value: ["id": 1, "kind": "large"]) }
    check(check.rows(Dog.self).first!.kind, "large")
  }
  suite.add("values of collections are created", page: page) { (realm: Realm, check: Check) in
    try realm.write {
      realm.create(
        Person.self, value: ["id": "1", "tags": ["x", "y"], "words": ["w"], "numbers": ["one": 1]])
    }
    let person = check.rows(Person.self).first!
    check(Array(person.tags), "[\"x\", \"y\"]")
    check(Array(person.words), "[\"w\"]")
    check(person.numbers["one"] ?? 0, "1")
  }
  suite.add("a value of another type is an error", page: page) { (realm: Realm, check: Check) in
    check.fails { try realm.write { _ = realm.create(Person.self, value: ["id": "1", "age": "forty"]) } }
    check(check.rows(Person.self).count, "0")
  }
  suite.add("an embedded object is created", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.create(Album.self, value: ["id": "1", "cover": ["url": "c", "likes": 3]]) }
    check(check.rows(Album.self).first!.cover?.likes ?? 0, "3")
  }
  suite.add("an embedded list is created", page: page) { (realm: Realm, check: Check) in
    try realm.write { realm.create(Album.self, value: ["id": "1", "photos": [["url": "a"], ["url": "b"]]]) }
    try realm.write { realm.create(Album.self, value: ["id": "1", "photos": [["url": "c"]]], update: .modified) }
    check(check.rows(Album.self).first!.photos.map(\.url), "[\"c\"]")
    check(check.rows(Photo.self).count, "1")
  }
  suite.add("an embedded object is updated by what is named", page: "crud/update#update-embedded-objects") {
    (realm: Realm, check: Check) in
    try realm.write { realm.create(Album.self, value: ["id": "1", "cover": ["url": "c", "likes": 3]]) }
    try realm.write { realm.create(Album.self, value: ["id": "1", "cover": ["likes": 4]], update: .modified) }
    check(check.rows(Photo.self).map { "\($0.url) \($0.likes)" }, "[\"c 4\"]")
  }
  suite.add("an object is made of values", page: page) { (realm: Realm, check: Check) in
    let rex = Dog(value: ["id": 1, "name": "Rex", "age": 3] as [String: Any])
    check("\(rex.id) \(rex.name) \(rex.age!)", "1 Rex 3")
    check(rex.realm == nil, "true")
    try realm.write { realm.add(rex) }
    check(check.rows(Dog.self).map(\.name), "[\"Rex\"]")
  }
  suite.add("an object is a copy of another", page: page) { (realm: Realm, check: Check) in
    try ann(realm)
    let copy = Person(value: realm.objects(Person.self).first!)
    copy.id = "2"
    copy.name = "Copy"
    try realm.write { realm.add(copy) }
    check(
      check.rows(Person.self).map { "\($0.name) \($0.age) \($0.dogs.count)" }.sorted(), "[\"Ann 40 1\", \"Copy 40 1\"]")
    check(check.rows(Dog.self).count, "1")
  }
  suite.add("a copy has embedded objects of its own", page: page) { (realm: Realm, check: Check) in
    let one = album("1", "a")
    try realm.write { realm.add(one) }
    let copy = Album(value: one)
    copy.id = "2"
    try realm.write { realm.add(copy) }
    check(check.rows(Album.self).map { $0.photos.map(\.url) }, "[[\"a\"], [\"a\"]]")
    check(check.rows(Photo.self).count, "2")
  }
  suite.add("values are computed where they stand", page: page) { (realm: Realm, check: Check) in
    try realm.write {
      for number in 0..<3 { realm.create(Dog.self, value: ["id": number, "name": "d\(number)"], update: .modified) }
    }
    check(check.rows(Dog.self).count, "3")
  }
}
