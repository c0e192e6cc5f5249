// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Writes a condition as the body of a `#Predicate`, or of a closure.
struct PredicateWriter {
  let plan: ConversionPlan
  /// Gives a value a name that a predicate may use.
  let capture: (String, String) -> String

  /// - Parameters:
  ///   - root: what the object is called: `$0`.
  ///   - type: its class, if that is known.
  func text(_ format: PredicateFormat, root: String = "$0", type: String?) throws -> String {
    switch format {
    case .constant(let value): return "\(value)"
    case .not(let inner): return "!(\(try text(inner, root: root, type: type)))"
    case .and(let left, let right):
      return
        "\(try part(left, root, type)) && \(try part(right, root, type))"
    case .or(let left, let right):
      return "\(try text(left, root: root, type: type)) || \(try text(right, root: root, type: type))"
    case .comparison(let left, let comparison, let right, let options):
      return try comparison_(left, comparison, right, options, root, type)
    }
  }

  private func part(_ format: PredicateFormat, _ root: String, _ type: String?) throws -> String {
    let text = try text(format, root: root, type: type)
    if case .or = format { return "(\(text))" }
    return text
  }

  private func comparison_(
    _ left: PredicateFormat.Operand, _ comparison: PredicateFormat.Operator,
    _ right: PredicateFormat.Operand, _ options: PredicateFormat.Options, _ root: String,
    _ type: String?
  ) throws -> String {
    // `5 < age` is `age > 5`; `%@ IN tags` is `tags CONTAINS %@`.
    guard case .path(let path) = left else {
      guard case .path(let path) = right else {
        throw PredicateProblem(reason: "it compares no property")
      }
      let mirrored: PredicateFormat.Operator =
        switch comparison {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        case .isIn: .contains
        case .equal: .equal
        case .notEqual: .notEqual
        default: throw PredicateProblem(reason: "its sides cannot be exchanged")
        }
      return try along(path[...], mirrored, left, options, root, type)
    }
    return try along(path[...], comparison, right, options, root, type)
  }

  /// Follows a path, and compares at its end.
  private func along(
    _ path: ArraySlice<String>, _ comparison: PredicateFormat.Operator,
    _ right: PredicateFormat.Operand, _ options: PredicateFormat.Options, _ root: String,
    _ type: String?, isOptional startsOptional: Bool = false
  ) throws -> String {
    var expression = root
    var current = type
    var isOptional = startsOptional
    var rest = path
    while let name = rest.first {
      rest = rest.dropFirst()
      if name == "@count" || name == "count" && rest.isEmpty && expression != root {
        return try compare(expression + ".count", nil, isOptional, comparison, right, options)
      }
      if name.hasPrefix("@") { throw PredicateProblem(reason: "'\(name)' has no counterpart") }
      let property = current.flatMap { plan.layer.property(name, of: $0) }
      let role = current.flatMap { plan.inheritedRole(of: name, in: $0) } ?? .value
      expression += (isOptional ? "?" : "") + ".\(name)"
      switch role {
      case .elements(let model):
        expression = String(expression.dropLast(name.count)) + model.elements
        return try members(
          expression, "object", rest, comparison, right, options, model.target, isOptional: true)
      case .elementInverse(let elements, let owner, _):
        expression = String(expression.dropLast(name.count)) + elements
        return try members(
          expression, "owner", rest, comparison, right, options, owner, isOptional: true)
      case .toMany, .inverse, .unknownInverse:
        return try members(
          expression, nil, rest, comparison, right, options,
          property?.type.map(RealmNames.last), isOptional: false)
      case .toOne:
        current = property?.type.map(RealmNames.last)
        isOptional = true
        if rest.isEmpty {
          return try compare(expression, property, true, comparison, right, options)
        }
      case .structure:
        current = property?.type.map(RealmNames.last)
        isOptional = isOptional || property?.isOptional ?? false
        if rest.isEmpty {
          return try compare(expression, property, isOptional, comparison, right, options)
        }
      case .value:
        if property?.isOptional == true, property?.collection == nil { isOptional = true }
        current = nil
        if rest.isEmpty {
          let isFolded = options.ignoresCase || options.ignoresDiacritics
          let isMembership = comparison == .contains && !isFolded
          if property?.collection != nil, options.quantifier != nil || !isMembership {
            return try members(
              expression, nil, [], comparison, right, options, nil, isOptional: false)
          }
          return try compare(expression, property, isOptional, comparison, right, options)
        }
      }
    }
    return try compare(expression, nil, isOptional, comparison, right, options)
  }

