// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Judges a store, whatever was done to it before: says which save it has, and what is wrong.
struct Checker {
  let folder: URL
  private(set) var problems: [String] = []

  init(_ folder: URL) { self.folder = folder }

  /// - Returns: The numbers of the saves that the store and the backup have.
  mutating func check() async throws -> (store: Int, backup: Int?) {
    let container = try Power.container(folder, .process)
    let number = try await check(container)
    try await goOn(container)
    let backup = Power.backup(folder)
    guard FileManager.default.fileExists(atPath: backup.path) else { return (number, nil) }
    do {
      try await container.restore(from: backup)
      return (number, try await check(container))
    } catch {
      problems.append("the backup: \(error)")
      return (number, nil)
    }
  }

  private mutating func check(_ container: ModelContainer) async throws -> Int {
    let context = ModelContext(container)
    let heads = try context.fetch(FetchDescriptor<Head>())
    if heads.count > 1 { problems.append("\(heads.count) heads") }
    let sum = try Power.sum(context) &+ Power.sum(Worker.settings(context))
    if sum != heads.first?.sum ?? 0 { problems.append("what is there belongs to no save") }
    try checkBlobs(context)
    try checkHistory(context, saves: heads.first?.saves ?? 0)
    try checkSearch(context)
    let report = try await container.integrityCheck()
    problems += report.problems.map { "integrity: \($0)" }
    return heads.first?.number ?? 0
  }

  /// The sum has the first byte and the length of each.
  private mutating func checkBlobs(_ context: ModelContext) throws {
    for item in try context.fetch(FetchDescriptor<Item>()) {
      guard let blob = item.blob, let first = blob.first else { continue }
      if blob != Power.blob(first, blob.count) { problems.append("the large value of \(item.number) is not whole") }
    }
  }

  /// The history, done again from its beginning, leads to the objects that are there.
  private mutating func checkHistory(_ context: ModelContext, saves: Int) throws {
    var objects: Set<PersistentIdentifier> = []
    var last: Int64 = 0
    let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    for transaction in history {
      if transaction.transactionIdentifier <= last { problems.append("the history is not in its order") }
      last = transaction.transactionIdentifier
      for change in transaction.changes {
        let identifier = change.changedPersistentIdentifier
        switch change {
        case .insert:
          if !objects.insert(identifier).inserted { problems.append("inserted twice in the history: \(identifier)") }
        case .delete:
          if objects.remove(identifier) == nil { problems.append("deleted, never inserted: \(identifier)") }
        default:
          if !objects.contains(identifier) { problems.append("updated, never inserted: \(identifier)") }
        }
      }
    }
    if history.count != saves { problems.append("\(history.count) transactions of \(saves) saves") }
    var present = Set(try context.fetchIdentifiers(FetchDescriptor<Item>()))
    present.formUnion(try context.fetchIdentifiers(FetchDescriptor<Badge>()))
    present.formUnion(try context.fetchIdentifiers(FetchDescriptor<Shelf>()))
    present.formUnion(try context.fetchIdentifiers(FetchDescriptor<Tag>()))
    present.formUnion(try context.fetchIdentifiers(FetchDescriptor<Setting>()))
    present.formUnion(try context.fetchIdentifiers(FetchDescriptor<Head>()))
    if present != objects { problems.append("the history has \(objects.count) objects, the store \(present.count)") }
  }

  private mutating func checkSearch(_ context: ModelContext) throws {
    let items = try context.fetch(FetchDescriptor<Item>())
    for word in Power.words {
      let found = Set(try context.search(.allWords(word), in: FetchDescriptor<Item>()).map(\.model.number))
      let expected = Set(items.filter { $0.text.split(separator: " ").contains { $0 == word } }.map(\.number))
      if found != expected { problems.append("the search for \(word) finds \(found.count) of \(expected.count)") }
    }
  }

  /// The store can be worked with.
  private mutating func goOn(_ container: ModelContainer) async throws {
    let context = ModelContext(container)
    let item = Item(100_000, "afterwards")
    item.blob = Power.blob(7, 150_000)
    context.insert(item)
    context.insert(Setting(1, 1))
    for other in try context.fetch(FetchDescriptor<Item>()).prefix(5) { other.text += " afterwards" }
    try context.save()
    let fresh = ModelContext(container)
    let blob = try fresh.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.number == 100_000 })).first?.blob
    if blob != Power.blob(7, 150_000) { problems.append("what is saved afterwards is not there") }
    if try fresh.searchCount("afterwards", in: FetchDescriptor<Item>()) < 1 {
      problems.append("what is saved afterwards is not found")
    }
    let report = try await container.integrityCheck()
    problems += report.problems.map { "integrity afterwards: \($0)" }
  }
}
