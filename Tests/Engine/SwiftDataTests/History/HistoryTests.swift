// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization
import Testing

@Suite struct HistoryTests {
  typealias Note = Notebook.Note
  typealias Folder = Notebook.Folder

  let folder: TestFolder
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Folder.self, Note.self)
    context = ModelContext(container)
  }

  @Test func eachSaveIsOneTransaction() throws {
    let start = Date.now
    context.author = "me"
    let note = Note(code: "a")
    context.insert(note)
    context.insert(Folder(name: "f"))
    try context.save()
    context.author = nil
    note.title = "b"
    try context.save()
    let identifier = note.persistentModelID
    context.delete(note)
    try context.save()

    let transactions = try context.transactions()
    #expect(transactions.map(\.id) == [1, 2, 3])
    #expect(transactions.map(\.author) == ["me", nil, nil])
    #expect(transactions.map(\.changes.count) == [2, 1, 1])
    #expect(transactions.allSatisfy { $0.timestamp >= start.addingTimeInterval(-1) })
    #expect(transactions.allSatisfy { !$0.processIdentifier.isEmpty })
    let store = try #require(container.storeIdentifier(forConfigurationNamed: "default"))
    #expect(Set(transactions.map(\.storeIdentifier)) == [store])

    let inserted = transactions[0].changes.compactMap { change -> PersistentIdentifier? in
      if case .insert(let insert as DefaultHistoryInsert<Note>) = change {
        return insert.changedPersistentIdentifier
      }
      return nil
    }
    #expect(inserted == [identifier])
    guard case .update(let update as DefaultHistoryUpdate<Note>) = transactions[1].changes[0] else {
      Issue.record("no update")
      return
    }
    #expect(update.changedPersistentIdentifier == identifier)
    #expect(update.transactionIdentifier == 2)
    #expect(update.updatedAttributes.contains(\.title))
    #expect(!update.updatedAttributes.contains(\.rank))
    #expect(update.updatedPropertyNames == ["title"])
    guard case .delete(let delete as DefaultHistoryDelete<Note>) = transactions[2].changes[0] else {
      Issue.record("no deletion")
      return
    }
    #expect(delete.changedPersistentIdentifier == identifier)
    #expect(delete.tombstone[\.code] as? String == "a")
    #expect(delete.tombstone[\.title] == nil)
  }

  @Test func relationshipsAreUpdatesOfBothSides() throws {
    let note = Note(code: "a")
    let target = Folder(name: "f")
    context.insert(note)
    context.insert(target)
    try context.save()
    note.folder = target
    try context.save()
    let changes = try #require(try context.transactions().last).changes
    var names: [String: [String]] = [:]
    for change in changes {
      switch change {
      case .update(let update as DefaultHistoryUpdate<Note>):
        names["Note"] = update.updatedPropertyNames
      case .update(let update as DefaultHistoryUpdate<Folder>):
        names["Folder"] = update.updatedPropertyNames
      default: Issue.record("unexpected \(change)")
      }
    }
    #expect(names == ["Note": ["folder"], "Folder": ["notes"]])
  }

  @Test func fetchingGoesOnFromAToken() throws {
    for index in 0..<5 {
      context.insert(Note(code: "\(index)"))
      try context.save()
    }
    let all = try context.transactions()
    let data = try JSONEncoder().encode(all[1].token)
    let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: data)
    #expect(try context.transactions(after: token).map(\.id) == [3, 4, 5])
    #expect(try context.transactions(after: all[4].token).isEmpty)

    let optional: DefaultHistoryToken? = token
    let author: String? = nil
    let unwrapped = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.token >= optional! && ($0.author == nil || $0.author != author) })
    #expect(try context.fetchHistory(unwrapped).map(\.id) == [2, 3, 4, 5])
    let until = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.token <= token })
    #expect(try context.fetchHistory(until).map(\.id) == [1, 2])
    let reversed = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { token < $0.token })
    #expect(try context.fetchHistory(reversed).map(\.id) == [3, 4, 5])
    let joined = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.token < token || $0.id == 4 })
    #expect(try context.fetchHistory(joined).map(\.id) == [1, 4])
  }

  @Test func predicatesOrderAndLimit() throws {
    for index in 0..<6 {
      context.author = index.isMultiple(of: 2) ? "even" : "odd"
      context.insert(Note(code: "\(index)"))
      try context.save()
    }
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.author == "odd" }, sortBy: [SortDescriptor(\.id, order: .reverse)])
    #expect(try context.fetchHistory(descriptor).map(\.id) == [6, 4, 2])
    descriptor.fetchLimit = 2
    #expect(try context.fetchHistory(descriptor).map(\.id) == [6, 4])
    descriptor.sortBy = []
    #expect(try context.fetchHistory(descriptor).map(\.id) == [2, 4])
    descriptor.predicate = nil
    #expect(try context.fetchHistory(descriptor).map(\.id) == [1, 2])
    descriptor.sortBy = [SortDescriptor(\.token, order: .reverse)]
    #expect(try context.fetchHistory(descriptor).map(\.id) == [6, 5])
    let future = Date.now.addingTimeInterval(60)
    descriptor.predicate = #Predicate { $0.timestamp > future }
    #expect(try context.fetchHistory(descriptor).isEmpty)
    #expect(HistoryDescriptor<DefaultHistoryTransaction>().fetchLimit == 0)
  }

  @Test func manyRowsAndManyTransactions() throws {
    for index in 0..<100 { context.insert(Note(code: "\(index)")) }
    try context.save()
    for index in 0..<1100 {
      let note = Note(code: "\(index)")
      context.insert(note)
      try context.save()
    }
    let all = try context.transactions()
    #expect(all.map(\.id) == Array(1...1101))
    #expect(all[0].changes.count == 100)
    #expect(Set(all.flatMap(\.changes).map(\.changedPersistentIdentifier)).count == 1200)
  }

  @Test func anInMemoryStoreHasHistory() throws {
    let container = try memoryContainer(Note.self, Folder.self)
    let context = ModelContext(container)
    context.insert(Note(code: "a"))
    try context.save()
    #expect(try context.transactions().count == 1)
  }

  @Test func historySurvivesReopeningAndModelsThatAreNotKnown() throws {
    context.insert(Note(code: "a"))
    context.insert(Folder(name: "f"))
    try context.save()
    let other = try folder.container(Notebook.Shape.self)
    let otherContext = ModelContext(other)
    let seen = try otherContext.transactions()
    #expect(seen.count == 1)
    #expect(seen.first?.changes.isEmpty == true)
    otherContext.insert(Notebook.Shape(name: "s"))
    try otherContext.save()

    let again = ModelContext(try folder.container(Folder.self, Note.self))
    #expect(try again.transactions().map(\.changes.count) == [2, 0])
  }

  @Test func aSaveNotifiesOfItsToken() throws {
    let tokens = Mutex<[String: any HistoryToken]>([:])
    let store = try #require(container.storeIdentifier(forConfigurationNamed: "default"))
    let subscription = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      let key = ModelContext.NotificationKey.historyTokens.rawValue
      let value = notification.userInfo?[key] as? [String: any HistoryToken]
      tokens.withLock { $0 = value ?? [:] }
    }
    defer { NotificationCenter.default.removeObserver(subscription) }
    for index in 0..<2 {
      context.insert(Note(code: "\(index)"))
      try context.save()
      let token = tokens.withLock { $0[store] as? DefaultHistoryToken }
      #expect(token != nil)
      #expect(try context.transactions().last?.token == token)
    }
  }
}
