// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Judges a store by the format's specification alone: it shares no code with
/// what writes stores, down to the digests and the decompression.
struct StoreChecker {
  struct Finding: CustomStringConvertible, Hashable {
    var table: String
    var key: Int64?
    var problem: String

    var description: String { "\(table)\(key.map { "/\($0)" } ?? ""): \(problem)" }
  }

  struct Options: OptionSet {
    let rawValue: Int
    /// Made at once for the model it carries, with SwiftData's settings.
    static let isNew = Options(rawValue: 1)
    /// Columns may have been appended; old history has the old entities.
    static let isMigrated = Options(rawValue: 2)
  }

  let database: Database
  let url: URL
  let options: Options
  private(set) var findings: [Finding] = []
  var model: CheckerModel?
  var tables: [CheckerTable] = []
  /// Whether the history has rows that wait in the library's own table.
  var hasRecentHistory = false
  var joinTables: [CheckerJoinTable] = []
  /// The entity of every row, by the root's name and key.
  var rows: [String: [Int64: Int]] = [:]

  static func check(_ url: URL, _ options: Options = .isNew) throws -> [Finding] {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: url.path, configuration: configuration)
    defer { try? queue.close() }
    return try queue.read { database in
      var checker = StoreChecker(database: database, url: url, options: options)
      try checker.checkFile()
      try checker.checkBookkeeping()
      try checker.checkModelCache()
      try checker.checkNumbers()
      try checker.checkMetadata()
      try checker.checkTables()
      try checker.checkRows()
      try checker.checkJoins()
      try checker.checkHistory()
      return checker.findings
    }
  }

  private init(database: Database, url: URL, options: Options) {
    self.database = database
    self.url = url
    self.options = options
  }

  mutating func report(_ table: String, _ problem: String) {
    findings.append(Finding(table: table, key: nil, problem: problem))
  }

  mutating func report(_ table: String, _ key: Int64?, _ problem: String) {
    findings.append(Finding(table: table, key: key, problem: problem))
  }

  mutating func require(_ holds: Bool, _ table: String, _ problem: @autoclosure () -> String) {
    if !holds { report(table, problem()) }
  }

  mutating func require(
    _ holds: Bool, _ table: String, _ key: Int64?, _ problem: @autoclosure () -> String
  ) {
    if !holds { report(table, key, problem()) }
  }

  func text(_ name: String) throws -> String? {
    try String.fetchOne(
      database, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [name])
  }

  func hasTable(_ name: String) throws -> Bool { try text(name) != nil }
}
