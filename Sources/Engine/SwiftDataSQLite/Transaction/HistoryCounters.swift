// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore

/// The keys of history rows. Z_PRIMARYKEY counts them from the first
/// transaction on.
struct HistoryCounters {
  private struct Counter {
    let number: Int64
    let table: String
    var highest: Int64
    /// The counter in Z_PRIMARYKEY; `nil` without a row there.
    var recorded: Int64?
  }

  private var counters: [Counter]

  /// Those of the last transaction, or read now.
  static func current(_ connection: SQLiteConnection) throws -> HistoryCounters {
    if let known = connection.memory.history { return known }
    let counters = try HistoryCounters(connection)
    connection.memory.history = counters
    return counters
  }

  private init(_ connection: SQLiteConnection) throws {
    let isReserved = try RecentHistory.state(connection) == .filled
    counters = try HistoryTables.byNumber.map { number, table in
      let recorded = try PrimaryKeyTable.maximum(of: number, in: connection)
      if isReserved, number != HistoryTables.transactionString {
        let highest = try connection.integer(RecentHistory.highest(number)) ?? 0
        return Counter(number: number, table: table, highest: highest, recorded: recorded)
      }
      let used = try connection.integer("SELECT max(Z_PK) FROM \(table)") ?? 0
      return Counter(number: number, table: table, highest: max(recorded ?? 0, used), recorded: recorded)
    }
  }

  /// The first of `count` keys.
  ///
  /// - Throws: ``SwiftDataError/storeIsFull`` if a row has the last key that there is: the file is damaged.
  mutating func next(_ number: Int64, count: Int = 1) throws -> Int64 {
    guard let index = counters.firstIndex(where: { $0.number == number }) else { return 1 }
    let highest = counters[index].highest
    let (last, overflow) = highest.addingReportingOverflow(Int64(count))
    guard !overflow else {
      throw SwiftDataError(
        .storeIsFull, "There are no keys left for the rows of \(counters[index].table).",
        advice:
          "A row of the history, or its counter, has the highest possible key; delete the row and lower Z_MAX by hand."
      )
    }
    counters[index].highest = last
    return highest + 1
  }

  /// Whether keys are reserved for one transaction more, and its changes.
  func hasRoom(changes: Int) -> Bool {
    counters.allSatisfy { counter in
      let count = counter.number == HistoryTables.change ? Int64(changes) : 1
      let (needed, overflow) = counter.highest.addingReportingOverflow(count)
      return counter.number == HistoryTables.transactionString || !overflow && needed <= counter.recorded ?? 0
    }
  }

  /// Reserves the next keys of transactions and changes for ``RecentHistory``.
  mutating func reserve(_ connection: SQLiteConnection, _ plans: HistoryStatements) throws {
    try addMissing(connection)
    for index in counters.indices where counters[index].number != HistoryTables.transactionString {
      let (reserved, overflow) = counters[index].highest.addingReportingOverflow(RecentHistory.reservedKeys)
      try raise(index, to: overflow ? .max : reserved, plans)
    }
  }

  /// Writes them, and keeps them for the next transaction.
  mutating func save(_ connection: SQLiteConnection, _ plans: HistoryStatements) throws {
    try addMissing(connection)
    // One statement for all of them would have SQLite make a table of their numbers first.
    for index in counters.indices where counters[index].highest > counters[index].recorded ?? 0 {
      try raise(index, to: counters[index].highest, plans)
    }
    connection.memory.history = self
  }

  private mutating func raise(_ index: Int, to key: Int64, _ plans: HistoryStatements) throws {
    plans.counter.bind(key, 1)
    plans.counter.bind(counters[index].number, 2)
    try plans.counter.run()
    counters[index].recorded = key
  }

  private mutating func addMissing(_ connection: SQLiteConnection) throws {
    for index in counters.indices where counters[index].recorded == nil {
      let counter = counters[index]
      try PrimaryKeyTable.insert(
        number: counter.number, name: HistoryTables.counterName(counter.table), superentity: 0,
        into: connection)
      counters[index].recorded = 0
    }
  }
}

/// ATRANSACTIONSTRING: each string once.
enum HistoryStrings {
  static let process = ProcessInfo.processInfo.processName
  static let bundle = Bundle.main.bundleIdentifier ?? process

  static func key(
    of name: String, _ counters: inout HistoryCounters, _ connection: SQLiteConnection
  ) throws -> Int64 {
    if let key = connection.memory.strings[name] { return key }
    let known: Int64? = try connection.withStatement(HistoryTables.stringSelection) { statement in
      try statement.bind(name, 1)
      return try statement.step() ? statement.integer(0) : nil
    }
    if let known {
      connection.memory.strings[name] = known
      return known
    }
    let key = try counters.next(HistoryTables.transactionString)
    try connection.withStatement(HistoryTables.stringInsertion) { statement in
      statement.bind(key, 1)
      try statement.bind(name, 2)
      try statement.run()
    }
    connection.memory.strings[name] = key
    return key
  }
}
