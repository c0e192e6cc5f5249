// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Model class Thing {
  var label: String
  var number: Int
  var parent: Thing?
  @Relationship(deleteRule: .nullify, inverse: \Thing.parent) var children: [Thing] = []
  @Relationship(deleteRule: .nullify, inverse: \Other.things) var others: [Other] = []
  @Relationship(deleteRule: .cascade, inverse: \Other.owner) var only: Other?
  @Relationship(deleteRule: .nullify, inverse: nil) var bag: [Item] = []
  @Relationship(deleteRule: .nullify, inverse: nil) var badge: Badge?

  init(_ label: String, _ number: Int) {
    self.label = label
    self.number = number
  }
}

@Model final class SubThing: Thing {
  var extra: Int = 0

  init(_ label: String, _ number: Int, extra: Int) {
    self.extra = extra
    super.init(label, number)
  }
}

@Model final class Other {
  var label: String
  var number: Int
  var things: [Thing] = []
  var owner: Thing?

  init(_ label: String, _ number: Int) {
    self.label = label
    self.number = number
  }
}

@Model final class Item {
  var label: String
  init(_ label: String) { self.label = label }
}

@Model final class Badge {
  var label: String
  init(_ label: String) { self.label = label }
}

/// Random operations over a SQLite store and another one: the same models, at every step.
enum RandomOperations {
  /// - Parameter reloadsLists: Whether the other store reads rows again after a save, so that it forgets lists that the
  ///   SQLite store keeps: until the next save, only loaded lists hold what is deleted. Such members are left out then.
  static func compare(
    _ seed: UInt64, reloadsLists: Bool = false, _ configuration: (Schema) -> any DataStoreConfiguration
  ) throws {
    let schema = Schema([Thing.self, SubThing.self, Other.self, Item.self, Badge.self])
    let reference = World(
      try ModelContainer(for: schema, configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]),
      showsDeleted: !reloadsLists)
    let custom = World(
      try ModelContainer(for: schema, configurations: [configuration(schema)]), showsDeleted: !reloadsLists)
    var generator = SeededGenerator(seed: seed)
    var history: [Operation] = []
    for _ in 0..<120 {
      let operation = try Operation.random(reference.labels(), &generator, step: history.count)
      history.append(operation)
      func trace() -> Comment {
        "seed \(seed), after:\n\(history.suffix(12).map { "  \($0)" }.joined(separator: "\n"))"
      }
      do {
        try reference.apply(operation)
        try custom.apply(operation)
        let (wanted, found) = (try reference.state(), try custom.state())
        try #require(wanted == found, trace())
        if operation == .save || operation == .leave {
          try #require(try reference.stored() == wanted, trace())
          try #require(try custom.stored() == wanted, trace())
        }
        let (first, second) = (try reference.answers(), try custom.answers())
        try #require(first == second, trace())
      } catch let error as SwiftDataError {
        Issue.record("\(error) \(trace())")
        return
      }
    }
  }
}

private enum Operation: Equatable {
  case insertThing(String, Int, isSub: Bool)
  case insertOther(String, Int)
  case insertItem(String)
  case insertBadge(String)
  case renumber(String, Int)
  case setParent(String, String?)
  case setChildren(String, [String])
  case setOthers(String, [String])
  case setThings(String, [String])
  case setOnly(String, String?)
  case setOwner(String, String?)
  case setBag(String, [String])
  case appendToBag(String, String)
  case setBadge(String, String?)
  case delete(String)
  case deleteNumbers(Int)
  case save
  case rollback
  /// Saves, and goes on with a context that has loaded nothing.
  case leave

