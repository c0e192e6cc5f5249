// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which changes can matter to the results of a fetch: who is among them, and in which order.
///
/// Looks at entities and properties. The rows themselves are not looked at: a change that turns out to leave the results
/// as they are still counts.
struct ResultsInterest: Sendable {
  /// By the entity's ordinal: the properties that are read; `nil` where not even insertions matter.
  private var masks: [PropertyMask?]
  /// The hierarchies of these entities, by the root's ordinal.
  private var roots: Set<Int> = []

  /// - Parameters:
  ///   - section: The property that divides the results.
  ///   - readsAll: Whether all properties of the models that are fetched matter.
  /// - Returns: `nil` if every change can matter.
  init?<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, section: PartialKeyPath<T>? = nil, readsAll: Bool = false, _ model: SchemaModel
  ) {
    guard let entity = model.entity(for: T.self) else { return nil }
    masks = Array(repeating: nil, count: model.entities.count)
    include(entity)
    if readsAll { for member in entity.family { masks[member.ordinal] = .all } }
    if let predicate = descriptor.predicate {
      guard let reads = try? PredicatePaths.reads(of: predicate, from: entity), reads.isComplete else { return nil }
      for property in reads.properties { include(property) }
      for whole in reads.wholes { for member in whole.family { masks[member.ordinal] = .all } }
    }
    for sort in descriptor.sortBy {
      guard let step = try? SortStep(sort, entity: entity) else { return nil }
      guard include(step.key.path.properties, from: entity) else { return nil }
    }
    if let section {
      guard let path = entity.description.path(section), include(path.properties, from: entity) else { return nil }
    }
    for entity in model.entities where masks[entity.ordinal] != nil { roots.insert(entity.root.ordinal) }
  }

  /// - Returns: Whether there are such properties.
  private mutating func include(_ names: [String], from entity: _Entity) -> Bool {
    var current = entity
    for (position, name) in names.enumerated() {
      guard let property = current.property(named: name) else { return false }
      include(property)
      guard position < names.count - 1 else { break }
      // The rest is within a value.
      guard let next = property.destination else { break }
      current = next
    }
    return true
  }

  /// Insertions and deletions of an entity.
  private mutating func include(_ entity: _Entity) {
    for member in entity.family { masks[member.ordinal] = masks[member.ordinal] ?? PropertyMask.none }
  }

  /// A property, and where it leads.
  private mutating func include(_ property: _Property) {
    include(property.entity)
    // Inherited properties have one index throughout.
    for member in property.entity.family { masks[member.ordinal]?.insert(property.index) }
    guard let destination = property.destination else { return }
    include(destination)
    guard let inverse = property.inverse else {
      // The owners of a member are recorded for the member as a whole.
      if property.isToMany { for member in destination.family { masks[member.ordinal] = .all } }
      return
    }
    for member in inverse.entity.family {
      include(member)
      masks[member.ordinal]?.insert(inverse.index)
    }
  }

  func isAffected(by change: ExternalChange) -> Bool {
    if case .unknown = change.kind { return roots.contains(change.entity) }
    guard masks.indices.contains(change.entity), let mask = masks[change.entity] else { return false }
    // No property at all is one that is not known.
    guard case .updated(let changed) = change.kind, !changed.isEmpty else { return true }
    return !mask.intersection(changed).isEmpty
  }
}
