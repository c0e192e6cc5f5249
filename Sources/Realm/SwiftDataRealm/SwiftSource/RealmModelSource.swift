// SPDX-License-Identifier: Apache-2.0

import RealmFile
import SourceText

/// Writes the `@Model` classes that a ``ModelPlan`` has.
///
/// ```swift
/// let file = try RealmFile(url: url)
/// let text = RealmModelSource(file.schema, file: "default.realm").text
/// ```
///
/// The text is one file, which compiles with Apple's SwiftData and with this library. Comments mark parts without a
/// counterpart.
public struct RealmModelSource {
  private let plan: ModelPlan
  private let schema: RealmSchema
  private let file: String?
  private let forCloudKit: Bool

  /// - Parameters:
  /// - schema: the classes of the file.
  ///   - file: its name, for the first comment.
  /// - forCloudKit: whether the models are for a CloudKit database: see ``ModelPlan/forCloudKit()``.
  public init(_ schema: RealmSchema, file: String? = nil, forCloudKit: Bool = false) {
    self.schema = schema
    self.file = file
    self.forCloudKit = forCloudKit
    let plan = ModelPlan(schema)
    self.plan = forCloudKit ? plan.forCloudKit() : plan
  }

  /// The text of one file.
  public var text: String {
    var text = header + "import Foundation\nimport SwiftData\n"
    for model in plan.models { text += "\n" + ModelClassSource(model).text }
    for structure in plan.structs { text += "\n" + declaration(structure) }
    let elements = plan.models.compactMap(\.elementKind)
    if !elements.isEmpty {
      text +=
        "\n"
        + ElementListSource.text(
          lists: elements.contains(.list), dictionaries: elements.contains(.dictionary), isPrivate: true,
          isOptional: forCloudKit)
        + "\n"
    }
    if let name = plan.anyTypeName { text += "\n" + AnyValueSource.text(named: name) + "\n" }
    return text
  }

  private var header: String {
    var lines = [
      "The models of \(file ?? "a Realm file"), format \(schema.format)"
        + (schema.version.map { ", schema version \($0)." } ?? "."),
      "Written by 'swiftdata realm schema --swift\(forCloudKit ? " --cloudkit" : "")'.",
    ]
    if !plan.losses.isEmpty {
      lines.append("")
      lines.append("Without counterpart here:")
      for loss in plan.losses {
        lines.append(
          "- \(loss.className)\(loss.property.map { ".\($0)" } ?? ""): \(loss.reason)")
      }
    }
    let comments = lines.map { $0.isEmpty ? "//\n" : "// \(SwiftNames.comment($0))\n" }
    return comments.joined() + "\n"
  }

  private func declaration(_ structure: PlannedStruct) -> String {
    var text = "/// An embedded object, as a value.\n"
    if structure.name != structure.source {
      text += "// Called \(SwiftNames.comment(structure.source)) in the file.\n"
    }
    text += "struct \(structure.name): Codable, Hashable {\n"
    for property in structure.properties { text += PropertyText(property).declaration }
    return text + "}\n"
  }
}

extension PlannedModel {
  /// What the elements of collections are made for.
  enum ElementKind { case list, dictionary }

  /// The collection that this is a model of elements of; `nil` for others.
  var elementKind: ElementKind? {
    guard source == nil, properties.contains(where: { $0.name == "object" }) else { return nil }
    return properties.contains { $0.name == "key" } ? .dictionary : .list
  }
}

/// One model class as text.
struct ModelClassSource {
  private let model: PlannedModel

  init(_ model: PlannedModel) { self.model = model }

  var text: String {
    var text = model.notes.map { "/// \(SwiftNames.comment($0))\n" }.joined()
    text += "@Model\nfinal class \(SwiftNames.escaped(model.name))\(conformance) {\n"
    if !model.indexes.isEmpty {
      let paths = model.indexes.map { "[\\.\(SwiftNames.escaped($0))]" }
      text += "  #Index<\(model.name)>(\(paths.joined(separator: ", ")))\n\n"
    }
    if model.elementKind != nil {
      let owns = model.properties.contains { $0.name == "object" && $0.deleteRule == .cascade }
      text += "  static var ownsObjects: Bool { \(owns) }\n"
    }
    for property in model.properties { text += PropertyText(property).declaration }
    text += lists
    if !model.properties.isEmpty { text += "\n" }
    return text + initializer + "}\n"
  }

