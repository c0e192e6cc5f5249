// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// A container's migration plan, for the store of one configuration.
package struct StagedMigration: Sendable {
  let plan: any SchemaMigrationPlan.Type
  let configuration: ModelConfiguration

  /// - Parameter configuration: What the contexts of the stages get.
  package init(_ plan: any SchemaMigrationPlan.Type, for configuration: ModelConfiguration) {
    self.plan = plan
    self.configuration = configuration
  }

  /// The number of the version that has the models of a container, such as
  /// `2.0.0`; `nil` if none has.
  func number(of model: SchemaModel) throws -> String? {
    let classes = Set(model.entities.map { ObjectIdentifier($0.type) })
    // Most plans list all classes, and a container has its plan's newest.
    if let last = plan.schemas.last, Set(last.models.map { ObjectIdentifier($0) }) == classes {
      return last.versionIdentifier.description
    }
    let schemas = plan.schemas.reversed().lazy.map { Schema(versionedSchema: $0) }
    if let same = schemas.first(where: { Set($0._types.map { ObjectIdentifier($0) }) == classes }) {
      return same.version.description
    }
    // Other classes with the same properties are as good.
    let structure = PlannedVersion.structure(of: model)
    for schema in schemas where schema._issues.isEmpty {
      let other = try SchemaModel(schema: schema)
      if PlannedVersion.structure(of: other) == structure { return schema.version.description }
    }
    // Models that the plan does not have may come with those of a version.
    return schemas.first { schema in
      Set(schema._types.map { ObjectIdentifier($0) }).isSubset(of: classes)
    }?.version.description
  }

  /// Whether the plan says anything: one without stages leaves every change to
  /// be inferred.
  var hasStages: Bool { !plan.stages.isEmpty }

  /// What can be told of the plan without a store: nothing, if a version is not whole (``isEntangled(_:)``). A store that
  /// needs none of its stages is opened all the same.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` if versions cannot be told
  ///   from each other.
  func check(_ target: StoreVersion) throws {
    guard hasStages, !versionTypes.contains(where: Self.isEntangled) else { return }
    try named(target) { try StageOrder(plan.stages, of: versions()).checkStructures() }
  }

  /// The stages from the version of a store to that of the container.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` if the plan contradicts itself
  ///   or lacks the container's models,
  ///   ``SwiftDataError/unknownDataStoreSchema`` if it has no version of the
  ///   store's, or nothing leads on from it, and
  ///   ``SwiftDataError/backwardMigration`` if the store is newer.
  func path(from contents: StoreContents, to target: StoreVersion) throws -> StagePath {
    try named(target) {
      let versions = try versions()
      let order = try StageOrder(plan.stages, of: versions)
      try order.checkStructures()
      try order.check()
      let search = StageSearch(
        plan: "\(plan)", versions: versions, order: order, contents: contents,
        placement: placement(target, contents))
      return try search.path()
    }
  }

  /// Whether the classes of a version lead to those of another one, by a class that both have: `V1.Movie` has reviews, and
  /// the reviews, which are declared outside, are those of `V2.Movie`. Nothing can be migrated from or to such a version.
  private static func isEntangled(_ type: any VersionedSchema.Type) -> Bool {
    let listed = Set(type.models.map { ObjectIdentifier($0) })
    let names = Set(type.models.map { $0._$description.entityName })
    return Schema(versionedSchema: type)._types.contains { found in
      !listed.contains(ObjectIdentifier(found)) && names.contains(found._$description.entityName)
    }
  }

  /// The plan's versions.
  private func versions() throws -> [PlannedVersion] { try versionTypes.map { try PlannedVersion($0) } }

  /// One that only stages name is where its number belongs.
  private var versionTypes: [any VersionedSchema.Type] {
    var types = plan.schemas
    for stage in plan.stages {
      for type in [stage.fromVersion, stage.toVersion]
      where !types.contains(where: { ObjectIdentifier($0) == ObjectIdentifier(type) }) {
        let next = types.firstIndex { type.versionIdentifier < $0.versionIdentifier }
        types.insert(type, at: next ?? types.endIndex)
      }
    }
    return types
  }

  private func placement(_ target: StoreVersion, _ contents: StoreContents) -> StagePlacement {
    StagePlacement(
      target: target, stored: Set((contents.metadata?.hashes ?? [:]).keys),
      takesRest: configuration.schema == nil)
  }

  /// Errors name the file.
  private func named<R>(_ target: StoreVersion, _ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let error as SwiftDataError where error.file == nil {
      throw SwiftDataError(
        error, error.explanation, entity: error.entity, property: error.property,
        file: target.file, advice: error.advice, underlying: error.underlying)
    }
  }
}
