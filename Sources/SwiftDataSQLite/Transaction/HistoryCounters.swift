import CoreDataFormat
import Foundation

/// The keys of history rows. Z_PRIMARYKEY counts them from the first
/// transaction on.
struct HistoryCounters {
  private var highest: [Int64: Int64] = [:]
  private var saved: [Int64: Int64] = [:]
  private var known: Set<Int64> = []

  /// Those of the last transaction, or read now.
  static func current(_ connection: SQLiteConnection) throws -> HistoryCounters {
    if let known = connection.memory.history { return known }
    let counters = try HistoryCounters(connection)
    connection.memory.history = counters
    return counters
  }

  private init(_ connection: SQLiteConnection) throws {
    for (number, table) in HistoryTables.byNumber {
      let recorded = try PrimaryKeyTable.maximum(of: number, in: connection)
      if recorded != nil { known.insert(number) }
      let used = try connection.integer("SELECT max(Z_PK) FROM \(table)") ?? 0
      highest[number] = max(recorded ?? 0, used)
      saved[number] = recorded ?? 0
    }
  }

  /// The first of `count` keys.
  mutating func next(_ number: Int64, count: Int = 1) -> Int64 {
    let first = highest[number, default: 0] + 1
    highest[number] = first + Int64(count) - 1
    return first
  }

  /// Writes them, and keeps them for the next transaction.
  mutating func save(_ connection: SQLiteConnection) throws {
    for (number, table) in HistoryTables.byNumber {
      if !known.contains(number) {
        try PrimaryKeyTable.insert(
          number: number, name: HistoryTables.counterName(table), superentity: 0, into: connection)
      }
      let last = highest[number, default: 0]
      if last != saved[number] || !known.contains(number) {
        try PrimaryKeyTable.setMaximum(last, of: number, in: connection)
        saved[number] = last
        known.insert(number)
      }
    }
    connection.memory.history = self
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
    let key = counters.next(HistoryTables.transactionString)
    try connection.withStatement(HistoryTables.stringInsertion) { statement in
      statement.bind(key, 1)
      try statement.bind(name, 2)
      try statement.run()
    }
    connection.memory.strings[name] = key
    return key
  }
}
