// SPDX-License-Identifier: Apache-2.0

import CrossProcessModels
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import Testing

/// A folder for one test's files, removed when the test lets go of it.
final class LiveFolder: Sendable {
  let url: URL

  init(_ test: String = #function) throws {
    let name = test.prefix { $0.isLetter || $0.isNumber }
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("swiftdata-live-\(name)-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String = "test.store") -> URL { url.appendingPathComponent(name) }
  func container() throws -> ModelContainer { try Live.container(file()) }
}

/// Waits for something that another thread or process brings about. A limit only ends a test that would hang: it counts
/// turns, not time, as a test among many may wait long for a thread.
func eventually(
  _ what: String, isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ isSo: () throws -> Bool
) async throws {
  for _ in 0..<30_000 {
    if try isSo() { return }
    try await Task.sleep(for: .milliseconds(1))
  }
  Issue.record("Never: \(what)", sourceLocation: sourceLocation)
  throw CancellationError()
}

extension ModelContainer {
  var sqliteStore: SQLiteRowStore? { _stores.first?.store as? SQLiteRowStore }
}

func books(_ context: ModelContext) throws -> [Int] {
  try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)])).map(\.number)
}
