// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization
import Testing

private final class RetryCounter: StoreActivityObserver {
  private let retries = Mutex(0)
  var count: Int { retries.withLock { $0 } }
  func didRetry(_ retry: RetryActivity) { retries.withLock { $0 += 1 } }
}

/// Two contexts, or two processes, change one row.
struct MergePolicyTests {
  private struct Pair {
    let container: ModelContainer
    let one: ModelContext
    let two: ModelContext
    let mine: Desk.File
    let theirs: Desk.File

    init(_ container: ModelContainer, _ other: ModelContainer) throws {
      self.container = container
      one = ModelContext(container)
      two = ModelContext(other)
      one.insert(Desk.File(1, Desk.Folder("a"), text: "first"))
      one.insert(Desk.Folder("b"))
      try one.save()
      mine = try Desk.file(1, in: one)
      theirs = try Desk.file(1, in: two)
      _ = theirs.text
    }

    func stored() throws -> Desk.File { try Desk.file(1, in: ModelContext(container)) }
  }

  private func pair(processes: Bool, _ folder: TestFolder) throws -> Pair {
    let container = try Desk.container(folder)
    return try Pair(container, processes ? Desk.container(folder) : container)
  }

  @Test(arguments: [false, true])
  func sameProperty(processes: Bool) throws {
    for policy in MergePolicy.allCases {
      let folder = try TestFolder()
      let pair = try pair(processes: processes, folder)
      pair.one.mergePolicy = policy
      pair.mine.text = "mine"
      pair.theirs.text = "theirs"
      pair.theirs.pages = 7
      try pair.two.save()
      switch policy {
      case .error:
        let error = #expect(throws: SwiftDataError.self) { try pair.one.save() }
        #expect(error == .optimisticLockFailure && error?.property == "text")
        #expect(pair.mine.text == "mine")
        // It stays a conflict until somebody decides.
        #expect(throws: SwiftDataError.optimisticLockFailure) { try pair.one.save() }
        pair.one.rollback()
        #expect(pair.mine.text == "theirs" && pair.mine.pages == 7)
        pair.mine.text = "again"
        try pair.one.save()
        #expect(try pair.stored().text == "again")
      case .memoryWins:
        try pair.one.save()
        #expect(pair.mine.text == "mine" && pair.mine.pages == 7)
        #expect(try pair.stored().text == "mine")
        #expect(try pair.stored().pages == 7)
      case .storeWins:
        try pair.one.save()
        #expect(pair.mine.text == "theirs" && pair.mine.pages == 7)
        #expect(!pair.one.hasChanges)
        #expect(try pair.stored().text == "theirs")
      }
    }
  }

  @Test(arguments: MergePolicy.allCases)
  func differentPropertiesMeet(_ policy: MergePolicy) throws {
    let folder = try TestFolder()
    let pair = try pair(processes: false, folder)
    pair.one.mergePolicy = policy
    pair.mine.text = "mine"
    pair.theirs.pages = 7
    try pair.two.save()
    try pair.one.save()
    #expect(try pair.stored().text == "mine")
    #expect(try pair.stored().pages == 7)
    #expect(pair.mine.pages == 7)
  }

  /// What has been merged before the save has been seen.
  @Test func mergedBeforeTheSaveIsNoConflict() throws {
    let folder = try TestFolder()
    let pair = try pair(processes: false, folder)
    pair.mine.text = "mine"
    pair.theirs.text = "theirs"
    try pair.two.save()
    pair.one.processPendingChanges()
    #expect(pair.mine.text == "mine")
    try pair.one.save()
    #expect(try pair.stored().text == "mine")
  }

  /// Another process has changed a row between the last look of a context and a save of another context of the
  /// container, which is all that the context hears of.
  @Test(arguments: MergePolicy.allCases)
  func aForeignChangeBehindAnAnnouncedOne(policy: MergePolicy) throws {
    let folder = try TestFolder()
    let pair = try pair(processes: false, folder)
    pair.one.mergePolicy = policy
    pair.two.mergePolicy = .memoryWins
    let foreign = ModelContext(try Desk.container(folder))
    try Desk.file(1, in: foreign).text = "foreign"
    try foreign.save()
    pair.mine.text = "mine"
    pair.theirs.pages = 7
    try pair.two.save()
    switch policy {
    case .error:
      let error = #expect(throws: SwiftDataError.self) { try pair.one.save() }
      #expect(error == .optimisticLockFailure && error?.property == "text")
      pair.one.rollback()
      #expect(pair.mine.text == "foreign")
    case .memoryWins: try pair.one.save()
    case .storeWins:
      try pair.one.save()
      #expect(pair.mine.text == "foreign")
    }
    #expect(try pair.stored().text == (policy == .memoryWins ? "mine" : "foreign"))
    #expect(try pair.mine.pages == 7 && pair.stored().pages == 7)
  }

