// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// Reads orders such as `name, -start` or `folder.name desc`.
struct SortOrder {
  struct Key: Equatable {
    let path: Expression.Path
    let isDescending: Bool
  }

  let keys: [Key]
  private let source: String

  init(parsing source: String) throws {
    self.source = source
    var keys: [Key] = []
    var position = 0
    for part in source.split(separator: ",", omittingEmptySubsequences: false) {
      let start = position + part.prefix { $0.isWhitespace }.count
      position += part.count + 1
      var words = part.split(whereSeparator: \.isWhitespace).map(String.init)
      guard var name = words.first else {
        throw ExpressionError("A property to sort by is missing.", min(start, source.count), source)
      }
      words.removeFirst()
      var isDescending = name.hasPrefix("-")
      var offset = start
      if isDescending || name.hasPrefix("+") {
        name.removeFirst()
        offset += 1
      }
      switch words.first?.lowercased() {
      case nil: break
      case "asc" where words.count == 1: break
      case "desc" where words.count == 1: isDescending = true
      default:
        throw ExpressionError("Only 'asc' or 'desc' may follow a property.", start, source)
      }
      let names = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard !names.contains("") else {
        throw ExpressionError("The name of a property is missing.", offset, source)
      }
      keys.append(
        Key(path: .init(names: names, position: offset), isDescending: isDescending))
    }
    self.keys = keys
  }

  /// The text behind ORDER BY.
  func sql(_ scope: QueryScope) throws -> String {
    try keys.map { key in
      let expression = try PathResolver(source: source).resolve(key.path, scope) { leaf in
        switch leaf {
        case .column(let column, _): return column
        case .object(let key, _): return key
        case .count(let count): return count
        case .cases(let cases):
          let order = cases.enumerated().flatMap { index, item in
            item.columns.prefix(1).map { "WHEN \($0.sql) IS NOT NULL THEN \(index)" }
          }
          return SQLFragment("CASE \(order.joined(separator: " ")) END")
        case .composite, .targets:
          throw ExpressionError(
            "'\(key.path.text)' has several parts. Sort by one of them.", key.path.position,
            source)
        }
      }
      guard !expression.sql.hasPrefix("EXISTS") else {
        throw ExpressionError(
          "Objects cannot be sorted by a property of many others. Sort by their '.count'.",
          key.path.position,
          source)
      }
      return expression.sql + (key.isDescending ? " DESC" : "") + scope.dialect.nulls(isDescending: key.isDescending)
    }.joined(separator: ", ")
  }
}
