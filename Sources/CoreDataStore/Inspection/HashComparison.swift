import CoreDataModel
import Foundation

/// The version hashes of the metadata beside those recomputed from the model
/// that the store carries.
public struct HashComparison: Sendable {
  /// Entities whose hashes differ, or that only one side has.
  public let different: [String]
  /// Entities with derived attributes: how these enter is not known.
  public let leftOut: [String]
  public let digestMatches: Bool?
  public let checksumMatches: Bool?

  public var allMatch: Bool { different.isEmpty }

  /// `nil` if the store carries no model.
  init?(_ store: Store) {
    guard store.modelOrigin == .cache else { return nil }
    return nil
  }
}
