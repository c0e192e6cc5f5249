// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// Versions in any order: a store that goes through all of a plan's stages at
/// once is the same as one that is opened at each of its versions.
@Suite struct StagedPathTests {
  enum A: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { Paths.versions[0].types }
  }
  enum B: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { Paths.versions[1].types }
  }
  enum C: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { Paths.versions[2].types }
  }
  enum D: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { Paths.versions[3].types }
  }
  enum E: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { Paths.versions[4].types }
  }

  static let versions: [(any VersionedSchema.Type, [any PathModel.Type])] = [
    (A.self, Paths.versions[0].types), (B.self, Paths.versions[1].types),
    (C.self, Paths.versions[2].types), (D.self, Paths.versions[3].types),
    (E.self, Paths.versions[4].types),
  ]

  @Test(arguments: MigrationPathTests.seeds.prefix(6)) func atOnceAsOneByOne(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let chain = Self.versions.shuffled(using: &random)
    let name = "seed \(seed), " + chain.map { "\($0.0)" }.joined(separator: " → ")
    let (one, all) = (try TestFolder(), try TestFolder())
    try fill(chain[0], one.file(), &random)
    for suffix in ["", "-wal"]
    where FileManager.default.fileExists(atPath: one.file().path + suffix) {
      try FileManager.default.copyItem(
        atPath: one.file().path + suffix, toPath: all.file().path + suffix)
    }
    let versions = chain.map(\.0)
    // Half of the stages have code, which sees every row of its version.
    let stages = zip(chain, chain.dropFirst()).map { from, to in
      let hasCode = Bool.random(using: &random)
      return hasCode ? Self.touching(from, to) : MigrationStage.light(from.0, to.0)
    }
    try GivenPlan.with(versions, stages) {
      for (version, types) in chain {
        _ = try Shelf.container(version, one.file(), GivenPlan.self)
        try StoreShape.expectNatural(one.file(), types, name)
      }
      _ = try Shelf.container(versions[versions.count - 1], all.file(), GivenPlan.self)
    }
    try StoreShape.expectNatural(all.file(), chain[chain.count - 1].1, name)
    let (left, right) = (try rows(one.file()), try rows(all.file()))
    #expect(left == right, "\(name)")
    for finding in try StoreChecker.check(all.file(), .isMigrated) {
      // Rows of a class that the version lacks are no rows of its entities.
      let others = ["Z_ENT is no entity", "leads to no row", "is not the entity of the row"]
      if others.contains(where: { finding.problem.contains($0) }) { continue }
      Issue.record("\(name): \(finding)")
    }
  }

  private func fill(
    _ version: (any VersionedSchema.Type, [any PathModel.Type]), _ file: URL,
    _ random: inout SeededGenerator
  ) throws {
    let context = ModelContext(try Shelf.container(version.0, file, nil))
    var world: [any PathModel] = []
    func insert<T: PathModel>(_: T.Type) {
      for _ in 0..<3 {
        let model = T(id: world.count + 1)
        context.insert(model)
        world.append(model)
      }
    }
    for type in version.1 { insert(type) }
    for model in world { model.change(&random, world) }
    try context.save()
  }

  private static func touching(
    _ from: (any VersionedSchema.Type, [any PathModel.Type]),
    _ to: (any VersionedSchema.Type, [any PathModel.Type])
  ) -> MigrationStage {
    func touch(_ context: ModelContext, _ types: [any PathModel.Type], _ id: Int) throws {
      func read<T: PathModel>(_: T.Type) throws {
        var random = SeededGenerator(seed: UInt64(id))
        let models = try context.fetch(FetchDescriptor<T>()).sorted { $0.id < $1.id }
        for model in models { _ = model.facts() }
        if let first = models.first { first.change(&random, models) }
        if models.count > 2 { context.delete(models[models.count - 1]) }
        context.insert(T(id: id))
        try context.save()
      }
      for (offset, type) in types.enumerated() where offset.isMultiple(of: 2) { try read(type) }
    }
    let (old, new) = (from.1, to.1)
    return .custom(
      fromVersion: from.0, toVersion: to.0,
      willMigrate: { try touch($0, old, 1_000 + old.count) },
      didMigrate: { try touch($0, new, 2_000 + new.count) })
  }

  /// What the store has, but for what no two have in common.
  private func rows(_ file: URL) throws -> [String: [Int64: StoreDump.Values]] {
    var tables = try StagedErrorTests.dump(file).tables
    for table in tables.keys where table.hasPrefix("ATRANSACTION") || table == "Z_METADATA" {
      tables[table] = nil
    }
    tables["Z_MODELCACHE"] = nil
    return tables
  }
}
