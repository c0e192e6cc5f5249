// SPDX-License-Identifier: Apache-2.0

import SourceText
import SwiftSyntax

/// Writes what a property of Realm's becomes.
struct PropertyConversion {
  let plan: ConversionPlan
  let type: String
  /// Whether it is for a struct, which has no macros.
  let isStruct: Bool

  /// The declarations, without their first indentation.
  struct Text {
    /// Lines of comments before the first declaration.
    var notes: [String] = []
    /// Each as lines.
    var declarations: [[String]] = []
  }

  /// - Parameters:
  ///   - variable: the declaration, whose expressions are converted already.
  ///   - unindent: what its further lines are indented by.
  func text(
    _ property: RealmPropertyDeclaration, _ variable: VariableDeclSyntax,
    _ binding: PatternBindingSyntax
  ) -> Text {
    var text = Text()
    let name = binding.pattern.plain
    let access = modifiers(variable)
    let observers = binding.accessorBlock.map { " " + $0.plain } ?? ""
    if !observers.isEmpty, !isStruct {
      text.notes.append(
        "TODO(realm): Observers of persisted properties do not run; do their work where '\(property.name)' is set.")
    }
    if !isStruct, SwiftNames.takenProperties.contains(property.name) {
      text.notes.append(
        "TODO(realm): Each model has a '\(property.name)' of its own, which this one hides, and Apple's may refuse: "
          + "give it another name.")
    }
    if lacksValue(property) {
      text.notes.append(
        "TODO(realm): Which value of '\(property.type ?? "")' Realm gives an object without one cannot be seen here: "
          + "give it to '\(property.name)', here or in each initializer.")
    }
    let role = isStruct ? PropertyRole.value : plan.role(of: property.name, in: type)
    let mapped = plan.layer.mappedName(of: property.name, in: type)
    let original = mapped.map { "originalName: \(SwiftNames.literal($0)), " } ?? ""
    switch role {
    case .elements(let model):
      let source = ElementSource(model, access: access, originalName: mapped.map { $0 + "Elements" })
      text.declarations = [[source.relationship], source.list(declaredAs: name)]
    case .elementInverse(let elements, let owner, let isToMany):
      let list = isToMany ? elements : "[\(elements)].compactMap { $0 }"
      text.declarations = [
        ["\(access)var \(name): [\(owner)] { \(list).compactMap(\\.owner) }"]
      ]
    case .inverse:
      // The key path to it stands in another class.
      let access = access.replacing("fileprivate ", with: "").replacing("private ", with: "")
      text.declarations = [["\(access)var \(name): [\(property.type ?? "")] = []"]]
    case .unknownInverse:
      text.notes.append(
        "TODO(realm): The property that '\(property.name)' is the other end of is not in these sources; "
          + "declare the inverse there.")
      text.declarations = [["\(access)var \(name): [\(property.type ?? "")] = []"]]
    case .toOne(let inverse, let isOwner):
      let rule = isOwner ? "deleteRule: .cascade, " : ""
      text.declarations = [
        [
          "@Relationship(\(rule)\(original)inverse: \\\(inverse.type).\(inverse.property)) "
            + "\(access)var \(name): \(property.type ?? "")?" + value(property, binding, declared: false)
            + observers
        ]
      ]
    case .toMany(let inverse):
      text.declarations = [
        [
          "@Relationship(\(original)inverse: \\\(inverse.type).\(inverse.property)) "
            + "\(access)var \(name): [\(property.type ?? "")] = []"
        ]
      ]
    case .value, .structure:
      var arguments: [String] = []
      if property.isPrimaryKey { arguments.append(".unique") }
      if !property.isPrimaryKey, isAny(property) { arguments.append(".codable") }
      if !original.isEmpty { arguments.append(String(original.dropLast(2))) }
      let attribute = isStruct || arguments.isEmpty ? "" : "@Attribute(\(arguments.joined(separator: ", "))) "
      text.declarations = [
        [
          "\(attribute)\(access)var \(name)\(annotation(property, binding))"
            + value(property, binding, declared: true) + observers
        ]
      ]
    }
    return text
  }

