import Foundation

extension ModelContext {
  /// What the user info of ``didSave`` holds.
  ///
  /// Each value is there twice: under the case itself, and under its raw
  /// value, since both are used.
  public enum NotificationKey: String, Hashable, Sendable {
    /// A token of the store's state after the save.
    case queryGeneration
    /// Present after the whole context was invalidated.
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

    static func userInfo(_ outcome: SaveOutcome) -> [AnyHashable: Any] {
      let values: [(NotificationKey, Any)] = [
        (.insertedIdentifiers, outcome.inserted), (.updatedIdentifiers, outcome.updated),
        (.deletedIdentifiers, outcome.deleted), (.historyTokens, outcome.tokens.value),
      ]
      var userInfo: [AnyHashable: Any] = [:]
      for (key, value) in values {
        userInfo[AnyHashable(key)] = value
        userInfo[AnyHashable(key.rawValue)] = value
      }
      return userInfo
    }
  }
}
