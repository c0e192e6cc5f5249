// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A store that can delete by predicate, without receiving the models.
///
/// ```swift
/// extension ArchiveStore: DataStoreBatching {
///   func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
///     guard request.predicate == nil else { throw DataStoreError.unsupportedFeature }
///     removeAll(Schema.entityName(for: T.self))
///   }
/// }
/// ```
public protocol DataStoreBatching: DataStore {
  /// Deletes every model that matches.
  ///
  /// - Throws: ``DataStoreError/unsupportedFeature`` if the store cannot
  ///   evaluate the predicate.
  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws
}

/// A request to delete models in the store.
///
/// ```swift
/// func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
///   removeAll(T.self, where: request.predicate)
/// }
/// ```
public struct DataStoreBatchDeleteRequest<T: PersistentModel>: Sendable {
  /// The context that asks.
  public let editingState: EditingState
  /// Which models; all if `nil`.
  public let predicate: Predicate<T>?
  /// Whether models of subclasses are deleted too.
  public let includeSubclasses: Bool
}
