// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The object model of a store: what Core Data calls a managed object model.
///
/// Every store since Mac OS X 10.7 carries the model it was written with, so
/// that it can be read with real names and types without its app. See
/// ``ModelCache`` for how it is kept in the file.
package struct ManagedObjectModel: Equatable, Sendable {
  /// In the order in which Core Data numbers them: roots by name without
  /// regard to case, each followed by its subentities.
  package var entities: [EntityDescription]
  /// The modeller's names of the version; SwiftData writes its schema version
  /// here, such as `1.0.0`.
  package var versionIdentifiers: [String]
  /// Names of entities by the name of their configuration; SwiftData has one
  /// of all entities, `default`.
  package var configurations: [String: [String]] = [:]

  /// A model without configurations.
  package init(entities: [EntityDescription], versionIdentifiers: [String] = []) {
    self.entities = entities
    self.versionIdentifiers = versionIdentifiers
  }

  /// The entity of a name, if there is one.
  package func entity(named name: String) -> EntityDescription? {
    entities.first { $0.name == name }
  }
}

/// One entity of a model.
package struct EntityDescription: Equatable, Sendable {
  /// The name of the entity.
  package var name: String
  /// The name of the entity that it inherits from.
  package var superentity: String?
  /// Whether there are only objects of its subentities.
  package var isAbstract = false
  /// The class of its objects; SwiftData leaves it out from iOS 18 on.
  package var className: String?
  /// Its own and inherited ones.
  package var attributes: [AttributeDescription] = []
  /// Its own and inherited ones.
  package var relationships: [RelationshipDescription] = []
  /// Names of properties that are unique together; in the order of the model.
  package var uniquenessConstraints: [[String]] = []
  /// The indexes that the model asks for.
  package var indexes: [FetchIndexDescription] = []
  /// Text whose change makes another version hash.
  package var versionHashModifier: String?
  /// The name in earlier versions of the model; `nil` if it is the same.
  package var renamingIdentifier: String?
  /// What the modeller noted.
  package var userInfo: [String: UserInfoValue] = [:]

  /// An entity without properties.
  package init(name: String) { self.name = name }
}

/// What a user-info dictionary of a model holds.
package indirect enum UserInfoValue: Equatable, Sendable {
  case string(String)
  case number(Double)
  case bool(Bool)
  case array([UserInfoValue])
  case dictionary([String: UserInfoValue])
  /// Something else; its class.
  case other(String)
}

extension ManagedObjectModel {
  /// The model without what classes cannot say: that an entity is abstract,
  /// that a relationship is ordered or without limit in another notation, how
  /// an attribute is derived, and modifiers of an entity's hash.
  ///
  /// Two models that are equal but for these have the same tables and rows: a
  /// program whose classes say the rest may read and write a store of the
  /// other, and should leave the other's model in it.
  ///
  /// ```swift
  /// let fits = VersionHashes.hashes(of: stored.expressible) == VersionHashes.hashes(of: own)
  /// ```
  package var expressible: ManagedObjectModel {
    var model = self
    model.entities = entities.map { entity in
      var entity = entity
      entity.isAbstract = false
      entity.versionHashModifier = nil
      for index in entity.attributes.indices { entity.attributes[index].isDerived = false }
      for index in entity.relationships.indices {
        entity.relationships[index].isOrdered = false
        // −1, or the largest number of 32 bits: as many as there are.
        let maximum = entity.relationships[index].maximumCount
        if maximum < 0 || maximum >= Int(Int32.max) { entity.relationships[index].maximumCount = 0 }
      }
      return entity
    }
    return model
  }
}

/// An index that the model asks for.
package struct FetchIndexDescription: Equatable, Sendable {
  /// One property of an index.
  package struct Element: Equatable, Sendable {
    /// Its name; empty for an expression.
    package var property: String
    /// Whether the least value comes first.
    package var isAscending: Bool
    /// For places and areas (an R-tree), not for order.
    package var isSpatial = false

    /// An element that is sorted by.
    package init(property: String, isAscending: Bool = true) {
      self.property = property
      self.isAscending = isAscending
    }
  }

  /// Its name; in the store `Z_<entity>_` stands before it.
  package var name: String
  /// What is sorted by, first things first.
  package var elements: [Element]
  /// Whether it leaves out some objects, by a predicate that is not kept here.
  package var isPartial = false

  /// An index of all objects.
  package init(name: String, elements: [Element]) {
    self.name = name
    self.elements = elements
  }
}
