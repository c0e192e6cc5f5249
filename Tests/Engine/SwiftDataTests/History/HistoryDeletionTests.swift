// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftData
import Testing

@Suite struct HistoryDeletionTests {
  typealias Note = Notebook.Note
  typealias Folder = Notebook.Folder

  let folder: TestFolder
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    folder = try TestFolder()
    container = try folder.container(
      Folder.self, Note.self, Notebook.Shape.self, Notebook.Circle.self)
    context = ModelContext(container)
  }

  private func saveNotes(_ count: Int) throws {
    for index in 0..<count {
      context.author = index.isMultiple(of: 2) ? "even" : "odd"
      context.insert(Note(code: "\(index)"))
      try context.save()
    }
  }

  @Test func everythingCanBeForgotten() throws {
    try saveNotes(3)
    let last = try #require(try context.transactions().last).token
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(try context.transactions().isEmpty)
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 3)
    #expect(try context.transactions(after: last).isEmpty)
    // Numbers are not used again.
    try saveNotes(1)
    #expect(try context.transactions(after: last).map(\.id) == [4])
  }

  @Test func partsCanBeForgotten() throws {
    try saveNotes(6)
    try context.deleteHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "odd" }))
    #expect(try context.transactions().map(\.id) == [1, 3, 5])
    let token = try context.transactions()[1].token
    try context.deleteHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token < token }))
    #expect(try context.transactions().map(\.id) == [3, 5])
    var one = HistoryDescriptor<DefaultHistoryTransaction>()
    one.fetchLimit = 1
    try context.deleteHistory(one)
    #expect(try context.transactions().map(\.id) == [5])
    #expect(try context.transactions().flatMap(\.changes).count == 1)
  }

  @Test func aTokenExpiresWhenItsSuccessorsAreForgotten() throws {
    try saveNotes(5)
    let tokens = try context.transactions().map(\.token)
    let third = tokens[2]
    try context.deleteHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= third }))
    #expect(try context.transactions(after: third).map(\.id) == [4, 5])
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.transactions(after: tokens[1])
    }
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.transactions(after: tokens[0])
    }
  }

  /// Older transactions are left, and followers of the history must hear of it all the same.
  @Test(arguments: [false, true]) func aTokenExpiresWhenTheMiddleIsForgotten(isReopened: Bool) throws {
    try saveNotes(2)
    context.author = "import"
    context.insert(Note(code: "import"))
    try context.save()
    try saveNotes(2)
    let tokens = try context.transactions().map(\.token)
    try context.deleteHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "import" }))
    let reader =
      isReopened
      ? ModelContext(
        try folder.container(Folder.self, Note.self, Notebook.Shape.self, Notebook.Circle.self))
      : context
    #expect(try reader.transactions().map(\.id) == [1, 2, 4, 5])
    for token in tokens[..<2] {
      #expect(throws: SwiftDataError.historyTokenExpired) { try reader.transactions(after: token) }
    }
    #expect(try reader.transactions(after: tokens[2]).map(\.id) == [4, 5])
    #expect(try reader.transactions(after: tokens[3]).map(\.id) == [5])
    #expect(try reader.transactions(after: tokens[4]).isEmpty)
    // The latest one, and then the oldest ones.
    try saveNotes(2)
    let fifth = tokens[4]
    try context.deleteHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(
        predicate: #Predicate { $0.token > fifth && $0.author == "odd" }))
    #expect(throws: SwiftDataError.historyTokenExpired) { try reader.transactions(after: tokens[4]) }
    let third = tokens[2]
    try context.deleteHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= third }))
    #expect(try reader.transactions().map(\.id) == [4, 5, 6])
    try saveNotes(1)
    let last = try #require(try reader.latestHistoryToken())
    #expect(try reader.transactions(after: last).isEmpty)
    #expect(throws: SwiftDataError.historyTokenExpired) { try reader.transactions(after: tokens[4]) }
  }

  @Test func aTokenOfALaterCopyExpires() throws {
    try saveNotes(2)
    let store = try #require(container.storeIdentifier(forConfigurationNamed: "default"))
    let data = Data(#"{"tokenValue":{"\#(store)":7}}"#.utf8)
    let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: data)
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.transactions(after: token) }
  }

  @Test func tombstonesOfAllKindsOfDeletion() throws {
    let due = Date(timeIntervalSinceReferenceDate: 1000)
    let parent = Folder(name: "f")
    context.insert(parent)
    for index in 0..<3 {
      context.insert(Note(code: "child \(index)", due: due, folder: parent))
    }
    context.insert(Note(code: "alone"))
    for index in 0..<3 { context.insert(Note(code: "batch \(index)", rank: 9)) }
    try context.save()
    context.delete(parent)
    try context.save()
    try context.delete(model: Note.self, where: #Predicate { $0.rank == 9 })
    try context.save()
    try context.delete(model: Note.self)
    try context.save()

    var codes: [[String]] = []
    for transaction in try context.transactions().dropFirst() {
      codes.append(
        transaction.changes.compactMap { change in
          guard case .delete(let delete as DefaultHistoryDelete<Note>) = change else { return nil }
          #expect(Array(delete.tombstone).count == (delete.tombstone[\.due] == nil ? 1 : 2))
          if let date = delete.tombstone[\.due] { #expect(date as? Date == due) }
          return delete.tombstone[\.code] as? String
        }.sorted())
    }
    #expect(
      codes == [
        ["child 0", "child 1", "child 2"], ["batch 0", "batch 1", "batch 2"], ["alone"],
      ])
  }

  @Model final class Picture {
    @Attribute(.externalStorage, .preserveValueOnDeletion) var data: Data?
    init(_ data: Data?) { self.data = data }
  }

  enum Deletion: CaseIterable { case ofTheModel, byPredicate, byTheTool }

  /// In the column, and in a file.
  @Test(arguments: [2, 200_000], Deletion.allCases)
  func tombstonesOfLargeValuesHaveTheValues(size: Int, deletion: Deletion) throws {
    let container = try folder.container(Picture.self, name: "pictures.store")
    let context = ModelContext(container)
    let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &+ 7) })
    let picture = Picture(data)
    context.insert(picture)
    try context.save()
    switch deletion {
    case .ofTheModel:
      context.delete(picture)
      try context.save()
    case .byPredicate: try context.delete(model: Picture.self)
    case .byTheTool:
      let key = try #require(picture.persistentModelID.rowKey)
      _ = try StoreEditor(folder.file("pictures.store")).save([.delete(ObjectReference(entity: "Picture", key: key))])
    }
    var values: [Data?] = []
    for change in try ModelContext(container).transactions().flatMap(\.changes) {
      guard case .delete(let delete as DefaultHistoryDelete<Picture>) = change else { continue }
      values.append(delete.tombstone[\.data] as? Data)
    }
    #expect(values == [data])
  }

  @Test func aRolledBackDeletionLeavesNoTombstone() throws {
    let note = Note(code: "a")
    context.insert(note)
    try context.save()
    context.delete(note)
    context.rollback()
    note.title = "kept"
    try context.save()
    context.delete(note)
    try context.save()
    let deletions = try context.transactions().flatMap(\.changes).compactMap {
      if case .delete(let delete as DefaultHistoryDelete<Note>) = $0 {
        return delete.tombstone[\.code] as? String
      }
      return nil
    }
    #expect(deletions == ["a"])
  }

  @Test func subclassesHaveTheirOwnTypeInHistory() throws {
    let circle = Notebook.Circle(name: "c", radius: 1, color: "red")
    context.insert(circle)
    context.insert(Notebook.Shape(name: "s"))
    try context.save()
    circle.radius = 2
    circle.name = "d"
    try context.save()
    context.delete(circle)
    try context.save()
    let changes = try context.transactions().map(\.changes)
    #expect(
      changes[0].contains {
        if case .insert(_ as DefaultHistoryInsert<Notebook.Circle>) = $0 { true } else { false }
      })
    guard case .update(let update as DefaultHistoryUpdate<Notebook.Circle>) = changes[1][0],
      case .delete(let delete as DefaultHistoryDelete<Notebook.Circle>) = changes[2][0]
    else {
      Issue.record("unexpected \(changes)")
      return
    }
    #expect(update.updatedPropertyNames == ["name", "radius"])
    #expect(update.updatedAttributes.contains(\.radius))
    #expect(update.updatedAttributes.count == 2)
    #expect(update.updatedAttributes.map { circle[keyPath: $0] as? String }.contains("d"))
    #expect(delete.tombstone[\.name] as? String == "d")
    #expect(delete.tombstone[\.color] as? String == "red")
  }
}
