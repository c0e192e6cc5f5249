// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Synchronization
import Testing

/// Sync beside the rest of an app: undo, migrations, other readers of the history, backups, refusals.
@Suite struct BetweenTests {
  private let clock = TestClock()
  private let server: MemoryServer
  private let a: Device
  private let b: Device

  init() throws {
    server = MemoryServer(clock: clock)
    a = try Device(1, server, clock: clock)
    b = try Device(2, server, clock: clock)
  }

  private func twoNotes() async throws {
    try a.edit { context in
      context.insert(App.Note(uid: "1", title: "old"))
      context.insert(App.Note(uid: "2", title: "old"))
    }
    try await settle([a, b], server)
  }

  @Test func deletionsAndEditsThatDidNotKnowOfEachOther() async throws {
    try await twoNotes()
    try a.edit { context in try a.note("1", context).map { context.delete($0) } }
    try b.edit { context in try b.note("1", context)?.title = "edited" }
    try await settle([a, b], server)
    #expect(try a.note("1", ModelContext(a.container))?.title == "edited")
  }

  /// Undoing an edit of this device leaves alone what another one has merged into the object since.
  @Test func undoAcrossAMerge() async throws {
    try await twoNotes()
    let context = ModelContext(a.container)
    context.autosaveEnabled = false
    let undo = UndoManager()
    undo.groupsByEvent = false
    context.undoManager = undo
    let note = try #require(try a.note("1", context))
    undo.beginUndoGrouping()
    note.title = "mine"
    context.processPendingChanges()
    undo.endUndoGrouping()
    try context.save()
    try b.edit { context in try b.note("1", context)?.score = 7 }
    try await settle([a, b], server)
    undo.undo()
    try context.save()
    try await settle([a, b], server)
    let other = try b.note("1", ModelContext(b.container))
    #expect(other?.title == "old" && other?.score == 7)
  }

  /// Another reader of the history sees what sync has saved, under its author, and its token stays good.
  @Test func otherReadersOfTheHistory() async throws {
    try await twoNotes()
    let context = ModelContext(b.container)
    let all = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(all.map(\.author) == ["SwiftDataSync"])
    let token = try #require(all.last?.token)
    try a.edit { context in try a.note("1", context)?.title = "new" }
    try await settle([a, b], server)
    let news = try context.fetchHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
    #expect(news.count == 1 && news.first?.author == "SwiftDataSync" && news.first?.changes.count == 1)
  }

  /// The app deletes old history: sync looks at all objects.
  @Test func historyThatIsGone() async throws {
    try await twoNotes()
    try a.edit { context in
      try a.note("1", context)?.title = "new"
      try a.note("2", context).map { context.delete($0) }
      context.insert(App.Note(uid: "3", title: "three"))
    }
    try a.edit { $0.insert(App.Folder(uid: "f", name: "f")) }
    try ModelContext(a.container).deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    try a.edit { $0.insert(App.Folder(uid: "g", name: "g")) }
    try await settle([a, b], server)
    #expect(try b.dump().count == 4)
    #expect(try b.note("1", ModelContext(b.container))?.title == "new")
  }

