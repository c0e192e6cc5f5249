// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Synchronization
import Testing

/// `delete(model:)` reaches the store at once, whatever else is unsaved.
@Suite struct DeletionByPredicateTests {
  @Model final class Item {
    var name: String
    var shelf: Shelf?
    init(_ name: String) { self.name = name }
  }
  @Model final class Shelf {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Item.shelf) var items: [Item] = []
    var label: Label?
    init(_ name: String) { self.name = name }
  }
  @Model final class Label {
    var text: String
    @Relationship(deleteRule: .nullify, inverse: \Shelf.label) var shelf: Shelf?
    init(_ text: String) { self.text = text }
  }
  /// Refers to an item without a way back.
  @Model final class Note {
    var item: Item?
    init(_ item: Item?) { self.item = item }
  }
  @Model final class Lock {
    @Relationship(deleteRule: .deny, inverse: \Key.lock) var keys: [Key] = []
    init() {}
  }
  @Model final class Key {
    var lock: Lock?
    init(_ lock: Lock?) { self.lock = lock }
  }

  private let folder: TestFolder
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Shelf.self, Note.self, Lock.self)
    context = ModelContext(container)
    let shelf = Shelf("s")
    context.insert(shelf)
    shelf.items = ["1", "2"].map { Item($0) }
    shelf.label = Label("l")
    try context.save()
  }

  private func rows(_ table: String = "ZITEM") throws -> Int {
    let queue = try DatabaseQueue(path: folder.file().path)
    defer { try? queue.close() }
    return try queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(table)") ?? -1 }
  }

  private func items(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.name)])).map(\.name)
  }

  enum End: CaseIterable { case save, rollback, context }

  @Test(arguments: End.allCases, [false, true])
  func itIsDoneAtOnce(end: End, isPartial: Bool) throws {
    if isPartial {
      try context.delete(model: Item.self, where: #Predicate { $0.name != "3" })
    } else {
      try context.delete(model: Item.self)
    }
    #expect(!context.hasChanges)
    #expect(try rows() == 0)
    #expect(try items(context) == [])
    #expect(try items(ModelContext(container)) == [])
    #expect(try context.fetchIdentifiers(FetchDescriptor<Item>()).isEmpty)
    switch end {
    case .save: try context.save()
    case .rollback: context.rollback()
    case .context: #expect(try items(ModelContext(container)).isEmpty)
    }
    #expect(try items(context).isEmpty)
    #expect(try rows() == 0)
  }

  /// It concerns what is stored: not what is unsaved, and not what unsaved values say.
  @Test func unsavedModelsStay() throws {
    let first = try #require(try context.fetch(FetchDescriptor<Item>()).first { $0.name == "1" })
    first.name = "2"
    context.insert(Item("2"))
    try context.delete(model: Item.self, where: #Predicate { $0.name == "2" })
    #expect(try rows() == 1)
    #expect(try items(context) == ["2", "2"])
    try context.save()
    #expect(try items(ModelContext(container)) == ["2", "2"])
  }

  /// Unsaved changes of what is deleted are dropped, without an error.
  @Test(arguments: MergePolicy.allCases)
  func unsavedChangesOfDeletedModelsAreDropped(policy: MergePolicy) throws {
    context.mergePolicy = policy
    let all = try context.fetch(FetchDescriptor<Item>())
    all[0].name = "changed"
    context.delete(all[1])
    try context.delete(model: Item.self)
    #expect(!all.contains { !$0.isDeleted })
    try context.save()
    #expect(!context.hasChanges)
    #expect(try rows() == 0)
  }

  @Test func deleteRulesApply() throws {
    let shelf = try context.fetch(FetchDescriptor<Shelf>())[0]
    let (held, label) = (shelf.items, shelf.label)
    try context.delete(model: Shelf.self)
    #expect(try rows() == 0)
    #expect(try rows("ZLABEL") == 1)
    #expect(!held.contains { !$0.isDeleted } && label?.isDeleted == false && label?.shelf == nil)
    label?.text = "new"
    try context.save()
  }

  @Test func aDeniedDeletionDeletesNothing() throws {
    let lock = Lock()
    context.insert(lock)
    context.insert(Key(lock))
    try context.save()
    #expect(throws: SwiftDataError.deleteDenied) { try context.delete(model: Lock.self) }
    #expect(try rows("ZLOCK") == 1)
    #expect(!context.hasChanges && !lock.isDeleted)
  }

  /// What unsaved models refer to is gone: they are saved without it.
  @Test func unsavedReferencesAreCleared() throws {
    let all = try context.fetch(FetchDescriptor<Item>())
    let (note, late) = (Note(all[0]), Note(nil))
    context.insert(note)
    context.insert(late)
    try context.delete(model: Item.self)
    late.item = all[1]
    try context.save()
    #expect(note.item == nil && late.item == nil)
    #expect(try rows() == 0)
    #expect(try rows("ZNOTE") == 2)
  }

  @Test func othersHearOfIt() async throws {
    let other = ModelContext(container)
    let theirs = try other.fetch(FetchDescriptor<Shelf>())[0]
    #expect(theirs.items.count == 2)
    let heard = Mutex<[SavedChanges]>([])
    let hook = container.afterSave { changes in heard.withLock { $0.append(changes) } }
    let told = Mutex(0)
    let token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
      _ in
      told.withLock { $0 += 1 }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    context.author = "tests"
    let last = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token
    try context.delete(model: Item.self, where: #Predicate { $0.name == "1" })
    other.processPendingChanges()
    #expect(theirs.items.map(\.name) == ["2"])
    #expect(heard.withLock { $0.map(\.deleted.count) } == [1])
    #expect(told.withLock { $0 } == 1)
    let after = try #require(last)
    let news = try context.fetchHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > after }))
    #expect(news.map(\.author) == ["tests"] && news.flatMap(\.changes).count >= 1)
    withExtendedLifetime(hook) {}
  }

  /// Rows that lead to deleted ones are emptied: their contexts and the hooks are told that these have changed, too.
  @Test(arguments: [false, true])
  func othersHearOfEmptiedRows(isPartOfASave: Bool) throws {
    let other = ModelContext(container)
    let theirs = try other.fetch(FetchDescriptor<Shelf>())[0]
    #expect(theirs.label?.text == "l")
    let heard = Mutex<[PersistentIdentifier]>([])
    let hook = container.afterSave { changes in heard.withLock { $0 += changes.updated } }
    let told = Mutex<[PersistentIdentifier]>([])
    let token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
      let key = ModelContext.NotificationKey.updatedIdentifiers.rawValue
      let updated = $0.userInfo?[key] as? [PersistentIdentifier] ?? []
      told.withLock { $0 += updated }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    if isPartOfASave {
      try context.transaction { try context.delete(model: Label.self) }
    } else {
      try context.delete(model: Label.self)
    }
    #expect(heard.withLock { $0 } == [theirs.persistentModelID])
    #expect(told.withLock { $0 } == [theirs.persistentModelID])
    other.processPendingChanges()
    #expect(theirs.label == nil && !other.hasChanges)
    theirs.name = "new"
    try other.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Shelf>()).map(\.name) == ["new"])
    withExtendedLifetime(hook) {}
  }

  /// What a save moves to another owner goes with that, whichever predicates delete both.
  @Test(arguments: [false, true], [false, true])
  func movedModelsGoWithTheirNewOwner(deletesFormer: Bool, isFirst: Bool) throws {
    context.insert(Shelf("t"))
    try context.save()
    let new = try #require(try context.fetch(FetchDescriptor<Shelf>()).first { $0.name == "t" })
    let moved = try #require(try context.fetch(FetchDescriptor<Item>()).first { $0.name == "1" })
    try context.transaction {
      moved.shelf = new
      if deletesFormer, isFirst { try context.delete(model: Shelf.self, where: #Predicate { $0.name == "s" }) }
      try context.delete(model: Shelf.self, where: #Predicate { $0.name == "t" })
      if deletesFormer, !isFirst { try context.delete(model: Shelf.self, where: #Predicate { $0.name == "s" }) }
    }
    #expect(moved.isDeleted && new.isDeleted)
    #expect(try items(ModelContext(container)) == (deletesFormer ? [] : ["2"]))
    #expect(try items(context) == (deletesFormer ? [] : ["2"]))
    #expect(!context.hasChanges)
  }

  @Test func whatIsMovedToAnOwnerDeniesItsDeletion() throws {
    let (lock, key) = (Lock(), Key(nil))
    context.insert(lock)
    context.insert(key)
    try context.save()
    #expect(throws: SwiftDataError.deleteDenied) {
      try context.attempt {
        key.lock = lock
        try context.delete(model: Lock.self)
      }
    }
    #expect(try rows("ZLOCK") == 1)
    #expect(key.lock == nil && !lock.isDeleted)
  }

  /// By name and by predicate, in one save: the notification and the hooks name the row once.
  @Test func whatIsDeletedTwiceIsNamedOnce() throws {
    let heard = Mutex<[PersistentIdentifier]>([])
    let hook = container.afterSave { changes in heard.withLock { $0 += changes.deleted } }
    let told = Mutex<[PersistentIdentifier]>([])
    let token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
      let key = ModelContext.NotificationKey.deletedIdentifiers.rawValue
      let deleted = $0.userInfo?[key] as? [PersistentIdentifier] ?? []
      told.withLock { $0 += deleted }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    let all = try context.fetch(FetchDescriptor<Item>())
    let ids = Set(all.map(\.persistentModelID))
    try context.transaction {
      context.delete(all[0])
      try context.delete(model: Item.self)
    }
    #expect(try rows() == 0)
    #expect(ids.count == 2)
    #expect(told.withLock { $0.count } == 2 && told.withLock { Set($0) } == ids)
    #expect(heard.withLock { $0.count } == 2 && heard.withLock { Set($0) } == ids)
    withExtendedLifetime(hook) {}
  }

  @Test func earlierStepsStayUndoable() throws {
    let manager = UndoManager()
    context.undoManager = manager
    let shelf = try context.fetch(FetchDescriptor<Shelf>())[0]
    shelf.name = "new"
    context.processPendingChanges()
    try context.delete(model: Item.self)
    #expect(manager.canUndo)
    manager.undo()
    #expect(shelf.name == "s" && !manager.canUndo)
    try context.save()
    #expect(try rows() == 0)
  }

  /// A hook of a save makes it a part of that save.
  @Test func inAHookItIsAPartOfTheSave() throws {
    struct Refused: Error {}
    let refuses = Mutex(true)
    let hooks = [
      container.beforeSave { context in try context.delete(model: Item.self) },
      container.beforeSave { _ in if refuses.withLock({ $0 }) { throw Refused() } },
    ]
    context.insert(Shelf("t"))
    #expect(throws: (any Error).self) { try context.save() }
    #expect(try rows() == 2)
    context.rollback()
    #expect(try items(context).count == 2)
    refuses.withLock { $0 = false }
    context.insert(Shelf("t"))
    try context.save()
    #expect(try rows() == 0)
    withExtendedLifetime(hooks) {}
  }
}