  /// A deletion after a foreign change that an announced one hides.
  @Test func aDeletionAfterAForeignChangeBehindAnAnnouncedOne() throws {
    let folder = try TestFolder()
    let pair = try pair(processes: false, folder)
    pair.two.mergePolicy = .memoryWins
    let foreign = ModelContext(try Desk.container(folder))
    try Desk.file(1, in: foreign).text = "foreign"
    try foreign.save()
    pair.one.delete(pair.mine)
    pair.theirs.notes.append(Desk.Note("of others"))
    try pair.two.save()
    #expect(throws: SwiftDataError.optimisticLockFailure) { try pair.one.save() }
    pair.one.rollback()
    #expect(!pair.mine.isDeleted && pair.mine.text == "foreign")
  }

  /// What contexts of one container save is known to each other, in whatever order they hear of it: nothing is tried again.
  @Test func announcedChangesOfOthersCauseNoRetry() throws {
    let folder = try TestFolder()
    let pair = try pair(processes: false, folder)
    let counter = RetryCounter()
    pair.container.activityObservers = [counter]
    for round in 1...5 {
      pair.mine.text = "mine \(round)"
      pair.theirs.pages = round
      pair.theirs.notes.append(Desk.Note("\(round)"))
      try pair.two.save()
      if round > 2 {
        pair.theirs.pages = -round
        try pair.two.save()
      }
      try pair.one.save()
      #expect(try pair.stored().text == "mine \(round)")
    }
    #expect(counter.count == 0)
  }

  @Test(arguments: [false, true])
  func movedTwice(processes: Bool) throws {
    let folder = try TestFolder()
    let pair = try pair(processes: processes, folder)
    pair.one.mergePolicy = .storeWins
    let new = Desk.Folder("c")
    pair.one.insert(new)
    #expect(new.files.isEmpty)
    pair.mine.folder = new
    pair.theirs.folder = try Desk.folder("b", in: pair.two)
    let mineB = try Desk.folder("b", in: pair.one)
    #expect(mineB.files.isEmpty)
    try pair.two.save()
    try pair.one.save()
    #expect(pair.mine.folder?.name == "b")
    #expect(new.files.isEmpty && mineB.files.map(\.id) == [1])
    #expect(try Desk.stored(pair.container) == ["1→b"])
  }

  @Test(arguments: [false, true])
  func editedHereDeletedThere(processes: Bool) throws {
    for policy in MergePolicy.allCases {
      let folder = try TestFolder()
      let pair = try pair(processes: processes, folder)
      pair.one.mergePolicy = policy
      pair.mine.text = "an hour of work"
      pair.two.delete(pair.theirs)
      try pair.two.save()
      if policy == .storeWins {
        try pair.one.save()
      } else {
        #expect(throws: SwiftDataError.optimisticLockFailure) { try pair.one.save() }
        #expect(pair.mine.text == "an hour of work")
        pair.one.rollback()
        try pair.one.save()
      }
      #expect(pair.mine.isDeleted)
      #expect(try Desk.stored(pair.container).isEmpty)
    }
  }

  /// It can only be rolled back: no fetch finds it.
  @Test func whatOthersHaveDeletedIsNotFetched() throws {
    let folder = try TestFolder()
    let pair = try pair(processes: false, folder)
    pair.mine.text = "an hour of work"
    pair.two.delete(pair.theirs)
    try pair.two.save()
    #expect(try pair.one.fetch(FetchDescriptor<Desk.File>()).isEmpty)
    #expect(try pair.one.fetchCount(FetchDescriptor<Desk.File>()) == 0)
    #expect(pair.mine.isDeleted && pair.one.hasChanges)
  }

  @Test(arguments: [false, true])
  func editedHereDeletedThereByPredicate(processes: Bool) throws {
    let folder = try TestFolder()
    let pair = try pair(processes: processes, folder)
    pair.mine.text = "an hour of work"
    try pair.two.delete(model: Desk.File.self)
    try pair.two.save()
    #expect(throws: SwiftDataError.optimisticLockFailure) { try pair.one.save() }
  }

  @Test(arguments: [false, true])
  func deletedHereEditedThere(processes: Bool) throws {
    for policy in MergePolicy.allCases {
      let folder = try TestFolder()
      let pair = try pair(processes: processes, folder)
      pair.one.mergePolicy = policy
      pair.one.delete(pair.mine)
      pair.theirs.text = "theirs"
      try pair.two.save()
      switch policy {
      case .error:
        #expect(throws: SwiftDataError.optimisticLockFailure) { try pair.one.save() }
        #expect(try Desk.stored(pair.container) == ["1→a"])
        pair.one.rollback()
        #expect(!pair.mine.isDeleted && pair.mine.text == "theirs")
      case .memoryWins:
        try pair.one.save()
        #expect(try Desk.stored(pair.container).isEmpty)
      case .storeWins:
        try pair.one.save()
        #expect(!pair.mine.isDeleted && pair.mine.text == "theirs")
        #expect(try Desk.stored(pair.container) == ["1→a"])
        #expect(try Desk.folder("a", in: pair.one).files.map(\.id) == [1])
      }
    }
  }

