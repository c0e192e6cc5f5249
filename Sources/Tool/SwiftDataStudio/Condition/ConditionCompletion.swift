// SPDX-License-Identifier: Apache-2.0

/// What can follow at the end of a condition: properties along relationships, the operators that fit them, values.
///
/// ```swift
/// ConditionCompletion("publisher.na", entity: "Book", schema).items().first?.result   // "publisher.name "
/// ```
package struct ConditionCompletion {
  package struct Item: Hashable, Sendable {
    package let title: String
    /// Its type, or what it does.
    package let note: String
    /// The whole condition with it.
    package let result: String
  }

  private enum State {
    case property, comparison, value, connection
    /// Within the brackets after `in`, or after a comparison.
    case list, options
  }

  private static let most = 8
  private static let keywords: Set<String> = [
    "and", "or", "not", "in", "contains", "startswith", "beginswith", "endswith", "like", "nil", "null", "true",
    "false",
    "yes", "no", "starts", "begins", "ends",
  ]

  private let schema: [String: [GridColumn]]
  private let entity: String
  private var state = State.property
  /// What has been typed of the word at the end.
  private var prefix = ""
  /// What stays.
  private var base = ""
  private(set) var column: GridColumn?
  /// The entity of ``column``.
  private(set) var owner: String?

  package init(_ condition: String, entity: String, _ schema: [String: [GridColumn]]) {
    self.schema = schema
    self.entity = entity
    var tokens = ConditionToken.all(condition)
    base = condition
    if let last = tokens.last, condition.last?.isWhitespace == false, isUnfinished(last) {
      tokens.removeLast()
      prefix = last.text
      base = String(condition.prefix(last.start))
    }
    for token in tokens { step(token) }
  }

  private func isUnfinished(_ token: ConditionToken) -> Bool {
    switch token.kind {
    case .word, .string(isClosed: false): true
    case .sign: !"()[],".contains(token.text)
    case .number, .string: false
    }
  }

  private mutating func step(_ token: ConditionToken) {
    let word = token.text.lowercased()
    switch (state, token.kind) {
    case (_, .word) where word == "and" || word == "or": state = .property
    case (_, .sign) where token.text == "&&" || token.text == "||": state = .property
    case (.property, .word) where word == "not": state = .property
    case (.property, .sign): state = .property
    case (.property, .word):
      (owner, column) = find(token.names)
      state = .comparison
    case (.comparison, .word) where word == "in": state = .list
    case (.comparison, .sign) where token.text == ")": state = .connection
    case (.comparison, .word), (.comparison, .sign): state = .value
    // The options of a comparison: contains[cd].
    case (.value, .sign) where token.text == "[": state = .options
    case (.options, .sign) where token.text == "]": state = .value
    case (.list, .sign) where token.text == "]" || token.text == ")": state = .connection
    case (.list, _), (.options, _): break
    case (.value, _): state = .connection
    default: state = .connection
    }
  }

  /// The property of a path, and its entity.
  private func find(_ names: [String]) -> (String?, GridColumn?) {
    var at = entity
    for (index, name) in names.enumerated() {
      guard let column = schema[at]?.first(where: { $0.name == name }) else { return (at, nil) }
      if index == names.count - 1 { return (at, column) }
      guard let next = column.destination else { return (at, column) }
      at = next
    }
    return (at, nil)
  }

  // MARK: What follows

  /// - Parameter values: those that occur of ``column``.
  package func items(_ values: [String] = []) -> [Item] {
    let all: [Item] =
      switch state {
      case .property: properties()
      case .comparison: comparisons() + (column?.kind == .boolean ? connections() : [])
      case .value: self.values(values)
      case .connection: connections()
      case .list, .options: []
      }
    // What is complete needs no completion.
    return Array(all.filter { $0.title != prefix || $0.title.hasSuffix(".") }.prefix(Self.most))
  }

  private func item(_ title: String, _ note: String, end: String = " ") -> Item {
    let space = base.isEmpty || base.last?.isWhitespace == true || "([.!".contains(base.last ?? " ") ? "" : " "
    return Item(title: title, note: note, result: base + space + title + end)
  }

  private func fits(_ title: String, _ typed: String? = nil) -> Bool {
    title.lowercased().hasPrefix((typed ?? prefix).lowercased())
  }

  private func properties() -> [Item] {
    let names = prefix.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let typed = (names.last ?? "").filter { $0 != "`" }
    let path = names.dropLast()
    var at = entity
    var isMany = false
    for name in path {
      guard let column = schema[at]?.first(where: { $0.name == name.filter { $0 != "`" } }),
        let next = column.destination
      else { return [] }
      at = next
      if case .toMany = column.kind { isMany = true } else { isMany = false }
    }
    let before = path.map { $0 + "." }.joined()
    var result: [Item] = []
    if isMany, fits("count", typed) { result.append(item(before + "count", "how many there are")) }
    for column in schema[at] ?? [] where fits(column.name, typed) {
      let name = before + Self.written(column.name)
      result.append(item(name, column.type))
      if column.destination != nil, fits(column.name, typed) {
        result.append(item(name + ".", "of \(column.destination ?? "")", end: ""))
      }
    }
    if path.isEmpty, !typed.isEmpty, fits("not") { result.append(item("not", "the opposite")) }
    return result
  }

  /// A name as the language has it: keywords and unusual names between backticks.
  package static func written(_ name: String) -> String {
    let isPlain =
      name.first.map { $0.isLetter || $0 == "_" } ?? false
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isPlain && !keywords.contains(name.lowercased()) ? name : "`\(name)`"
  }

  /// The comparisons that a property allows, with what they mean.
  static func comparisons(of column: GridColumn?) -> [(name: String, note: String)] {
    let equality = [("==", "is"), ("!=", "is not")]
    let order = [("<", "less"), ("<=", "less or equal"), (">", "greater"), (">=", "greater or equal")]
    let texts = [
      ("contains[cd]", "in any spelling"), ("contains", "contains"), ("startswith", "begins with"),
      ("endswith", "ends with"), ("like", "with * and ?"),
    ]
    switch column?.kind {
    case .text?: return equality + texts + order
    case .number?, .date?: return equality + order
    case .toMany?: return [("contains", "has the object"), ("==", "with nil: has none"), ("!=", "with nil: has some")]
    case .boolean?, .identifier?, .choice?, .data?, .composite?, .code?, .toOne?: return equality
    case nil: return equality + order + texts
    }
  }

  private func comparisons() -> [Item] {
    Self.comparisons(of: column).filter { fits($0.name) }.map { item($0.name, $0.note) }
  }

  private func values(_ values: [String]) -> [Item] {
    var result: [Item] = []
    // A text without its quotes.
    let isQuoted = prefix.hasPrefix("\"") || prefix.hasPrefix("'")
    let typed = isQuoted ? String(prefix.dropFirst()) : prefix
    if column?.kind == .boolean { result += ["true", "false"].filter { fits($0) }.map { item($0, "") } }
    let known = column.map { $0.cases.isEmpty ? values : $0.cases } ?? []
    for value in known where fits(value, typed) {
      let isNumber = column?.kind == .number
      if isNumber, Double(value) == nil { continue }
      result.append(item(isNumber ? value : Self.quoted(value), "occurs"))
    }
    if column?.isOptional != false, fits("nil") { result.append(item("nil", "no value")) }
    return result
  }

  /// A text as the language has it.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private func connections() -> [Item] {
    [("and", "both conditions"), ("or", "one of them")].filter { fits($0.0) }.map { item($0.0, $0.1) }
  }
}
