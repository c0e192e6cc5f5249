// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A context changes objects of which it has merged already that somebody else has deleted them, while the program may not
/// have noticed: what it has fetched vanishes at the next fetch.
struct LateChangeTests {
  private struct Late {
    private let files: TestFolder
    let container: ModelContainer
    let context: ModelContext
    let file: Desk.File
    let folder: Desk.Folder

    init(_ policy: MergePolicy) throws {
      files = try TestFolder()
      container = try Desk.container(files)
      context = ModelContext(container)
      context.mergePolicy = policy
      context.insert(Desk.File(1, Desk.Folder("a"), text: "first"))
      context.insert(Desk.Folder("b"))
      try context.save()
      file = try Desk.file(1, in: context)
      let other = ModelContext(container)
      other.delete(try Desk.file(1, in: other))
      try other.save()
      let folders = FetchDescriptor<Desk.Folder>(predicate: #Predicate { $0.name == "b" })
      folder = try #require(try context.fetch(folders).first)
      #expect(file.isDeleted && !context.hasChanges)
    }

    func transactions() throws -> Int {
      try ModelContext(container).fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count
    }

    func expectOutcome(_ policy: MergePolicy) throws {
      let before = try transactions()
      #expect(context.hasChanges)
      if policy == .storeWins {
        try context.save()
      } else {
        let error = #expect(throws: SwiftDataError.self) { try context.save() }
        #expect(error == .optimisticLockFailure && error?.entity == "File")
        // It stays so until somebody decides.
        #expect(throws: SwiftDataError.optimisticLockFailure) { try context.save() }
        context.rollback()
        try context.save()
      }
      #expect(!context.hasChanges && file.isDeleted)
      #expect(try transactions() == before)
    }
  }

  @Test(arguments: MergePolicy.allCases)
  func anAttribute(policy: MergePolicy) throws {
    let late = try Late(policy)
    late.file.text = "mine"
    try late.expectOutcome(policy)
    // Not once only.
    late.file.text = "mine again"
    try late.expectOutcome(policy)
  }

  /// The other side is not touched: no row will lead to it.
  @Test(arguments: MergePolicy.allCases)
  func aRelationship(policy: MergePolicy) throws {
    let late = try Late(policy)
    #expect(late.folder.files.isEmpty)
    late.file.folder = late.folder
    #expect(late.folder.files.isEmpty)
    try late.expectOutcome(policy)
    late.file.folder = nil
    try late.expectOutcome(policy)
    #expect(late.folder.files.isEmpty)
  }

  /// What else has changed is saved, once the lost change is out of the way.
  @Test func otherChangesAreSaved() throws {
    let late = try Late(.storeWins)
    late.file.text = "mine"
    late.folder.name = "c"
    try late.context.save()
    #expect(try ModelContext(late.container).fetch(FetchDescriptor<Desk.Folder>()).map(\.name).sorted() == ["a", "c"])
    #expect(!late.context.hasChanges)
  }

  /// The program has decided that itself.
  @Test func whatTheContextHasDeletedItselfIsNoConflict() throws {
    let files = try TestFolder()
    let container = try Desk.container(files)
    let context = ModelContext(container)
    context.insert(Desk.File(1, text: "first"))
    context.insert(Desk.File(2, text: "second"))
    try context.save()
    let (one, two) = (try Desk.file(1, in: context), try Desk.file(2, in: context))
    try context.delete(model: Desk.File.self, where: #Predicate { $0.id == 1 })
    one.text = "late"
    context.delete(two)
    two.text = "late"
    try context.save()
    (one.text, two.text) = ("later", "later")
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Desk.File>()) == 0)
  }
}
