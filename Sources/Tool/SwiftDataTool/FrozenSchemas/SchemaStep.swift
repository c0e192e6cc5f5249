// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a migration will do for a change, and what that costs.
struct SchemaStep {
  /// How long it may take, and what it keeps others from.
  enum Cost: String {
    /// Descriptions of tables only: no row is read or written.
    case catalogue = "catalogue only"
    /// Reads all rows of the table.
    case scan = "reads the table"
    /// Reads all rows, and builds an index of them.
    case index = "builds an index"
    /// Writes all rows of the table anew.
    case rewrite = "rewrites the table"
    /// Nothing is done.
    case nothing = "nothing to do"
    /// A program's code must do it.
    case code = "needs a custom stage"
  }

  let change: SchemaChange
  let cost: Cost
  /// In PostgreSQL.
  var sql: [String] = []
  /// What PostgreSQL calls the strongest lock on a table that others use.
  var lock: String?
  /// What is to be known beforehand.
  var note: String?
  /// Whether servers of the former version can go on reading and writing after it, as far as a schema tells.
  var isAdditive = true

  /// - Parameter tables: How tables and columns are called in a database; `nil` for a file.
  static func steps(from old: FrozenSchema, to new: FrozenSchema, _ tables: SchemaTables?) -> [SchemaStep] {
    SchemaChange.changes(from: old, to: new).flatMap { step($0, old, new, tables) }.map { step in
      var step = step
      // What a stage does, and other types of columns, they do not know.
      if step.cost == .code || step.cost == .rewrite { step.isAdditive = false }
      return step
    }
  }

  private static func step(
    _ change: SchemaChange, _ old: FrozenSchema, _ new: FrozenSchema, _ tables: SchemaTables?
  ) -> [SchemaStep] {
    let brief = tables == nil ? nil : "ACCESS EXCLUSIVE, for a moment"
    switch change {
    case .modelAdded(let model):
      let isGuarding = model.properties.contains { tables?.isGuarding($0, of: model.name, in: new) == true }
      return [
        SchemaStep(
          change: change, cost: .catalogue, sql: tables?.creation(of: model, in: new) ?? [],
          note: isGuarding ? formerDeletions : nil)
      ]
    case .modelRemoved:
      return [
        tables == nil
          ? SchemaStep(
            change: change, cost: .catalogue, note: "The objects stay in the file, where no model reads them.")
          : SchemaStep(
            change: change, cost: .nothing,
            note: "The table stays, because servers of the former version may be at work; drop it later.")
      ]
    case .parentChanged(let model, _, _):
      return [
        SchemaStep(
          change: change, cost: .code,
          note: "Objects of \(model) would have to move into another table: write a stage that copies them.")
      ]
    case .added(let model, let property): return [added(change, model, property, new, tables, brief)]
    case .removed(_, let property):
      // Servers of the former version could not read new objects, which have no value.
      let isNeeded =
        !property.isOptional && !(property.isRelationship && property.type.hasPrefix("["))
        && !property.options.contains("ephemeral")
      return [
        SchemaStep(
          change: change, cost: tables == nil ? .catalogue : .nothing,
          note: tables == nil
            ? "Its values stay in the file, where no model reads them."
            : "Its values stay, because servers of the former version may need them.", isAdditive: !isNeeded)
      ]
    case .renamed(let model, let former, let property):
      return [
        SchemaStep(
          change: change, cost: .catalogue, sql: tables?.renaming(former, property, of: model, in: new) ?? [],
          lock: brief,
          note: tables == nil ? nil : "Servers of the former version fail from then on: stop them first.",
          isAdditive: false)
      ]
    case .changed(let model, let before, let now): return changed(change, model, before, now, old, new, tables)
    case .uniqueAdded(let model, let names):
      return [
        SchemaStep(
          change: change, cost: .index, sql: tables?.index(names, of: model, in: new, isUnique: true) ?? [],
          lock: tables == nil ? nil : "SHARE UPDATE EXCLUSIVE", note: "Fails if there are equal values.",
          isAdditive: false)
      ]
    case .indexAdded(let model, let names):
      return [
        SchemaStep(
          change: change, cost: .index, sql: tables?.index(names, of: model, in: new, isUnique: false) ?? [],
          lock: tables == nil ? nil : "SHARE UPDATE EXCLUSIVE")
      ]
    case .uniqueRemoved(let model, let names):
      return [
        SchemaStep(
          change: change, cost: .catalogue, sql: tables?.dropping(names, of: model, in: old) ?? [], lock: brief,
          isAdditive: false)
      ]
    case .indexRemoved:
      return [
        SchemaStep(
          change: change, cost: tables == nil ? .catalogue : .nothing,
          note: tables == nil ? nil : "The index stays; drop it when no server of the former version needs it.")
      ]
    case .typeAdded, .typeRemoved: return []
    case .typeChanged(let before, let now):
      guard now.isStored(as: before) else {
        return [
          SchemaStep(
            change: change, cost: .code,
            note: "Its values are stored in another form: add a property of the new type, and copy in a stage.")
        ]
      }
      guard !now.hasOtherNumbers(than: before) else {
        return [
          SchemaStep(
            change: change, cost: .code,
            note: "Cases have other raw values than before: write the former ones, or change the values in a stage.")
        ]
      }
      return [
        SchemaStep(
          change: change, cost: now.rawType == nil ? .code : .nothing,
          note: now.rawType == nil
            ? "Attributes of \(now.name) change their columns: new optional parts are added, others need a stage."
            : "Values of a case that is gone cannot be read any more: give the rows another one first.",
          // Servers of the former version cannot read those of a new case.
          isAdditive: false)
      ]
    }
  }

