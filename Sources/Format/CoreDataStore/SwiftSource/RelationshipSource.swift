// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SourceText

/// Relationships as Swift.
struct RelationshipSource {
  let store: Store
  let types: StandardTypes

  /// The type of the property.
  func type(_ relationship: RelationshipDescription) -> String {
    let name = SwiftNames.escaped(relationship.destination)
    let type = relationship.isToMany ? "[\(name)]" : name
    return relationship.isOptional ? type + "?" : type
  }

  /// The macro before the property; empty if none is needed.
  func attribute(_ relationship: RelationshipDescription, of entity: EntityDescription) -> String {
    // Nothing of it is stored, nor does it enter the version hash.
    if relationship.isTransient { return "@\(types.name("Transient")) " }
    var arguments: [String] = []
    if relationship.deleteRule != .nullify {
      arguments.append("deleteRule: .\(relationship.deleteRule.name)")
    }
    let usualMaximum = relationship.isToMany ? 0 : 1
    if relationship.minimumCount != 0 {
      arguments.append("minimumModelCount: \(relationship.minimumCount)")
    }
    if relationship.maximumCount != usualMaximum {
      arguments.append("maximumModelCount: \(relationship.maximumCount)")
    }
    if let name = relationship.renamingIdentifier, name != relationship.name {
      arguments.append("originalName: \(SwiftNames.literal(name))")
    }
    if namesInverse(relationship, entity), let inverse = relationship.inverse {
      let path =
        "\\\(SwiftNames.escaped(relationship.destination)).\(SwiftNames.escaped(inverse))"
      arguments.append("inverse: \(path)")
    } else if relationship.inverse == nil, isMistakable(relationship, entity) {
      arguments.append("inverse: nil")
    }
    if let modifier = relationship.versionHashModifier {
      arguments.append("hashModifier: \(SwiftNames.literal(modifier))")
    }
    guard !arguments.isEmpty else { return "" }
    return "@\(types.name("Relationship"))(\(arguments.joined(separator: ", "))) "
  }

  /// Notes about an attribute that Swift cannot express.
  func notes(_ relationship: RelationshipDescription, of entity: EntityDescription) -> [String] {
    var notes: [String] = []
    if relationship.isOrdered {
      notes.append("Ordered in the store, which SwiftData's relationships are not.")
    }
    if relationship.inverse == relationship.name, relationship.destination == entity.name {
      notes.append("Its own inverse, which SwiftData's relationships cannot be.")
    } else if relationship.inverse != nil, store.model.inverse(of: relationship) == nil {
      notes.append("The model has no inverse of that name.")
    }
    if relationship.isTransient { notes.append("Transient: not stored.") }
    return notes
  }

  /// Whether SwiftData may take another relationship for its inverse, unless it
  /// is told that there is none.
  private func isMistakable(
    _ relationship: RelationshipDescription, _ entity: EntityDescription
  ) -> Bool {
    guard relationship.destination != entity.name,
      let target = store.model.entity(named: relationship.destination)
    else { return false }
    return target.relationships.contains {
      $0.destination == entity.name && $0.inverse == nil && !$0.isTransient
    }
  }

  /// The inverse is named on one side only: macros on both would be circular.
  private func namesInverse(
    _ relationship: RelationshipDescription, _ entity: EntityDescription
  ) -> Bool {
    guard let inverse = store.model.inverse(of: relationship), !inverse.isTransient else {
      return false
    }
    let there = store.model.declaring(
      inverse.name, from: store.model.entity(named: relationship.destination) ?? entity)
    if entity.superentity != nil, there.superentity != nil, entity.name != there.name {
      // Swift 6.3 may crash at a key path of a subclass that comes later in
      // the file, within a subclass.
      return position(entity) > position(there)
    }
    if relationship.isToMany != inverse.isToMany { return relationship.isToMany }
    return (entity.name, relationship.name) < (there.name, inverse.name)
  }

  /// Where a class is in the file.
  private func position(_ entity: EntityDescription) -> Int {
    store.orderedEntities.firstIndex { $0.name == entity.name } ?? 0
  }
}
