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
      guard mirrored == .contains else { return try along(path[...], mirrored, left, options, root, type) }
      // An element is looked for, whatever stands before it: with a quantifier it would be a text in the elements.
      var membership = options
      membership.quantifier = nil
      switch options.quantifier {
      case .all: throw PredicateProblem(reason: "'ALL' and a value 'IN' a collection have no counterpart")
      case PredicateFormat.Quantifier.none?:
        return "!(\(try along(path[...], mirrored, left, membership, root, type)))"
      case .any, nil: return try along(path[...], mirrored, left, membership, root, type)
      }
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
      // A class may have a property of its own that is called `count`.
      let property = current.flatMap { plan.layer.property(name, of: $0) }
      if name == "@count" || name == "count" && property == nil && rest.isEmpty && expression != root {
        return try compare(expression + ".count", nil, isOptional, comparison, right, options)
      }
      if name.hasPrefix("@") { throw PredicateProblem(reason: "'\(name)' has no counterpart") }
      let role = current.flatMap { plan.inheritedRole(of: name, in: $0) } ?? .value
      expression += (isOptional ? "?" : "") + ".\(name)"
      switch role {
      case .elements(let model):
        expression = String(expression.dropLast(name.count)) + model.elements
        return try members(
          expression, "object", rest, comparison, right, options, model.target, isOptional: true,
          isBehindLink: isOptional)
      case .elementInverse(let elements, let owner, _):
        expression = String(expression.dropLast(name.count)) + elements
        return try members(
          expression, "owner", rest, comparison, right, options, owner, isOptional: true,
          isBehindLink: isOptional)
      case .toMany, .inverse, .unknownInverse:
        return try members(
          expression, nil, rest, comparison, right, options,
          property?.type.map(RealmNames.last), isOptional: false, isBehindLink: isOptional)
      case .toOne:
        current = property?.type.map(RealmNames.last)
        isOptional = true
        if rest.isEmpty {
          return try compare(expression, property, true, comparison, right, options, isModel: true)
        }
      case .structure:
        // The structs of a list are one value to the store.
        if property?.collection != nil, !isCount(rest) {
          throw PredicateProblem(reason: "no store looks into the embedded objects of '\(name)'")
        }
        current = property?.type.map(RealmNames.last)
        isOptional = isOptional || property?.isOptional ?? false
        if rest.isEmpty {
          return try compare(expression, property, isOptional, comparison, right, options)
        }
      case .value:
        if let property, property.collection != nil {
          guard rest.isEmpty || isCount(rest) else {
            throw PredicateProblem(reason: "the elements of '\(name)' have no properties that a store knows")
          }
          let isFolded = options.ignoresCase || options.ignoresDiacritics
          let isMembership = comparison == .contains && options.quantifier == nil
          if isMembership, !isFolded, rest.isEmpty {
            return try compare(expression, property, isOptional, comparison, right, options)
          }
          if comparison == .contains, !isMembership, !["String", "NSString"].contains(property.type) {
            throw PredicateProblem(reason: "only texts contain something, and those of '\(name)' are no texts")
          }
          if rest.isEmpty {
            return try members(
              expression, nil, [], comparison, right, options, nil, isOptional: property.isOptional,
              isBehindLink: isOptional)
          }
        } else if property?.isOptional == true {
          isOptional = true
        }
        current = nil
        if rest.isEmpty {
          return try compare(expression, property, isOptional, comparison, right, options)
        }
      }
    }
    return try compare(expression, nil, isOptional, comparison, right, options)
  }

  /// Whether a path ends with the number of elements.
  private func isCount(_ path: ArraySlice<String>) -> Bool { path.first == "@count" || path.first == "count" }

  /// A condition on the members of a collection.
  ///
  /// - Parameters:
  ///   - type: the class of the members, if they are objects.
  ///   - isOptional: whether a member may be missing.
  ///   - isBehindLink: whether the collection itself may be missing, with the object that has it.
  private func members(
    _ collection: String, _ step: String?, _ rest: ArraySlice<String>,
    _ comparison: PredicateFormat.Operator, _ right: PredicateFormat.Operand,
    _ options: PredicateFormat.Options, _ type: String?, isOptional: Bool, isBehindLink: Bool
  ) throws -> String {
    let hasOwnCount = type.flatMap { plan.layer.property("count", of: $0) } != nil
    if rest.first == "@count" || rest.first == "count" && !hasOwnCount {
      return try compare(collection + ".count", nil, isBehindLink, comparison, right, options)
    }
    var inner = options
    // Collections of the members are asked with a quantifier, too: it decides what `CONTAINS` looks for.
    inner.quantifier = options.quantifier.map { _ in PredicateFormat.Quantifier.any }
    let root = "$0" + (step.map { ".\($0)" } ?? "")
    let condition: String
    if rest.isEmpty {
      // `%@ IN tags` looks for an element, `ANY tags CONTAINS %@` for a text in the elements.
      let isMembership = comparison == .contains && options.quantifier == nil
      if comparison == .contains, !isMembership, type != nil {
        throw PredicateProblem(reason: "only texts contain something, and objects are no texts")
      }
      condition = try compare(
        root, nil, isOptional, isMembership ? .equal : comparison, right, inner, isModel: type != nil)
    } else {
      condition = try along(rest, comparison, right, inner, root, type, isOptional: isOptional)
    }
    // What has no collection has no member for which the condition holds.
    let end = isBehindLink ? " == true" : ""
    switch options.quantifier {
    case .all: return "\(collection).allSatisfy { \(condition) }\(end)"
    case PredicateFormat.Quantifier.none?:
      let found = "\(collection).contains { \(condition) }\(end)"
      return isBehindLink ? "!(\(found))" : "!\(found)"
    case .any, nil: return "\(collection).contains { \(condition) }\(end)"
    }
  }

  private func compare(
    _ expression: String, _ property: RealmPropertyDeclaration?, _ isOptional: Bool,
    _ comparison: PredicateFormat.Operator, _ right: PredicateFormat.Operand,
    _ options: PredicateFormat.Options, isModel: Bool = false
  ) throws -> String {
    let unwrapped = expression.contains("?") ? "(\(expression))!" : "\(expression)!"
    func checked(_ condition: (String) -> String) -> String {
      isOptional ? "(\(expression) != nil && \(condition(unwrapped)))" : condition(expression)
    }
    if isModel, comparison == .isIn {
      let identifiers = try self.identifiers(right, named: expression)
      return checked { "\(identifiers).contains(\($0).persistentModelID)" }
    }
    let isEnum = property?.type.map { plan.layer.enums[RealmNames.last($0)] != nil } ?? false
    if comparison == .between {
      // Only the bounds are values, and not the list of them.
      guard let bounds = bounds(right), bounds.count == 2 else {
        throw PredicateProblem(reason: "the bounds of 'BETWEEN' cannot be read")
      }
      let low = try self.value(bounds[0], for: property, isEnum: isEnum, named: expression)
      let high = try self.value(bounds[1], for: property, isEnum: isEnum, named: expression)
      let inside = checked { "\($0) >= \(low) && \($0) <= \(high)" }
      return isOptional ? inside : "(\(inside))"
    }
    let value = try self.value(right, for: property, isEnum: isEnum, named: expression)
    // What is missing is neither less nor greater, and contains nothing.
    func present(_ text: String) -> String { isOptional ? "\(text) == true" : text }
    // A chain ends once for all of it, but where its last part may be missing itself.
    let isMissing = property.map(\.isOptional) ?? !expression.contains("?")
    let link = isOptional && isMissing ? "?" : ""
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
      return checked { "\($0) \(sign) \(value)" }
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
    case .isIn: return checked { "\(value).contains(\($0))" }
    case .between: throw PredicateProblem(reason: "the bounds of 'BETWEEN' cannot be read")
    }
  }

  /// The identifiers of objects in a list: a predicate takes those, and no list of models.
  private func identifiers(_ operand: PredicateFormat.Operand, named expression: String) throws -> String {
    let last = RealmNames.last(expression)
    let name = last.hasPrefix("$") ? "object" : last
    switch operand {
    case .value(let text): return capture("\(primary(text)).map(\\.persistentModelID)", name + "IDs")
    case .list(let list):
      let elements = try list.map { element -> String in
        guard case .value(let text) = element else {
          throw PredicateProblem(reason: "its list has something else in it than objects")
        }
        return capture("\(primary(text)).persistentModelID", name + "ID")
      }
      return "[\(elements.joined(separator: ", "))]"
    case .literal, .code, .path:
      throw PredicateProblem(reason: "it looks for an object in something else than a list")
    }
  }

  /// An expression that a member can follow.
  private func primary(_ text: String) -> String {
    switch Parsed.expression(text).kind {
    case .arrayExpr, .declReferenceExpr, .forceUnwrapExpr, .functionCallExpr, .memberAccessExpr, .subscriptCallExpr,
      .tupleExpr:
      return text
    default: return "(\(text))"
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