  /// Of a new foreign key: servers that do not know its column do not clear it.
  private static let formerDeletions =
    "Servers of the former version cannot delete objects that are connected by it (deleteDenied)."

  private static func added(
    _ change: SchemaChange, _ model: String, _ property: FrozenSchema.Property, _ new: FrozenSchema,
    _ tables: SchemaTables?, _ lock: String?
  ) -> SchemaStep {
    if property.isRelationship {
      let isPairs =
        property.type.hasPrefix("[")
        && property.inverse.map { inverse in
          new.model(named: property.type.trimmingCharacters(in: ["[", "]"]))?.property(named: inverse)?.type.hasPrefix(
            "[")
            ?? false
        } ?? false
      if property.type.hasPrefix("["), !isPairs, property.inverse != nil {
        return SchemaStep(change: change, cost: .nothing, note: "The other end has the column.")
      }
      return SchemaStep(
        change: change, cost: isPairs ? .catalogue : .index,
        sql: tables?.relationship(property, of: model, in: new) ?? [],
        lock: tables == nil ? nil : isPairs ? nil : "ACCESS EXCLUSIVE, for a moment; then SHARE UPDATE EXCLUSIVE",
        note: tables?.isGuarding(property, of: model, in: new) == true ? formerDeletions : nil,
        isAdditive: property.isOptional || property.type.hasPrefix("["))
    }
    let needsValue = !property.isOptional && property.initial == nil
    let isUnique = property.options.contains("unique")
    return SchemaStep(
      change: change, cost: needsValue ? .code : isUnique ? .index : .catalogue,
      sql: (tables?.addition(of: property, to: model, in: new) ?? [])
        + (isUnique ? tables?.index([property.name], of: model, in: new, isUnique: true) ?? [] : []),
      lock: lock,
      note: needsValue ? "It is neither optional nor has a default value: refused if there are objects." : nil,
      // Objects of servers of the former version would all have the default value.
      isAdditive: !needsValue && !(isUnique && property.initial != nil))
  }

  private static func changed(
    _ change: SchemaChange, _ model: String, _ before: FrozenSchema.Property, _ now: FrozenSchema.Property,
    _ old: FrozenSchema, _ new: FrozenSchema, _ tables: SchemaTables?
  ) -> [SchemaStep] {
    var steps: [SchemaStep] = []
    if before.type != now.type || before.isRelationship != now.isRelationship {
      steps.append(retyped(change, model, before, now, new, tables))
    }
    if before.isOptional, !now.isOptional {
      steps.append(
        SchemaStep(
          change: change, cost: .code, note: "Objects without a value must get one in a stage first."))
    }
    if !before.isOptional, now.isOptional {
      steps.append(
        SchemaStep(
          change: change, cost: .nothing, note: "Servers of the former version cannot read objects without a value.",
          isAdditive: false))
    }
    let (had, has) = (before.options.contains("unique"), now.options.contains("unique"))
    if has, !had {
      steps.append(
        SchemaStep(
          change: change, cost: .index, sql: tables?.index([now.name], of: model, in: new, isUnique: true) ?? [],
          lock: tables == nil ? nil : "SHARE UPDATE EXCLUSIVE", note: "Fails if there are equal values.",
          isAdditive: false))
    } else if had, !has {
      steps.append(
        SchemaStep(
          change: change, cost: .catalogue, sql: tables?.dropping([now.name], of: model, in: old) ?? [],
          lock: tables == nil ? nil : "ACCESS EXCLUSIVE, for a moment", isAdditive: false))
    }
    // Default values, delete rules and the like are the program's.
    return steps.isEmpty ? [SchemaStep(change: change, cost: .nothing)] : steps
  }

  /// A property that has got another type, by the rules of the migration itself.
  private static func retyped(
    _ change: SchemaChange, _ model: String, _ before: FrozenSchema.Property, _ now: FrozenSchema.Property,
    _ new: FrozenSchema, _ tables: SchemaTables?
  ) -> SchemaStep {
    let refused = SchemaStep(
      change: change, cost: .code,
      note: "Values of one type are none of the other: add a property, and copy in a stage.")
    guard !before.isRelationship, !now.isRelationship, let old = ScalarTypes.attribute(before.type),
      let type = ScalarTypes.attribute(now.type), old.keepsValues(as: type)
    else { return refused }
    guard let tables else {
      return old == type
        ? SchemaStep(change: change, cost: .nothing)
        : SchemaStep(change: change, cost: .catalogue, note: "Values that do not fit end the migration.")
    }
    guard let sql = tables.conversion(of: now, from: before.type, in: model, new) else { return refused }
    guard !sql.isEmpty else { return SchemaStep(change: change, cost: .nothing) }
    return SchemaStep(
      change: change, cost: .rewrite, sql: sql, lock: "ACCESS EXCLUSIVE",
      note: "Values that do not fit end the migration.")
  }
}
