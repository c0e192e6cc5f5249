import Foundation
import SwiftData

/// A store file for one test, in a directory of its own that goes away with the test.
///
/// ```swift
/// try withSeedStore(for: Track.self) { store in
///   try store.session { modelContext in … }  // writes
///   try store.session { modelContext in … }  // the file, opened again
/// }
/// ```
struct SeedStore: Sendable {
  let directory: URL
  let schema: Schema

  /// The store's file.
  var url: URL { directory.appendingPathComponent("seed.store", isDirectory: false) }

  /// Opens the file.
  func open() throws -> ModelContainer {
    try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
  }

  /// Opens the file, runs `body` in a context of its own, and lets go of both:
  /// what a later session sees was in the file.
  func session<R>(_ body: (ModelContext) throws -> R) throws -> R {
    try body(ModelContext(open()))
  }

  /// The bytes of the file and of those beside it as text: for what SQLite
  /// keeps as text, such as the statements that made tables and indexes.
  func text() throws -> String {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
      .map { directory.appendingPathComponent($0, isDirectory: false) }
      .filter { !$0.hasDirectoryPath && !isDirectory($0) }
      .map { String(decoding: try Data(contentsOf: $0).filter { $0 < 0x80 }, as: UTF8.self) }
      .joined()
  }

  private func isDirectory(_ url: URL) -> Bool {
    var answer: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &answer)
      && answer.boolValue
  }
}

/// Runs `body` with a new store file, which is removed afterwards.
func withSeedStore<R>(
  for types: any PersistentModel.Type..., body: (SeedStore) throws -> R
) throws -> R {
  try withTemporaryDirectory { try body(SeedStore(directory: $0, schema: Schema(types))) }
}

/// Runs `body` with a new store file, which is removed afterwards.
func withSeedStore<R>(
  for types: any PersistentModel.Type..., isolation: isolated (any Actor)? = #isolation,
  body: (SeedStore) async throws -> R
) async throws -> R {
  let directory = try makeTemporaryDirectory()
  defer { try? FileManager.default.removeItem(at: directory) }
  return try await body(SeedStore(directory: directory, schema: Schema(types)))
}

/// Runs `body` with a new directory, which is removed afterwards.
func withTemporaryDirectory<R>(_ body: (URL) throws -> R) throws -> R {
  let directory = try makeTemporaryDirectory()
  defer { try? FileManager.default.removeItem(at: directory) }
  return try body(directory)
}

func makeTemporaryDirectory() throws -> URL {
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("SpecificationTests-\(UUID().uuidString)", isDirectory: true)
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  return directory
}

/// A context of a new container that is in memory only.
func inMemoryContext(for types: any PersistentModel.Type...) throws -> ModelContext {
  try ModelContext(
    ModelContainer(
      for: Schema(types), configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
}
