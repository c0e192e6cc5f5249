// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// Rows of others' tables that the server has not taken, though it reports no error: a trigger that returns NULL leaves
  /// them out, and so does a rule, or a policy of an update.
  extension PostgresTransaction {
    /// - Parameter result: What an insertion has returned, where no unique value may be in its way.
    /// - Throws: `SwiftDataError.storeFailure` if rows are missing or have other keys.
    func checkArrival(_ result: ResultRows, _ insertion: Insertion, _ rows: [RowToWrite]) throws {
      guard layout.isExisting else { return }
      let keys = insertion.positions.map { rows[$0].key }
      guard result.width > 0 else {
        return result.changes < keys.count ? try checkArrival(keys, insertion.batch.entity) : ()
      }
      var written = Set((0..<result.count).map { result.number($0, 0, of: insertion.batch.entity) })
      let missing = keys.filter { written.remove($0) == nil }
      if !written.isEmpty { throw otherKeys(insertion.batch.entity) }
      try checkArrival(missing, insertion.batch.entity)
    }

    /// Looks for new rows of which the server has not said that they are in the table. They may be in one that inherits from
    /// it, as in partitions of the old kind.
    func checkArrival(_ keys: [Int64], _ entity: _Entity) throws {
      guard !keys.isEmpty else { return }
      let table = layout.table(of: entity)
      let found = try run(
        PostgresStatement(
          "SELECT count(*) FROM \(table.name) WHERE \(table.key) = ANY($1)",
          [Parameter(keys: keys, table.keyType, store.keyTable)]), entity)
      let missing = keys.count - Int(found.integer(0, 0))
      guard missing > 0 else { return }
      throw SwiftDataError(
        .storeFailure,
        "The table \(table.name) has not taken \(missing) of \(keys.count) new rows, or has given them other keys.",
        entity: entity.name,
        advice:
          "Look for a trigger that returns NULL, or a rule; let it raise an error, or take the models out of the save."
      )
    }

    func otherKeys(_ entity: _Entity) -> SwiftDataError {
      SwiftDataError(
        .storeFailure, "A trigger has given new rows of the table \(layout.table(of: entity).name) other keys.",
        entity: entity.name, advice: "Let the trigger keep the keys that it is given.")
    }

    // MARK: Rows that were there

    /// What has become of a row that a statement was to update or delete, and has not returned.
    ///
    /// - Parameters:
    ///   - version: The counter that it must have; `nil` if any will do.
    ///   - present: The one that it has; `nil` if it is not there.
    /// - Throws: `SwiftDataError.storeFailure` if it is as it was expected, or if this transaction itself has written it: a
    ///   trigger that marks rows instead of deleting them does.
    func unwritten(_ entity: _Entity, _ version: Int32?, _ present: Int32?) throws -> RowWrite {
      guard let present else { return .gone }
      guard layout.isExisting else { return version == nil ? .gone : .changed }
      let isOwn = layout.table(of: entity).existing?.isCounted == false && present == versionOfNewRows(entity)
      guard isOwn || present == version ?? present else { return .changed }
      throw SwiftDataError(
        .storeFailure, "The table \(layout.table(of: entity).name) has kept a row that was to be changed or deleted.",
        entity: entity.name,
        advice:
          "Look for a trigger that returns NULL, a rule, or a policy; let it raise an error, or roll back the change.")
    }

    /// The rows that are there, with their counters.
    func present(_ keys: [Int64], _ entity: _Entity) throws -> [Int64: Int32] {
      guard !keys.isEmpty else { return [:] }
      // Perhaps a standby has delivered them: what it lacks must not come from it again.
      store.database.replicas?.displace()
      let table = layout.table(of: entity)
      let result = try run(
        PostgresStatement(
          "SELECT \(table.key), \(table.version) FROM \(table.name) WHERE \(table.key) = ANY($1)",
          [Parameter(keys: keys, table.keyType, store.keyTable)]))
      return Dictionary(
        (0..<result.count).map {
          (result.number($0, 0, of: entity), Int32(truncatingIfNeeded: result.integer($0, 1)))
        }
      ) { first, _ in first }
    }
  }
#endif
