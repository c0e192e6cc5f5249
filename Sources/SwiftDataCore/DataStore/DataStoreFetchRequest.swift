/// What a context asks a store for.
///
/// ```swift
/// func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
///   -> DataStoreFetchResult<T, DefaultSnapshot>
/// {
///   if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
///   …
/// }
/// ```
public struct DataStoreFetchRequest<T: PersistentModel>: Sendable {
  /// The context that asks.
  public let editingState: EditingState
  /// Which models, in which order, how many.
  public let descriptor: FetchDescriptor<T>
}
