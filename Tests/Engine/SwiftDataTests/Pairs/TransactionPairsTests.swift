// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Transactions and observers, of the same context and of others.
@Suite struct TransactionPairsTests {
  @Model final class Item {
    var name: String
    var group: String
    init(_ name: String, _ group: String) {
      self.name = name
      self.group = group
    }
  }

  private struct Refused: Error {}

  private let folder: TestFolder
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Item.self)
    context = ModelContext(container)
    for (name, group) in [("1", "a"), ("2", "b"), ("3", "b")] { context.insert(Item(name, group)) }
    try context.save()
  }

  private func observer(of context: ModelContext) throws -> ResultsObserver<Item, String> {
    try ResultsObserver(sortBy: [SortDescriptor(\Item.name)], sectionBy: \Item.group, modelContext: context)
  }

  private func sections(_ observer: ResultsObserver<Item, String>) -> [[String]]? {
    observer.sections?.map { $0.map(\.name) }
  }

  private func change() throws {
    let items = try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.name)]))
    items[0].group = "b"
    context.delete(items[1])
    context.insert(Item("4", "a"))
  }

  /// Everything that a transaction has changed comes at once, here and elsewhere.
  @Test func whatItSavesIsHeardOf() throws {
    let (here, there) = (try observer(of: context), try observer(of: ModelContext(container)))
    #expect(sections(here) == [["1"], ["2", "3"]] && sections(there) == sections(here))
    try context.transaction { try change() }
    #expect(Set(sections(here) ?? []) == [["1", "3"], ["4"]])
    #expect(Set(sections(there) ?? []) == [["1", "3"], ["4"]])
  }

  /// Observers of the context have followed the changes within, and follow them back; others never hear of them.
  @Test(arguments: [false, true]) func whatFallsWithItIsTakenBack(hasUnsaved: Bool) throws {
    let (here, there) = (try observer(of: context), try observer(of: ModelContext(container)))
    let items = Array(here.results)
    // What was unsaved before is no part of the transaction.
    if hasUnsaved { items[2].name = "3 changed" }
    let before = hasUnsaved ? [["1"], ["2", "3 changed"]] : [["1"], ["2", "3"]]
    #expect(sections(here) == before)
    #expect(throws: Refused.self) {
      try context.transaction {
        try change()
        #expect(sections(here)?.flatMap { $0 }.contains("4") == true)
        throw Refused()
      }
    }
    #expect(sections(here) == before)
    #expect(sections(there) == [["1"], ["2", "3"]])
    #expect(here.results.elementsEqual(items) { $0 === $1 })
    #expect(context.hasChanges == hasUnsaved)
    try context.save()
    #expect(sections(there) == before)
  }
}