  /// A condition on the members of a collection.
  private func members(
    _ collection: String, _ step: String?, _ rest: ArraySlice<String>,
    _ comparison: PredicateFormat.Operator, _ right: PredicateFormat.Operand,
    _ options: PredicateFormat.Options, _ type: String?, isOptional: Bool
  ) throws -> String {
    if rest.first == "@count" || rest.first == "count" {
      return try compare(collection + ".count", nil, false, comparison, right, options)
    }
    var inner = options
    inner.quantifier = nil
    let root = "$0" + (step.map { ".\($0)" } ?? "")
    var condition: String
    if rest.isEmpty {
      let isContains = comparison == .contains
      condition = try compare(
        root, nil, isOptional, isContains ? .equal : comparison, right, inner)
    } else {
      condition = try along(rest, comparison, right, inner, root, type, isOptional: isOptional)
    }
    switch options.quantifier {
    case .all: return "\(collection).allSatisfy { \(condition) }"
    case PredicateFormat.Quantifier.none?: return "!\(collection).contains { \(condition) }"
    case .any, nil:
      condition = "\(collection).contains { \(condition) }"
      return condition
    }
  }

  private func compare(
    _ expression: String, _ property: RealmPropertyDeclaration?, _ isOptional: Bool,
    _ comparison: PredicateFormat.Operator, _ right: PredicateFormat.Operand,
    _ options: PredicateFormat.Options
  ) throws -> String {
    let isEnum = property?.type.map { plan.layer.enums[RealmNames.last($0)] != nil } ?? false
    let value = try self.value(right, for: property, isEnum: isEnum, named: expression)
    // What is missing is neither less nor greater, and contains nothing.
    func present(_ text: String) -> String { isOptional ? "\(text) == true" : text }
    // A chain ends once for all of it, but where its last part may be missing itself.
    let isMissing = property.map(\.isOptional) ?? !expression.contains("?")
    let link = isOptional && isMissing ? "?" : ""
    let unwrapped = expression.contains("?") ? "(\(expression))!" : "\(expression)!"
    if options.ignoresDiacritics, ![.less, .lessOrEqual, .greater, .greaterOrEqual].contains(comparison) {
      // The only function of predicates that ignores them ignores case, too.
      guard comparison == .contains, options.ignoresCase else {
        throw PredicateProblem(
          reason: "no store compares without diacritics but by 'CONTAINS[cd]'; filter the fetched objects")
      }
      return present("\(expression)\(link).localizedStandardContains(\(value))")
    }
    switch comparison {
    case .equal, .notEqual:
      let sign = comparison == .equal ? "==" : "!="
      if options.ignoresCase, value != "nil" {
        return "\(expression)\(link).caseInsensitiveCompare(\(value)) \(sign) .orderedSame"
      }
      if value == "true", property?.type == "Bool", !isOptional {
        return comparison == .equal ? expression : "!\(expression)"
      }
      return "\(expression) \(sign) \(value)"
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      let sign =
        switch comparison {
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        default: ">="
        }
      return isOptional
        ? "(\(expression) != nil && \(unwrapped) \(sign) \(value))" : "\(expression) \(sign) \(value)"
    case .contains:
      return options.ignoresCase
        ? present("\(expression)\(link).lowercased().contains(\(lowercased(value)))")
        : present("\(expression)\(link).contains(\(value))")
    case .beginsWith:
      return options.ignoresCase
        ? present("\(expression)\(link).lowercased().starts(with: \(lowercased(value)))")
        : present("\(expression)\(link).starts(with: \(value))")
    case .endsWith:
      return options.ignoresCase
        ? present("\(expression)\(link).lowercased().hasSuffix(\(lowercased(value)))")
        : present("\(expression)\(link).hasSuffix(\(value))")
    case .like: return present(try like(expression + link, value, options))
    case .isIn:
      if isOptional { return "(\(expression) != nil && \(value).contains(\(unwrapped)))" }
      return "\(value).contains(\(expression))"
    case .between:
      guard let bounds = bounds(right), bounds.count == 2 else {
        throw PredicateProblem(reason: "the bounds of 'BETWEEN' cannot be read")
      }
      let low = try self.value(bounds[0], for: property, isEnum: isEnum, named: expression)
      let high = try self.value(bounds[1], for: property, isEnum: isEnum, named: expression)
      let text = isOptional ? unwrapped : expression
      return (isOptional ? "(\(expression) != nil && " : "(")
        + "\(text) >= \(low) && \(text) <= \(high))"
    }
  }

