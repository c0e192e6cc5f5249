// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// The options as they hold for each class: what is said of a class holds for its subclasses, too, since they inherit
/// its properties.
struct InheritedOptions {
  let options: SyncOptions
  let schema: Schema

  /// The names of a class and of those that it inherits from, beginning with its own.
  func lineage(_ entity: Schema.Entity) -> [String] {
    var names: [String] = []
    var name: String? = entity.name
    while let next = name, !names.contains(next) {
      names.append(next)
      name = schema.entitiesByName[next]?.superentityName
    }
    return names
  }

  func isLocal(_ property: String, of entity: Schema.Entity) -> Bool {
    lineage(entity).contains { options.localProperties[$0]?.contains(property) == true }
  }

  func isEncrypted(_ property: String, of entity: Schema.Entity) -> Bool {
    lineage(entity).contains { options.encryptedProperties[$0]?.contains(property) == true }
  }

  func deletionWins(_ entity: Schema.Entity) -> Bool { lineage(entity).contains { options.deletionsWin.contains($0) } }

  /// A subclass may have a rule of its own.
  func rule(of property: String, of entity: Schema.Entity) -> SyncOptions.SyncRule? {
    lineage(entity).lazy.compactMap { options.rules["\($0).\(property)"] }.first
  }

  /// What a property is called in records, if the options say it.
  func field(of property: String, of entity: Schema.Entity?) -> String? {
    guard let entity, !options.fieldNames.isEmpty else { return nil }
    return lineage(entity).lazy.compactMap { options.fieldNames[$0]?[property] }.first
  }

  // MARK: Names that are not there

  /// A name that is mistyped, or that was not changed together with its property, must not be passed over: what is to
  /// be encrypted or to stay on the device would leave it.
  func check() throws {
    for name in options.deletionsWin.sorted() { _ = try entity(name, "deletionsWin", name) }
    try check(options.localProperties, "localProperties", needsAttribute: false)
    try check(options.encryptedProperties, "encryptedProperties", needsAttribute: true)
    try check(options.fieldNames.mapValues { Set($0.keys) }, "fieldNames", needsAttribute: false)
    for name in options.rules.keys.sorted() {
      guard let dot = name.firstIndex(of: ".") else {
        throw SyncError.invalidOption("rules", name: name, reason: "which has not the form 'Class.property'")
      }
      let entity = try entity(String(name[..<dot]), "rules", name)
      try check(String(name[name.index(after: dot)...]), of: entity, "rules", needsAttribute: true)
    }
    for (model, names) in options.fieldNames.sorted(by: { $0.key < $1.key }) {
      for (property, field) in names.sorted(by: { $0.key < $1.key }) where !Self.isName(field) {
        throw SyncError.invalidOption(
          "fieldNames", name: "\(model).\(property)", reason: "with '\(field)', which can be no name of a property")
      }
    }
  }

  private func check(_ names: [String: Set<String>], _ option: String, needsAttribute: Bool) throws {
    for (model, properties) in names.sorted(by: { $0.key < $1.key }) {
      let entity = try entity(model, option, model)
      for name in properties.sorted() { try check(name, of: entity, option, needsAttribute: needsAttribute) }
    }
  }

  private func entity(_ model: String, _ option: String, _ name: String) throws -> Schema.Entity {
    if let entity = schema.entitiesByName[model] { return entity }
    throw SyncError.invalidOption(option, name: name, reason: "and the container's schema has no class '\(model)'")
  }

  private func check(_ name: String, of entity: Schema.Entity, _ option: String, needsAttribute: Bool) throws {
    let full = "\(entity.name).\(name)"
    guard let property = entity.properties.first(where: { $0.name == name }) else {
      let renamed = entity.properties.first { $0.originalName == name }
      throw SyncError.invalidOption(
        option, name: full,
        reason: renamed.map { "which is called '\($0.name)' now" } ?? "and the class has no such property")
    }
    if needsAttribute, !property.isAttribute {
      throw SyncError.invalidOption(option, name: full, reason: "which is a relationship")
    }
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
