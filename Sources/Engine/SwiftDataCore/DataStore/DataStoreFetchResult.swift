// SPDX-License-Identifier: Apache-2.0

/// What a store has found.
///
/// ```swift
/// return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: snapshots)
/// ```
public struct DataStoreFetchResult<ModelType: PersistentModel, SnapshotType: DataStoreSnapshot>:
  Sendable
{
  /// What was asked for.
  public let descriptor: FetchDescriptor<ModelType>
  /// What was found, in order.
  public let fetchedSnapshots: [SnapshotType]
  /// Models that those refer to, as far as the store has read them along.
  public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

  /// - Parameters:
  ///   - descriptor: The request's descriptor.
  ///   - fetchedSnapshots: What was found, in the descriptor's order.
  ///   - relatedSnapshots: Models that those refer to, where already read.
  public init(
    descriptor: FetchDescriptor<ModelType>, fetchedSnapshots: [SnapshotType],
    relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
  ) {
    self.descriptor = descriptor
    self.fetchedSnapshots = fetchedSnapshots
    self.relatedSnapshots = relatedSnapshots
  }
}
