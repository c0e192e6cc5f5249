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
  /// Every variable of the body, in order.
  let variables: [VariableDeclSyntax]
  let properties: [PersistedProperty]

  init(_ declaration: ClassDeclSyntax, isSubclass: Bool, in context: some MacroExpansionContext) {
    self.declaration = declaration
    name = declaration.name.trimmed.text
    isFinal = declaration.modifiers.contains(.final)
    access = declaration.modifiers.contains(.open) ? "open" : "public"
    let inherited = declaration.inheritanceClause?.inheritedTypes.first?.type
    superclass = isSubclass ? inherited?.trimmedDescription : nil
    variables = SwiftDataMacros.variables(in: declaration.memberBlock.members, context: context)
    globalActor =
      declaration.attributes.globalActor
      ?? variables.lazy.filter { $0.propertyKind == .persisted }
      .compactMap(\.attributes.globalActor).first
    properties = persistedProperties(in: variables)
  }

  /// `static` in a final class, `class` in one that can have subclasses.
  var typeMember: String { isFinal ? "static" : "class" }

  /// The words before an overridable instance member.
  var memberPrefix: String {
    "nonisolated \(superclass == nil ? "" : "override ")\(access)"
  }

  /// The body of a closure, run from a nonisolated member without the actor of the class. Key paths and
  /// default values of isolated properties are only valid inside their actor; reading the shape of the
  /// class touches no instance, and so is safe anywhere.
  func closure(
    parameter: String, type: String, result: String, body: [String], indentation: Int
  ) -> String {
    let end = String(repeating: " ", count: indentation)
    let closure = """
      {\(parameter.isEmpty ? "" : " \(parameter) in")
      \(body.indented(indentation + 2))
      \(end)}
      """
    guard let globalActor else { return closure }
    return """
      Swift.unsafeBitCast(\(closure) as @\(globalActor) (\(type)) -> \(result), \
      to: ((\(type)) -> \(result)).self)
      """
  }
}

extension [String] {
  /// The statements on lines of their own. Only first lines are indented: a statement may hold a
  /// multi-line string of the user's.
  func indented(_ width: Int) -> String {
    map { String(repeating: " ", count: width) + $0 }.joined(separator: "\n")
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