  private func isAny(_ property: RealmPropertyDeclaration) -> Bool {
    property.type == "AnyRealmValue"
  }

  /// The modifiers before `var`, without those for Objective-C.
  private func modifiers(_ variable: VariableDeclSyntax) -> String {
    var text = ""
    for case .attribute(let attribute) in variable.attributes
    where !["Persisted", "objc"].contains(RealmNames.last(attribute.attributeName.plain)) {
      text += attribute.plain + " "
    }
    for modifier in variable.modifiers
    where ![.keyword(.dynamic), .keyword(.final)].contains(modifier.name.tokenKind) {
      text += (modifier.name.tokenKind == .keyword(.open) ? "public" : modifier.plain) + " "
    }
    return text
  }

  /// The type as SwiftData has it.
  func swiftType(_ property: RealmPropertyDeclaration) -> String? {
    guard let type = property.type else { return nil }
    let element = PropertyConversion.swiftType(type) + (property.isOptional ? "?" : "")
    switch property.collection {
    case .list, .linking: return "[\(element)]"
    case .set: return "Set<\(element)>"
    case .dictionary: return "[String: \(element)]"
    case nil:
      return property.isImplicitlyUnwrapped && !isStruct
        ? PropertyConversion.swiftType(type) + "!" : element
    }
  }

  static func swiftType(_ name: String) -> String {
    let last = name.hasPrefix("RealmSwift.") ? RealmNames.last(name) : name
    return RealmNames.values[last]?.type ?? last
  }

  private func annotation(
    _ property: RealmPropertyDeclaration, _ binding: PatternBindingSyntax
  ) -> String {
    swiftType(property).map { ": \($0)" } ?? ""
  }

  /// The initial value with its equals sign.
  private func value(
    _ property: RealmPropertyDeclaration, _ binding: PatternBindingSyntax, declared: Bool
  ) -> String {
    switch property.collection {
    case .list, .set, .linking: return " = []"
    case .dictionary: return " = [:]"
    case nil: break
    }
    if property.isBoxed {
      return property.initial.map { $0 == "nil" ? "" : " = \($0)" } ?? ""
    }
    if property.initial != nil, let value = binding.initializer?.value.plain {
      if value == "nil" { return "" }
      return " = "
        + (RealmNames.values["\(value.dropLast(2))"].flatMap { value.hasSuffix("()") ? $0.initial : nil } ?? value)
    }
    if let initial = property.initial { return " = \(initial)" }
    if property.isOptional || !declared { return "" }
    return defaultValue(of: property.type).map { " = \($0)" } ?? ""
  }

  /// Realm's default for a property without a value.
  func defaultValue(of type: String?) -> String? {
    guard let type else { return nil }
    if let known = RealmNames.values[RealmNames.last(type)] { return known.initial }
    if let declared = plan.layer.enums[RealmNames.last(type)] {
      // Realm takes the first case, which may stand in an '#if'.
      return declared.firstCase.map { ".\($0)" } ?? "\(type).allCases.first!"
    }
    if plan.layer.types[RealmNames.last(type)] != nil || plan.layer.otherTypes.contains(RealmNames.last(type)) {
      return "\(type)()"
    }
    // What it is cannot be seen here: an enum of another module, or a type of the system with a 'persistableValue'.
    return nil
  }

  /// Whether an object gets a value of the property from nowhere but an initializer.
  func lacksValue(_ property: RealmPropertyDeclaration) -> Bool {
    guard property.type != nil, property.collection == nil, !property.isOptional, property.initial == nil else {
      return false
    }
    let role = isStruct ? PropertyRole.value : plan.role(of: property.name, in: type)
    switch role {
    case .value, .structure: return defaultValue(of: property.type) == nil
    default: return false
    }
  }
}
