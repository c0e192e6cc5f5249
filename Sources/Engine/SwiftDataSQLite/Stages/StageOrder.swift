// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// The stages of a plan in order, and whether they make sense without regard to
/// any store.
struct StageOrder {
  let stages: [MigrationStage]
  let versions: [PlannedVersion]
  private let positions: [ObjectIdentifier: Int]

  /// - Throws: ``SwiftDataError/unknownSchema`` if a version is listed twice.
  init(_ stages: [MigrationStage], of versions: [PlannedVersion]) throws {
    self.stages = stages
    self.versions = versions
    var positions: [ObjectIdentifier: Int] = [:]
    for (position, version) in versions.enumerated() {
      guard positions.updateValue(position, forKey: version.id) == nil else {
        throw Self.error(
          "The version \(version.name) occurs twice among the schemas of the migration plan.",
          "List every version once, oldest first.")
      }
    }
    self.positions = positions
  }

  /// Where a stage starts and where it leads to, among the versions.
  func ends(of stage: MigrationStage) throws -> (from: Int, to: Int) {
    (try position(stage.fromVersion, stage), try position(stage.toVersion, stage))
  }

  private func position(
    _ type: any VersionedSchema.Type, _ stage: MigrationStage
  ) throws -> Int {
    if let position = positions[ObjectIdentifier(type)] { return position }
    throw Self.error(
      "\(Self.name(of: stage)) names a version that is not among the schemas of the migration plan: \(PlannedVersion.name(of: type)).",
      "Add it to the plan's schemas.")
  }

  // MARK: Checks

  /// A store's version is known by its hashes.
  ///
  /// - Throws: an error if two versions have the same.
  func checkStructures() throws {
    for (index, version) in versions.enumerated() {
      guard let twin = versions[..<index].first(where: { $0.structure == version.structure })
      else { continue }
      throw Self.error(
        "The versions \(twin.name) and \(version.name) have the same version hashes: a store of one cannot be distinguished from a store of the other.",
        "Remove one of them, or give an attribute of the newer one a hashModifier.")
    }
  }

  /// - Throws: an error unless the stages to newer versions are one chain, oldest
  ///   first. Others may lead back to older ones.
  func check() throws {
    let all = try self.stages.map { try self.ends(of: $0) }
    for (index, end) in all.enumerated() {
      if end.from == end.to {
        throw Self.error(
          "\(Self.name(of: self.stages[index])) leads to the version that it starts from.",
          "Remove the stage, or let it lead to another version.")
      }
      if end.from > end.to, all[..<index].contains(where: { $0 == end }) {
        throw Self.error(
          "There are two stages like this: \(Self.name(of: self.stages[index])).",
          "Remove one of them.")
      }
    }
    let newer = all.indices.filter { all[$0].from < all[$0].to }
    let stages = newer.map { self.stages[$0] }
    let ends = newer.map { all[$0] }
    for index in stages.indices.dropFirst() {
      let (former, stage) = (stages[index - 1], stages[index])
      let (end, start) = (ends[index - 1].to, ends[index].from)
      if end == start { continue }
      if ends[..<index].contains(where: { $0.from == start }) {
        throw Self.error(
          "Two stages start at the version \(versions[start].name).",
          "Remove one of them: stages lead from each version to the next.")
      }
      if ends[..<index].contains(where: { $0.to == ends[index].to }) {
        throw Self.error(
          "Two stages lead to the version \(versions[ends[index].to].name).",
          "Remove one of them: stages lead from each version to the next.")
      }
      if start < end {
        throw Self.error(
          "\(Self.name(of: stage)) comes after \(Self.name(of: former)), which starts at a newer version.",
          "List the stages oldest first.")
      }
      if ends[index...].contains(where: { $0.from == end }) {
        throw Self.error(
          "\(Self.name(of: stage)) comes before the one that leads to its first version.",
          "List the stages oldest first.")
      }
      throw Self.error(
        "No stage leads from the version \(versions[end].name) to \(versions[start].name), where a later stage starts.",
        "Add the stage that is missing; .lightweight is enough for changes that need no code.")
    }
  }

  static func name(of stage: MigrationStage) -> String {
    "The stage from \(PlannedVersion.name(of: stage.fromVersion)) to \(PlannedVersion.name(of: stage.toVersion))"
  }

  private static func error(_ explanation: String, _ advice: String) -> SwiftDataError {
    SwiftDataError(.unknownSchema, explanation, advice: advice)
  }
}
