// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// What happens to the files of a store while it is open.
@Suite struct OpenFileTests {
  @Model final class Note {
    var text: String
    init(_ text: String) { self.text = text }
  }

  private let folder: TestFolder
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Note.self)
    context = ModelContext(container)
    context.insert(Note("first"))
    try context.save()
  }

  private func remove(_ names: String...) throws {
    for name in names { try FileManager.default.removeItem(at: folder.file(name)) }
  }

  private func expectRefusal(of kind: SwiftDataError = .storeFailure) {
    context.insert(Note("lost"))
    let error = #expect(throws: kind) { try context.save() }
    #expect(error?.file != nil && error?.advice != nil)
    // What was to be saved is still there.
    #expect(context.hasChanges)
  }

  @Test func savingIntoADeletedFileFails() throws {
    try remove("test.store", "test.store-wal", "test.store-shm")
    expectRefusal()
    // A new store in its place is another one.
    let new = ModelContext(try folder.container(Note.self))
    new.insert(Note("new"))
    try new.save()
    expectRefusal()
    #expect(try ModelContext(new.container).fetch(FetchDescriptor<Note>()).map(\.text) == ["new"])
  }

  @Test func savingIntoAReplacedFileFails() throws {
    let other = try folder.container(Note.self, name: "other.store")
    let writer = ModelContext(other)
    for number in 0..<3 { writer.insert(Note("other \(number)")) }
    try writer.save()
    try remove("test.store")
    try FileManager.default.copyItem(at: folder.file("other.store"), to: folder.file())
    expectRefusal()
  }

  /// A reader that is opened later would take the new file for the old one.
  @Test func readersOfAReplacedFileFail() throws {
    try FileManager.default.moveItem(at: folder.file(), to: folder.file("moved.store"))
    try Data().write(to: folder.file())
    #expect(throws: SwiftDataError.storeFailure) {
      try ModelContext(container).fetch(FetchDescriptor<Note>())
    }
    expectRefusal()
    // Put back, it is the store's again.
    try remove("test.store")
    try FileManager.default.moveItem(at: folder.file("moved.store"), to: folder.file())
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Note>()) == 2)
  }

  @Test func savingWithoutTheLogFails() throws {
    try remove("test.store-wal")
    expectRefusal()
  }

  @Test(arguments: [Data(), Data("not a database at all".utf8)])
  func savingIntoAnOverwrittenFileFails(content: Data) throws {
    let handle = try FileHandle(forWritingTo: folder.file())
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: content)
    try handle.close()
    expectRefusal(of: .storeIsCorrupted)
  }
}
