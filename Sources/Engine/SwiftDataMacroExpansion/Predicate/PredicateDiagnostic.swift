// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics

/// An error in the body of a `#Predicate`. The texts are frozen by tests.
struct PredicateDiagnostic: DiagnosticMessage {
  let id: String
  let message: String
  var severity: DiagnosticSeverity { .error }
  var diagnosticID: MessageID { MessageID(domain: "SwiftDataMacros", id: "predicate-\(id)") }

  private init(_ id: String, _ message: String) {
    self.id = id
    self.message = message
  }

  static let needsClosure = Self(
    "needs-closure", "'#Predicate' needs a closure: the condition is read from its text")
  static let functionValue = Self(
    "function-value",
    "A predicate needs a closure or a key path here: it cannot look into a function value")
  static let closureValue = Self("closure-value", "A predicate can hold a closure only as the argument of a call")
  static let parameterCount = Self(
    "parameter-count", "A closure inside a predicate takes one parameter")
  static let missingResult = Self("missing-result", "A predicate must end with a value")
  static let missingElse = Self(
    "missing-else", "'if' in a predicate needs an 'else', so that every case has a value")
  static let unusedStatement = Self(
    "unused-statement", "A predicate cannot evaluate an expression without using its value")
  static let declaration = Self("declaration", "A predicate can declare constants only")
  static let variable = Self("variable", "A predicate cannot declare variables")
  static let repeatedName = Self(
    "repeated-name", "This name is already a constant of the predicate; choose another")
  static let annotation = Self(
    "annotation", "A constant that depends on the model takes its type from its value; remove the type")
  static let pattern = Self("pattern", "Patterns are not supported in a predicate; bind one name")
  static let assignment = Self("assignment", "A predicate cannot assign; use '==' to compare")
  static let interpolation = Self(
    "interpolation",
    "A string with a value of the model in it cannot be computed by the store; compare its parts")
  static let concatenation = Self(
    "concatenation", "Strings of the model cannot be joined by the store; compare them one by one")
  static let tuple = Self("tuple", "Tuples are not supported in a predicate; compare their elements")
  static let switchExpression = Self(
    "switch", "'switch' is not supported in a predicate; use 'if', 'else' or '?:'")
  static let methodReference = Self(
    "method-reference", "A predicate cannot refer to a function; call it")
  static let subscriptLabels = Self(
    "subscript", "A predicate supports subscripts with one argument, and '[key, default: value]'")
  static let keyPathComponent = Self(
    "key-path", "Only properties are supported in a key path here; use a closure")
  static let unknownOperator = Self(
    "unknown-operator", "Custom operators are not supported in a predicate")

  static func collectionLiteral(_ kind: String) -> Self {
    Self(
      "collection-literal",
      "A predicate cannot make \(kind) of values of the model; compare them with '||' or '&&'")
  }

  static func captureSpecifier(_ word: String) -> Self {
    Self(
      "capture",
      "'\(word)' has no use in a predicate: captured values are read once, when it is made")
  }

  static func customOperator(_ symbol: String) -> Self {
    Self("operator", "The operator '\(symbol)' is not supported in a predicate")
  }

  static func identityOperator(_ symbol: String, use plain: String) -> Self {
    Self("identity", "The operator '\(symbol)' is not supported in a predicate; use '\(plain)'")
  }

  static func statement(_ keyword: String) -> Self {
    Self("statement", "'\(keyword)' is not supported in a predicate")
  }

  static func unsupported(_ what: String) -> Self {
    Self("unsupported", "\(what) is not supported in a predicate")
  }

  static func method(_ signature: String, suggestion: String? = nil) -> Self {
    let hint = suggestion.map { "; \($0)" } ?? ""
    return Self("method", "The function '\(signature)' is not supported in a predicate\(hint)")
  }

  static func functionCall(_ name: String) -> Self {
    Self(
      "function",
      "A predicate cannot call '\(name)' with values of the model; "
        + "write the condition here, or compute what it needs before"
    )
  }
}
