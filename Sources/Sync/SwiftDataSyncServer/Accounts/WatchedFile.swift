// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Contents of a file that an administrator may change while the server works.
package final class WatchedFile<Contents: Sendable>: Sendable {
  private struct Stamp: Hashable {
    var modified: Date?
    var size: Int?
    var number: Int?
  }

  private let path: String
  private let parse: @Sendable (Data) throws -> Contents
  private let state: Mutex<(stamp: Stamp, contents: Contents)>

  package init(path: String, parse: @escaping @Sendable (Data) throws -> Contents) throws {
    self.path = path
    self.parse = parse
    // Before it is read: what is written meanwhile is read again.
    let stamp = Self.stamp(path)
    state = Mutex((stamp, try parse(try Self.data(path))))
  }

  package var contents: Contents { state.withLock { $0.contents } }

  /// Reads the file again if it has changed.
  ///
  /// - Returns: Whether there are other contents now.
  /// - Throws: If they cannot be used, once for each change; the former ones stay.
  package func refresh() throws -> Bool {
    let stamp = Self.stamp(path)
    let isNew = state.withLock { state in
      defer { state.stamp = stamp }
      return state.stamp != stamp
    }
    guard isNew else { return false }
    let contents = try parse(try Self.data(path))
    state.withLock { $0.contents = contents }
    return true
  }

  private static func stamp(_ path: String) -> Stamp {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return Stamp(
      modified: attributes?[.modificationDate] as? Date, size: attributes?[.size] as? Int,
      number: attributes?[.systemFileNumber] as? Int)
  }

  private static func data(_ path: String) throws -> Data {
    do { return try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw ServerFileError(text: "\(path) cannot be read")
    }
  }
}

/// A value that is compared with the one before.
final class WatchedValue<Value: Hashable & Sendable>: Sendable {
  private let last = Mutex<Value?>(nil)

  /// False the first time.
  func changes(to value: Value) -> Bool {
    last.withLock { last in
      defer { last = value }
      return last != nil && last != value
    }
  }
}

/// A file for the server that cannot be used. Its text has no tokens and no keys.
package struct ServerFileError: Error, Hashable, CustomStringConvertible {
  package var text: String
  package var description: String { text }

  package init(text: String) { self.text = text }
}