  static func random(_ labels: [String], _ generator: inout SeededGenerator, step: Int) throws -> Operation {
    func one(_ prefix: String) -> String? {
      labels.filter { $0.hasPrefix(prefix) }.randomElement(using: &generator)
    }
    func some(_ prefix: String) -> [String] {
      var rest = labels.filter { $0.hasPrefix(prefix) }
      rest.shuffle(using: &generator)
      return Array(rest.prefix(Int.random(in: 0...3, using: &generator))).sorted()
    }
    let number = Int.random(in: 0..<10, using: &generator)
    let label = "\(step)"
    switch Int.random(in: 0..<30, using: &generator) {
    case 0...2: return .insertThing("T" + label, number, isSub: number % 2 == 0)
    case 3...4: return .insertOther("O" + label, number)
    case 5: return .insertItem("I" + label)
    case 6: return .insertBadge("B" + label)
    case 7: return (one("T") ?? one("O")).map { .renumber($0, number) } ?? .save
    case 8...9: return one("T").map { .setParent($0, number < 2 ? nil : one("T")) } ?? .save
    case 10: return one("T").map { .setChildren($0, some("T")) } ?? .save
    case 11...12: return one("T").map { .setOthers($0, some("O")) } ?? .save
    case 13: return one("O").map { .setThings($0, some("T")) } ?? .save
    case 14: return one("T").map { .setOnly($0, number < 2 ? nil : one("O")) } ?? .save
    case 15: return one("O").map { .setOwner($0, number < 2 ? nil : one("T")) } ?? .save
    case 16: return one("T").map { .setBag($0, some("I")) } ?? .save
    case 17:
      guard let thing = one("T"), let item = one("I") else { return .save }
      return .appendToBag(thing, item)
    case 18: return one("T").map { .setBadge($0, number < 2 ? nil : one("B")) } ?? .save
    case 19...21: return labels.randomElement(using: &generator).map { .delete($0) } ?? .save
    case 22: return number < 3 ? .deleteNumbers(number) : .save
    case 23: return .rollback
    case 24...26: return .leave
    default: return .save
    }
  }
}

private final class World {
  let container: ModelContainer
  var context: ModelContext
  /// Whether lists are compared with members that are deleted and not saved.
  private let showsDeleted: Bool

  init(_ container: ModelContainer, showsDeleted: Bool) {
    self.container = container
    self.showsDeleted = showsDeleted
    context = ModelContext(container)
  }

  // MARK: What there is

  func labels() throws -> [String] {
    try
      (context.fetch(FetchDescriptor<Thing>()).map(\.label) + context.fetch(FetchDescriptor<Other>()).map(\.label)
      + context.fetch(FetchDescriptor<Item>()).map(\.label) + context.fetch(FetchDescriptor<Badge>()).map(\.label))
      .sorted()
  }

  func state() throws -> [String] { try state(context) }
  func stored() throws -> [String] { try state(ModelContext(container)) }

  private func labels<T: PersistentModel>(_ members: [T], _ label: KeyPath<T, String>) -> [String] {
    members.filter { showsDeleted || !$0.isDeleted }.map { $0[keyPath: label] }.sorted()
  }

  private func state(_ context: ModelContext) throws -> [String] {
    var lines: [String] = []
    for thing in try context.fetch(FetchDescriptor<Thing>()) {
      let extra = (thing as? SubThing).map { " \($0.extra)" } ?? ""
      lines.append(
        "\(thing.label) \(thing.number)\(extra) ^\(thing.parent?.label ?? "") v\(labels(thing.children, \.label))"
          + " o\(labels(thing.others, \.label)) !\(thing.only?.label ?? "") b\(labels(thing.bag, \.label))"
          + " *\(thing.badge?.label ?? "")")
    }
    for other in try context.fetch(FetchDescriptor<Other>()) {
      lines.append("\(other.label) \(other.number) t\(labels(other.things, \.label)) !\(other.owner?.label ?? "")")
    }
    lines += try context.fetch(FetchDescriptor<Item>()).map(\.label)
    lines += try context.fetch(FetchDescriptor<Badge>()).map(\.label)
    return lines.sorted()
  }

