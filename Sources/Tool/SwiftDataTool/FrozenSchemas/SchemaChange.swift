// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One difference between two versions of a schema.
enum SchemaChange: Equatable {
  case modelAdded(FrozenSchema.Model)
  case modelRemoved(FrozenSchema.Model)
  case parentChanged(model: String, from: String?, to: String?)
  case added(model: String, FrozenSchema.Property)
  case removed(model: String, FrozenSchema.Property)
  case renamed(model: String, from: String, to: FrozenSchema.Property)
  case changed(model: String, from: FrozenSchema.Property, to: FrozenSchema.Property)
  case uniqueAdded(model: String, [String])
  case uniqueRemoved(model: String, [String])
  case indexAdded(model: String, [String])
  case indexRemoved(model: String, [String])
  case typeAdded(FrozenSchema.ValueType)
  case typeRemoved(FrozenSchema.ValueType)
  case typeChanged(from: FrozenSchema.ValueType, to: FrozenSchema.ValueType)

  /// What is different, in the order of models.
  static func changes(from old: FrozenSchema, to new: FrozenSchema) -> [SchemaChange] {
    var changes: [SchemaChange] = []
    for model in old.models where new.model(named: model.name) == nil { changes.append(.modelRemoved(model)) }
    for model in new.models {
      guard let former = old.model(named: model.name) else {
        changes.append(.modelAdded(model))
        continue
      }
      changes += self.changes(from: former, to: model)
    }
    let types = TypePairs(old, new)
    changes += types.removed.map { .typeRemoved($0) } + types.added.map { .typeAdded($0) }
    let changed = types.pairs.filter { !$0.old.isSame(as: $0.new) }.sorted { $0.new.name < $1.new.name }
    return changes + changed.map { .typeChanged(from: $0.old, to: $0.new) }
  }

  private static func changes(from old: FrozenSchema.Model, to new: FrozenSchema.Model) -> [SchemaChange] {
    var changes: [SchemaChange] = []
    let name = new.name
    if old.parent != new.parent { changes.append(.parentChanged(model: name, from: old.parent, to: new.parent)) }
    var moved: Set<String> = []
    for property in new.properties {
      if let former = old.property(named: property.name) {
        // A former name stays in the declaration; it is news only once.
        if former != property { changes.append(.changed(model: name, from: former, to: property)) }
      } else if let former = property.formerName.flatMap({ old.property(named: $0) }),
        new.property(named: former.name) == nil
      {
        moved.insert(former.name)
        changes.append(.renamed(model: name, from: former.name, to: property))
        var same = former
        same.name = property.name
        same.formerName = property.formerName
        if same != property { changes.append(.changed(model: name, from: same, to: property)) }
      } else {
        changes.append(.added(model: name, property))
      }
    }
    for property in old.properties where new.property(named: property.name) == nil && !moved.contains(property.name) {
      changes.append(.removed(model: name, property))
    }
    changes += new.unique.filter { !old.unique.contains($0) }.map { .uniqueAdded(model: name, $0) }
    changes += old.unique.filter { !new.unique.contains($0) }.map { .uniqueRemoved(model: name, $0) }
    changes += new.indexes.filter { !old.indexes.contains($0) }.map { .indexAdded(model: name, $0) }
    changes += old.indexes.filter { !new.indexes.contains($0) }.map { .indexRemoved(model: name, $0) }
    return changes
  }

  /// For people: `+ Trip.rating: Int?`.
  var text: String {
    func line(_ property: FrozenSchema.Property) -> String {
      property.line.split(separator: " ", maxSplits: 1).last.map(String.init) ?? property.name
    }
    func list(_ names: [String]) -> String { names.joined(separator: ", ") }
    return switch self {
    case .modelAdded(let model): "+ \(model.name)"
    case .modelRemoved(let model): "- \(model.name)"
    case .parentChanged(let model, let old, let new): "~ \(model): superclass \(old ?? "none") → \(new ?? "none")"
    case .added(let model, let property): "+ \(model).\(line(property))"
    case .removed(let model, let property): "- \(model).\(line(property))"
    case .renamed(let model, let old, let property): "~ \(model).\(old) is now \(model).\(property.name)"
    case .changed(let model, let old, let new): "~ \(model).\(line(old)) → \(line(new))"
    case .uniqueAdded(let model, let names): "+ \(model): unique \(list(names))"
    case .uniqueRemoved(let model, let names): "- \(model): unique \(list(names))"
    case .indexAdded(let model, let names): "+ \(model): index \(list(names))"
    case .indexRemoved(let model, let names): "- \(model): index \(list(names))"
    case .typeAdded(let type): "+ \(type.isEnum ? "enum" : "struct") \(type.name)"
    case .typeRemoved(let type): "- \(type.isEnum ? "enum" : "struct") \(type.name)"
    case .typeChanged(let old, let new): "~ \(new.name): \(new.differences(from: old))"
    }
  }
}
