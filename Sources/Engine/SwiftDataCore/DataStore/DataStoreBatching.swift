// SPDX-License-Identifier: Apache-2.0

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
