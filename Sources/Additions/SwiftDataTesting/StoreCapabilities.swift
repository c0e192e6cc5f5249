// SPDX-License-Identifier: Apache-2.0

/// The optional capabilities of a store.
public struct StoreCapabilities: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It evaluates predicates, rather than to throw ``DataStoreError/preferInMemoryFilter``.
  public static let filtering = StoreCapabilities(rawValue: 1)
  /// It sorts, rather than to throw ``DataStoreError/preferInMemorySort``.
  public static let sorting = StoreCapabilities(rawValue: 2)
  /// It deletes by predicate: ``DataStoreBatching``.
  public static let batchDeletion = StoreCapabilities(rawValue: 4)
  /// It records its saves: ``HistoryProviding``.
  public static let history = StoreCapabilities(rawValue: 8)
  /// A new model with the unique values of another one takes that one's place.
  public static let uniqueValues = StoreCapabilities(rawValue: 16)
  /// A store that is opened again with the same configuration has the saved models.
  public static let persistence = StoreCapabilities(rawValue: 32)
  /// It can be emptied.
  public static let erasing = StoreCapabilities(rawValue: 64)
}
