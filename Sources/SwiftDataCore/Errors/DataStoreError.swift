/// What a custom store throws to tell its context how to go on.
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
  /// The context shall fetch without the predicate and filter by itself.
  case preferInMemoryFilter
  /// The context shall fetch without the sort descriptors and sort by itself.
  case preferInMemorySort
  /// The predicate makes no sense to the store. Reaches the caller.
  case invalidPredicate
}
