import Foundation
import RealmSwift

private let page = "crud/threading"

/// Runs a block on another thread, and waits for its end.
private func onAnotherThread(_ block: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread {
    block()
    done.signal()
  }.start()
  done.wait()
}

func threadScripts(_ suite: Suite) {
  suite.add("a reference leads to the object on another thread", page: page + "#pass-instances-across-threads") {
    (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    let reference = ThreadSafeReference(to: rex)
    onAnotherThread {
      let realm = check.reopened()
      guard let rex = realm.resolve(reference) as? Dog else { return }
      try! realm.write { rex.name = "Max" }
    }
    realm.refresh()
    check(realm.objects(Dog.self).map(\.name), "[\"Max\"]")
    check(rex.name, "Max")
  }
  suite.add("what another thread adds is found", page: page) { (realm: Realm, check: Check) in
    onAnotherThread {
      let realm = check.reopened()
      try! realm.write { realm.add([dog(1, "a"), dog(2, "b")]) }
    }
    check(realm.objects(Dog.self).count, "2")
  }
  suite.add("what another thread deletes is invalid", page: page) { (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    onAnotherThread {
      let realm = check.reopened()
      try! realm.write { realm.delete(realm.objects(Dog.self)) }
    }
    realm.refresh()
    check(realm.objects(Dog.self).isEmpty, "true")
  }
  suite.add("threads write one after the other", page: page) { (realm: Realm, check: Check) in
    for number in 0..<4 {
      onAnotherThread {
        let realm = check.reopened()
        for step in 0..<10 { try! realm.write { realm.add(dog(number * 10 + step, "d")) } }
      }
    }
    check(realm.objects(Dog.self).count, "40")
  }
  suite.add("a write that throws on another thread leaves nothing", page: page) { (realm: Realm, check: Check) in
    onAnotherThread {
      let realm = check.reopened()
      try? realm.write {
        realm.add(dog(1, "a"))
        throw ScriptError()
      }
    }
    check(realm.objects(Dog.self).count, "0")
  }
  suite.add("a reference to what was deleted leads nowhere", page: page + "#pass-instances-across-threads") {
    (realm: Realm, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    let reference = ThreadSafeReference(to: rex)
    try realm.write { realm.delete(rex) }
    let found = check.reopened().resolve(reference) as? Dog
    check(found == nil, "true")
  }
  suite.add("what may be missing is frozen", page: "model-data/data-types/frozen-objects") {
    (realm: Realm, check: Check) in
    try realm.write { realm.add(dog(1, "Rex")) }
    func frozen(_ id: Int) -> Dog? {
      let dog = realm.object(ofType: Dog.self, forPrimaryKey: id)
      return dog?.freeze()
    }
    check(frozen(1)?.name ?? "none", "Rex")
    check(frozen(2)?.name ?? "none", "none")
    let name = realm.object(ofType: Dog.self, forPrimaryKey: 1)?.freeze().name
    check(name ?? "none", "Rex")
  }
}
