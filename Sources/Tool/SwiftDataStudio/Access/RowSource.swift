// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore

/// What pages are made of, as of one moment: a file; or a database, of whose rows a private file has what was asked for.
///
/// Statements call tables and columns as a file does, wherever the rows are.
package protocol RowSource: AnyObject {
  /// Knows the models, and where their properties lie; reads values. Of a database, it has the rows that were brought.
  var store: Store { get }
  /// Whose SQL conditions are written in.
  var dialect: QueryDialect { get }

  /// The rows of a SELECT; for those that are few.
  func rows(_ sql: String, _ values: [SQLiteValue]) throws -> [[SQLiteValue]]

  /// The table to look rows up in by the keys in a column.
  ///
  /// - Parameter others: The columns that are read.
  func table(_ table: String, by column: String, others: [String]) throws -> String

  /// Makes rows readable in ``store``, until the reading ends.
  ///
  /// - Parameters:
  ///   - entity: One whose table has the rows.
  ///   - longest: Texts and bytes may be cut after so many characters and bytes; `nil` if they are needed whole.
  func bring(_ keys: [Int64], of entity: EntityDescription, longest: Int?) throws

  /// How many bytes values have that are bytes, without reading them; by property and key.
  func sizes(_ properties: [String], of entity: EntityDescription, _ keys: [Int64]) throws -> [String: [Int64: UInt64]]

  /// The texts and whole numbers that occur of an attribute with one column.
  func distinctValues(_ attribute: AttributeDescription, of entity: EntityDescription, most: Int) throws
    -> [SQLiteValue]

  /// The places of a request's rows.
  ///
  /// - Parameters:
  ///   - isPlain: Whether they are all of an entity, by their keys.
  ///   - number: Another one for each call.
  func order(_ selection: GridSelection, isPlain: Bool, number: Int) throws -> any RowOrder

  /// How many rows an entity has, with those of its subentities.
  func count(of entity: EntityDescription) throws -> Int

  /// Transactions of the history, with some of their changes.
  func transactions(_ options: HistoryCursor.Options) throws -> [StoredTransaction]
  func changeCount(of transaction: Int64, entity: String?) throws -> Int
  func laterChanges(_ transactions: [StoredTransaction]) throws -> LaterChanges

  /// Does something that ends with an error if it takes longer.
  func limited<T>(seconds: Double, _ body: () throws -> T) throws -> T

  /// - Parameter generation: As of ``LiveSource``.
  func overview(generation: Int) throws -> StoreOverview
  /// How many rows entities have, without those of their subentities, as far as that is known.
  func rowCounts() throws -> [String: Int]
}

extension RowSource {
  func rows(_ sql: String) throws -> [[SQLiteValue]] { try rows(sql, []) }

  func integer(_ sql: String, _ values: [SQLiteValue] = []) throws -> Int64? { try rows(sql, values).first?.first?.key }
}

/// A source that stays open while other programs may write to it.
package protocol LiveSource: AnyObject {
  /// Grows whenever what was found before may be out of date.
  var generation: Int { get }

  /// All that `body` reads is of one moment.
  func read<T>(_ body: (any RowSource) throws -> T) throws -> T

  /// What tells whether something has changed.
  func state() throws -> StudioState

  func close()
}

/// What tells whether a store has changed, without what has.
package enum StudioState: Hashable, Sendable {
  case file(FileState)
  case database(String)
  /// It cannot be asked at the moment.
  case unreachable
}
