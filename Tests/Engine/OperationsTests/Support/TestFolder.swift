// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization

/// A folder for one test's files, removed when the test lets go of it.
final class TestFolder {
  let url: URL

  init(_ test: String = #function) throws {
    let name = test.prefix { $0.isLetter || $0.isNumber }
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("swiftdata-care-\(name)-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String = "test.store") -> URL { url.appendingPathComponent(name) }

  func container(_ name: String = "test.store") throws -> ModelContainer {
    try ModelContainer(for: Album.self, Tag.self, configurations: ModelConfiguration(url: file(name)))
  }

  /// Everything in it but indexes and logs of open stores, by path.
  func names() throws -> [String] {
    let all = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
    return all.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
  }
}

func memoryContainer() throws -> ModelContainer {
  try ModelContainer(
    for: Album.self, Tag.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
}

extension ModelContext {
  func titles() throws -> [String] {
    try fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.title)])).map(\.title)
  }
}

/// A list that any thread may add to.
final class Collected<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  func append(_ element: Element) { elements.withLock { $0.append(element) } }

  var all: [Element] { elements.withLock { $0 } }
}

/// What `body` throws, as the library's error.
func failure(_ body: () throws -> Void) -> SwiftDataError? {
  do { try body() } catch { return error as? SwiftDataError }
  return nil
}

func failure(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async -> SwiftDataError? {
  do { try await body() } catch { return error as? SwiftDataError }
  return nil
}
