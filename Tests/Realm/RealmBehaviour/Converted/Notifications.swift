import Foundation
import SwiftData

private let page = "crud/react-to-changes"

/// What an observation was told, in words.
private final class Log {
  var lines: [String] = []

  func add(_ changes: RealmCollectionChange<[Dog]>) {
    switch changes {
    case .initial(let dogs): lines.append("initial \(dogs.count)")
    case .update(let dogs, let deletions, let insertions, let modifications):
      lines.append("\(dogs.map(\.id)) -\(deletions) +\(insertions) *\(modifications)")
    case .error(let error): lines.append("\(error)")
    }
  }
}

/// Keeps the dogs that it shows up to date.
private final class Board {
  let realm: ModelContext
  var token: NotificationToken?
  var lines: [String] = []
  var small: [Dog] { realm.objects(capturing(Kind.small) { kindValue in FetchDescriptor<Dog>(predicate: #Predicate { $0.kind == kindValue }, sortBy: [SortDescriptor(\.name)]) }) }

  init(realm: ModelContext) { self.realm = realm }

  func start() {
    token = observing(self.small) { [weak self] changes in
      guard let self else { return }
      switch changes {
      case .initial: self.lines.append("initial")
      case .update(let dogs, _, _, _): self.lines.append(dogs.map(\.name).joined(separator: " "))
      case .error: break
      }
    }
  }
}

func notificationScripts(_ suite: Suite) {
  suite.add("a query tells what it has first", page: page) { (realm: ModelContext, check: Check) in
    try realm.write { realm.add([dog(1, "a"), dog(2, "b")]) }
    let log = Log()
    let token = observing(realm.objects(FetchDescriptor<Dog>())) { changes in log.add(changes) }
    check(log.lines, "[\"initial 2\"]")
    token.invalidate()
  }
  suite.add("a query tells of insertions, changes and deletions", page: page) { (realm: ModelContext, check: Check) in
    try realm.write { realm.add([dog(1, "a"), dog(3, "c")]) }
    let log = Log()
    let token = observing(realm.objects(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.id)]))) { changes in log.add(changes) }
    try realm.write { realm.add(dog(2, "b")) }
    try realm.write { realm.first(FetchDescriptor<Dog>(predicate: #Predicate { $0.id == 3 }))?.name = "z" }
    try realm.write { realm.delete(realm.first(FetchDescriptor<Dog>(predicate: #Predicate { $0.id == 1 }))!) }
    check(
      log.lines,
      "[\"initial 2\", \"[1, 2, 3] -[] +[1] *[]\", \"[1, 2, 3] -[] +[] *[2]\", \"[2, 3] -[0] +[] *[]\"]")
    token.invalidate()
  }
  suite.add("one write is told once", page: page) { (realm: ModelContext, check: Check) in
    let log = Log()
    let dogs = realm.objects(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.id)]))
    let token = observing(realm.objects(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.id)]))) { changes in log.add(changes) }
    try realm.write {
      for number in 0..<5 { realm.add(dog(number, "d")) }
      realm.delete(realm.objects(FetchDescriptor<Dog>(predicate: #Predicate { $0.id == 2 })))
    }
    check(log.lines, "[\"initial 0\", \"[0, 1, 3, 4] -[] +[0, 1, 2, 3] *[]\"]")
    token.invalidate()
  }
  suite.add("an invalidated token tells nothing", page: page) { (realm: ModelContext, check: Check) in
    let log = Log()
    let token = observing(realm.objects(FetchDescriptor<Dog>())) { changes in log.add(changes) }
    token.invalidate()
    try realm.write { realm.add(dog(1, "a")) }
    check(log.lines, "[\"initial 0\"]")
  }
  suite.add("a token that is gone tells nothing", page: page) { (realm: ModelContext, check: Check) in
    let log = Log()
    var token: NotificationToken? = observing(realm.objects(FetchDescriptor<Dog>())) { changes in log.add(changes) }
    check(token != nil, "true")
    token = nil
    try realm.write { realm.add(dog(1, "a")) }
    check(log.lines, "[\"initial 0\"]")
  }
  suite.add("what does not match is not told", page: page) { (realm: ModelContext, check: Check) in
    let log = Log()
    let least = 2
    let token = observing(realm.objects(FetchDescriptor<Dog>(predicate: #Predicate { $0.id > least }))) { changes in log.add(changes) }
    try realm.write { realm.add(dog(1, "a")) }
    check(log.lines.count, "1")
    try realm.write { realm.add(dog(3, "c")) }
    check(log.lines.count, "2")
    token.invalidate()
  }
  suite.add("an object that matches no more is a deletion", page: page) { (realm: ModelContext, check: Check) in
    let rex = dog(5, "Rex", age: 5)
    try realm.write { realm.add(rex) }
    let log = Log()
    let token = observing(realm.objects(FetchDescriptor<Dog>(predicate: #Predicate { ($0.age != nil && $0.age! > 3) }))) { changes in log.add(changes) }
    try realm.write { rex.age = 1 }
    check(log.lines, "[\"initial 1\", \"[] -[0] +[] *[]\"]")
    token.invalidate()
  }
  suite.add("an object that moves is a deletion and an insertion", page: page) { (realm: ModelContext, check: Check) in
    try realm.write { realm.add([dog(1, "a"), dog(2, "b"), dog(3, "c")]) }
    let log = Log()
    let token = observing(realm.objects(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.name)]))) { changes in log.add(changes) }
    try realm.write { realm.first(FetchDescriptor<Dog>(predicate: #Predicate { $0.id == 1 }))!.name = "z" }
    check(log.lines, "[\"initial 3\", \"[2, 3, 1] -[0] +[2] *[]\"]")
    token.invalidate()
  }
  suite.add("a write that throws is not told", page: page) { (realm: ModelContext, check: Check) in
    let log = Log()
    let token = observing(realm.objects(FetchDescriptor<Dog>())) { changes in log.add(changes) }
    try? realm.write {
      realm.add(dog(1, "a"))
      throw ScriptError()
    }
    check(log.lines, "[\"initial 0\"]")
    token.invalidate()
  }
  suite.add("a write can leave an observer out", page: page + "#write-without-notification") {
    (realm: ModelContext, check: Check) in
    let log = Log()
    let token = observing(realm.objects(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.id)]))) { changes in log.add(changes) }
    try realm.write(withoutNotifying: [token]) { realm.add(dog(1, "a")) }
    try realm.write { realm.add(dog(2, "b")) }
    check(log.lines, "[\"initial 0\", \"[1, 2] -[] +[1] *[]\"]")
    token.invalidate()
  }
  suite.add("a list tells of its changes", page: page + "#register-a-collection-change-listener") {
    (realm: ModelContext, check: Check) in
    let ann = person("a", "Ann", dogs: dog(1, "a"), dog(2, "b"))
    try realm.write { realm.add(ann) }
    let log = Log()
    let token = observing(ann.dogs) { changes in
      switch changes {
      case .initial(let dogs): log.lines.append("initial \(dogs.count)")
      case .update(let dogs, let deletions, let insertions, let modifications):
        log.lines.append("\(dogs.map(\.id)) -\(deletions) +\(insertions) *\(modifications)")
      case .error: break
      }
    }
    try realm.write { ann.dogs.append(dog(3, "c")) }
    try realm.write { ann.dogs.remove(at: 0) }
    try realm.write { ann.dogs[0].name = "B" }
    check(
      log.lines, "[\"initial 2\", \"[1, 2, 3] -[] +[2] *[]\", \"[2, 3] -[0] +[] *[]\", \"[2, 3] -[] +[] *[0]\"]")
    token.invalidate()
  }
  suite.add("an object tells of its properties", page: page + "#register-an-object-change-listener") {
    (realm: ModelContext, check: Check) in
    let rex = dog(1, "Rex")
    try realm.write { realm.add(rex) }
    var lines: [String] = []
    let token = observing(object: rex) { change in
      switch change {
      case .change(_, let properties):
        for property in properties {
          lines.append("\(property.name) \(property.oldValue ?? "nil") \(property.newValue ?? "nil")")
        }
      case .deleted: lines.append("deleted")
      case .error: break
      }
    }
    try realm.write {
      rex.name = "Max"
      rex.age = 3
    }
    try realm.write { realm.add(dog(2, "other")) }
    try realm.write { realm.delete(rex) }
    check(lines, "[\"name Rex Max\", \"age nil 3\", \"deleted\"]")
    token.invalidate()
  }
  suite.add("a realm tells of each write", page: page + "#register-a-realm-change-listener") {
    (realm: ModelContext, check: Check) in
    var count = 0
    let token = observing(realm: realm) { notification, realm in
      if case .didChange = notification { count += realm.count(FetchDescriptor<Dog>()) }
    }
    try realm.write { realm.add(dog(1, "a")) }
    try realm.write { realm.add(dog(2, "b")) }
    check(count, "3")
    token.invalidate()
  }
  suite.add("a stored result is observed", page: page) { (realm: ModelContext, check: Check) in
    let board = Board(realm: realm)
    board.start()
    try realm.write { realm.add([dog(1, "b"), dog(2, "a")]) }
    try realm.write { realm.first(FetchDescriptor<Dog>(predicate: #Predicate { $0.id == 1 }))!.kind = .large }
    check(board.lines, "[\"initial\", \"a b\", \"a\"]")
    board.token?.invalidate()
  }
  suite.add("a block may write", page: page) { (realm: ModelContext, check: Check) in
    var isFirst = true
    let token = observing(realm.objects(FetchDescriptor<Dog>())) { changes in
      guard case .update = changes, isFirst else { return }
      isFirst = false
      try! realm.write { realm.add(dog(9, "by the block")) }
    }
    try realm.write { realm.add(dog(1, "a")) }
    check(check.rows(Dog.self).count, "2")
    token.invalidate()
  }
}