  /// A copy of the store alone comes back, without the state: it is brought up to date, nothing is undone.
  @Test func aStoreThatWasReplacedByAnOlderCopy() async throws {
    try await twoNotes()
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("Copy-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: copy) }
    try a.replaceFiles { folder in try FileManager.default.copyItem(at: folder, to: copy) }
    try a.edit { context in
      try a.note("1", context)?.title = "new"
      try a.note("2", context).map { context.delete($0) }
      context.insert(App.Note(uid: "3", title: "three"))
    }
    try await settle([a, b], server)
    let now = try a.dump()
    try a.replaceFiles { folder in
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasPrefix("store") {
        try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: copy.path) where name.hasPrefix("store") {
        try FileManager.default.copyItem(
          at: copy.appendingPathComponent(name), to: folder.appendingPathComponent(name))
      }
    }
    #expect(try a.dump() != now)
    try await settle([a, b], server)
    let after = try a.dump()
    #expect(after == now)
  }

  private func backup() async throws -> URL {
    let backup = a.folder.appendingPathComponent("backup", isDirectory: true)
    try await a.container.backup(to: backup)
    return backup
  }

  /// The app restores a backup of the open store: the account has newer values, which come back, with and without an
  /// edit between.
  @Test(arguments: [false, true]) func aStoreThatTheAppHasRestored(isEdited: Bool) async throws {
    try await twoNotes()
    let backup = try await backup()
    try a.edit { context in
      try a.note("1", context)?.title = "new"
      try a.note("2", context).map { context.delete($0) }
      context.insert(App.Note(uid: "3", title: "three"))
    }
    try await settle([a, b], server)
    let now = try a.dump()
    try await a.container.restore(from: backup)
    #expect(try a.dump() != now)
    if isEdited {
      try a.edit { context in
        try a.note("1", context)?.score = 7
        context.insert(App.Note(uid: "4", title: "four"))
      }
    }
    try await settle([a, b], server)
    if !isEdited { #expect(try a.dump() == now) }
    let context = ModelContext(a.container)
    let notes = try context.fetch(FetchDescriptor<App.Note>(sortBy: [SortDescriptor(\.uid)]))
    #expect(notes.map(\.uid) == (isEdited ? ["1", "3", "4"] : ["1", "3"]))
    #expect(notes.first?.title == "new")
    #expect(notes.first?.score == (isEdited ? 7 : 0))
    // Another time, and nothing is left to be told.
    try await a.container.restore(from: backup)
    try await settle([a, b], server)
    #expect(try a.dump() == b.dump())
  }

  /// To erase the store deletes nothing of the account, whether sync had read all of the history or not.
  @Test(arguments: [false, true]) func aStoreThatTheAppHasErased(isRead: Bool) async throws {
    try a.edit { context in
      let folder = App.Folder(uid: "f", name: "f")
      context.insert(folder)
      let note = App.Note(uid: "1", title: "old")
      context.insert(note)
      note.folder = folder
    }
    try await settle([a, b], server)
    if !isRead { try a.edit { context in try a.note("1", context)?.title = "never read" } }
    try a.container.erase()
    #expect(try a.dump() == [])
    if isRead { try b.edit { context in try b.note("1", context)?.title = "edited" } }
    try a.edit { context in context.insert(App.Note(uid: "2", title: "since")) }
    try await settle([b, a], server)
    try await settle([a, b], server)
    let note = try #require(try b.note("1", ModelContext(b.container)))
    #expect(note.title == (isRead ? "edited" : "old"))
    #expect(note.folder?.uid == "f")
    #expect(try b.note("2", ModelContext(b.container))?.title == "since")
  }

  /// A store that has no mark of being erased: its history is gone with all its objects.
  @Test func aStoreThatLosesAllObjectsAndItsHistory() async throws {
    try await twoNotes()
    try a.edit { context in
      for note in try context.fetch(FetchDescriptor<App.Note>()) { context.delete(note) }
      context.insert(App.Note(uid: "3", title: "since"))
    }
    try a.edit { context in try context.fetch(FetchDescriptor<App.Note>()).first?.title = "later" }
    try ModelContext(a.container).deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    try await settle([a, b], server)
    let notes = try ModelContext(b.container).fetch(FetchDescriptor<App.Note>(sortBy: [SortDescriptor(\.uid)]))
    #expect(notes.map(\.title) == ["old", "old", "later"])
  }

  /// The user saves before each message. The round ends, with all that was there before it.
  @Test func anAppThatSavesAllTheTime() async throws {
    try a.edit { context in for number in 0..<5 { context.insert(App.Note(uid: "\(number)", title: "before")) } }
    let container = a.container
    let saves = Mutex(0)
    a.crash.visit.withLock { visit in
      visit = { step in
        guard step == .willSend else { return }
        let count = saves.withLock { count in
          count += 1
          return count
        }
        guard count < 500 else { return }
        let context = ModelContext(container)
        context.insert(App.Note(uid: "later \(count)", title: "meanwhile"))
        try context.save()
      }
    }
    try await a.sync.syncNow()
    a.crash.visit.withLock { $0 = nil }
    #expect(saves.withLock { $0 } < 200)
    #expect(a.sync.status.lastError == nil && a.sync.status.isFirstImportDone)
    try await b.sync.syncNow()
    let titles = try ModelContext(b.container).fetch(FetchDescriptor<App.Note>()).map(\.title)
    #expect(titles.filter { $0 == "before" }.count == 5)
    try await settle([a, b], server)
    #expect(try b.dump().count == 5 + saves.withLock { $0 })
  }

  /// What is saved while sync is paused, or waits after a failure, is counted.
  @Test(arguments: [false, true]) func whatIsSavedMeanwhileIsCounted(isPaused: Bool) async throws {
    try await twoNotes()
    // Nothing goes up from here on.
    server.loses.withLock { $0 = { .request } }
    a.sync.resume()
    if isPaused {
      a.sync.pause()
    } else {
      for await status in a.sync.statusUpdates where status.lastError != nil && !status.isSyncing { break }
    }
    try a.edit { context in for number in 5..<8 { context.insert(App.Note(uid: "\(number)", title: "waits")) } }
    for await status in a.sync.statusUpdates where status.pendingUploads >= 3 { break }
    a.sync.pause()
    server.loses.withLock { $0 = { nil } }
    try await settle([a, b], server)
    #expect(a.sync.status.pendingUploads == 0)
  }

  /// After rounds without anything to sync, the first object is found. How much of the history each round reads is not counted.
  @Test func theFirstObjectComesAfterMuchThatIsNotSynced() async throws {
    for number in 0..<3 {
      try a.edit { $0.insert(App.Draft(text: "\(number)")) }
      try await a.sync.syncNow()
      if number == 1 { try a.restart() }
    }
    #expect(server.zone.records.isEmpty)
    try a.edit { $0.insert(App.Note(uid: "1", title: "t")) }
    try a.restart()
    try await settle([a, b], server)
    #expect(try b.note("1", ModelContext(b.container))?.title == "t")
  }

  /// Of very many, some are told: always the same ones, or a list of them would jump about.
  @Test func theSameOfManyUnknownRecordsAreTold() async throws {
    try a.edit { context in
      for number in 0..<230 { context.insert(App.Note(uid: "\(number)", title: "t")) }
    }
    try await a.sync.syncNow()
    let c = try Device(3, server, clock: clock, synced: [App.Folder.self])
    try await c.sync.syncNow()
    let all = server.zone.records.keys.filter { $0.type == "Note" }.sorted()
    #expect(all.count == 230 && c.sync.status.setAside.map(\.id) == all.prefix(200).map(\.name))
  }

  /// What a version of the app does not know is told as long as it does not, after a restart as well.
  @Test func recordsOfUnknownClassesAreSetAside() async throws {
    try a.edit { context in
      context.insert(App.Folder(uid: "f", name: "f"))
      context.insert(App.Note(uid: "1", title: "t"))
    }
    try await a.sync.syncNow()
    let c = try Device(3, server, clock: clock, synced: [App.Folder.self])
    for _ in 0..<2 {
      try await c.sync.syncNow()
      #expect(c.sync.status.setAside.map(\.modelName) == ["Note"])
      #expect(c.sync.status.setAside.first?.cause == .refusedHere)
      try c.restart()
    }
    try c.restart(synced: App.synced)
    try await settle([a, c], server)
    #expect(c.sync.status.setAside.isEmpty)
  }

  /// An edit of a restored object does not take back what other devices have done with its relationships.
  @Test func anEditOfARestoredObjectLeavesItsRelationships() async throws {
    try await twoNotes()
    let backup = try await backup()
    try b.edit { context in
      let folder = App.Folder(uid: "f", name: "f")
      context.insert(folder)
      for uid in ["1", "2"] { try b.note(uid, context)?.folder = folder }
      let tag = App.Tag(name: "t", color: "red")
      context.insert(tag)
      try b.note("1", context)?.tags = [tag]
    }
    try await settle([a, b], server)
    try await a.container.restore(from: backup)
    try a.edit { context in try a.note("1", context)?.title = "mine" }
    try await settle([a, b], server)
    let note = try #require(try b.note("1", ModelContext(b.container)))
    #expect(note.title == "mine" && note.folder?.uid == "f" && note.tags.map(\.name) == ["t"])
  }

  /// What was saved before the backup, and not read yet, is no matter of the restore.
  @Test func whatWasNotReadBeforeTheBackup() async throws {
    try await twoNotes()
    try a.edit { context in
      context.insert(App.Note(uid: "3", title: "three"))
      try a.note("2", context)?.title = "before"
    }
    let backup = try await backup()
    try a.edit { context in try a.note("1", context)?.title = "after" }
    try await a.container.restore(from: backup)
    try await settle([a, b], server)
    let notes = try ModelContext(b.container).fetch(FetchDescriptor<App.Note>(sortBy: [SortDescriptor(\.uid)]))
    #expect(notes.map(\.title) == ["old", "before", "three"])
  }

  /// The state file comes back with the store.
  @Test func aStoreThatTheAppHasRestoredWithTheState() async throws {
    try await twoNotes()
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("Copy-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: copy) }
    try a.replaceFiles { folder in try FileManager.default.copyItem(at: folder, to: copy) }
    let backup = try await backup()
    try a.edit { context in
      try a.note("1", context)?.title = "new"
      context.insert(App.Note(uid: "3", title: "three"))
    }
    try await settle([a, b], server)
    let now = try a.dump()
    try await a.container.restore(from: backup)
    try a.replaceFiles { folder in
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasPrefix("state") {
        try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: copy.path) where name.hasPrefix("state") {
        try FileManager.default.copyItem(
          at: copy.appendingPathComponent(name), to: folder.appendingPathComponent(name))
      }
    }
    try await settle([a, b], server)
    #expect(try a.dump() == now)
  }

  /// A store of another device: what the account does not know of it is uploaded.
  @Test func aStoreOfAnotherDeviceIsRestored() async throws {
    try await twoNotes()
    let other = try Device(3, server, clock: clock)
    try other.edit { context in for number in 5..<10 { context.insert(App.Note(uid: "\(number)", title: "theirs")) } }
    try await other.container.backup(to: a.folder.appendingPathComponent("backup", isDirectory: true))
    try await a.container.restore(from: a.folder.appendingPathComponent("backup", isDirectory: true))
    try await settle([a, b], server)
    let notes = try ModelContext(b.container).fetch(FetchDescriptor<App.Note>())
    #expect(notes.filter { $0.title == "old" }.map(\.uid).sorted() == ["1", "2"])
    #expect(notes.filter { $0.title == "theirs" }.count == 3)
  }

  /// Store and state come back from a backup together.
  @Test func aDeviceThatWasRestored() async throws {
    try await twoNotes()
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("Copy-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: copy) }
    try a.replaceFiles { folder in try FileManager.default.copyItem(at: folder, to: copy) }
    try a.edit { context in
      try a.note("1", context)?.title = "new"
      context.insert(App.Note(uid: "3", title: "three"))
    }
    try await settle([a, b], server)
    let now = try a.dump()
    try a.replaceFiles { folder in
      try FileManager.default.removeItem(at: folder)
      try FileManager.default.copyItem(at: copy, to: folder)
    }
    try await settle([a, b], server)
    #expect(try a.dump() == now)
  }

  @Test func batchDeletes() async throws {
    try await twoNotes()
    try a.edit { try $0.delete(model: App.Note.self, where: #Predicate { $0.uid == "1" }) }
    try await settle([a, b], server)
    #expect(try b.dump().count == 1)
  }

  /// One device is updated; what the other one does not know passes through it.
  @Test func aDeviceThatIsUpdated() async throws {
    let old = try Device(3, server, clock: clock, synced: [Old.Book.self], all: [Old.Book.self])
    let new = try Device(4, server, clock: clock, synced: [New.Book.self], all: [New.Book.self])
    try new.edit { $0.insert(New.Book(title: "a", pages: 12)) }
    try await new.sync.syncNow()
    try await old.sync.syncNow()
    try old.edit { context in try context.fetch(FetchDescriptor<Old.Book>()).first?.title = "b" }
    try old.edit { $0.insert(Old.Book(title: "c")) }
    try await old.sync.syncNow()
    try await new.sync.syncNow()
    let books = try ModelContext(new.container).fetch(FetchDescriptor<New.Book>(sortBy: [SortDescriptor(\.title)]))
    #expect(books.map(\.title) == ["b", "c"] && books.map(\.pages) == [12, 1])
    // Now the old one, too.
    try old.restart(synced: [New.Book.self], all: [New.Book.self])
    try await old.sync.syncNow()
    let after = try ModelContext(old.container).fetch(FetchDescriptor<New.Book>(sortBy: [SortDescriptor(\.title)]))
    #expect(after.map(\.title) == ["b", "c"] && after.map(\.pages) == [12, 1])
  }

  /// What was saved before an update, and not synced, is not lost to it; and the new attributes' defaults are no edits.
  @Test func anEditFromBeforeAnUpdate() async throws {
    let old = try Device(3, server, clock: clock, synced: [Old.Book.self], all: [Old.Book.self])
    let new = try Device(4, server, clock: clock, synced: [New.Book.self], all: [New.Book.self])
    try new.edit { context in
      context.insert(New.Book(title: "a", pages: 12))
      context.insert(New.Book(title: "b", pages: 13))
    }
    try await new.sync.syncNow()
    try await old.sync.syncNow()
    try old.edit { context in
      let books = try context.fetch(FetchDescriptor<Old.Book>(sortBy: [SortDescriptor(\.title)]))
      books.first?.title = "edited"
      books.last.map { context.delete($0) }
      context.insert(Old.Book(title: "c"))
    }
    try old.restart(synced: [New.Book.self], all: [New.Book.self])
    try await old.sync.syncNow()
    try await new.sync.syncNow()
    for device in [old, new] {
      let books = try ModelContext(device.container).fetch(FetchDescriptor<New.Book>(sortBy: [SortDescriptor(\.title)]))
      #expect(books.map(\.title) == ["c", "edited"] && books.map(\.pages) == [1, 12])
    }
  }

  enum Old {
    @Model final class Book {
      var title: String
      init(title: String) { self.title = title }
    }
  }

  enum New {
    @Model final class Book {
      var title: String
      var pages: Int = 1
      init(title: String, pages: Int) {
        self.title = title
        self.pages = pages
      }
    }
  }

  /// What the server does not take is set aside, the rest goes on; it can be taken back.
  @Test func whatIsRefused() async throws {
    try await twoNotes()
    server.change { server in
      server.service.objection = { change in
        change.fields["title"]?.value == .text("bad") ? "no bad titles" : nil
      }
    }
    let events = a.sync.events
    try a.edit { context in
      try a.note("1", context)?.title = "bad"
      context.insert(App.Folder(uid: "f", name: "f"))
    }
    try a.edit { context in try a.note("2", context)?.title = "good" }
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    let item = try #require(a.sync.status.setAside.first)
    #expect(item.reason == "no bad titles" && item.cause == .refusedByServer && item.modelName == "Note")
    #expect(item.persistentModelID == (try a.note("1", ModelContext(a.container))?.persistentModelID))
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == .setAside(item))
    #expect(try b.note("2", ModelContext(b.container))?.title == "good")
    try await a.sync.discard(item)
    try await settle([a, b], server)
    #expect(try a.note("1", ModelContext(a.container))?.title == "old")
    #expect(a.sync.status.setAside.isEmpty && a.sync.status.pendingUploads == 0)
    await #expect(throws: SyncError.notSetAside("Note:\(item.id)")) { try await a.sync.discard(item) }
  }

  /// Nothing is sent before the app says so; then each save is.
  @Test func pauseAndResume() async throws {
    try a.edit { $0.insert(App.Note(uid: "1", title: "t")) }
    #expect(server.messages == 0)
    var updates = a.sync.statusUpdates.makeAsyncIterator()
    #expect(await updates.next()?.isPaused == true)
    a.sync.resume()
    while let status = await updates.next(), status.lastSuccess == nil || status.isSyncing {}
    #expect(server.zone.records.count == 1)
    try a.edit { $0.insert(App.Note(uid: "2", title: "t")) }
    while server.zone.records.count < 2, await updates.next() != nil {}
    a.sync.pause()
    #expect(a.sync.status.isPaused)
  }

  @Test func aStoreWithoutAHistoryIsExplained() async throws {
    let configuration = ModelConfiguration(
      url: a.folder.appendingPathComponent("quiet.sqlite"), isHistoryEnabled: false)
    let container = try ModelContainer(for: Schema(App.all), configurations: configuration)
    let sync = try ModelSync(container, models: App.synced, account: "ann", transport: server)
    await #expect(throws: SyncError.self) { try await sync.syncNow() }
    guard case .noHistory? = sync.status.lastError else {
      Issue.record("\(String(describing: sync.status.lastError))")
      return
    }
  }

  @Test func aBusyServerSaysWhenToComeAgain() {
    #expect(SyncLoop.pause(after: SyncError.tryLater(seconds: 30), failures: 1, fraction: 0.5) == .seconds(30.5))
    #expect(SyncLoop.pause(after: SyncError.unreachable(reason: ""), failures: 3, fraction: 1) == .seconds(8))
    #expect(SyncLoop.pause(after: SyncError.unreachable(reason: ""), failures: 99, fraction: 1) == .seconds(300))
  }

  @Test func thereIsAlwaysAPause() {
    for interval in [Duration.zero, .seconds(-5), .milliseconds(1)] { #expect(SyncLoop.pause(interval) == .seconds(1)) }
    #expect(SyncLoop.pause(.seconds(60)) == .seconds(60))
    #expect(SyncLoop.pause(.seconds(Int64.max)) < .seconds(100_000_000))
  }

  @Test func wrongModelsAreExplained() throws {
    #expect(throws: SyncError.unknownModel("Book")) {
      _ = try ModelSync(
        a.container, models: [Old.Book.self], account: "ann", stateFile: a.folder.appendingPathComponent("x"),
        transport: server)
    }
    let error = SyncError.destinationNotSynced(model: "Job", property: "note", destination: "Note")
    #expect(throws: error) {
      _ = try ModelSync(
        a.container, models: [App.Job.self], account: "ann", stateFile: a.folder.appendingPathComponent("x"),
        transport: server)
    }
    #expect(throws: SyncError.invalidAddress("sync.example.com")) {
      _ = try HTTPSyncTransport("sync.example.com") { "t" }
    }
  }
}
