// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The descriptor that a request was made of: a custom store is asked with descriptors, and what it leaves to the
/// context is evaluated with them.
///
/// Requests to SQLite stores have none, since a store without types needs none.
protocol AnyFetchDescriptor: AnyObject, Sendable {
  var hasPredicate: Bool { get }
  var isSorted: Bool { get }

  func fetch(_ store: CustomStore, _ editing: EditingState, _ parts: DescriptorParts) throws -> SnapshotBatch
  func identifiers(_ store: CustomStore, _ editing: EditingState, _ parts: DescriptorParts) throws
    -> [PersistentIdentifier]
  func count(_ store: CustomStore, _ editing: EditingState, _ parts: DescriptorParts) throws -> Int
  /// - Returns: Whether the store has deleted the models.
  func deleteBatch(_ store: CustomStore, _ editing: EditingState, includeSubclasses: Bool) throws -> Bool
  func matches(_ object: any PersistentModel) -> Bool
  /// The positions of objects in the descriptor's order.
  func order(of objects: [any PersistentModel], _ entity: _Entity) throws -> [Int]
}

/// Which parts of a descriptor a store is asked for.
struct DescriptorParts {
  var predicate = true
  var sort = true
  /// The first so many, from the beginning on.
  var limit: Int?
}

/// Makes descriptors whose types are erased.
enum AnyFetchDescriptors {
  static func erasing<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> any AnyFetchDescriptor {
    ErasedDescriptor<T>(descriptor)
  }

  /// For all models of a class.
  static func all(_ entity: _Entity) -> any AnyFetchDescriptor {
    func open<T: PersistentModel>(_: T.Type) -> any AnyFetchDescriptor { ErasedDescriptor<T>(FetchDescriptor<T>()) }
    return open(entity.type)
  }

  /// For the models with some identifiers, as a store is asked for faults.
  static func named(_ identifiers: Set<PersistentIdentifier>, _ entity: _Entity) -> any AnyFetchDescriptor {
    func open<T: PersistentModel>(_: T.Type) -> any AnyFetchDescriptor {
      ErasedDescriptor<T>(
        FetchDescriptor<T>(
          predicate: Predicate<T> { model in
            PredicateExpressions.build_contains(
              PredicateExpressions.build_Arg(identifiers),
              PredicateExpressions.build_KeyPath(root: model, keyPath: \T.persistentModelID))
          }))
    }
    return open(entity.type)
  }
}

private final class ErasedDescriptor<T: PersistentModel>: AnyFetchDescriptor {
  private let descriptor: FetchDescriptor<T>

  init(_ descriptor: FetchDescriptor<T>) { self.descriptor = descriptor }

  var hasPredicate: Bool { descriptor.predicate != nil }
  var isSorted: Bool { descriptor.sortBy.count > 0 }

  private func part(_ parts: DescriptorParts) -> FetchDescriptor<T> {
    var part = descriptor
    if !parts.predicate { part.predicate = nil }
    if !parts.sort { part.sortBy = [] }
    // A snapshot without some values would be one of a model that has none.
    part.propertiesToFetch = []
    part.fetchLimit = parts.limit
    part.fetchOffset = nil
    return part
  }

  func fetch(_ store: CustomStore, _ editing: EditingState, _ parts: DescriptorParts) throws -> SnapshotBatch {
    try store.fetch(part(parts), editing)
  }

  func identifiers(_ store: CustomStore, _ editing: EditingState, _ parts: DescriptorParts) throws
    -> [PersistentIdentifier]
  { try store.identifiers(part(parts), editing) }

  func count(_ store: CustomStore, _ editing: EditingState, _ parts: DescriptorParts) throws -> Int {
    try store.count(part(parts), editing)
  }

  func deleteBatch(_ store: CustomStore, _ editing: EditingState, includeSubclasses: Bool) throws -> Bool {
    try store.deleteBatch(T.self, descriptor.predicate, includeSubclasses, editing)
  }

  /// As for unsaved models: an evaluation that fails is no match.
  func matches(_ object: any PersistentModel) -> Bool {
    guard let object = object as? T else { return false }
    guard let predicate = descriptor.predicate else { return true }
    return (try? predicate.evaluate(object)) ?? false
  }

  func order(of objects: [any PersistentModel], _ entity: _Entity) throws -> [Int] {
    let steps = try descriptor.sortBy.map { try SortStep($0, entity: entity) }
    let typed = objects.compactMap { $0 as? T }
    guard !steps.isEmpty, typed.count == objects.count else { return Array(objects.indices) }
    return objects.indices.sorted { left, right in
      for step in steps {
        switch step.compare(typed[left], typed[right]) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return left < right
    }
  }
}
