// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// A store that stays open while other programs may write to it.
///
/// No lock is held between two readings, so nobody waits for one who only looks. When the files have changed, the store
/// is opened anew: its tables, and even its model, may be others.
final class LiveStore: LiveSource {
  let url: URL
  private var opened: (store: Store, state: FileState)?
  private var isReading = false
  /// Counts how often the store was opened: what was found in it before is out of date.
  private(set) var generation = 0

  /// - Parameter url: the file; it need not exist yet.
  init(_ url: URL) { self.url = url.resolvingSymlinksInPath() }

  func state() -> StudioState { .file(FileState(url)) }

  /// - Throws: ``StoreError`` if the file is no store that can be read.
  func read<T>(_ body: (any RowSource) throws -> T) throws -> T {
    let before = FileState(url)
    let store = try store(before)
    let result: Result<T, any Error>
    do {
      result = .success(try body(store))
    } catch {
      result = .failure(error)
    }
    // Without a log's index there are no locks: another program may have written meanwhile.
    if FileState(url) != before {
      close()
      if !isReading {
        isReading = true
        defer { isReading = false }
        return try read(body)
      }
    } else {
      try? store.connection.execute("COMMIT")
    }
    return try result.get()
  }

  private func store(_ state: FileState) throws -> Store {
    if let opened, opened.state == state, (try? opened.store.connection.execute("BEGIN")) != nil {
      return opened.store
    }
    close()
    // In a transaction of its own from the start.
    let store = try Store(reading: url)
    generation += 1
    opened = (store, state)
    return store
  }

  func close() {
    opened?.store.connection.close()
    opened = nil
  }
}
