// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// What a bad file, a locked file or a foreign model gets: a thrown error
/// that names it, and nothing lost.
@Suite struct BadInputTests {
  typealias Author = Library.Author

  private func open(_ folder: TestFolder, allowsSave: Bool = true) throws -> ModelContainer {
    let schema = Schema([Author.self])
    return try ModelContainer(
      for: schema,
      configurations: [
        ModelConfiguration(schema: schema, url: folder.file(), allowsSave: allowsSave)
      ])
  }

  private func fill(_ folder: TestFolder, _ count: Int = 200) throws {
    let context = ModelContext(try open(folder))
    for index in 0..<count { context.insert(Author(uid: index, name: String(repeating: "x", count: 300))) }
    try context.save()
  }

  @Test func aFileThatIsNotADatabase() throws {
    let folder = try TestFolder()
    let text = Data(repeating: 65, count: 9000)
    try text.write(to: folder.file())
    let error = #expect(throws: SwiftDataError.self) { _ = try open(folder) }
    #expect(error == .storeIsNotADatabase)
    #expect(error?.file?.lastPathComponent == "test.store")
    #expect(try Data(contentsOf: folder.file()) == text)
  }

  /// Opening a pipe would wait for somebody to write to it.
  @Test(arguments: [false, true]) func aPipe(isLinked: Bool) throws {
    let folder = try TestFolder()
    let pipe = isLinked ? folder.file("pipe") : folder.file()
    try #require(mkfifo(pipe.path, 0o600) == 0)
    if isLinked { try FileManager.default.createSymbolicLink(at: folder.file(), withDestinationURL: pipe) }
    for allowsSave in [true, false] {
      let error = #expect(throws: SwiftDataError.self) { _ = try open(folder, allowsSave: allowsSave) }
      #expect(error == .storeIsNotADatabase && error?.explanation.contains("pipe") == true)
    }
  }

  @Test func aForeignDatabase() throws {
    let folder = try TestFolder()
    _ = try sqlite3(folder.file(), "CREATE TABLE people(name TEXT); INSERT INTO people VALUES('a');")
    let before = try Data(contentsOf: folder.file())
    #expect(throws: SwiftDataError.self) { _ = try open(folder) }
    #expect(try Data(contentsOf: folder.file()) == before)
  }

  @Test func aTruncatedFile() throws {
    let folder = try TestFolder()
    try fill(folder)
    try checkpoint(folder)
    let whole = try Data(contentsOf: folder.file())
    try whole.prefix(whole.count / 2 / 4096 * 4096).write(to: folder.file())
    let error = #expect(throws: SwiftDataError.self) {
      let context = ModelContext(try open(folder))
      _ = try context.fetch(FetchDescriptor<Author>())
    }
    #expect(error == .storeIsCorrupted)
  }

  private func checkpoint(_ folder: TestFolder) throws {
    _ = try sqlite3(folder.file(), "PRAGMA wal_checkpoint(TRUNCATE);")
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.file().path + suffix)
    }
  }

  @Test func readOnlyConfigurationsRefuseToSave() throws {
    let folder = try TestFolder()
    try fill(folder, 3)
    let context = ModelContext(try open(folder, allowsSave: false))
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 3)
    context.insert(Author(uid: 9, name: "n"))
    #expect(throws: SwiftDataError.storeIsReadOnly) { try context.save() }
    context.rollback()
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 3)
  }

  @Test func aMissingFileCannotBeOpenedReadOnly() throws {
    let folder = try TestFolder()
    #expect(throws: SwiftDataError.self) { _ = try open(folder, allowsSave: false) }
    #expect(!FileManager.default.fileExists(atPath: folder.file().path))
  }

  @Test func aModelOfAnotherSchemaIsRefusedAtTheSave() throws {
    let folder = try TestFolder()
    let context = ModelContext(try open(folder))
    context.insert(Chain(index: 1))
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .unknownSchema)
    #expect(error?.entity == "Chain")
  }

  @Test func anUnwritableFolder() throws {
    let schema = Schema([Author.self])
    let error = #expect(throws: SwiftDataError.self) {
      _ = try ModelContainer(
        for: schema,
        configurations: [
          ModelConfiguration(schema: schema, url: URL(fileURLWithPath: "/proc/nowhere/x.store"))
        ])
    }
    #expect(error?.description.contains("/proc/nowhere") == true)
  }

  @Test func duplicateConfigurations() throws {
    let folder = try TestFolder()
    let schema = Schema([Author.self])
    #expect(throws: SwiftDataError.duplicateConfiguration) {
      _ = try ModelContainer(
        for: schema,
        configurations: [
          ModelConfiguration("a", schema: schema, url: folder.file()),
          ModelConfiguration("b", schema: schema, url: folder.file()),
        ])
    }
  }
}