  /// Computed properties with the objects of lists and dictionaries.
  private var lists: String {
    model.properties.compactMap { property -> String? in
      guard case .elements(let list, let isDictionary, let target) = property.role else {
        return nil
      }
      let element = (property.type.hasSuffix("?") ? property.type.dropLast() : property.type[...]).dropFirst()
        .dropLast()
      let isOptional = property.type.hasSuffix("?")
      return "\n"
        + (isDictionary
          ? dictionary(list, property.name, String(element), target, isOptional)
          : self.list(list, property.name, String(element), target, isOptional))
    }.joined()
  }

  private func list(
    _ name: String, _ elements: String, _ element: String, _ target: String, _ isOptional: Bool
  ) -> String {
    """
      /// The objects of `\(elements)`, in their order.
      var \(SwiftNames.escaped(name)): [\(target)] {
        get { \(isOptional ? "(\(elements) ?? [])" : elements).objects }
        set { [\(element)].set(\\.\(elements), of: self, to: newValue) }
      }

    """
  }

  private func dictionary(
    _ name: String, _ elements: String, _ element: String, _ target: String, _ isOptional: Bool
  ) -> String {
    """
      /// The objects of `\(elements)`, by their keys.
      var \(SwiftNames.escaped(name)): [String: \(target)] {
        get { \(isOptional ? "(\(elements) ?? [])" : elements).objectsByKey }
        set { [\(element)].set(\\.\(elements), of: self, to: newValue) }
      }

    """
  }

  /// What an element promises to the list that it is in.
  private var conformance: String {
    switch model.elementKind {
    case .list: ": \(ElementListSource.privateListElement)"
    case .dictionary: ": \(ElementListSource.privateMapEntry)"
    case nil: ""
    }
  }

  private var initializer: String {
    var parameters: [(needed: Bool, text: String)] = []
    var body = ""
    for property in model.properties {
      var name = property.name
      var type = property.type
      var initial = property.initial
      if case .inverse = property.role { continue }
      if case .elements(let list, let isDictionary, let target) = property.role {
        name = list
        type = isDictionary ? "[String: \(target)]" : "[\(target)]"
        initial = isDictionary ? "[:]" : "[]"
      }
      let escaped = SwiftNames.escaped(name)
      parameters.append(
        (initial == nil, "    \(escaped): \(type)" + (initial.map { " = \($0)" } ?? "")))
      body += "    self.\(escaped) = \(escaped)\n"
    }
    guard !parameters.isEmpty else { return "  init() {}\n" }
    // What must be given comes first.
    let ordered = parameters.filter(\.needed) + parameters.filter { !$0.needed }
    return "  init(\n\(ordered.map(\.text).joined(separator: ",\n"))\n  ) {\n\(body)  }\n"
  }
}

/// One stored property as text.
struct PropertyText {
  private let property: PlannedProperty

  init(_ property: PlannedProperty) { self.property = property }

  var declaration: String {
    var text = property.notes.map { "  /// \(SwiftNames.comment($0))\n" }.joined()
    var variable = "var \(SwiftNames.escaped(property.name)): \(property.type)"
    if let initial = property.initial, initial != "nil" { variable += " = \(initial)" }
    let attribute = attribute
    if !attribute.isEmpty {
      // On one line if it is not too long for one.
      let isLong = attribute.count + variable.count > 97
      text += "  \(attribute)" + (isLong ? "\n  " : " ")
    } else {
      text += "  "
    }
    return text + variable + "\n"
  }

  private var attribute: String {
    if property.isUnique { return "@Attribute(.unique)" }
    if property.isCodable { return "@Attribute(.codable)" }
    var arguments: [String] = []
    if property.deleteRule == .cascade { arguments.append("deleteRule: .cascade") }
    if let inverse = property.inverse {
      arguments.append(
        "inverse: \\\(inverse.type).\(SwiftNames.escaped(inverse.property))")
    }
    return arguments.isEmpty ? "" : "@Relationship(\(arguments.joined(separator: ", ")))"
  }
}