  /// Fetches of every kind.
  func answers() throws -> [String] {
    func things(_ predicate: Predicate<Thing>) throws -> String {
      let found = try context.fetch(
        FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number), SortDescriptor(\.label)]))
      let count = try context.fetchCount(FetchDescriptor(predicate: predicate))
      return "\(found.map(\.label)) \(count)"
    }
    var window = FetchDescriptor<Thing>(sortBy: [SortDescriptor(\.label, order: .reverse)])
    window.fetchLimit = 3
    window.fetchOffset = 1
    return try [
      things(#Predicate { $0.number > 4 }),
      things(#Predicate { $0.parent?.number ?? -1 > 4 }),
      things(#Predicate { $0.others.contains { $0.number > 4 } }),
      things(#Predicate { $0.children.isEmpty }),
      "\(context.fetch(window).map(\.label))",
      "\(context.fetchCount(FetchDescriptor<SubThing>()))",
      "\(context.fetchIdentifiers(FetchDescriptor<Other>()).count)",
      groups(),
    ]
  }

  /// What is stored, by the identifiers of relationships: of a hierarchy, and of a class without subclasses.
  private func groups() throws -> String {
    var others = FetchDescriptor<Other>()
    others.includePendingChanges = false
    var things = FetchDescriptor<Thing>()
    things.includePendingChanges = false
    let owners = try context.fetchGroups(others, by: \.owner?.persistentModelID, .count, .sum(\.number)).map {
      "\($0.key.flatMap { context.model(for: $0) as? Thing }?.label ?? "-") \($0.values)"
    }
    let badges = try context.fetchGroups(things, by: \.badge?.persistentModelID, .count).map {
      "\($0.key.flatMap { context.model(for: $0) as? Badge }?.label ?? "-") \($0.values)"
    }
    return "\(owners.sorted()) \(badges.sorted())"
  }

  private func thing(_ label: String) throws -> Thing? {
    try context.fetch(FetchDescriptor<Thing>(predicate: #Predicate { $0.label == label })).first
  }

  private func other(_ label: String) throws -> Other? {
    try context.fetch(FetchDescriptor<Other>(predicate: #Predicate { $0.label == label })).first
  }

  private func item(_ label: String) throws -> Item? {
    try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.label == label })).first
  }

  private func badge(_ label: String) throws -> Badge? {
    try context.fetch(FetchDescriptor<Badge>(predicate: #Predicate { $0.label == label })).first
  }

  // MARK: Operations

  func apply(_ operation: Operation) throws {
    switch operation {
    case .insertThing(let label, let number, let isSub):
      context.insert(isSub ? SubThing(label, number, extra: number) : Thing(label, number))
    case .insertOther(let label, let number): context.insert(Other(label, number))
    case .insertItem(let label): context.insert(Item(label))
    case .insertBadge(let label): context.insert(Badge(label))
    case .renumber(let label, let number):
      try thing(label)?.number = number
      try other(label)?.number = number
    case .setParent(let label, let parent): try thing(label)?.parent = try parent.flatMap { try thing($0) }
    case .setChildren(let label, let children): try thing(label)?.children = try children.compactMap { try thing($0) }
    case .setOthers(let label, let others): try thing(label)?.others = try others.compactMap { try other($0) }
    case .setThings(let label, let things): try other(label)?.things = try things.compactMap { try thing($0) }
    case .setOnly(let label, let only): try thing(label)?.only = try only.flatMap { try other($0) }
    case .setOwner(let label, let owner): try other(label)?.owner = try owner.flatMap { try thing($0) }
    case .setBag(let label, let items): try thing(label)?.bag = try items.compactMap { try item($0) }
    case .appendToBag(let label, let name):
      guard let thing = try thing(label), let item = try item(name), !thing.bag.contains(item) else { return }
      thing.bag.append(item)
    case .setBadge(let label, let name): try thing(label)?.badge = try name.flatMap { try badge($0) }
    case .delete(let label):
      if let model = try thing(label) { context.delete(model) }
      if let model = try other(label) { context.delete(model) }
      if let model = try item(label) { context.delete(model) }
      if let model = try badge(label) { context.delete(model) }
    case .deleteNumbers(let number):
      // What is unsaved beside a deletion by predicate is the other tests' matter.
      try context.save()
      try context.delete(model: Other.self, where: #Predicate { $0.number == number })
      try context.delete(model: Thing.self, where: #Predicate { $0.number == number })
      try context.save()
      context = ModelContext(container)
    case .save: try context.save()
    case .rollback: context.rollback()
    case .leave:
      try context.save()
      context = ModelContext(container)
    }
  }
}
