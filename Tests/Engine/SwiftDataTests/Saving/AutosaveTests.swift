// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import ProcessSupport
import SwiftData
import Synchronization
import Testing

@Model private final class Group {
  var name: String
  @Relationship(deleteRule: .deny, inverse: \Entry.group) var entries: [Entry] = []
  init(_ name: String) { self.name = name }
}

@Model private final class Entry {
  var name: String
  var pages = 0
  var group: Group?
  init(_ name: String) { self.name = name }
}

@Model private final class Named {
  @Attribute(.unique) var name: String
  init(_ name: String) { self.name = name }
}

@Model private final class Crew {
  @Relationship(minimumModelCount: 1) var members: [Named] = []
  init() {}
}

@Model private final class Mood {
  enum Kind: String, Codable { case good, bad }
  var kind: Kind
  init(_ kind: Kind) { self.kind = kind }
}

private final class Failures: Sendable {
  private let list = Mutex<[AutosaveFailure]>([])
  func add(_ failure: AutosaveFailure) { list.withLock { $0.append(failure) } }
  var all: [AutosaveFailure] { list.withLock { $0 } }
}

/// What a context saves by itself, and what it does when it cannot.
@MainActor
struct AutosaveTests {
  private let container: ModelContainer
  private let context: ModelContext
  private let failures = Failures()

  init() throws {
    container = try memoryContainer(Group.self, Entry.self, Named.self, Crew.self)
    context = container.mainContext
    container.onAutosaveFailure = { [failures] in failures.add($0) }
  }

  /// Autosaving happens on a later turn of the main queue.
  private func turn() async {
    for _ in 0..<3 {
      await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }
  }

  private func count<T: PersistentModel>(_: T.Type) throws -> Int {
    try ModelContext(container).fetchCount(FetchDescriptor<T>())
  }

  private func deniedDeletion() async throws -> (Group, Entry) {
    let (group, entry) = (Group("g"), Entry("e"))
    context.insert(group)
    group.entries = [entry]
    try context.save()
    context.delete(group)
    await turn()
    return (group, entry)
  }

  @Test func aFailureIsReportedAndDoesNotEndAutosaving() async throws {
    let (_, entry) = try await deniedDeletion()
    #expect(context.hasChanges)
    #expect(failures.all.count == 1 && failures.all[0].isMainContext && !failures.all[0].isLost)
    #expect(failures.all.first?.error as? SwiftDataError == .deleteDenied)
    #expect(context.autosaveError as? SwiftDataError == .deleteDenied)
    context.delete(entry)
    await turn()
    #expect(try count(Group.self) == 0 && count(Entry.self) == 0)
    #expect(context.autosaveError == nil)
    context.insert(Entry("later"))
    await turn()
    #expect(try count(Entry.self) == 1)
  }

  /// Changes that were made while it was switched off are saved after it is switched on.
  @Test func switchedOnAgain() async throws {
    let entry = Entry("e")
    context.insert(entry)
    await turn()
    context.autosaveEnabled = false
    let group = Group("g")
    context.insert(group)
    await turn()
    #expect(try count(Entry.self) == 1 && count(Group.self) == 0)
    context.autosaveEnabled = true
    await turn()
    #expect(try count(Group.self) == 1)
    #expect(!context.hasChanges)
  }

  /// An explicit save of a graph that is valid by now has nothing to say of the autosave before.
  @Test func anExplicitSaveOfAValidGraphSucceeds() async throws {
    let crew = Crew()
    context.insert(crew)
    await turn()
    #expect(failures.all.count == 1 && failures.all.first?.error as? SwiftDataError == .modelValidationFailure)
    crew.members = [Named("a")]
    try context.save()
    #expect(try count(Crew.self) == 1 && count(Named.self) == 1)
    #expect(context.autosaveError == nil)
  }

  private func changeMood(in folder: TestFolder) throws {
    try DatabaseQueue(path: folder.file().path).write { try $0.execute(sql: "UPDATE ZMOOD SET ZKIND = 'odd'") }
  }

