// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// The relationships of the model that a store was written with, and which of
/// a schema's they are.
struct StoredRelationships {
  let contents: StoreContents
  let model: ManagedObjectModel
  private let entities: [String: _Entity]

  /// - Returns: `nil` if the store has no model, or it was not read since
  ///   nothing has changed.
  init?(_ contents: StoreContents, _ entities: [_Entity]) {
    guard let model = contents.storedModel else { return nil }
    self.contents = contents
    self.model = model
    self.entities = Dictionary(
      entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What the store's model has for a relationship of the schema; `nil` if it
  /// has none that leads to rows of the same entities.
  func former(_ relationship: _Property) -> RelationshipDescription? {
    let entity = relationship.declaringEntity
    let own = own(entity.name)
    let name = formerName(relationship, own)
    guard let found = own.first(where: { $0.name == name }), !found.isTransient,
      leads(found.destination, to: relationship)
    else { return nil }
    return found
  }

  /// The relationships that an entity of the store's model declares itself.
  func own(_ entity: String) -> [RelationshipDescription] {
    let stored = model.entity(named: entity)
    let parent = stored?.superentity.flatMap { model.entity(named: $0) }
    let inherited = Set((parent?.relationships ?? []).map(\.name))
    return (stored?.relationships ?? []).filter { !inherited.contains($0.name) }
  }

  /// The entity, of one and those above it, that declares a relationship.
  func declaring(_ name: String, from entity: String) -> String? {
    var current = entity
    for _ in model.entities.indices {
      if own(current).contains(where: { $0.name == name }) { return current }
      guard let parent = model.entity(named: current)?.superentity else { return nil }
      current = parent
    }
    return nil
  }

  private func formerName(
    _ relationship: _Property, _ own: [RelationshipDescription]
  ) -> String {
    let name = relationship.name
    guard let original = PropertyRenames.originalName(of: relationship),
      own.contains(where: { $0.name == original })
    else { return name }
    // Renamed before.
    if let same = own.first(where: { $0.name == name }), same.renamingIdentifier == original {
      return name
    }
    // A name that is still in use is left to its property.
    let declared = PropertyPlaces.own(relationship.declaringEntity)
    let isTaken = declared.contains {
      $0.name == original && PropertyRenames.originalName(of: $0) == nil
    }
    return isTaken ? name : original
  }

  /// Whether all rows of a stored destination are of the property's, and in its table.
  private func leads(_ stored: String, to relationship: _Property) -> Bool {
    guard let destination = relationship.destination,
      contents.rootName(of: stored) == destination.root.name
    else { return false }
    return stored == destination.name || entities[stored]?.isKind(of: destination) == true
  }
}
