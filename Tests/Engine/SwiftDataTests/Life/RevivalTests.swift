// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Deletions that are undone, after others have saved in the meantime.
struct RevivalTests {
  @Model final class Account {
    var name: String
    var balance = 0
    @Relationship(inverse: \Owner.accounts) var owners: [Owner] = []
    var bank: Bank?
    init(_ name: String) { self.name = name }
  }
  @Model final class Owner {
    var name: String
    var accounts: [Account] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Bank {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Account.bank) var accounts: [Account] = []
    init(_ name: String) { self.name = name }
  }

  enum Way: String, CaseIterable { case undo, insert, rollback }

  private let folder: TestFolder
  private let container: ModelContainer

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Account.self)
    let context = ModelContext(container)
    let account = Account("x")
    account.balance = 100
    account.owners = [Owner("a")]
    account.bank = Bank("first")
    context.insert(account)
    context.insert(Bank("second"))
    try context.save()
  }

  private func context(_ policy: MergePolicy = .error) -> ModelContext {
    let context = ModelContext(container)
    context.mergePolicy = policy
    context.undoManager = UndoManager()
    return context
  }

  private func account(_ context: ModelContext) throws -> Account {
    try #require(try context.fetch(FetchDescriptor<Account>()).first)
  }

  private func takeBack(_ way: Way, _ account: Account, _ context: ModelContext) {
    switch way {
    case .undo: context.undoManager?.undo()
    case .insert: context.insert(account)
    case .rollback: context.rollback()
    }
  }

  /// The values in memory and the version belong together, however the object comes back.
  @Test(arguments: Way.allCases, [true, false])
  func anIncrementOfSomebodyElsesIsKept(way: Way, mergedBefore: Bool) throws {
    let (context, other) = (context(), context())
    let (mine, theirs) = (try account(context), try account(other))
    context.delete(mine)
    theirs.balance += 50
    try other.save()
    if mergedBefore { _ = try context.fetch(FetchDescriptor<Bank>()) }
    takeBack(way, mine, context)
    #expect(mine.balance == 150)
    mine.balance += 1
    try context.save()
    #expect(try account(self.context()).balance == 151)
  }

  /// An unsaved value that somebody else has overwritten while the object was to be deleted is a conflict like any other.
  @Test(arguments: [Way.undo, .insert], MergePolicy.allCases)
  func unsavedValuesMeetThePolicy(way: Way, policy: MergePolicy) throws {
    let (context, other) = (context(policy), context())
    let (mine, theirs) = (try account(context), try account(other))
    mine.balance = 7
    context.processPendingChanges()
    context.delete(mine)
    theirs.balance = 150
    try other.save()
    takeBack(way, mine, context)
    switch policy {
    case .error:
      #expect(throws: SwiftDataError.optimisticLockFailure) { try context.save() }
      #expect(try account(self.context()).balance == 150)
    case .storeWins:
      try context.save()
      #expect(mine.balance == 150)
      #expect(try account(self.context()).balance == 150)
    case .memoryWins:
      try context.save()
      #expect(try account(self.context()).balance == 7)
    }
  }

  /// The policy takes the deletion back: "mine" does not go over "theirs".
  @Test func storeWinsGivesUpWhatWasSetBeforeTheDeletion() throws {
    let (context, other) = (context(.storeWins), context())
    let (mine, theirs) = (try account(context), try account(other))
    mine.name = "mine"
    context.delete(mine)
    theirs.name = "theirs"
    try other.save()
    try context.save()
    #expect(mine.name == "theirs" && !mine.isDeleted && !context.hasChanges)
    try context.save()
    #expect(try account(self.context()).name == "theirs")
  }

  /// Lists that others have changed meanwhile are read again, on both sides.
  @Test(arguments: [Way.undo, .insert])
  func listsFollow(way: Way) throws {
    let (context, other) = (context(), context())
    let (mine, theirs) = (try account(context), try account(other))
    #expect(mine.owners.count == 1)
    context.delete(mine)
    theirs.owners.append(Owner("b"))
    try other.save()
    let owners = try context.fetch(FetchDescriptor<Owner>(sortBy: [SortDescriptor(\.name)]))
    #expect(owners.map(\.accounts.count) == [0, 0] || owners[0].accounts.allSatisfy(\.isDeleted))
    takeBack(way, mine, context)
    #expect(Set(mine.owners.map(\.name)) == ["a", "b"])
    #expect(owners.allSatisfy { $0.accounts.count == 1 && $0.accounts[0] === mine })
    try context.save()
    #expect(Set(try account(self.context()).owners.map(\.name)) == ["a", "b"])
  }

  /// Somebody else has moved it: its row says where it is now.
  @Test(arguments: [Way.undo, .insert])
  func itStaysWhereItWasMoved(way: Way) throws {
    let (context, other) = (context(), context())
    let (mine, theirs) = (try account(context), try account(other))
    let first = try #require(mine.bank)
    #expect(first.accounts.count == 1)
    context.delete(mine)
    theirs.bank = try other.fetch(FetchDescriptor<Bank>()).first { $0.name == "second" }
    try other.save()
    takeBack(way, mine, context)
    #expect(mine.bank?.name == "second")
    #expect(first.accounts.isEmpty)
    try context.save()
    #expect(try account(self.context()).bank?.name == "second")
  }

  /// What somebody else has deleted, too, does not come back.
  @Test(arguments: Way.allCases)
  func aRowThatIsGoneStaysGone(way: Way) throws {
    let (context, other) = (context(), context())
    let (mine, theirs) = (try account(context), try account(other))
    context.delete(mine)
    other.delete(theirs)
    try other.save()
    takeBack(way, mine, context)
    #expect(mine.isDeleted)
    try context.save()
    #expect(try self.context().fetchCount(FetchDescriptor<Account>()) == 0)
  }

  /// Deleted and inserted again is as if nothing had happened, for undoing as well.
  @Test func deletedInsertedAgainAndUndone() throws {
    let context = context()
    let mine = try account(context)
    let owner = mine.owners[0]
    #expect(owner.accounts.count == 1)
    context.delete(mine)
    context.insert(mine)
    context.undoManager?.undo()
    #expect(mine.owners.count == 1 && owner.accounts.count == 1 && mine.bank != nil)
    let new = Owner("new")
    context.insert(new)
    mine.owners = [new]
    try context.save()
    #expect(try account(self.context()).owners.map(\.name) == ["new"])
  }

  // MARK: An object's relationship with itself

  @Model final class Guest {
    var name: String
    @Relationship(inverse: \Guest.friendOf) var friends: [Guest] = []
    var friendOf: [Guest] = []
    init(_ name: String) { self.name = name }
  }

  /// An unsaved change of a pair whose ends are both the object concerns two lists of it.
  @Test(arguments: [Way.undo, .insert], [true, false])
  func aPairWithItself(way: Way, takenApartByItsInverse: Bool) throws {
    let container = try memoryContainer(Guest.self)
    let context = ModelContext(container)
    context.undoManager = UndoManager()
    let guest = Guest("a")
    context.insert(guest)
    guest.friends = [guest]
    try context.save()
    let own = ModelContext(container)
    own.undoManager = UndoManager()
    let mine = try #require(try own.fetch(FetchDescriptor<Guest>()).first)
    #expect(mine.friends == [mine])
    // The other list is a fault while this one changes.
    if takenApartByItsInverse { mine.friendOf = [] } else { mine.friends = [] }
    #expect(mine.friends.isEmpty && mine.friendOf.isEmpty)
    own.processPendingChanges()
    own.delete(mine)
    if way == .undo { own.undoManager?.undo() } else { own.insert(mine) }
    #expect(mine.friends.isEmpty && mine.friendOf.isEmpty)
    try own.save()
    let stored = try #require(try ModelContext(container).fetch(FetchDescriptor<Guest>()).first)
    #expect(stored.friends.isEmpty && stored.friendOf.isEmpty)
    #expect(mine.friends.isEmpty && mine.friendOf.isEmpty)
  }
}
