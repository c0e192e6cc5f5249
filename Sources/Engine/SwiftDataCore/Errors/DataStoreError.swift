// SPDX-License-Identifier: Apache-2.0

/// An error that a custom store throws to tell its context how to proceed.
///
/// ```swift
/// func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Row> {
///   if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
///   …
/// }
/// ```
public enum DataStoreError: Error, Hashable, Sendable {
  /// The store cannot do what was asked. Reaches the caller.
  case unsupportedFeature
  /// The context is to fetch without the predicate, and to filter the result itself.
  case preferInMemoryFilter
  /// The context is to fetch without the sort descriptors, and to sort the result itself.
  case preferInMemorySort
  /// The store does not support the predicate. Reaches the caller.
  case invalidPredicate
}
