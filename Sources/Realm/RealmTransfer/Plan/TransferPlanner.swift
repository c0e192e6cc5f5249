// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import SwiftDataRealm

/// Finds a counterpart for everything in a file.
struct TransferPlanner {
  let file: RealmFile
  let store: Store
  let mapping: RealmMapping
  let models: ModelPlan
  private(set) var plan = TransferPlan()
  private var problems: [String] = []

  static func plan(
    _ file: RealmFile, _ store: Store, _ mapping: RealmMapping
  ) throws -> TransferPlan {
    var planner = TransferPlanner(file: file, store: store, mapping: mapping)
    try planner.run()
    return planner.plan
  }

  private init(file: RealmFile, store: Store, mapping: RealmMapping) {
    self.file = file
    self.store = store
    self.mapping = mapping
    models = ModelPlan(file.schema)
  }

  private mutating func run() throws {
    try checkNames()
    var mappings: [RealmClassMapping?] = []
    for table in file.tables where !table.type.isInternal {
      for mapping in targets(of: table) {
        let entity = try store.entity(named: mapping.target)
        guard let place = store.layout[entity.name], let name = place.table, !entity.isAbstract
        else {
          problems.append("the store has no table for \(entity.name)")
          continue
        }
        mappings.append(mapping)
        plan.steps.append(
          TransferStep(
            index: plan.steps.count, table: table, entity: entity, tableName: name,
            number: place.number, condition: mapping.condition, makeColumns: mapping.columns))
      }
    }
    for index in plan.steps.indices {
      guard let mapping = mappings[index] else { continue }
      var builder = StepBuilder(planner: self, step: plan.steps[index], mapping: mapping)
      builder.run()
      plan.steps[index] = builder.step
      plan.omissions += builder.omissions
      problems += builder.problems
    }
    guard problems.isEmpty else {
      let shown = problems.prefix(20).joined(separator: "; ")
      throw RealmTransferError(
        .unmatched,
        "Not everything has a counterpart: \(shown)"
          + (problems.count > 20 ? "; and \(problems.count - 20) more." : "."),
        advice: "Name counterparts in the mapping, or skip these.")
    }
  }

  /// What the mapping names has to be there: a slip would go unnoticed otherwise.
  private func checkNames() throws {
    let names = Set(file.schema.classes.map(\.name))
    for name in mapping.classes.map(\.source) + mapping.skipped where !names.contains(name) {
      throw RealmTransferError(
        .unknownName, "The file has no class \(name), which the mapping names.",
        advice: "There are: \(file.schema.appClasses.map(\.name).joined(separator: ", ")).")
    }
    for mapping in mapping.classes {
      let entity: EntityDescription
      do {
        entity = try store.entity(named: mapping.target)
      } catch let error as StoreError {
        throw RealmTransferError(
          .unknownName, error.what, className: mapping.source, advice: error.advice)
      }
      let properties = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      for name in mapping.sources.keys.sorted() where !properties.contains(name) {
        throw RealmTransferError(
          .unknownName, "\(entity.name) has no property \(name), which the mapping names.",
          className: mapping.source,
          advice: "There are: \(properties.sorted().joined(separator: ", ")).")
      }
    }
  }

  /// The mappings of a class: its own, or one by its name.
  private mutating func targets(of table: RealmTable) -> [RealmClassMapping] {
    func omit(_ reason: String) {
      plan.omissions.append(
        RealmOmission(
          className: table.name, property: nil, reason: reason, objects: table.count))
    }
    if mapping.skipped.contains(table.name) {
      omit("The mapping leaves the class out.")
      return []
    }
    let own = mapping.classes.filter { $0.source == table.name }
    if !own.isEmpty { return own }
    if table.type.kind == .asymmetric {
      omit("Asymmetric objects are written for a server only.")
      return []
    }
    let names = [table.name, models[table.name]?.name].compactMap { $0 } + Self.bare(table.name)
    if let name = names.first(where: { store.model.entity(named: $0) != nil }) {
      return [RealmClassMapping(table.name, to: name)]
    }
    // Its objects are in the attributes of their owners.
    if table.type.kind == .embedded { return [] }
    if mapping.skipsUnmatched {
      omit("The store has no entity of that name.")
    } else {
      problems.append("class \(table.name) (\(table.count) objects)")
    }
    return []
  }

  /// The name without the word that tells Realm's classes from others.
  private static func bare(_ name: String) -> [String] {
    var names: [String] = []
    for word in ["Realm", "RLM"] {
      if name.hasPrefix(word), name.count > word.count {
        names.append(String(name.dropFirst(word.count)))
      }
      if name.hasSuffix(word), name.count > word.count {
        names.append(String(name.dropLast(word.count)))
      }
    }
    return names
  }

  /// The steps that make rows, for an entity, of the objects of a class.
  func target(_ className: String?, _ entity: String) -> StepTarget {
    guard let className, let type = file.schema[className] else { return StepTarget(steps: []) }
    return StepTarget(
      steps: plan.steps(of: type.key).filter { index in
        let found = plan.steps[index].entity
        return found.name == entity
          || store.model.ancestors(of: found).contains { $0.name == entity }
      })
  }
}
