// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// The stages that a store has to go through, in order.
struct StagePath {
  struct Step {
    let stage: MigrationStage
    let from: StoreVersion
    let to: StoreVersion
  }

  let steps: [Step]
}

/// Finds the version of a store in a plan, and the way from there.
struct StageSearch {
  let plan: String
  let versions: [PlannedVersion]
  let order: StageOrder
  let contents: StoreContents
  let placement: StagePlacement

  private var target: StoreVersion { placement.target }

  /// Models of the container that no version has: what changes about them is
  /// inferred.
  private var unplanned: Set<String> {
    Set(target.model.entities.map(\.name)).subtracting(versions.flatMap(\.structure.keys))
  }

  func path() throws -> StagePath {
    let end = try container()
    let start = try found(notAfter: end)
    let ends = try order.stages.map { try order.ends(of: $0) }
    let stages = try start <= end ? newer(start, end, ends) : older(start, end, ends)
    func version(_ index: Int) -> StoreVersion {
      versions[index].store(placement, after: index == start ? nil : versions[start])
    }
    return StagePath(
      steps: stages.map { index in
        StagePath.Step(
          stage: order.stages[index], from: version(ends[index].from), to: version(ends[index].to))
      })
  }

  /// The stages, by index, from a version to a newer one.
  private func newer(_ start: Int, _ end: Int, _ ends: [(from: Int, to: Int)]) throws -> [Int] {
    if start == end { return [] }
    let newer = ends.indices.filter { ends[$0].from < ends[$0].to }
    guard let first = newer.firstIndex(where: { ends[$0].from == start }) else {
      throw noStage(start, end)
    }
    guard let last = newer[first...].firstIndex(where: { ends[$0].to == end }) else {
      throw noStage(newer[first...].last { ends[$0].to < end }.map { ends[$0].to } ?? start, end)
    }
    return Array(newer[first...last])
  }

  /// The fewest stages, by index, that lead back to an older version.
  private func older(_ start: Int, _ end: Int, _ ends: [(from: Int, to: Int)]) throws -> [Int] {
    var ways: [(version: Int, stages: [Int])] = [(start, [])]
    var met: Set<Int> = [start]
    var next = 0
    while next < ways.count {
      let way = ways[next]
      next += 1
      if way.version == end { return way.stages }
      for (index, stage) in ends.enumerated()
      where stage.from == way.version && stage.to < stage.from && met.insert(stage.to).inserted {
        ways.append((stage.to, way.stages + [index]))
      }
    }
    throw SwiftDataError(
      .backwardMigration,
      "The store has the version \(versions[start].name) of \(plan), the container \(versions[end].name), and no stage leads back.",
      file: target.file, advice: "Open the store with the newer version of the program.")
  }

  private func noStage(_ start: Int, _ end: Int) -> SwiftDataError {
    SwiftDataError(
      .unknownDataStoreSchema,
      "The store would have to go from the version \(versions[start].name) to \(versions[end].name), but no stage of \(plan) leads there.",
      file: target.file,
      advice: "Add the stages to the plan; .lightweight is enough for changes that need no code.")
  }

  /// The version that has the container's models.
  private func container() throws -> Int {
    let unplanned = unplanned
    let structure = PlannedVersion.structure(of: target.model)
      .filter { !unplanned.contains($0.key) }
    if let index = versions.firstIndex(where: { $0.structure == structure }) { return index }
    let nearest = nearest(to: structure) { $0.structure }
    throw SwiftDataError(
      .unknownSchema,
      "The store must be migrated, and the container's models match no version of \(plan).\(nearest.text)",
      entity: nearest.entity, file: target.file,
      advice:
        "Add a version with the container's models to the plan, with a stage that leads to it.")
  }

  /// The version that the store was written with.
  private func found(notAfter end: Int) throws -> Int {
    var contents = contents
    let unplanned = unplanned
    let matches = versions.indices.filter {
      versions[$0].store(placement).isKnown(&contents, besides: unplanned)
    }
    // Of several stores, one may have the same entities in many versions.
    if let match = matches.last(where: { $0 <= end }) ?? matches.first { return match }
    let metadata = contents.metadata
    let nearest = nearest(to: metadata?.hashes ?? [:]) { $0.store(placement).hashes }
    let recorded = (metadata?.versionIdentifiers ?? []).max(by: SchemaVersions.isLess)
    if let recorded,
      SchemaVersions.isLess(versions[end].type.versionIdentifier.description, recorded)
    {
      throw SwiftDataError(
        .backwardMigration,
        "The store was written with version \(recorded) of the schema, the container has \(versions[end].name).",
        entity: nearest.entity, file: target.file,
        advice: "Open the store with the newer version of the program.")
    }
    throw SwiftDataError(
      .unknownDataStoreSchema,
      "The store was written with a schema that matches no version of \(plan).\(nearest.text)",
      entity: nearest.entity, file: target.file,
      advice:
        "Add that schema to the plan as another version, with a stage that starts from it. If no code is needed, a container without a plan migrates the store too."
    )
  }

  /// The version that differs in the fewest entities.
  private func nearest(
    to hashes: [String: Data], _ known: (PlannedVersion) -> [String: Data]
  ) -> (text: String, entity: String?) {
    let differences = versions.map { version in
      let own = known(version)
      return Set(own.keys).union(hashes.keys).filter { own[$0] != hashes[$0] }.sorted()
    }
    let counted = zip(versions, differences).filter { !$0.1.isEmpty }
    guard let nearest = counted.min(by: { $0.1.count < $1.1.count }) else { return ("", nil) }
    let names = nearest.1.prefix(5).joined(separator: ", ") + (nearest.1.count > 5 ? " …" : "")
    return (" The closest is \(nearest.0.name), which differs in \(names).", nearest.1.first)
  }
}
