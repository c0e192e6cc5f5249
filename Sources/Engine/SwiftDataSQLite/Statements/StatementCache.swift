// SPDX-License-Identifier: Apache-2.0

/// The compiled statements of one connection, by text.
struct StatementCache {
  private var statements: [String: PreparedStatement] = [:]
  /// Shapes of queries are few; a program that makes up ever new ones starts
  /// over now and then.
  private let limit = 512

  func statement(_ sql: String) -> PreparedStatement? { statements[sql] }

  mutating func insert(_ statement: PreparedStatement, _ sql: String) {
    if statements.count >= limit { statements = statements.filter { $0.value.isInUse } }
    statements[sql] = statement
  }

  mutating func removeAll() { statements = [:] }
}
