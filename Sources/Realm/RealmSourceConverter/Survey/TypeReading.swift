// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// What a written type means to Realm.
struct ReadType {
  var type: String?
  var collection: RealmPropertyDeclaration.Collection?
  var isOptional = false
  var isBoxed = false
  var isImplicitlyUnwrapped = false
  var origin: String?
}

/// Reads the types and initial values of Realm's properties.
enum TypeReading {
  static func read(_ type: TypeSyntax) -> ReadType {
    if let optional = type.as(OptionalTypeSyntax.self) {
      var result = read(optional.wrappedType)
      result.isOptional = true
      return result
    }
    if let implicit = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      var result = read(implicit.wrappedType)
      result.isOptional = true
      result.isImplicitlyUnwrapped = true
      return result
    }
    let (name, arguments) = nameAndArguments(type)
    switch (name, arguments.count) {
    case ("List", 1): return element(arguments[0], .list)
    case ("MutableSet", 1): return element(arguments[0], .set)
    case ("LinkingObjects", 1): return element(arguments[0], .linking)
    case ("Map", 2): return element(arguments[1], .dictionary)
    case ("RealmOptional", 1), ("RealmProperty", 1):
      var result = read(arguments[0])
      result.isOptional = true
      result.isBoxed = true
      return result
    case ("Optional", 1):
      var result = read(arguments[0])
      result.isOptional = true
      return result
    default: return ReadType(type: type.plain)
    }
  }

  private static func element(
    _ type: TypeSyntax, _ collection: RealmPropertyDeclaration.Collection
  ) -> ReadType {
    var result = read(type)
    result.collection = collection
    return result
  }

  /// The name without its module, and what stands between angle brackets.
  static func nameAndArguments(_ type: TypeSyntax) -> (String, [TypeSyntax]) {
    let clause: GenericArgumentClauseSyntax?
    let name: String
    if let simple = type.as(IdentifierTypeSyntax.self) {
      name = simple.name.text
      clause = simple.genericArgumentClause
    } else if let member = type.as(MemberTypeSyntax.self),
      RealmNames.modules.contains(member.baseType.plain)
    {
      name = member.name.text
      clause = member.genericArgumentClause
    } else {
      return (type.plain, [])
    }
    let arguments = (clause?.arguments).map { list in
      list.compactMap { argument -> TypeSyntax? in
        if case .type(let type) = argument.argument { return type }
        return nil
      }
    }
    return (name, arguments ?? [])
  }

  /// What an initial value tells of the type.
  static func read(_ value: ExprSyntax, _ layer: SourceLayer) -> ReadType {
    guard let call = value.as(FunctionCallExprSyntax.self) else {
      return ReadType(type: InferredType.of(value, layer))
    }
    if let specialized = call.calledExpression.as(GenericSpecializationExprSyntax.self) {
      let text = specialized.plain
      return read(Parsed.type(text))
    }
    if RealmNames.last(call.calledExpression.plain) == "LinkingObjects" {
      let type = call.arguments.first { $0.label?.text == "fromType" }?.expression.plain
      var result = ReadType(
        type: type.map { $0.hasSuffix(".self") ? String($0.dropLast(5)) : $0 },
        collection: .linking)
      let property = call.arguments.first { $0.label?.text == "property" }?.expression
      result.origin = property.flatMap { KeyNames.of($0) }
      return result
    }
    return ReadType(type: InferredType.of(value, layer))
  }
}

/// The types of simple expressions.
enum InferredType {
  static func of(_ value: ExprSyntax, _ layer: SourceLayer) -> String? {
    switch value.kind {
    case .stringLiteralExpr: return "String"
    case .integerLiteralExpr: return "Int"
    case .floatLiteralExpr: return "Double"
    case .booleanLiteralExpr: return "Bool"
    default: break
    }
    if let prefix = value.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "-" {
      return of(prefix.expression, layer)
    }
    if let call = value.as(FunctionCallExprSyntax.self) {
      let name = call.calledExpression.plain
      if name == "ObjectId.generate" || name == "ObjectID.generate" { return "ObjectId" }
      if name.first?.isUppercase == true, isTypeName(name) { return name }
      return nil
    }
    guard let member = value.as(MemberAccessExprSyntax.self), let base = member.base else {
      return nil
    }
    let name = member.declName.baseName.text
    switch name {
    case "uuidString", "localizedDescription", "description": return "String"
    case "timeIntervalSince1970": return "Double"
    case "distantPast", "distantFuture", "now": return base.plain == "Date" ? "Date" : nil
    case "rawValue":
      // `Kind.small.rawValue`
      guard let inner = base.as(MemberAccessExprSyntax.self)?.base?.plain else { return nil }
      return layer.enums[RealmNames.last(inner)]?.rawType
    case "max", "min", "zero": return isTypeName(base.plain) ? base.plain : nil
    default: return layer.enums[RealmNames.last(base.plain)] != nil ? base.plain : nil
    }
  }

  /// Whether all parts of a name start in upper case.
  private static func isTypeName(_ name: String) -> Bool {
    name.split(separator: ".").allSatisfy {
      $0.first?.isUppercase == true && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
  }
}

/// The names of properties that expressions give.
enum KeyNames {
  /// `"id"`, `#keyPath(Dog.id)`, `\Dog.id`, `CodingKeys.id.rawValue`, …
  static func of(_ expression: ExprSyntax) -> String? {
    if let text = expression.literalText { return text }
    if let macro = expression.as(MacroExpansionExprSyntax.self), macro.macroName.text == "keyPath" {
      return macro.arguments.first.map { RealmNames.last($0.expression.plain) }
    }
    if let path = expression.as(KeyPathExprSyntax.self) {
      return RealmNames.last(path.components.plain).trimmingBackticks
    }
    let text = expression.plain
    for suffix in [".rawValue", ".stringValue"] where text.hasSuffix(suffix) {
      return RealmNames.last(String(text.dropLast(suffix.count)))
    }
    if text.hasPrefix("_name(for: \\") {
      return RealmNames.last(String(text.dropLast()))
    }
    return nil
  }

  /// What a function returns: `return x`, or `x` alone.
  static func returned(_ body: CodeBlockSyntax?) -> ExprSyntax? {
    guard let body, body.statements.count == 1, let item = body.statements.first?.item else {
      return nil
    }
    if case .stmt(let statement) = item {
      return statement.as(ReturnStmtSyntax.self)?.expression
    }
    if case .expr(let expression) = item { return expression }
    return nil
  }
}