  /// A value that cannot be read is reported, and keeps nothing else from being saved.
  @Test func aValueThatCannotBeReadStopsNoChange() async throws {
    let folder = try TestFolder()
    let container = try folder.container(Mood.self)
    let writer = ModelContext(container)
    let good = Mood(.good)
    writer.insert(good)
    try writer.save()
    try changeMood(in: folder)
    container.onAutosaveFailure = { [failures] in failures.add($0) }
    let context = container.mainContext
    // A fault is read by the getter, which cannot throw.
    let mood = try #require(context.model(for: good.persistentModelID) as? Mood)
    _ = mood.kind
    context.insert(Mood(.bad))
    await turn()
    #expect(failures.all.count == 1)
    #expect(!context.hasChanges && context.autosaveError == nil)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Mood>()) == 2)
  }

  /// Without a handler the failure is written to the standard error stream; what others have caused is tried again.
  @Test func aStoreThatWasLockedIsTriedAgain() throws {
    let folder = try TestFolder()
    let process = try SecondProcess("StoreProcess", "autosave", folder.file().path, saysErrors: true)
    let report = process.line()
    #expect(report?.contains("a context could not save by itself") == true)
    #expect(report?.contains("storeIsBusy") == true)
    #expect(process.line() == "unsaved: true")
    #expect(process.line() == "saved 1, error: false")
    process.end()
  }

  /// The change that mends it may be one of a model that has changed before.
  @Test func correctingTheSameModelSaves() async throws {
    let (a, b) = (Named("a"), Named("b"))
    context.insert(a)
    context.insert(b)
    try context.save()
    b.name = "a"
    await turn()
    #expect(failures.all.map { $0.error as? SwiftDataError } == [.uniqueConflict])
    b.name = "c"
    await turn()
    #expect(!context.hasChanges)
    #expect(try count(Named.self) == 2)
  }

  @Test func anExplicitSaveJudgesAnew() async throws {
    let (_, entry) = try await deniedDeletion()
    context.delete(entry)
    try context.save()
    #expect(try count(Group.self) == 0)
  }

  @Test func rollingBackEndsTheFailure() async throws {
    let (group, _) = try await deniedDeletion()
    context.rollback()
    #expect(!group.isDeleted)
    context.insert(Group("h"))
    await turn()
    #expect(try count(Group.self) == 2)
  }

  /// Another context writes other properties of the row all the while.
  @Test func changesOfOthersDoNotStopIt() async throws {
    let entry = Entry("e")
    context.insert(entry)
    try context.save()
    let container = container
    let other = Task.detached {
      let context = ModelContext(container)
      for _ in 0..<200 {
        try context.fetch(FetchDescriptor<Entry>())[0].pages += 1
        try context.save()
      }
    }
    for index in 0..<100 {
      entry.name = "edit \(index)"
      await turn()
    }
    try await other.value
    await turn()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Entry>())[0]
    #expect(stored.name == "edit 99" && stored.pages == 200)
    #expect(failures.all.isEmpty)
  }

  /// What cannot be written any more is reported once, and does not stop the rest.
  @Test func anEditOfADeletedRowIsReported() async throws {
    let entry = Entry("e")
    context.insert(entry)
    try context.save()
    entry.name = "lost"
    let other = ModelContext(container)
    other.delete(try other.fetch(FetchDescriptor<Entry>())[0])
    try other.save()
    await turn()
    #expect(failures.all.map { $0.error as? SwiftDataError } == [.optimisticLockFailure])
    context.insert(Entry("next"))
    await turn()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Entry>()).map(\.name) == ["next"])
  }

  @Test func aContextThatGoesReportsWhatItLoses() throws {
    do {
      let context = ModelContext(container)
      context.autosaveEnabled = true
      let group = Group("g")
      group.entries = [Entry("e")]
      context.insert(group)
    }
    #expect(try count(Group.self) == 1)
    do {
      let context = ModelContext(container)
      context.autosaveEnabled = true
      context.delete(try context.fetch(FetchDescriptor<Group>())[0])
    }
    #expect(failures.all.count == 1 && failures.all[0].isLost)
    #expect(try count(Group.self) == 1)
  }
}
