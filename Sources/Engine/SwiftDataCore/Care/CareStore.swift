// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A store that can be copied, replaced, checked and compacted while it is open.
package protocol CareStore: RowStore {
  /// Holds the store's contents as they are now; others may go on writing.
  ///
  /// The copy is used, and closed, on the thread that has begun it.
  func beginCopy() throws -> any _StoreCopy

  /// Reads a copy and checks it against the store, which stays as it is.
  ///
  /// - Parameter missing: Files of large values that the copy is known to lack.
  func prepareReplacement(from copy: URL, missing: Set<String>, _ work: LongWork) throws -> any _StoreReplacement

  /// The damage of the store.
  func findProblems(_ name: String, _ work: LongWork) throws -> [IntegrityReport.Problem]

  /// Gives back the room that the store does not need.
  ///
  /// - Returns: How many bytes it was.
  func compact(_ work: LongWork) throws -> Int64

  /// How long a write waits for other programs, in seconds.
  func setBusyTimeout(_ seconds: Double)
}

/// The contents of a store at one time.
package protocol _StoreCopy: AnyObject {
  /// With the files of large values.
  var bytes: Int64 { get }
  /// The name that the copy gets, such as `default.store`.
  var fileName: String { get }
  /// Writes them.
  ///
  /// - Returns: Files of large values that the store lacks.
  func write(to file: URL, _ work: LongWork) throws -> [String]
  func close()
}

/// The new contents of a store.
package protocol _StoreReplacement: AnyObject {
  /// With the files of large values.
  var bytes: Int64 { get }
  /// Puts it in place in one transaction, which is committed once `others` has returned.
  func apply(_ work: LongWork, _ others: () throws -> Void) throws
  /// Removes what is left of it.
  func discard()
}
