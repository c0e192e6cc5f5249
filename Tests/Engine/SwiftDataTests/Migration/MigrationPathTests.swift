// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Stores that go from version to version of a schema, at random, forth and
/// back: each time they have the names and numbers of a new store, and what
/// was in them.
@Suite struct MigrationPathTests {
  static let seeds: [UInt64] = {
    if let text = ProcessInfo.processInfo.environment["SWIFTDATA_TEST_SEED"],
      let seed = UInt64(text)
    {
      return [seed]
    }
    #if DEBUG
      return Array(1...6)
    #else
      return Array(1...16)
    #endif
  }()

  /// Everything that any version knew.
  private struct Known {
    var facts: [String: String] = [:]
    var classes: [String: Set<Int>] = [:]
  }

  @Test(arguments: seeds)
  func randomPaths(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TestFolder()
    var known = Known()
    var next = 1
    var path: [String] = []
    do {
      for _ in 0..<6 {
        let version = Paths.versions.randomElement(using: &random) ?? Paths.versions[0]
        path.append(version.name)
        let stage = "seed \(seed), \(path.joined(separator: " → "))"
        try visit(version.types, folder.file(), &known, &next, &random, stage)
      }
    } catch {
      Issue.record("seed \(seed), \(path.joined(separator: " → ")): \(error)")
    }
  }

  private func visit(
    _ types: [any PathModel.Type], _ file: URL, _ known: inout Known, _ next: inout Int,
    _ random: inout SeededGenerator, _ stage: String
  ) throws {
    let context = try migrated(types, file)
    try StoreShape.expectNatural(file, types, stage)
    try expectSound(file, stage)
    for (key, fact) in try facts(context, types) {
      let property = key.split(separator: ".").last.map { String($0) } ?? ""
      let wanted = known.facts[key] ?? Paths.defaults[property]
      #expect(fact == wanted, "\(stage): \(key)")
    }
    for type in types { try insert(type, context, &next) }
    var world = try all(context, types)
    world.shuffle(using: &random)
    for model in world where Bool.random(using: &random) { model.change(&random, world) }
    try context.save()
    let saved = try facts(ModelContext(context.container), types)
    let inMemory = try facts(context, types)
    for (key, fact) in saved { #expect(inMemory[key] == fact, "\(stage): \(key) in memory") }
    known.facts.merge(saved) { _, new in new }
    try expectSound(file, stage + ", changed")
    // Every object of a kind is there, of whichever class.
    for type in types {
      let found = Set(try all(context, [type]).map(\.id))
      let name = "\(type)"
      #expect(found.isSuperset(of: known.classes[name] ?? []), "\(stage): \(name)")
      known.classes[name] = found
    }
  }

  private func insert<T: PathModel>(_: T.Type, _ context: ModelContext, _ next: inout Int) throws {
    for _ in 0..<2 {
      context.insert(T(id: next))
      next += 1
    }
  }

  private func all(
    _ context: ModelContext, _ types: [any PathModel.Type]
  ) throws -> [any PathModel] {
    func fetch<T: PathModel>(_: T.Type) throws -> [any PathModel] {
      try context.fetch(FetchDescriptor<T>())
    }
    var found: [Int: any PathModel] = [:]
    for type in types { for model in try fetch(type) { found[model.id] = model } }
    return found.values.sorted { $0.id < $1.id }
  }

  private func facts(
    _ context: ModelContext, _ types: [any PathModel.Type]
  ) throws -> [String: String] {
    var facts: [String: String] = [:]
    for model in try all(context, types) {
      for (property, fact) in model.facts() {
        facts["\(type(of: model).kind)#\(model.id).\(property)"] = fact
      }
    }
    return facts
  }

  /// Rows of a class that the version lacks are no rows of its entities.
  private func expectSound(_ file: URL, _ stage: String) throws {
    let others = ["Z_ENT is no entity", "leads to no row", "is not the entity of the row"]
    let findings = try StoreChecker.check(file, .isMigrated).filter { finding in
      !others.contains { finding.problem.contains($0) }
    }
    for finding in findings { Issue.record("\(stage): \(finding)") }
  }
}
