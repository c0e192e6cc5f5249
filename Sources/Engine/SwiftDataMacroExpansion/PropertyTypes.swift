// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The properties of a written type that macros need; they see syntax, never the resolved type.
extension TypeSyntax {
  /// The element of `T?`, `T!`, `Optional<T>` and `Swift.Optional<T>`.
  var optionalWrapped: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
    if let implicit = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return implicit.wrappedType
    }
    return genericArgument(of: "Optional")
  }

  /// The element of `[T]` and `Array<T>`.
  var arrayElement: TypeSyntax? {
    self.as(ArrayTypeSyntax.self)?.element ?? genericArgument(of: "Array")
  }

  /// The type as it may stand inside another one: `T!` is only allowed at the top, so it becomes `T?`.
  var storageSource: String {
    if let implicit = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return implicit.wrappedType.trimmedDescription + "?"
    }
    return trimmedDescription
  }

  /// Whether no store can hold a value of this type: functions, tuples and existentials.
  var isUnsupported: Bool {
    if let wrapped = optionalWrapped ?? arrayElement { return wrapped.isUnsupported }
    if let tuple = self.as(TupleTypeSyntax.self) {
      // `(any P)?` and `(Int)` are one type in parentheses.
      guard tuple.elements.count == 1, let only = tuple.elements.first else { return true }
      return only.type.isUnsupported
    }
    if let attributed = self.as(AttributedTypeSyntax.self) {
      return attributed.baseType.isUnsupported
    }
    if let simple = self.as(IdentifierTypeSyntax.self) {
      return simple.name.text == "Any" || simple.name.text == "AnyObject"
    }
    return self.is(FunctionTypeSyntax.self) || self.is(SomeOrAnyTypeSyntax.self)
      || self.is(MetatypeTypeSyntax.self)
  }

  /// The name of a standard value type, looked up through optionals and arrays.
  var primitiveName: String? {
    if let wrapped = optionalWrapped ?? arrayElement { return wrapped.primitiveName }
    if let member = self.as(MemberTypeSyntax.self),
      ["Swift", "Foundation"].contains(member.baseType.trimmedDescription)
    {
      return Self.primitives.contains(member.name.text) ? member.name.text : nil
    }
    guard let simple = self.as(IdentifierTypeSyntax.self), simple.genericArgumentClause == nil,
      Self.primitives.contains(simple.name.text)
    else { return nil }
    return simple.name.text
  }

  /// A default value to offer for a standard type.
  var suggestedDefault: String? {
    if optionalWrapped != nil { return "nil" }
    if arrayElement != nil { return "[]" }
    if self.is(DictionaryTypeSyntax.self) { return "[:]" }
    if genericArgument(of: "Set") != nil { return "[]" }
    switch primitiveName {
    case "Bool": return "false"
    case "String": return "\"\""
    case "Float", "Double", "Float16", "CGFloat", "TimeInterval": return "0.0"
    case "UUID": return "UUID()"
    case "Date": return "Date()"
    case "Data": return "Data()"
    case "URL", nil: return nil
    default: return "0"
    }
  }

  func genericArgument(of name: String) -> TypeSyntax? {
    let arguments: GenericArgumentClauseSyntax?
    if let simple = self.as(IdentifierTypeSyntax.self), simple.name.text == name {
      arguments = simple.genericArgumentClause
    } else if let member = self.as(MemberTypeSyntax.self), member.name.text == name,
      member.baseType.trimmedDescription == "Swift"
    {
      arguments = member.genericArgumentClause
    } else {
      return nil
    }
    guard let argument = arguments?.arguments.first?.argument else { return nil }
    if case .type(let type) = argument { return type }
    return nil
  }

  // `Character`, `Set` and the like are missing: models do carry such names.
  private static let primitives: Set<String> = [
    "Bool", "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16",
    "UInt32", "UInt64", "Float", "Float16", "Double", "CGFloat", "Decimal", "TimeInterval", "UUID",
    "URL", "Date", "Data",
  ]
}

extension ExprSyntax {
  /// The type that a bare literal has when nothing else decides it.
  var literalType: String? {
    switch kind {
    case .stringLiteralExpr: return "Swift.String"
    case .integerLiteralExpr: return "Swift.Int"
    case .floatLiteralExpr: return "Swift.Double"
    case .booleanLiteralExpr: return "Swift.Bool"
    case .prefixOperatorExpr:
      guard let prefix = self.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "-" else {
        return nil
      }
      let type = prefix.expression.literalType
      return type == "Swift.Int" || type == "Swift.Double" ? type : nil
    default: return nil
    }
  }
}

/// What the storage of a property is, as far as syntax shows. The raw value ends the names of the
/// runtime functions that go with it.
enum StorageForm: String {
  /// An attribute or a relationship: the compiler will know.
  case any = ""
  /// An attribute of a standard type: no relationship, so that nothing has to be chosen between.
  case attribute = "Attribute"
  /// An attribute whose values go through a value transformer.
  case transformable = "Transformable"

  init(
    type: TypeSyntax?, initializer: ExprSyntax?, isTransformable: Bool, isRelationship: Bool
  ) {
    var name = type == nil ? initializer?.literalType : type?.primitiveName
    // A model may have that name.
    if let written = name, ["Data", "Date", "URL"].contains(written) { name = nil }
    self =
      if isTransformable { .transformable } else if name != nil, !isRelationship { .attribute } else {
        .any
      }
  }
}

extension PersistedProperty {
  var form: StorageForm {
    StorageForm(
      type: type, initializer: initializer, isTransformable: isTransformable,
      isRelationship: relationship != nil)
  }
}
