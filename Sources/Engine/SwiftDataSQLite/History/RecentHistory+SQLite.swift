// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

extension RecentHistory {
  /// How many transactions of a connection go to Core Data's tables before the others come here first.
  ///
  /// A program that saves now and then leaves a file that is complete at each moment. One that saves all the time is
  /// served faster.
  static let patience = 64

  /// A transaction of more changes than this is written straight.
  static let mostChanges = 16

  static func exists(in connection: SQLiteConnection) throws -> Bool {
    try connection.integerUncounted(existence) != nil
  }

  static func hasRows(_ connection: SQLiteConnection) throws -> Bool {
    try exists(in: connection) && connection.integerUncounted(occupation) != nil
  }

  /// The highest number of a transaction that was given out; within a snapshot.
  static func lastTransaction(_ connection: SQLiteConnection) throws -> Int64 {
    let sql =
      try exists(in: connection)
      ? highest(HistoryTables.transaction)
      : """
      SELECT max(coalesce((SELECT max(Z_PK) FROM ATRANSACTION), 0), \
      coalesce((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(HistoryTables.transaction)), 0))
      """
    return try connection.integerUncounted(sql) ?? 0
  }

  /// Moves the rows to Core Data's tables, within a transaction.
  static func settle(_ connection: SQLiteConnection) throws {
    guard try state(connection) == .filled else { return }
    for statement in settling { try connection.executeUncounted(statement) }
    connection.memory.recentHistory = .empty
    connection.memory.history = nil
  }

  /// Makes ready for so many changes of one transaction, within it: the table is there, and keys are reserved.
  static func makeRoom(
    for changes: Int, _ counters: inout HistoryCounters, _ connection: SQLiteConnection, _ plans: HistoryStatements
  ) throws {
    if try state(connection) == .missing {
      try connection.executeOnce(creation)
      connection.memory.recentHistory = .empty
    }
    guard !counters.hasRoom(changes: changes) else { return }
    try settle(connection)
    try counters.reserve(connection, plans)
  }

  /// Settles, and removes the table: the file is left.
  ///
  /// - Throws: ``SwiftDataError/storeIsBusy`` if another process is writing: it, or the next that opens the store, will.
  static func leave(_ connection: SQLiteConnection) throws {
    guard try exists(in: connection) else { return }
    try connection.executeUncounted("BEGIN IMMEDIATE")
    do {
      connection.memory.reset()
      if try exists(in: connection) {
        try settle(connection)
        try connection.executeUncounted(removal)
      }
      try connection.executeUncounted("COMMIT")
      connection.memory.reset()
    } catch {
      if connection.isInTransaction { try? connection.executeUncounted("ROLLBACK") }
      connection.memory.reset()
      throw error
    }
  }

  /// Its state in the file; within a transaction.
  static func state(_ connection: SQLiteConnection) throws -> WriterMemory.RecentHistoryState {
    if let known = connection.memory.recentHistory { return known }
    let found: WriterMemory.RecentHistoryState =
      try exists(in: connection) ? (try connection.integerUncounted(occupation) != nil ? .filled : .empty) : .missing
    connection.memory.recentHistory = found
    return found
  }
}
