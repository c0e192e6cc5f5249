// SPDX-License-Identifier: Apache-2.0

import Foundation

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
