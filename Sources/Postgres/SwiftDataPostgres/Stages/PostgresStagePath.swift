// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  /// What a migration plan says about a store, whose version is known by its number.
  struct PostgresStagePath {
    let plan: any SchemaMigrationPlan.Type

    /// Whether the plan says anything: one without stages leaves every change to be inferred.
    var hasStages: Bool { !plan.stages.isEmpty }

    /// The number of the version that has the models of a container; its schema's own if none has.
    func number(of model: SchemaModel) -> String {
      let classes = Set(model.entities.map { ObjectIdentifier($0.type) })
      let schemas = plan.schemas.reversed().map { Schema(versionedSchema: $0) }
      func types(_ schema: Schema) -> Set<ObjectIdentifier> { Set(schema._types.map { ObjectIdentifier($0) }) }
      // Models that the plan does not have may come with those of a version.
      let match = schemas.first { types($0) == classes } ?? schemas.first { types($0).isSubset(of: classes) }
      return (match ?? model.schema).version.description
    }

    /// The fewest stages that lead from a version to another one.
    ///
    /// - Throws: ``SwiftDataError`` if versions cannot be told from each other, or no stage leads on.
    func path(from stored: String, to target: String) throws -> [MigrationStage] {
      guard hasStages, stored != target else { return [] }
      try checkNumbers()
      guard versions.contains(where: { Self.number(of: $0) == stored }) else {
        throw SwiftDataError(
          .unknownDataStoreSchema, "The store has version \(stored) of the schema, which is not a version of \(plan).",
          advice: "Add that schema to the plan as another version, with a stage that starts from it.")
      }
      var ways: [(version: String, stages: [MigrationStage])] = [(stored, [])]
      var met: Set<String> = [stored]
      var next = 0
      while next < ways.count {
        let way = ways[next]
        next += 1
        if way.version == target { return way.stages }
        for stage in plan.stages where Self.number(of: stage.fromVersion) == way.version {
          let end = Self.number(of: stage.toVersion)
          if met.insert(end).inserted { ways.append((end, way.stages + [stage])) }
        }
      }
      let leadsBack = position(target) < position(stored)
      throw SwiftDataError(
        leadsBack ? .backwardMigration : .unknownDataStoreSchema,
        "The store would have to go from version \(stored) of the schema to \(target), but no stages of \(plan) lead there.",
        advice: leadsBack
          ? "Open the store with the newer version of the program."
          : "Add the stages to the plan; .lightweight is enough for changes that need no code.")
    }

    static func name(of stage: MigrationStage) -> String {
      "the stage from \(number(of: stage.fromVersion)) to \(number(of: stage.toVersion))"
    }

    static func number(of version: any VersionedSchema.Type) -> String { version.versionIdentifier.description }

    private var versions: [any VersionedSchema.Type] {
      plan.schemas + plan.stages.flatMap { [$0.fromVersion, $0.toVersion] }
    }

    private func position(_ number: String) -> Int {
      versions.firstIndex { Self.number(of: $0) == number } ?? versions.endIndex
    }

    private func checkNumbers() throws {
      var known: [String: any VersionedSchema.Type] = [:]
      for version in versions {
        let number = Self.number(of: version)
        guard let other = known.updateValue(version, forKey: number),
          ObjectIdentifier(other) != ObjectIdentifier(version)
        else { continue }
        throw SwiftDataError(
          .unknownSchema,
          "The versions \(other) and \(version) of the migration plan have the same number, \(number): a PostgreSQL store of "
            + "one cannot be told from a store of the other.",
          advice: "Give each version its own versionIdentifier.")
      }
    }
  }
#endif
