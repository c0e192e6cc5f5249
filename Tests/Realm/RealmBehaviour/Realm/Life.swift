import Foundation
import RealmSwift

private let page = "api/Object#isInvalidated"

/// A place that holds what Realm keeps up to date.
final class Kennel {
  let realm: Realm
  lazy var dogs: Results<Dog> = realm.objects(Dog.self).sorted(byKeyPath: "name")
  init(realm: Realm) { self.realm = realm }
}

/// The realm of the default configuration.
func openedRealm() throws -> Realm { try Realm() }

func lifeScripts(_ suite: Suite) {
  suite.add("a deleted object is invalidated", page: page) { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    check(rex.isInvalidated, "false")
    try realm.write { realm.add(rex) }
    check(rex.isInvalidated, "false")
    try realm.write {
      realm.delete(rex)
      check(rex.isInvalidated, "true")
    }
    check(rex.isInvalidated, "true")
  }
  suite.add("an object that is deleted with its owner is invalidated", page: page) { (realm: Realm, check: Check) in
    let one = album("1", "a")
    try realm.write { realm.add(one) }
    let photo = one.photos[0]
    try realm.write { realm.delete(one) }
    check(photo.isInvalidated, "true")
  }
  suite.add("an object that another deletes is invalidated", page: page) { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    let other = check.reopened()
    try other.write { other.delete(other.objects(Dog.self)) }
    realm.refresh()
    check(realm.objects(Dog.self).count, "0")
    check(rex.isInvalidated, "true")
  }
  suite.add("objects are invalidated when all are deleted", page: page) { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    try realm.write { realm.deleteAll() }
    check(rex.isInvalidated, "true")
  }
  suite.add("a stored result is up to date", page: "crud/read#results-are-live") { (realm: Realm, check: Check) in
    let kennel = Kennel(realm: realm)
    check(kennel.dogs.count, "0")
    try realm.write { realm.add([dog(1, "b"), dog(2, "a")]) }
    check(kennel.dogs.map(\.id), "[2, 1]")
    try realm.write { realm.delete(kennel.dogs[0]) }
    check(kennel.dogs.map(\.id), "[1]")
  }
  suite.add("an object knows its realm", page: "api/Object#realm") { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    check(rex.realm == nil, "true")
    try realm.write { realm.add(rex) }
    try rex.realm?.write { rex.age = 4 }
    check(check.rows(Dog.self).map { $0.age! }, "[4]")
  }
  suite.add("an object is found in another realm", page: "crud/threading") { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    let reference = ThreadSafeReference(to: rex)
    let other = check.reopened()
    let found = other.resolve(reference) as? Dog
    check(found?.name ?? "none", "Rex")
    try other.write { found?.name = "Max" }
    realm.refresh()
    check(realm.objects(Dog.self).filter("name == 'Max'").count, "1")
  }
  suite.add("objects are the same when they are one row", page: "api/Object#isSameObject") {
    (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    check(rex.isSameObject(as: realm.objects(Dog.self).first!), "true")
    check(rex == realm.objects(Dog.self).first!, "true")
  }
}
