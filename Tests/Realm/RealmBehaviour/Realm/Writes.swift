import Foundation
import RealmSwift

private let page = "crud/create#write-transactions"

func writeScripts(_ suite: Suite) {
  suite.add("a write that throws takes back a change", page: page) { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    try? realm.write {
      rex.name = "changed"
      throw ScriptError()
    }
    check(rex.name, "Rex")
    try realm.write { rex.age = 3 }
    check(check.reopened().objects(Dog.self).map { "\($0.name) \($0.age!)" }, "[\"Rex 3\"]")
  }
  suite.add("a write that throws takes back an insertion", page: page) { (realm: Realm, check: Check) in
    try? realm.write {
      realm.add(dog(1, "Rex"))
      throw ScriptError()
    }
    check(realm.objects(Dog.self).count, "0")
    try realm.write { realm.add(dog(2, "Max")) }
    check(check.reopened().objects(Dog.self).map(\.id), "[2]")
  }
  suite.add("a write that throws takes back a deletion", page: page) { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    try? realm.write {
      realm.delete(rex)
      throw ScriptError()
    }
    check(rex.isInvalidated, "false")
    check(realm.objects(Dog.self).map(\.name), "[\"Rex\"]")
  }
  suite.add("a write that throws takes back changes of a list", page: page) { (realm: Realm, check: Check) in
    let ann = person("a", "Ann", dogs: dog(1, "Rex"), dog(2, "Max"))
    try realm.write { realm.add(ann) }
    try? realm.write {
      ann.dogs.removeAll()
      ann.dogs.append(dog(3, "Bob"))
      throw ScriptError()
    }
    check(ann.dogs.map(\.name), "[\"Rex\", \"Max\"]")
    try realm.write { ann.age = 5 }
    check(check.reopened().objects(Person.self).first!.dogs.map(\.name), "[\"Rex\", \"Max\"]")
    check(check.rows(Dog.self).count, "2")
  }
  suite.add("a write that throws takes back an embedded list", page: page) { (realm: Realm, check: Check) in
    let one = album("1", "a", "b")
    try realm.write { realm.add(one) }
    try? realm.write {
      one.photos.remove(at: 0)
      one.cover = Photo(value: ["url": "c"])
      throw ScriptError()
    }
    check(one.photos.map(\.url), "[\"a\", \"b\"]")
    check(one.cover == nil, "true")
    try realm.write { one.title = "t" }
    check(check.rows(Photo.self).count, "2")
  }
  suite.add("a write throws what its block throws", page: page) { (realm: Realm, check: Check) in
    check.fails { try realm.write { throw ScriptError() } }
  }
  suite.add("a write returns what its block returns", page: page) { (realm: Realm, check: Check) in
    let rex = try realm.write {
      let rex = dog(1, "Rex")
      realm.add(rex)
      return rex
    }
    check(rex.name, "Rex")
    check(check.rows(Dog.self).count, "1")
  }
  suite.add("a cancelled write changes nothing", page: page) { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    realm.beginWrite()
    rex.name = "changed"
    realm.add(dog(2, "Max"))
    realm.cancelWrite()
    check(rex.name, "Rex")
    check(realm.objects(Dog.self).count, "1")
  }
  suite.add("a write is cancelled in its block", page: page) { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    try realm.write {
      rex.name = "changed"
      realm.cancelWrite()
    }
    check(rex.name, "Rex")
    check(check.reopened().objects(Dog.self).first!.name, "Rex")
  }
  suite.add("a write that is begun is committed", page: page) { (realm: Realm, check: Check) in
    realm.beginWrite()
    realm.add(dog(1, "Rex"))
    check(realm.isInWriteTransaction, "true")
    try realm.commitWrite()
    check(realm.isInWriteTransaction, "false")
    check(check.rows(Dog.self).count, "1")
  }
  suite.add("a write sees what it has done", page: page) { (realm: Realm, check: Check) in
    try realm.write {
      realm.add(dog(1, "Rex"))
      check(realm.objects(Dog.self).filter("name == 'Rex'").count, "1")
      realm.delete(realm.objects(Dog.self))
      check(realm.objects(Dog.self).count, "0")
    }
    check(check.rows(Dog.self).count, "0")
  }
  suite.add("what others have written is there", page: page) { (realm: Realm, check: Check) in
    let other = check.reopened()
    try other.write { other.add(dog(1, "Rex")) }
    check(realm.objects(Dog.self).map(\.name), "[\"Rex\"]")
  }
  suite.add("several objects are deleted", page: "crud/delete") { (realm: Realm, check: Check) in
    try realm.write { realm.add([dog(1, "a"), dog(2, "b"), dog(3, "c")]) }
    try realm.write { realm.delete(realm.objects(Dog.self).filter("id > 1")) }
    check(check.rows(Dog.self).map(\.id), "[1]")
  }
  suite.add("all objects are deleted", page: "crud/delete") { (realm: Realm, check: Check) in
    try realm.write { realm.add([album("1", "a"), album("2")]) }
    try realm.write { realm.add(person("p", "Ann", dogs: dog(1, "Rex"))) }
    try realm.write { realm.deleteAll() }
    check(check.rows(Album.self).count + check.rows(Photo.self).count + check.rows(Dog.self).count, "0")
    check(realm.objects(Person.self).isEmpty, "true")
  }
  suite.add("deleting all is taken back", page: "crud/delete") { (realm: Realm, check: Check) in
    try realm.write { realm.add(dog(1, "Rex")) }
    try? realm.write {
      realm.deleteAll()
      throw ScriptError()
    }
    check(realm.objects(Dog.self).count, "1")
    try realm.write { realm.add(dog(2, "Max")) }
    check(check.rows(Dog.self).count, "2")
  }
  suite.add("a deleted object leaves the lists it was in", page: "crud/delete") { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    let max = dog(2, "Max")
    let ann = person("a", "Ann", dogs: rex, max, rex)
    try realm.write { realm.add(ann) }
    try realm.write { realm.delete(rex) }
    check(ann.dogs.map(\.name), "[\"Max\"]")
    check(check.reopened().objects(Person.self).first!.dogs.map(\.name), "[\"Max\"]")
  }
  suite.add("a deleted object leaves links to it empty", page: "crud/delete") { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    let ann = person("a", "Ann")
    ann.favourite = rex
    try realm.write { realm.add(ann) }
    try realm.write { realm.delete(rex) }
    check(ann.favourite == nil, "true")
    check(check.reopened().objects(Person.self).first!.favourite == nil, "true")
  }
  suite.add("deleting an owner leaves what it links to", page: "crud/delete") { (realm: Realm, check: Check) in
    let ann = person("a", "Ann", dogs: dog(1, "Rex"))
    try realm.write { realm.add(ann) }
    try realm.write { realm.delete(ann) }
    check(check.rows(Dog.self).map(\.name), "[\"Rex\"]")
    check(check.rows(Dog.self).first!.owners.count, "0")
  }
}
