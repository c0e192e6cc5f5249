// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A transaction of a server's database, for as long as it lasts.
package protocol SQLConnection: AnyObject {
  var dialect: SQLDialect { get }
  /// Whether the transaction may write.
  var isWriting: Bool { get }

  /// Hands out the rows that a statement gives, one after the other, while they come. `body` runs no other statement.
  func each(_ sql: String, _ values: [any SQLConvertible], _ body: (SQLRow) throws -> Void) throws

  /// All rows that a statement gives.
  func rows(_ sql: String, _ values: [any SQLConvertible]) throws -> [SQLRow]

  /// Runs a statement that gives no rows. It may travel with a later one: then that one says what has failed.
  func run(_ sql: String, _ values: [any SQLConvertible]) throws

  /// The same, at once.
  ///
  /// - Returns: How many rows it has changed.
  func change(_ sql: String, _ values: [any SQLConvertible]) throws -> Int

  /// Inserts one row whose number the database gives.
  ///
  /// - Parameter key: The column of the number.
  func insert(_ sql: String, _ values: [any SQLConvertible], number key: String) throws -> Int64
}

extension SQLConnection {
  func rows(_ sql: String) throws -> [SQLRow] { try rows(sql, []) }

  func first(_ sql: String, _ values: [any SQLConvertible] = []) throws -> SQLRow? { try rows(sql, values).first }

  func run(_ sql: String) throws { try run(sql, []) }

  /// Keeps zones to this transaction until it ends. What is read of them from then on is the latest, and pushes into one
  /// zone come one after the other: the order of their numbers is that of their commits.
  ///
  /// All that a transaction changes in several zones is locked at once, in the order of their numbers, so that two do not
  /// wait for each other.
  ///
  /// - Returns: Whether there are such zones, if they need to be locked at all.
  @discardableResult
  func lockZones(where condition: String, _ values: [any SQLConvertible]) throws -> Bool {
    guard isWriting, let lock = dialect.rowLock else { return true }
    return try !rows("SELECT id FROM zone WHERE \(condition) ORDER BY id \(lock)", values).isEmpty
  }

  /// Keeps what an account has in all to this transaction.
  func lockUsage(of account: String) throws {
    guard isWriting, let lock = dialect.rowLock else { return }
    try run("INSERT INTO usage (account, records, bytes) VALUES (?1, 0, 0) ON CONFLICT (account) DO NOTHING", [account])
    _ = try rows("SELECT records FROM usage WHERE account = ?1 \(lock)", [account])
  }

  /// Names of shares are those of no other share, whoever owns it: shares are made one after the other.
  func lockShareNames() throws {
    guard isWriting, let lock = dialect.rowLock else { return }
    try run("INSERT INTO setting (name, value) VALUES ('shares', 0) ON CONFLICT (name) DO NOTHING")
    _ = try rows("SELECT value FROM setting WHERE name = 'shares' \(lock)")
  }
}

/// Statements about many things by their names, a part after the other: a text has places for so many, and the last ones
/// are repeated, so that one text is prepared for all numbers of them.
enum SQLBatch {
  static let size = 100

  /// `(?2, ?3), (?4, ?5), …`: pairs after a number of parameters.
  static func pairs(after first: Int) -> String {
    (0..<size).map { "(?\(first + 1 + 2 * $0), ?\(first + 2 + 2 * $0))" }.joined(separator: ", ")
  }

  static func parts<Item>(of items: [Item]) -> [[Item]] {
    stride(from: 0, to: items.count, by: size).map { start in
      let part = items[start..<min(start + size, items.count)]
      return Array(part) + part.suffix(1).flatMap { Array(repeating: $0, count: size - part.count) }
    }
  }
}
