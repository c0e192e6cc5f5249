// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

extension ModelContext {
  /// The keys of the user info of ``didSave``.
  ///
  /// Each value is present under the case itself and under its raw value, since both are used. The identifiers are also
  /// there under the plain names `"inserted"`, `"updated"` and `"deleted"`, by which much code asks for them.
  public enum NotificationKey: String, Hashable, Sendable {
    /// A ``QueryGeneration``, which identifies the state of the stores after the save.
    case queryGeneration
    /// Never present, as nothing invalidates a context. Apple's framework posts it after a context
    /// has been invalidated as a whole.
    case invalidatedAllIdentifiers
    /// `[PersistentIdentifier]` of new models.
    case insertedIdentifiers
    /// `[PersistentIdentifier]` of changed models; includes the owner of a
    /// to-many relationship whose members changed.
    case updatedIdentifiers
    /// `[PersistentIdentifier]` of deleted models.
    case deletedIdentifiers
    /// Tokens of the stores' histories.
    case historyTokens

    private static let savedKeys: [NotificationKey] = [
      .insertedIdentifiers, .updatedIdentifiers, .deletedIdentifiers, .historyTokens, .queryGeneration,
    ]
    /// Of the first keys, in their order.
    private static let plainNames = ["inserted", "updated", "deleted"]
    /// Which of the keys each entry belongs to. A dictionary that is made of
    /// another one hashes nothing; to hash eight keys of two types was half of
    /// what the save of one object cost.
    // Never changed; `AnyHashable` does not say that it can be sent.
    nonisolated(unsafe) private static let positions: [AnyHashable: Int] = Dictionary(
      uniqueKeysWithValues: savedKeys.enumerated().flatMap {
        [(AnyHashable($1), $0), (AnyHashable($1.rawValue), $0)]
      } + plainNames.enumerated().map { (AnyHashable($1), $0) })

    static func userInfo(_ outcome: SaveOutcome) -> [AnyHashable: Any] {
      let values: [Any] = [
        outcome.inserted, outcome.updated, outcome.deleted, outcome.tokens.value, QueryGeneration.next(),
      ]
      return positions.mapValues { values[$0] }
    }
  }
}

extension ModelContext {
  /// Identifies the state of the stores after a save: an opaque value that grows with each save of
  /// the process.
  public struct QueryGeneration: Hashable, Comparable, Sendable {
    private let number: UInt64

    private static let last = Atomic<UInt64>(0)

    static func next() -> QueryGeneration {
      QueryGeneration(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// Whether the left state came before.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }
  }
}
