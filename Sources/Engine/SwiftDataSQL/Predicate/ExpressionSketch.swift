// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// Writes a node of a predicate about as it was written in Swift, for errors.
/// Captured values are left out.
enum ExpressionSketch {
  static func describe(_ node: Any) -> String { write(node, depth: 0) }

  private static let operators = [
    "Equal": "==", "NotEqual": "!=", "Conjunction": "&&", "Disjunction": "||", "NilCoalesce": "??",
    "IntDivision": "/", "FloatDivision": "/", "IntRemainder": "%", "Range": "..<",
    "ClosedRange": "...",
  ]

  private static let calls = [
    "SequenceContains": "contains", "CollectionContainsCollection": "contains",
    "RangeExpressionContains": "contains", "StringContainsRegex": "contains",
    "StringContainsPattern": "contains",
    "SequenceContainsWhere": "contains", "SequenceAllSatisfy": "allSatisfy", "Filter": "filter",
    "OptionalFlatMap": "flatMap", "SequenceStartsWith": "starts", "SequenceMinimum": "min",
    "SequenceMaximum": "max", "StringLocalizedStandardContains": "localizedStandardContains",
    "StringLocalizedCompare": "localizedCompare",
    "StringCaseInsensitiveCompare": "caseInsensitiveCompare", "StringHasPrefix": "hasPrefix",
    "StringHasSuffix": "hasSuffix", "StringLowercased": "lowercased",
    "StringUppercased": "uppercased", "StringTrimmingCharacters": "trimmingCharacters",
    "PredicateEvaluate": "evaluate", "ExpressionEvaluate": "evaluate",
  ]

  private static func write(_ node: Any, depth: Int) -> String {
    guard depth < 12 else { return "…" }
    let children = Mirror(reflecting: node).children.filter { $0.label != "variable" }.map(\.value)
    func child(_ index: Int) -> String {
      index < children.count ? write(children[index], depth: depth + 1) : "…"
    }
    let name = String("\(type(of: node))".prefix { $0 != "<" })
    if let symbol = operators[name] { return "\(child(0)) \(symbol) \(child(1))" }
    switch name {
    case "Variable": return "$0"
    case "NilLiteral": return "nil"
    case "Value", "CapturedIdentifier": return value(children.first)
    case "KeyPath": return child(0) + "." + member(children.last)
    case "Comparison", "Arithmetic", "CheckedArithmetic": return "\(child(1)) \(symbol(children[0])) \(child(2))"
    case "CheckedDivision":
      return "\(child(1)) \(children.first as? Bool == true ? "%" : "/") \(child(2))"
    case "Negation": return "!(\(child(0)))"
    case "UnaryMinus": return "-(\(child(0)))"
    case "ForcedUnwrap": return child(0) + "!"
    case "OptionalPromotion": return child(0)
    case "Conditional": return "\(child(0)) ? \(child(1)) : \(child(2))"
    case "TypeCheck", "ConditionalCast", "ForceCast":
      let word = ["TypeCheck": "is", "ConditionalCast": "as?"][name] ?? "as!"
      return "\(child(0)) \(word) \(target(node))"
    case "CollectionIndexSubscript", "CollectionRangeSubscript", "DictionaryKeySubscript",
      "DictionaryKeyDefaultValueSubscript":
      return "\(child(0))[\(child(1))]"
    default: break
    }
    if let call = calls[name] {
      let arguments = children.indices.dropFirst().map { child($0) }.joined(separator: ", ")
      return "\(child(0)).\(call)(\(arguments))"
    }
    return name
  }

  private static func symbol(_ value: Any) -> String {
    switch "\(value)" {
    case "lessThan": "<"
    case "lessThanOrEqual": "<="
    case "greaterThan": ">"
    case "greaterThanOrEqual": ">="
    case "add": "+"
    case "subtract": "-"
    case "multiply": "*"
    default: "?"
    }
  }

  /// The name that a key path stands for.
  private static func member(_ keyPath: Any?) -> String {
    guard let keyPath = keyPath as? AnyKeyPath else { return "…" }
    let type = type(of: keyPath)
    if let model = type.rootType as? any PersistentModel.Type {
      if let path = model._$description._path(keyPath) {
        return (path.properties + path.elements).joined(separator: ".")
      }
      if TypeInspection.isIdentity(keyPath, model._$description) { return "persistentModelID" }
    }
    if let field = TypeInspection.field(keyPath) { return field }
    switch PredicateTranslator.collectionMember(keyPath, nil, of: type.rootType) {
    case .count: return "count"
    case .isEmpty: return "isEmpty"
    case .first: return "first"
    case .last: return "last"
    case nil: return "<computed \(type.valueType)>"
    }
  }

  private static func value(_ value: Any?) -> String {
    switch value {
    case let value as Bool: "\(value)"
    case let value as Int: "\(value)"
    case let value?: "<\(type(of: value))>"
    case nil: "nil"
    }
  }

  private static func target(_ node: Any) -> String {
    let name = "\(type(of: node))"
    guard let comma = name.lastIndex(of: ",") else { return name }
    return name[name.index(comma, offsetBy: 2)...].dropLast().description
  }
}
