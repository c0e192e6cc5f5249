// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The recovery of a store that could not be opened.
public struct StoreRecovery: Sendable {
  /// A way to open a container although its store cannot be opened.
  public enum Step: Sendable, Hashable {
    /// Makes a new store of the rows of a damaged one that can be read. Takes effect for damaged files only.
    case salvage
    /// Begins with an empty store. Also takes effect for a file that is no store, and for a schema that the store cannot
    /// be migrated to.
    case startEmpty
  }

  /// The step that led to the store that is open now.
  public let step: Step
  /// The store, which is a new file.
  public let store: URL
  /// Why the former store could not be opened.
  public let reason: SwiftDataError
  /// The folder into which the former store was moved, with a report.
  public let quarantine: URL
  /// How many rows of each entity were salvaged, without those of its subentities; empty after a start with an empty store.
  public let rows: [String: Int]
  /// The known losses, in sentences.
  public let losses: [String]
}

extension StoreRecovery: CustomStringConvertible {
  /// A report in a few lines.
  public var description: String {
    let first =
      switch step {
      case .salvage: "\(rows.values.reduce(0, +)) rows were salvaged into a new store."
      case .startEmpty: "A new, empty store was made."
      }
    return
      (["\(store.path): \(reason.explanation)", first] + losses
      + ["The former store is in \(quarantine.path)."]).joined(separator: "\n")
  }
}
