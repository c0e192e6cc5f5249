// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// A class under `@Model`, read once from its syntax.
struct ModelClass {
  let declaration: ClassDeclSyntax
  /// The name as it stands in code inside the class.
  let name: String
  let isFinal: Bool
  /// `open` or `public`: the access of the members that a subclass overrides.
  let access: String
  /// The model that this one inherits from; `nil` for the root of a hierarchy.
  let superclass: String?
  /// The global actor of the class or of its properties, where an attribute tells it.
  let globalActor: String?
  /// Whether hand-written code names what Apple's expansion declares.
  let usesStorageNames: Bool
  /// Whether the class has a `deinit` of its own.
  let hasDeinitializer: Bool
  /// Every variable of the body, in order.
  let variables: [VariableDeclSyntax]
  let properties: [PersistedProperty]
  /// The uses of `#Index` and `#Unique`, in order.
  let constraints: [ModelConstraint]
  /// Constants that are variables in all but name.
  let assignedConstants: AssignedConstants
  /// Whether the compiler takes accessors of them.
  private let allowsAssignedConstants: Bool
  /// Where something of the class stands in the user's file.
  let place: (Syntax) -> SourcePlace?

  init(_ declaration: ClassDeclSyntax, isSubclass: Bool, in context: some MacroExpansionContext) {
    self.declaration = declaration
    name = declaration.name.trimmed.text
    isFinal = declaration.modifiers.contains(.final)
    access = declaration.modifiers.contains(.open) ? "open" : "public"
    let inherited = declaration.inheritanceClause?.inheritedTypes.first?.type
    superclass = isSubclass ? inherited?.trimmedDescription : nil
    let body = declarations(in: declaration.memberBlock.members, context: context)
    let found = body.compactMap { $0.as(VariableDeclSyntax.self) }
    variables = found
    constraints = body.compactMap { ModelConstraint($0, variables: found) }
    hasDeinitializer = body.contains { $0.is(DeinitializerDeclSyntax.self) }
    globalActor =
      declaration.attributes.globalActor
      ?? variables.lazy.filter { $0.propertyKind == .persisted }
      .compactMap(\.attributes.globalActor).first
    let assigned = AssignedConstants(declaration, in: context)
    let isAllowed = AssignedConstants.areAllowed(in: context)
    assignedConstants = assigned
    allowsAssignedConstants = isAllowed
    let isNamed = declaration.usesStorageNames(in: context)
    usesStorageNames = isNamed
    properties = persistedProperties(in: variables, isNamed: isNamed) {
      $0.isConstant && !(isAllowed && assigned.contains($0))
    }
    place = { SourcePlace(of: $0, in: context) }
  }

  /// Whether a variable is stored as it is written: without accessors.
  func isConstant(_ variable: VariableDeclSyntax) -> Bool {
    variable.isConstant && !(allowsAssignedConstants && assignedConstants.contains(variable))
  }

  /// Says of assigned constants what to write, where the compiler does not take them.
  func diagnoseAssignedConstants(in context: some MacroExpansionContext) {
    if !allowsAssignedConstants { assignedConstants.diagnose(in: context) }
  }

  /// `static` in a final class, `class` in one that can have subclasses.
  var typeMember: String { isFinal ? "static" : "class" }

  /// The words before an overridable instance member.
  var memberPrefix: String {
    "nonisolated \(superclass == nil ? "" : "override ")\(access)"
  }

  /// A closure that a nonisolated member runs, on whatever thread, as if it were on `actor`. Key paths and default
  /// values of isolated properties are only valid inside their actor, as is a conformance to `Codable` that an actor
  /// isolates; reading the shape of the class touches no instance, and so is safe anywhere.
  func closure(
    on actor: String?, parameter: String, type: String, result: String, body: [String],
    indentation: Int
  ) -> String {
    let end = String(repeating: " ", count: indentation)
    let closure = """
      {\(parameter.isEmpty ? "" : " \(parameter) in")
      \(body.indented(indentation + 2))
      \(end)}
      """
    guard let actor else { return closure }
    return """
      SwiftData._withoutIsolation(\(closure) as @\(actor) (\(type)) -> \(result), \
      as: ((\(type)) -> \(result)).self)
      """
  }

  /// The actor that types which only the compiler knows may be isolated to: in a module with that default,
  /// the conformances of its types belong to the main actor, while models belong to none.
  static let defaultActor = "Swift.MainActor"
}

extension [String] {
  /// The statements on lines of their own. Only first lines are indented: a statement may hold a
  /// multi-line string of the user's. One that stands at a place of its own has its indentation.
  func indented(_ width: Int) -> String {
    map { $0.hasPrefix("#") ? $0 : String(repeating: " ", count: width) + $0 }.joined(separator: "\n")
  }
}

extension DeclGroupSyntax {
  /// Whether the inheritance clause names `protocol`, qualified or not.
  func inherits(_ protocolName: String) -> Bool {
    inheritanceClause?.inheritedTypes.contains {
      let name = $0.type.trimmedDescription
      return name == protocolName || name.hasSuffix("." + protocolName)
    } ?? false
  }
}
