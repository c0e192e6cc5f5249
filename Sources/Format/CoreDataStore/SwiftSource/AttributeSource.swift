// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SourceText

/// Attributes as Swift.
struct AttributeSource {
  let types: StandardTypes
  let composites: CompositeSource

  /// Without question mark.
  func type(
    _ attribute: AttributeDescription, _ columns: AttributeColumns, _ entity: EntityDescription
  ) throws -> String {
    if attribute.type == .composite, !attribute.elements.isEmpty {
      return try composites.type(
        of: attribute, columns, in: entity.name, prefix: SwiftNames.capitalized(entity.name))
    }
    if attribute.type == .transformable {
      if let name = swiftType(attribute) { return name }
      if attribute.hasArchivingTransformer, case .column(let column) = columns,
        let name = try composites.archivedType(attribute, column, of: entity.name)
      {
        return name
      }
    }
    return types.name(of: attribute.type) ?? types.name("Data")
  }

  /// The type of a top-level array or other Codable value.
  private func swiftType(_ attribute: AttributeDescription) -> String? {
    guard let name = attribute.valueClassName, name.contains("<") else { return nil }
    let type = types.name(runtime: name, unknown: composites.anyName)
    if let type, type.contains(composites.anyName) { _ = composites.any() }
    return type.map { $0.hasSuffix("?") ? String($0.dropLast()) : $0 }
  }

  /// The macro before the property; empty if none is needed.
  func attribute(_ attribute: AttributeDescription, isUnique: Bool) -> String {
    var arguments: [String] = []
    if isUnique { arguments.append(".unique") }
    if attribute.allowsExternalStorage { arguments.append(".externalStorage") }
    if attribute.isTransient { arguments.append(".ephemeral") }
    if attribute.preservesValueOnDeletion { arguments.append(".preserveValueOnDeletion") }
    if attribute.isIndexedBySpotlight { arguments.append(".spotlight") }
    if attribute.type == .transformable, swiftType(attribute) == nil {
      let name = attribute.transformerName ?? TransformerNames.standard
      arguments.append(".transformable(by: \(SwiftNames.literal(name)))")
    }
    if let name = attribute.renamingIdentifier, name != attribute.name {
      arguments.append("originalName: \(SwiftNames.literal(name))")
    }
    if let modifier = attribute.versionHashModifier {
      arguments.append("hashModifier: \(SwiftNames.literal(modifier))")
    }
    guard !arguments.isEmpty else { return "" }
    return "@\(types.name("Attribute"))(\(arguments.joined(separator: ", "))) "
  }

  /// Notes about an attribute that Swift cannot express.
  func notes(_ attribute: AttributeDescription) -> [String] {
    var notes: [String] = []
    if attribute.isDerived { notes.append("Derived: the store computes it.") }
    if attribute.type == .transformable, swiftType(attribute) == nil {
      notes.append(
        "Values of \(attribute.valueClassName ?? "a class") that the transformer makes bytes of.")
    }
    if attribute.type == .undefined || attribute.type == .objectID {
      notes.append("Of a type that SwiftData does not have.")
    }
    return notes
  }
}

/// A property of a generated class.
struct PropertySource {
  let name: String
  /// With its question mark.
  let type: String
  /// The macro before it, with a space.
  let attribute: String
  let notes: [String]
  /// The value that it has without being given one.
  let initial: String?

  var declaration: String {
    var text = notes.map { "  // \(SwiftNames.comment($0))\n" }.joined()
    text += "  \(attribute)var \(SwiftNames.escaped(name)): \(type)"
    if let initial, initial != "nil" { text += " = \(initial)" }
    return text + "\n"
  }

  var parameter: String {
    "\(SwiftNames.escaped(name)): \(type)" + (initial.map { " = \($0)" } ?? "")
  }
}
