// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SourceText

/// Writes the structs and enums of composite attributes.
///
/// Their real names are not in a store. They are named after entity and
/// property here, which the store does not mind.
final class CompositeSource {
  private let store: Store
  private let types: StandardTypes
  private let shapes: StoredShapes
  private var taken: Set<String>
  /// The name of the type that stands for any Codable type.
  let anyName: String
  private(set) var usesAny = false
  private(set) var declarations: [String] = []
  /// The names of types, by entity and attribute.
  private(set) var known: [String: [String: String]] = [:]

  init(_ store: Store, _ types: StandardTypes, taken: Set<String>) {
    self.store = store
    self.types = types
    self.taken = taken
    shapes = StoredShapes(store: store)
    anyName = SwiftNames.unused("StoredJSON", &self.taken)
  }

  func any() -> String {
    usesAny = true
    return anyName
  }

  func archivedType(
    _ attribute: AttributeDescription, _ column: String, of entity: String
  ) throws -> String? {
    try shapes.archivedType(attribute, column, of: entity, types, json: anyName)
  }

  /// The name of the attribute's type, whose declaration is then written.
  func type(
    of attribute: AttributeDescription, _ columns: AttributeColumns, in entity: String,
    prefix: String, suffix: String? = nil
  ) throws -> String {
    let name = SwiftNames.unused(prefix + SwiftNames.capitalized(suffix ?? attribute.name), &taken)
    if prefix == SwiftNames.capitalized(entity), suffix == nil {
      known[entity, default: [:]][attribute.name] = name
    }
    // The place of the declaration: before those of its parts.
    let position = declarations.count
    let text: String
    if attribute.hasRawValues {
      text = try rawEnum(name, attribute, columns, entity)
    } else if attribute.isEnumeration {
      text = try caseEnum(name, attribute, columns, entity)
    } else {
      text = try structure(name, attribute, columns, entity)
    }
    declarations.insert(text, at: position)
    return name
  }

  private func column(_ columns: AttributeColumns, _ index: Int) -> AttributeColumns {
    guard case .elements(let elements) = columns, index < elements.count else { return .missing }
    return elements[index].columns
  }

  private func structure(
    _ name: String, _ attribute: AttributeDescription, _ columns: AttributeColumns, _ entity: String
  ) throws -> String {
    var text = "struct \(name): \(types.name("Codable")) {\n"
    for (index, element) in attribute.elements.enumerated() {
      let place = column(columns, index)
      let type: String
      var note = ""
      switch element.type {
      case .composite: type = try self.type(of: element, place, in: entity, prefix: name)
      case .binaryData:
        (type, note) = try bytes(place, entity)
      default: type = types.name(of: element.type) ?? types.name("Data")
      }
      text += "  var \(SwiftNames.escaped(element.name)): \(type)\(element.isOptional ? "?" : "")"
      text += note + "\n"
    }
    return text + "}\n"
  }

  /// Arrays and Codable values within a struct are JSON.
  private func bytes(_ place: AttributeColumns, _ entity: String) throws -> (String, String) {
    guard case .column(let column) = place,
      let type = try shapes.jsonType(column, of: entity, types, json: anyName)
    else { return (types.name("Data"), "  // maybe JSON") }
    if type.contains(anyName) { usesAny = true }
    return (type, "")
  }

  private func rawEnum(
    _ name: String, _ attribute: AttributeDescription, _ columns: AttributeColumns, _ entity: String
  ) throws -> String {
    let type = attribute.elements.first?.type ?? .string
    let raw = types.name(of: type) ?? types.name("String")
    var text = ""
    var values: [SQLiteValue]? = []
    if let column = columns.names.first { values = try shapes.rawValues(column, of: entity) }
    text += "/// The cases that occur in the store; the app may have more.\n"
    text += "enum \(name): \(raw), \(types.name("Codable")), CaseIterable {\n"
    var names: Set<String> = []
    var cases = ""
    for value in values ?? [] {
      switch (value, type) {
      case (.text(let text), .string):
        let name = SwiftNames.unused(SwiftNames.caseName(text), &names)
        cases += "  case \(SwiftNames.escaped(name)) = \(SwiftNames.literal(text))\n"
      case (.integer(let number), _) where type != .string:
        let name = number < 0 ? "minus\(number.magnitude)" : "value\(number)"
        cases += "  case \(SwiftNames.unused(name, &names)) = \(number)\n"
      case (.real(let number), .double), (.real(let number), .float):
        cases += "  case \(SwiftNames.unused("value", &names)) = \(number)\n"
      default: continue
      }
    }
    if values == nil { text += "  // Too many values to list.\n" }
    // An enum with a raw type needs a case.
    if cases.isEmpty { cases = "  case unknown = \(type == .string ? "\"unknown\"" : "0")\n" }
    return text + cases + "}\n"
  }

  private func caseEnum(
    _ name: String, _ attribute: AttributeDescription, _ columns: AttributeColumns, _ entity: String
  ) throws -> String {
    var text = "enum \(name): \(types.name("Codable")) {\n"
    for (index, element) in attribute.elements.enumerated() {
      text += "  case \(SwiftNames.escaped(element.name))"
      let place = column(columns, index)
      if case .column(let column) = place, element.type == .binaryData {
        usesAny = true
        let labels = try shapes.payloadLabels(column, of: entity) ?? []
        let parts = labels.filter { !$0.hasPrefix("_") }.map {
          "\(SwiftNames.escaped($0)): \(anyName)"
        }
        let plain = labels.count - parts.count
        let unnamed = Array(repeating: anyName, count: labels.isEmpty ? 1 : plain)
        text += "(\((unnamed + parts).joined(separator: ", ")))"
      } else if element.type == .composite {
        text += "(\(try payload(of: element, place, in: entity, prefix: name)))"
      } else if element.type != .string {
        text += "(\(types.name(of: element.type) ?? types.name("Data")))"
      }
      text += "\n"
    }
    return text + "}\n"
  }

  /// The associated values of a case. Which of them are optional is in no store: with all of them, every row can be read.
  private func payload(
    of element: AttributeDescription, _ columns: AttributeColumns, in entity: String, prefix: String
  ) throws -> String {
    let prefix = prefix + SwiftNames.capitalized(element.name)
    return try element.elements.enumerated().map { index, value in
      let place = column(columns, index)
      let hasLabel = value.name != "_\(index)"
      let type: String
      switch value.type {
      case .composite:
        let suffix = hasLabel ? value.name : element.elements.count == 1 ? "" : "Value\(index)"
        type = try self.type(of: value, place, in: entity, prefix: prefix, suffix: suffix)
      case .binaryData: type = try bytes(place, entity).0 + "?"
      default: type = (types.name(of: value.type) ?? types.name("Data")) + "?"
      }
      return hasLabel ? "\(SwiftNames.escaped(value.name)): \(type)" : type
    }.joined(separator: ", ")
  }
}