  /// `{1, 5}`, or an argument `[1, 5]`.
  private func bounds(_ operand: PredicateFormat.Operand) -> [PredicateFormat.Operand]? {
    switch operand {
    case .list(let list): return list
    case .value(let text):
      return Parsed.expression(text).as(ArrayExprSyntax.self)?.elements.map { .value($0.expression.plain) }
    default: return nil
    }
  }

  /// A literal is lowercased here, anything else when the predicate is made.
  private func lowercased(_ value: String) -> String {
    value.hasPrefix("\"") && !value.contains("\\") ? value.lowercased() : "\(value).lowercased()"
  }

  /// A pattern with stars at its ends only.
  private func like(
    _ expression: String, _ value: String, _ options: PredicateFormat.Options
  ) throws -> String {
    guard value.hasPrefix("\""), value.count >= 2 else {
      throw PredicateProblem(reason: "the pattern of 'LIKE' is not known before the program runs")
    }
    var pattern = value.dropFirst().dropLast()
    let starts = pattern.hasPrefix("*")
    let ends = pattern.hasSuffix("*")
    if starts { pattern = pattern.dropFirst() }
    if ends, !pattern.isEmpty { pattern = pattern.dropLast() }
    guard !pattern.contains("*"), !pattern.contains("?") else {
      throw PredicateProblem(reason: "the pattern of 'LIKE' has no counterpart")
    }
    let text = "\"\(pattern)\""
    let changed = options.ignoresCase ? "\(expression).lowercased()" : expression
    let wanted = options.ignoresCase ? text.lowercased() : text
    switch (starts, ends) {
    case (true, true): return "\(changed).contains(\(wanted))"
    case (true, false): return "\(changed).hasSuffix(\(wanted))"
    case (false, true): return "\(changed).starts(with: \(wanted))"
    case (false, false): return "\(changed) == \(wanted)"
    }
  }

  private func value(
    _ operand: PredicateFormat.Operand, for property: RealmPropertyDeclaration?, isEnum: Bool,
    named expression: String
  ) throws -> String {
    switch operand {
    case .literal(let text):
      if isEnum, text != "nil" {
        throw PredicateProblem(reason: "it compares an enum with the raw value \(text); name the case")
      }
      if property?.type == "Bool", text == "0" || text == "1" { return text == "1" ? "true" : "false" }
      return text
    case .code(let text): return text
    case .value(let text):
      var text = text
      if isEnum, text.hasSuffix(".rawValue") { text = String(text.dropLast(9)) }
      return capture(text, RealmNames.last(expression).trimmingSuffix("!"))
    case .list(let list):
      return "["
        + (try list.map { try value($0, for: property, isEnum: isEnum, named: expression) })
        .joined(separator: ", ") + "]"
    case .path:
      throw PredicateProblem(reason: "it compares two properties")
    }
  }
}
