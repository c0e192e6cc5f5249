// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax

/// Function calls.
extension PredicateConverter {
  func convertCall(_ call: FunctionCallExprSyntax) -> PredicateOperand {
    guard let callee = call.calledExpression.as(MemberAccessExprSyntax.self), let base = callee.base
    else {
      return fail(.functionCall(call.calledExpression.trimmedDescription), at: call.calledExpression)
    }
    let name = callee.declName.baseName
    let signature = name.plain + call.signature
    if signature == "contains(_:)", base.isArrayLiteral, !scope.mentions(base) {
      return convertMembership(in: base, of: call)
    }
    if let function = Self.valueFunctions[signature] {
      let value = convert(base)
      let arguments = call.arguments.enumerated().map { index, argument in
        (function.labels[index].map { "\($0): " } ?? "") + convert(argument.expression).argument
      }
      return emit(function.name, ([value.argument] + arguments).joined(separator: ", "))
    }
    if let function = Self.closureFunctions[signature], let test = call.closureLikeArgument {
      let value = convert(base)
      let label = function.label.map { "\($0): " } ?? ""
      let result = emit(function.name, "\(value.argument), \(label)\(convertClosure(test))")
      return function.counts
        ? emit("_keyPath", "root: \(result.argument), keyPath: \\.count") : result
    }
    if name.plain == "evaluate", call.trailingClosure == nil,
      call.arguments.allSatisfy({ $0.label == nil })
    {
      let inputs = call.arguments.map { convert($0.expression).argument }
      var predicate = convert(base).argument
      if !scope.mentions(base) {
        // Not `build_Arg`: predicates are not Codable everywhere, and more overloads of it slow Foundation's macro.
        predicate = "\(PredicateNames.expressions)._captured(\(base.trimmedDescription))"
      }
      return emit("build_evaluate", ([predicate] + inputs).joined(separator: ", "))
    }
    if !scope.mentions(base), !Self.isKnown(name.plain) {
      return fail(.functionCall(callee.trimmedDescription), at: name)
    }
    return diagnose(call, name: name)
  }

  /// Functions on values, by name and labels, with the labels that the builder wants.
  private static let valueFunctions: [String: (name: String, labels: [String?])] = [
    "contains(_:)": ("build_contains", [nil]),
    "starts(with:)": ("build_starts", ["with"]),
    "min()": ("build_min", []),
    "max()": ("build_max", []),
    "hasPrefix(_:)": ("build_hasPrefix", [nil]),
    "hasSuffix(_:)": ("build_hasSuffix", [nil]),
    "lowercased()": ("build_lowercased", []),
    "uppercased()": ("build_uppercased", []),
    "trimmingCharacters(in:)": ("build_trimmingCharacters", ["in"]),
    "localizedStandardContains(_:)": ("build_localizedStandardContains", [nil]),
    "localizedCompare(_:)": ("build_localizedCompare", [nil]),
    "caseInsensitiveCompare(_:)": ("build_caseInsensitiveCompare", [nil]),
  ]

  /// Functions that take a closure, plain or trailing.
  private static let closureFunctions: [String: (name: String, label: String?, counts: Bool)] = [
    "contains(where:)": ("build_contains", "where", false),
    "contains{}": ("build_contains", "where", false),
    "allSatisfy(_:)": ("build_allSatisfy", nil, false),
    "allSatisfy{}": ("build_allSatisfy", nil, false),
    "filter(_:)": ("build_filter", nil, false),
    "filter{}": ("build_filter", nil, false),
    "flatMap(_:)": ("build_flatMap", nil, false),
    "flatMap{}": ("build_flatMap", nil, false),
    // There is no node for it: the length of the filtered collection is the same number.
    "count(where:)": ("build_filter", nil, true),
    "count{}": ("build_filter", nil, true),
  ]

  /// `["a", "b"].contains($0.name)`, where `build_contains` could also mean an array of characters.
  private func convertMembership(
    in list: ExprSyntax, of call: FunctionCallExprSyntax
  ) -> PredicateOperand {
    let element = call.arguments.first.map { convert($0.expression) } ?? .invalid
    return emit(
      "SequenceContains", "sequence: \(convert(list).argument), element: \(element.argument)")
  }

  private static func isKnown(_ name: String) -> Bool {
    PredicateSuggestion.byName[name] != nil
      || valueFunctions.keys.contains { $0.hasPrefix(name + "(") }
      || closureFunctions.keys.contains { $0.hasPrefix(name + "(") }
  }

  /// Reports a function that no predicate can call, with the supported form where there is one.
  private func diagnose(
    _ call: FunctionCallExprSyntax, name: TokenSyntax
  ) -> PredicateOperand {
    guard let suggestion = PredicateSuggestion.byName[name.plain] else {
      return fail(.method(name.plain + call.labels), at: name)
    }
    var fix: FixIt?
    if let replacement = suggestion.rename, call.signature == "(_:)" {
      fix = .replace(
        "use-\(replacement)", "Use '\(replacement)'", name,
        with: name.with(\.tokenKind, .identifier(replacement)))
    } else if suggestion.dropsArguments, !call.arguments.isEmpty, call.trailingClosure == nil {
      let title = "Use '\(name.plain)()'"
      fix = .replace("drop-arguments", title, call, with: call.with(\.arguments, []))
    }
    return fail(.method(name.plain + call.labels, suggestion: suggestion.text), at: name, fix: fix)
  }
}

extension ExprSyntax {
  fileprivate var isArrayLiteral: Bool {
    parenthesized?.isArrayLiteral ?? self.is(ArrayExprSyntax.self)
  }
}

extension FunctionCallExprSyntax {
  /// The labels, such as `(_:default:)`, and `{}` for a trailing closure.
  var signature: String {
    let labels = arguments.map { ($0.label?.text ?? "_") + ":" }.joined()
    let closures = (trailingClosure == nil ? "" : "{}") + additionalTrailingClosures.map { _ in "{}" }.joined()
    // `f() {}` and `f {}` are the same call.
    return labels.isEmpty && !closures.isEmpty ? closures : "(\(labels))\(closures)"
  }

  /// The labels as diagnostics show them.
  var labels: String {
    let trailing = (trailingClosure == nil ? "" : "_:")
    let more = additionalTrailingClosures.map { "\($0.label.text):" }.joined()
    return "(\(arguments.map { ($0.label?.text ?? "_") + ":" }.joined())\(trailing)\(more))"
  }

  /// The trailing closure, or the only argument.
  var closureLikeArgument: ExprSyntax? {
    if let trailingClosure { return ExprSyntax(trailingClosure) }
    return arguments.count == 1 ? arguments.first?.expression : nil
  }
}
