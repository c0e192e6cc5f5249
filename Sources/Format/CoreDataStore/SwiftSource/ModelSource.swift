// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SourceText

/// Writes the `@Model` classes of a store, for which no sources are at hand.
///
/// Compiled against SwiftData they open that very store: names, types,
/// optionality, inverses and constraints give the version hashes that the
/// store has. What Swift cannot say is noted in comments.
package struct ModelSource {
  private let store: Store
  private let types: StandardTypes
  private let relationships: RelationshipSource
  private let defaults: DefaultSource
  private let composites: CompositeSource

  package init(_ store: Store) {
    self.store = store
    let entities = Set(store.model.entities.map(\.name))
    types = StandardTypes(taken: entities)
    relationships = RelationshipSource(store: store, types: types)
    defaults = DefaultSource(types: types)
    composites = CompositeSource(store, types, taken: entities.union(StandardTypes.names))
  }

  /// The text of one file.
  package func text() throws -> String {
    let classes = try store.orderedEntities.map(declaration)
    var text = header + "import Foundation\nimport SwiftData\n"
    for declaration in classes { text += "\n" + declaration }
    for declaration in composites.declarations { text += "\n" + declaration }
    if composites.usesAny { text += "\n" + AnyJSONSource.text(named: composites.anyName, types) }
    return text
  }

  private var header: String {
    var lines = ["The models of \(store.url.lastPathComponent), store \(store.metadata.storeUUID)."]
    let versions = store.metadata.versionIdentifiers.filter { !$0.isEmpty }
    if !versions.isEmpty { lines.append("Model version \(versions.joined(separator: ", ")).") }
    lines.append("Written by 'swiftdata schema --swift'.")
    if case .tables(let reason) = store.modelOrigin {
      lines.append("\(reason) Names and types are taken from the tables.")
    }
    return lines.map { "// \(SwiftNames.comment($0))\n" }.joined() + "\n"
  }

  private func declaration(_ entity: EntityDescription) throws -> String {
    var properties = try store.model.ownAttributes(of: entity).sorted { $0.name < $1.name }
      .map { try property($0, entity) }
    properties += store.model.ownRelationships(of: entity).sorted { $0.name < $1.name }
      .map { property($0, entity) }
    let hasSubclasses = store.model.entities.contains { $0.superentity == entity.name }
    var text = notes(entity)
    // Subclasses of models came later.
    if entity.superentity != nil {
      text += "@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)\n"
    }
    text += "@\(types.name("Model")) \(hasSubclasses ? "" : "final ")class "
    text += SwiftNames.escaped(entity.name)
    if let parent = entity.superentity { text += ": \(SwiftNames.escaped(parent))" }
    text += " {\n"
    let constraints = ConstraintSource(store: store, entity: entity)
    text += constraints.text
    for property in properties { text += property.declaration }
    if !properties.isEmpty { text += "\n" }
    text += try initializer(entity, properties)
    return text + "}\n"
  }

  private func notes(_ entity: EntityDescription) -> String {
    var notes: [String] = []
    if entity.isAbstract {
      notes.append("Abstract in the store, which SwiftData's models are not.")
    }
    if let modifier = entity.versionHashModifier {
      notes.append("Has the version hash modifier \(SwiftNames.literal(modifier)).")
    }
    if let name = entity.renamingIdentifier, name != entity.name {
      notes.append("Was called \(name) in an earlier version.")
    }
    return notes.map { "// \(SwiftNames.comment($0))\n" }.joined()
  }

  private func property(
    _ attribute: AttributeDescription, _ entity: EntityDescription
  ) throws -> PropertySource {
    let columns = store.layout[entity.name]?.attributes[attribute.name] ?? .missing
    let source = AttributeSource(types: types, composites: composites)
    let isUnique = ConstraintSource(store: store, entity: entity).marked == attribute.name
    return PropertySource(
      name: attribute.name,
      type: try source.type(attribute, columns, entity) + (attribute.isOptional ? "?" : ""),
      attribute: source.attribute(attribute, isUnique: isUnique), notes: source.notes(attribute),
      initial: defaults.text(attribute) ?? (attribute.isOptional ? "nil" : nil))
  }

  private func property(
    _ relationship: RelationshipDescription, _ entity: EntityDescription
  ) -> PropertySource {
    PropertySource(
      name: relationship.name, type: relationships.type(relationship),
      attribute: relationships.attribute(relationship, of: entity),
      notes: relationships.notes(relationship, of: entity),
      initial: relationship.isOptional ? "nil" : relationship.isToMany ? "[]" : nil)
  }

  private func initializer(
    _ entity: EntityDescription, _ own: [PropertySource]
  ) throws -> String {
    // The nearest class first: so its own initializer lists them.
    var inherited: [PropertySource] = []
    for ancestor in store.model.ancestors(of: entity) {
      let attributes = store.model.ownAttributes(of: ancestor).sorted { $0.name < $1.name }
      let names = store.model.ownRelationships(of: ancestor).sorted { $0.name < $1.name }
      inherited += try attributes.map { try inheritedProperty($0, ancestor) }
      inherited += names.map { property($0, ancestor) }
    }
    let all = own + inherited
    guard !all.isEmpty else {
      return entity.superentity == nil ? "  init() {}\n" : "  override init() { super.init() }\n"
    }
    // A subclass without properties of its own repeats what it inherits.
    let keyword = own.isEmpty && entity.superentity != nil ? "override init" : "init"
    var text = "  \(keyword)(\n"
    let parameters = (all.filter { $0.initial == nil } + all.filter { $0.initial != nil })
      .map { "    \($0.parameter)" }
    text += parameters.joined(separator: ",\n") + "\n  ) {\n"
    for property in own {
      let name = SwiftNames.escaped(property.name)
      text += "    self.\(name) = \(name)\n"
    }
    if entity.superentity != nil {
      let ordered = inherited.filter { $0.initial == nil } + inherited.filter { $0.initial != nil }
      let arguments = ordered.map {
        "\(SwiftNames.label($0.name)): \(SwiftNames.escaped($0.name))"
      }
      text += "    super.init(\(arguments.joined(separator: ", ")))\n"
    }
    return text + "  }\n"
  }

  /// The type of an inherited property was written with its class.
  private func inheritedProperty(
    _ attribute: AttributeDescription, _ entity: EntityDescription
  ) throws -> PropertySource {
    if let known = composites.known[entity.name]?[attribute.name] {
      return PropertySource(
        name: attribute.name, type: known + (attribute.isOptional ? "?" : ""), attribute: "",
        notes: [], initial: defaults.text(attribute) ?? (attribute.isOptional ? "nil" : nil))
    }
    return try property(attribute, entity)
  }
}

extension SwiftNames {
  /// Text for a comment: on one line, and without its end.
  static func comment(_ text: String) -> String { Store.oneLine(text) }
}
