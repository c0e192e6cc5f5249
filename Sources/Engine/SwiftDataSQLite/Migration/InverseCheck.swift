// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

/// Whether classes that leave an inverse open agree with a store that says.
///
/// What is inverse to what decides what happens to the other side of each
/// change. Where the store's own model and the rule for classes differ, one of
/// them is wrong, and only a declaration can tell which.
struct InverseCheck {
  private let stored: StoredRelationships

  /// - Throws: ``SwiftDataError/unknownDataStoreSchema`` if two relationships
  ///   would become inverse, or would no longer be, without a word of it in
  ///   the classes.
  static func check(_ contents: StoreContents, _ entities: [_Entity]) throws {
    guard let stored = StoredRelationships(contents, entities) else { return }
    let check = InverseCheck(stored: stored)
    for entity in entities {
      for property in PropertyPlaces.own(entity) where property.isRelationship {
        try check.check(property)
      }
    }
  }

  private func check(_ property: _Property) throws {
    guard let former = stored.former(property) else { return }
    if let inverse = property.inverse {
      guard property.isInverseInferred, let other = stored.former(inverse),
        former.inverse != other.name || other.inverse != former.name
      else { return }
      throw error(
        property,
        "In the store, this relationship and \(Self.name(inverse)) are not inverses of each other, but the classes imply that they are.",
        "Declare inverse: nil to keep the relationships as they are in the store, or inverse: \\\(Self.name(inverse)) to have them become one."
      )
    }
    guard !property.declaresInverse, former.inverse != nil, let inverse = undeclaredInverse(former, property)
    else { return }
    throw error(
      property,
      "In the store, this relationship is the inverse of \(Self.name(inverse)); the classes no longer say so.",
      "Declare inverse: \\\(Self.name(inverse)) to keep it, or inverse: nil to have two relationships from now on."
    )
  }

  /// The relationship that was the inverse of one that has none now, if that
  /// is without a declaration too.
  private func undeclaredInverse(_ former: RelationshipDescription, _ property: _Property) -> _Property? {
    guard let destination = property.destination else { return nil }
    return destination.relationships.first {
      guard !$0.declaresInverse, $0.inverse == nil, let other = stored.former($0) else {
        return false
      }
      return other.name == former.inverse && other.inverse == former.name
    }
  }

  private static func name(_ property: _Property) -> String {
    "\(property.declaringEntity.name).\(property.name)"
  }

  private func error(
    _ property: _Property, _ explanation: String, _ advice: String
  ) -> SwiftDataError {
    SwiftDataError(
      .unknownDataStoreSchema, explanation, entity: property.entity.name, property: property.name,
      advice: advice)
  }
}
