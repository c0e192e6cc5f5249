import CoreDataModel
import Foundation
import SwiftDataCore

/// One version of a migration plan, as a store has it.
struct PlannedVersion {
  let type: any VersionedSchema.Type
  /// The version hashes of all its entities, wherever they are kept.
  let structure: [String: Data]
  let store: StoreVersion

  init(_ type: any VersionedSchema.Type, _ placement: StagePlacement, file: URL?) throws {
    let schema = Schema(versionedSchema: type)
    let model: _SchemaModel
    do {
      model = try _SchemaModel(schema: schema)
    } catch let error as SwiftDataError {
      throw SwiftDataError(
        error, "In the version \(Self.name(of: type)) of the migration plan: \(error.explanation)",
        entity: error.entity, property: error.property, file: file, advice: error.advice)
    }
    self.type = type
    structure = Self.structure(of: model)
    store = StoreVersion(
      file: file, model: model, entities: placement.entities(of: model),
      schemaVersion: schema.version.description, isPlanned: true)
  }

  private init(_ other: PlannedVersion, entities: [_Entity]) {
    type = other.type
    structure = other.structure
    store = StoreVersion(
      file: other.store.file, model: other.store.model, entities: entities,
      schemaVersion: other.store.schemaVersion, isPlanned: true)
  }

  /// The same with the entities that come into the store after `found`.
  func following(_ found: PlannedVersion, _ placement: StagePlacement) -> PlannedVersion {
    let known = Set(found.store.model.entities.map(\.name))
    let entities = placement.entities(of: store.model, newSince: known)
    return entities.count == store.entities.count ? self : PlannedVersion(self, entities: entities)
  }

  static func structure(of model: _SchemaModel) -> [String: Data] {
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

  func entities(of model: _SchemaModel, newSince found: Set<String>? = nil) -> [_Entity] {
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
