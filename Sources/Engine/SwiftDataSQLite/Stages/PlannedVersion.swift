// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore

/// One version of a migration plan.
struct PlannedVersion {
  let type: any VersionedSchema.Type
  let model: SchemaModel
  /// The version hashes of all its entities, wherever they are kept.
  let structure: [String: Data]

  init(_ type: any VersionedSchema.Type) throws {
    do {
      model = try SchemaModel(schema: Schema(versionedSchema: type))
    } catch let error as SwiftDataError {
      throw SwiftDataError(
        error, "In the version \(Self.name(of: type)) of the migration plan: \(error.explanation)",
        entity: error.entity, property: error.property, advice: error.advice)
    }
    self.type = type
    structure = Self.structure(of: model)
  }

  /// As a store has it.
  ///
  /// - Parameter found: The version from which the store comes; `nil` for
  ///   what it may have now.
  func store(_ placement: StagePlacement, after found: PlannedVersion? = nil) -> StoreVersion {
    let known = found.map { Set($0.model.entities.map(\.name)) }
    return StoreVersion(
      file: placement.target.file, model: model,
      entities: placement.entities(of: model, newSince: known),
      schemaVersion: type.versionIdentifier.description, isPlanned: true)
  }

  static func structure(of model: SchemaModel) -> [String: Data] {
    VersionHashes.hashes(of: ManagedObjectModel(model.entities))
  }

  var id: ObjectIdentifier { ObjectIdentifier(type) }
  var name: String { Self.name(of: type) }

  static func name(of type: any VersionedSchema.Type) -> String {
    "\(type) (\(type.versionIdentifier))"
  }
}

/// Which entities of an older version are in one of a container's stores.
///
/// A store that is the only one has them all. One of several has those that
/// the container still has there, those that it has itself, and, if it takes
/// what no configuration names, those that come and go in between.
struct StagePlacement {
  let target: StoreVersion
  /// The entities that the store was last written with.
  let stored: Set<String>
  let takesRest: Bool

  func entities(of model: SchemaModel, newSince found: Set<String>? = nil) -> [_Entity] {
    if target.entities.count == target.model.entities.count { return model.entities }
    let here = Set(target.entities.map(\.name))
    let all = Set(target.model.entities.map(\.name))
    return model.entities.filter { entity in
      // One hierarchy, one table, one store.
      let family = entity.root.family.map(\.name)
      if let name = family.first(where: { all.contains($0) }) { return here.contains(name) }
      if family.contains(where: { stored.contains($0) }) { return true }
      guard takesRest, let found else { return false }
      return !family.contains { found.contains($0) }
    }
  }
}
