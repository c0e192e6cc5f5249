import Foundation
import RealmSwift

func album(_ id: String, _ urls: String...) -> Album {
  let album = Album()
  album.id = id
  for url in urls { album.photos.append(Photo(value: ["url": url])) }
  return album
}

func dog(_ id: Int, _ name: String, age: Int? = nil) -> Dog {
  let dog = Dog()
  dog.id = id
  dog.name = name
  dog.age = age
  return dog
}

func person(_ id: String, _ name: String, dogs: Dog...) -> Person {
  let person = Person()
  person.id = id
  person.name = name
  person.dogs.append(objectsIn: dogs)
  return person
}

func objectScripts(_ suite: Suite) {
  suite.add("an added object is in the realm", page: "crud/create") { (realm: Realm, check: Check) in
    try realm.write { realm.add(dog(1, "Rex", age: 3)) }
    check(realm.objects(Dog.self).map(\.name), "[\"Rex\"]")
    check(check.reopened().objects(Dog.self).count, "1")
  }
  suite.add("properties have Realm's values without being given any", page: "model-data/object-models") {
    (realm: Realm, check: Check) in
    let person = Person()
    try realm.write { realm.add(person) }
    check(person.age, "18")
    check(person.email, "none")
    check(person.nick == nil, "true")
    check(person.dogs.isEmpty, "true")
    check(Dog().kind, "small")
  }
  suite.add("an embedded list keeps what it has when one is appended", page: "model-data/relationships") {
    (realm: Realm, check: Check) in
    let one = album("1")
    try realm.write { realm.add(one) }
    for url in ["a", "b", "c"] {
      try realm.write { one.photos.append(Photo(value: ["url": url])) }
    }
    check(one.photos.map(\.url), "[\"a\", \"b\", \"c\"]")
    check(check.rows(Photo.self).count, "3")
    let again = check.reopened()
    check(again.objects(Album.self).first!.photos.map(\.url), "[\"a\", \"b\", \"c\"]")
    check(again.objects(Photo.self).count, "3")
  }
  suite.add("an embedded list is reordered", page: "crud/update") { (realm: Realm, check: Check) in
    let one = album("1", "a", "b", "c")
    try realm.write { realm.add(one) }
    try realm.write { one.photos.swapAt(0, 2) }
    check(check.reopened().objects(Album.self).first!.photos.map(\.url), "[\"c\", \"b\", \"a\"]")
    try realm.write { one.photos.move(from: 0, to: 2) }
    check(check.reopened().objects(Album.self).first!.photos.map(\.url), "[\"b\", \"a\", \"c\"]")
    check(check.rows(Photo.self).count, "3")
  }
  suite.add("what is removed from an embedded list is deleted", page: "crud/delete") { (realm: Realm, check: Check) in
    let one = album("1", "a", "b", "c")
    try realm.write { realm.add(one) }
    try realm.write { one.photos.remove(at: 1) }
    check(one.photos.map(\.url), "[\"a\", \"c\"]")
    check(check.rows(Photo.self).count, "2")
    try realm.write { one.photos.removeAll() }
    check(check.rows(Photo.self).count, "0")
  }
  suite.add("an embedded list is inserted into", page: "crud/create") { (realm: Realm, check: Check) in
    let one = album("1", "a", "c")
    try realm.write { realm.add(one) }
    try realm.write { one.photos.insert(Photo(value: ["url": "b"]), at: 1) }
    try realm.write { one.photos.insert(Photo(value: ["url": "_"]), at: 0) }
    check(check.reopened().objects(Album.self).first!.photos.map(\.url), "[\"_\", \"a\", \"b\", \"c\"]")
  }
  suite.add("an embedded map keeps what it has", page: "model-data/relationships") { (realm: Realm, check: Check) in
    let one = album("1")
    try realm.write { realm.add(one) }
    try realm.write { one.named["a"] = Photo(value: ["url": "1"]) }
    try realm.write { one.named["b"] = Photo(value: ["url": "2"]) }
    check(one.named.keys.sorted(), "[\"a\", \"b\"]")
    check(check.rows(Photo.self).map(\.url).sorted(), "[\"1\", \"2\"]")
  }
  suite.add("a replaced embedded object of a map is deleted", page: "crud/update") { (realm: Realm, check: Check) in
    let one = album("1")
    try realm.write { realm.add(one) }
    try realm.write { one.named["a"] = Photo(value: ["url": "1"]) }
    try realm.write { one.named["a"] = Photo(value: ["url": "2"]) }
    check(check.rows(Photo.self).map(\.url), "[\"2\"]")
  }
  suite.add("a replaced embedded object is deleted", page: "crud/update") { (realm: Realm, check: Check) in
    let one = album("1")
    one.cover = Photo(value: ["url": "old"])
    try realm.write { realm.add(one) }
    try realm.write { one.cover = Photo(value: ["url": "new"]) }
    check(check.rows(Photo.self).map(\.url), "[\"new\"]")
    try realm.write { one.cover = nil }
    check(check.rows(Photo.self).count, "0")
  }
  suite.add("an owner takes its embedded objects with it", page: "crud/delete") { (realm: Realm, check: Check) in
    let one = album("1", "a", "b")
    one.cover = Photo(value: ["url": "c"])
    let other = album("2", "d")
    try realm.write { realm.add([one, other]) }
    try realm.write { realm.delete(one) }
    check(check.rows(Photo.self).map(\.url), "[\"d\"]")
  }
  suite.add("an embedded object is changed in place", page: "crud/update") { (realm: Realm, check: Check) in
    let one = album("1", "a", "b")
    try realm.write { realm.add(one) }
    try realm.write { one.photos[1].likes = 5 }
    check(check.reopened().objects(Album.self).first!.photos.map(\.likes), "[0, 5]")
  }
  suite.add("an object is found by its key, whatever its class", page: "crud/read#find-an-object-by-primary-key") {
    (realm: Realm, check: Check) in
    func find<T: Object>(_ type: T.Type, _ key: Any) -> T? { realm.object(ofType: T.self, forPrimaryKey: key) }
    try realm.write { realm.add([dog(1, "Rex"), dog(2, "Max")]) }
    try realm.write { realm.add(person("a", "Ann")) }
    check(find(Dog.self, 2)?.name ?? "none", "Max")
    check(find(Dog.self, 3)?.name ?? "none", "none")
    check(find(Person.self, "a")?.name ?? "none", "Ann")
    check(find(Person.self, "b") == nil, "true")
  }
}
