// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport
import SwiftData
import Testing

/// A process that may only read: it can make neither a log nor its index beside the store.
@Suite struct ReadOnlyProcessTests {
  /// As `StoreProcess` has it.
  @Model final class Entry {
    #Unique<Entry>([\.batch, \.number])
    var batch: Int
    var number: Int
    var text: String

    init(_ number: Int) {
      batch = 1
      self.number = number
      text = "t"
    }
  }

  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try add(1...3)
  }

  private func context() throws -> ModelContext { ModelContext(try folder.container(Entry.self)) }

  private func add(_ numbers: ClosedRange<Int>, _ context: ModelContext? = nil) throws {
    let context = try context ?? self.context()
    for number in numbers { context.insert(Entry(number)) }
    try context.save()
  }

  private func set(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  /// The folder and the files may be read by anybody, and written to by the superuser at most.
  private func withoutWriting<R>(_ body: () throws -> R) throws -> R {
    let files = ["", "-wal", "-shm"].map { folder.file().path + $0 }
      .filter { FileManager.default.fileExists(atPath: $0) }
    for file in files { try set(0o444, file) }
    try set(0o555, folder.url.path)
    defer {
      try? set(0o755, folder.url.path)
      for file in files { try? set(0o644, file) }
    }
    return try body()
  }

  @Test func aClosedStoreIsRead() throws {
    #expect(!FileManager.default.fileExists(atPath: folder.file().path + "-wal"))
    try withoutWriting {
      let process = try SecondProcess("StoreProcess", "read-only", folder.file().path)
      #expect(process.line() == "3")
      process.finish()
    }
  }

  /// Without locks, pages of two moments would be read.
  @Test func aStoreThatIsWrittenToIsReadAgain() throws {
    let process = try withoutWriting {
      let process = try SecondProcess("StoreProcess", "read-only", folder.file().path)
      #expect(process.line() == "3")
      return process
    }
    // Opened and closed: the file is another one, and without a log again.
    try add(4...400)
    try withoutWriting { #expect(process.ask("again") == "400") }
    // Open: the latest rows are in the log, whose index is there now.
    let context = try context()
    try add(401...402, context)
    try withoutWriting { #expect(process.ask("again") == "402") }
    try add(403...403, context)
    try withoutWriting { #expect(process.ask("again") == "403") }
    #expect(process.finish() == 0)
  }
}
