// SPDX-License-Identifier: Apache-2.0

/// The result of a fetch in a store.
///
/// ```swift
/// return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: snapshots)
/// ```
public struct DataStoreFetchResult<ModelType: PersistentModel, SnapshotType: DataStoreSnapshot>:
  Sendable
{
  /// The descriptor of the request.
  public let descriptor: FetchDescriptor<ModelType>
  /// The found snapshots, in order.
  public let fetchedSnapshots: [SnapshotType]
  /// Models that those refer to, as far as the store has read them along.
  public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

  /// - Parameters:
  ///   - descriptor: The request's descriptor.
  /// - fetchedSnapshots: The found snapshots, in the order of the descriptor.
  /// - relatedSnapshots: Models that these refer to, if they have been read as well.
  public init(
    descriptor: FetchDescriptor<ModelType>, fetchedSnapshots: [SnapshotType],
    relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
  ) {
    self.descriptor = descriptor
    self.fetchedSnapshots = fetchedSnapshots
    self.relatedSnapshots = relatedSnapshots
  }
}
