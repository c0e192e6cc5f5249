// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A fetch that a context requests from a store.
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

extension DataStoreFetchRequest {
  /// As a context without an author asks.
  package init(_ descriptor: FetchDescriptor<T>) {
    self.init(editingState: EditingState(), descriptor: descriptor)
  }

  /// The identifiers, if the predicate asks only for the models with given identifiers. Contexts do this to read models
  /// again, and to load the destinations of relationships.
  ///
  /// A store that cannot evaluate predicates should answer these requests itself; otherwise every fault reads the whole
  /// store.
  ///
  /// ```swift
  /// if let identifiers = request.requestedIdentifiers {
  ///   return DataStoreFetchResult(
  ///     descriptor: request.descriptor, fetchedSnapshots: identifiers.compactMap { snapshots[$0] })
  /// }
  /// ```
  ///
  /// Not part of Apple's API.
  public var requestedIdentifiers: Set<PersistentIdentifier>? {
    typealias Identity = PredicateExpressions.KeyPath<PredicateExpressions.Variable<T>, PersistentIdentifier>
    typealias Named = PredicateExpressions.SequenceContains<
      PredicateExpressions.Value<Set<PersistentIdentifier>>, Identity
    >
    guard let named = descriptor.predicate?.expression as? Named,
      TypeInspection.isIdentity(named.element.keyPath, T._$description)
    else { return nil }
    return named.sequence.value
  }
}

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
