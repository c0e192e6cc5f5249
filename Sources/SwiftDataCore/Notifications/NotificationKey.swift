import Foundation

extension ModelContext {
  /// What the user info of ``didSave`` holds.
  ///
  /// Each value is there twice: under the case itself, and under its raw
  /// value, since both are used.
  public enum NotificationKey: String, Hashable, Sendable {
    /// A ``QueryGeneration``: which state of the stores the save has led to.
    case queryGeneration
    /// Never there: nothing that this library does takes the rows from under all objects of a context. Apple's posts
    /// it after the context has been invalidated as a whole.
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
    /// Which of the keys each entry belongs to. A dictionary that is made of
    /// another one hashes nothing; to hash eight keys of two types was half of
    /// what the save of one object cost.
    // Never changed; `AnyHashable` does not say that it can be sent.
    nonisolated(unsafe) private static let positions: [AnyHashable: Int] = Dictionary(
      uniqueKeysWithValues: savedKeys.enumerated().flatMap {
        [(AnyHashable($1), $0), (AnyHashable($1.rawValue), $0)]
      })

    static func userInfo(_ outcome: SaveOutcome) -> [AnyHashable: Any] {
      let values: [Any] = [
        outcome.inserted, outcome.updated, outcome.deleted, outcome.tokens.value, QueryGeneration.next(),
      ]
      return positions.mapValues { values[$0] }
    }
  }
}