  /// Children are rows of their own: a parent that gets some from everywhere
  /// is no conflict, under any policy.
  @Test(arguments: [false, true])
  func newChildrenOfOneParent(processes: Bool) throws {
    let folder = try TestFolder()
    let pair = try pair(processes: processes, folder)
    let (a, b) = (try Desk.folder("a", in: pair.one), try Desk.folder("a", in: pair.two))
    _ = (a.files.count, b.files.count)
    for id in 10..<30 {
      a.files.append(Desk.File(id))
      b.files.append(Desk.File(id + 100))
      try pair.two.save()
      try pair.one.save()
    }
    let stored = try Desk.folder("a", in: ModelContext(pair.container))
    #expect(stored.files.count == 41)
    if !processes {
      pair.one.processPendingChanges()
      #expect(a.files.count == 41)
    }
  }

  /// Each context reads, adds one and saves, as often as it succeeds: none is lost.
  @Test func incrementsFromManyContexts() async throws {
    let folder = try TestFolder()
    let container = try Desk.container(folder)
    let context = ModelContext(container)
    context.insert(Desk.File(1))
    try context.save()
    let rounds = 60
    let saved = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let context = ModelContext(container)
          var saved = 0
          for _ in 0..<rounds {
            do {
              try Desk.file(1, in: context).pages += 1
              try context.save()
              saved += 1
            } catch SwiftDataError.optimisticLockFailure {
              context.rollback()
            }
          }
          return saved
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(try Desk.file(1, in: ModelContext(container)).pages == saved)
    #expect(saved >= rounds)
  }

  // MARK: One to one

  /// Two contexts give one passport to two people, or one person two passports.
  @Test(arguments: MergePolicy.allCases, [false, true])
  func pairedTwice(_ policy: MergePolicy, byPassport: Bool) throws {
    let container = try Desk.container()
    let (one, two) = (ModelContext(container), ModelContext(container))
    one.mergePolicy = policy
    for key in [1, 2] {
      one.insert(Desk.Person(key))
      one.insert(Desk.Passport("\(key)"))
    }
    try one.save()
    func people(_ context: ModelContext) throws -> [Desk.Person] {
      try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.key)]))
    }
    func passports(_ context: ModelContext) throws -> [Desk.Passport] {
      try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.number)]))
    }
    func sides(_ context: ModelContext) throws -> [String] {
      try people(context).map { "\($0.key)-\($0.passport?.number ?? "")" }
        + passports(context).map { "\($0.person.map { "\($0.key)" } ?? "")-\($0.number)" }
    }
    let (mine, theirs) = (try people(one), try people(two))
    let (here, there) = (try passports(one), try passports(two))
    mine[0].passport = here[0]
    if byPassport { theirs[1].passport = there[0] } else { theirs[0].passport = there[1] }
    try two.save()
    let first = ["1-1", "2-", "1-1", "-2"]
    let second = byPassport ? ["1-", "2-1", "2-1", "-2"] : ["1-2", "2-", "-1", "1-2"]
    if policy == .error {
      #expect(throws: SwiftDataError.optimisticLockFailure) { try one.save() }
      #expect(try sides(one) == first)
      one.rollback()
    } else {
      try one.save()
    }
    let expected = policy == .memoryWins ? first : second
    #expect(try sides(one) == expected)
    #expect(try sides(ModelContext(container)) == expected)
    two.processPendingChanges()
    #expect(try sides(two) == expected)
  }

  /// No key of a deleted row stays in the partner that it got meanwhile.
  @Test(arguments: [false, true])
  func pairedThereDeletedHere(processes: Bool) throws {
    let folder = try TestFolder()
    let container = try Desk.container(folder)
    let (one, two) = (
      ModelContext(container), ModelContext(processes ? try Desk.container(folder) : container)
    )
    one.mergePolicy = .memoryWins
    let person = Desk.Person(1)
    one.insert(person)
    one.insert(Desk.Passport("1"))
    try one.save()
    one.delete(person)
    try two.fetch(FetchDescriptor<Desk.Person>())[0].passport =
      try two.fetch(FetchDescriptor<Desk.Passport>())[0]
    try two.save()
    try one.save()
    let fresh = ModelContext(container)
    #expect(try fresh.fetchCount(FetchDescriptor<Desk.Person>()) == 0)
    let dangling = #Predicate<Desk.Passport> { $0.person != nil }
    #expect(try fresh.fetchCount(FetchDescriptor(predicate: dangling)) == 0)
    #expect(try StoreChecker.check(folder.file()).isEmpty)
  }

  /// What others have deleted leaves lists that have unsaved changes.
  @Test func aChangedListLosesWhatOthersHaveDeleted() throws {
    let folder = try TestFolder()
    let pair = try pair(processes: false, folder)
    let owner = try Desk.folder("a", in: pair.one)
    #expect(owner.files.count == 1)
    owner.files.append(Desk.File(2))
    pair.two.delete(pair.theirs)
    try pair.two.save()
    pair.one.processPendingChanges()
    #expect(owner.files.map(\.id) == [2])
    try pair.one.save()
    #expect(try Desk.stored(pair.container) == ["2→a"])
  }
}
