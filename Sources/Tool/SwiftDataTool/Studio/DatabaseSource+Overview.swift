// SPDX-License-Identifier: Apache-2.0

#if Web && Postgres
  import CoreDataFormat
  import CoreDataStore
  import Foundation
  import SwiftDataCore
  import SwiftDataPostgres
  import SwiftDataStudio

  /// What is known of a database before any row is looked at.
  extension DatabaseSource {
    /// How many rows entities have, without those of their subentities.
    private struct Counts {
      var rows: [String: Int] = [:]
      var estimates: Set<String> = []
    }

    /// Tables that are larger are not counted each time somebody has written to them.
    private static let mostCounted = 2_000_000.0

    private func countedRows() throws -> Counts {
      var counts = Counts()
      let estimates = try tableEstimates()
      for entity in store.model.entities where store.model.root(of: entity).name == entity.name {
        guard let place = copy.record.layout.entities[entity.name] else { continue }
        let estimate = estimates[place.table] ?? 0
        let isLarge = estimate > Self.mostCounted
        if place.hasSubentities {
          // The server has no estimate for parts of a table.
          guard !isLarge else { continue }
          var members: [String: String] = [:]
          for member in store.model.family(of: entity) {
            counts.rows[member.name] = 0
            for name in copy.record.layout.rowNames(of: member.name) { members[name] = member.name }
          }
          for row in try session.rows("SELECT entity, count(*) FROM \(session.quoted(place.table)) GROUP BY 1") {
            if let name = row.first?.string, let member = members[name] {
              counts.rows[member, default: 0] += Int(row.last?.wholeNumber ?? 0)
            }
          }
        } else if isLarge {
          counts.rows[entity.name] = Int(estimate)
          counts.estimates.insert(entity.name)
        } else {
          let count = try session.rows("SELECT count(*) FROM \(session.quoted(place.table))").first?.first?.wholeNumber
          counts.rows[entity.name] = count.map { Int($0) }
        }
      }
      return counts
    }

    private var ownTables: String {
      "FROM pg_class AS c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = "
        + "(SELECT n.oid FROM pg_namespace AS n WHERE n.nspname = \(session.namespace.inSingleQuotes))"
    }

    /// As of the last time that the server has looked through the tables.
    private func tableEstimates() throws -> [String: Double] {
      var result: [String: Double] = [:]
      for row in try session.rows("SELECT c.relname::text, c.reltuples::float8 \(ownTables)") {
        if let name = row.first?.string, case .real(let estimate)? = row.last { result[name] = estimate }
      }
      return result
    }

    func rowCounts() throws -> [String: Int] {
      try limited(seconds: 20) { try countedRows().rows }
    }

    func overview(generation: Int) throws -> StoreOverview {
      let counts = try limited(seconds: 20) { try countedRows() }
      let size =
        try session.rows("SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint \(ownTables)").first?.first?
        .wholeNumber ?? 0
      let history =
        try session.rows("SELECT count(*) FROM \(session.quoted("swiftdata_transaction"))").first?.first?.wholeNumber
        ?? 0
      let record = copy.record
      return StoreOverview(
        of: store, name: session.database, place: place, size: UInt64(clamping: size), counts: counts.rows,
        estimates: counts.estimates, tables: record.layout.entities.mapValues(\.table),
        facts: [
          .init(name: "Identifier", value: record.identifier),
          .init(name: "Server", value: "PostgreSQL \(session.server)"),
          .init(name: "Database", value: session.database), .init(name: "Namespace", value: session.namespace),
          .init(name: "User", value: session.user), .init(name: "Model version", value: record.version),
          .init(name: "Size", value: ByteCount.text(UInt64(clamping: size))),
          .init(name: "History", value: history == 0 ? "empty" : countText(Int(history), "transaction")),
        ], remarks: remarks, hasHistory: history > 0, reasonNotToWrite: try reasonNotToWrite(),
        generation: generation)
    }

    private var place: String { DatabaseStudio.place(session) }

    private func reasonNotToWrite() throws -> String? {
      let answer = try session.rows(
        "SELECT CASE WHEN pg_is_in_recovery() THEN 'The server is a standby, which takes no changes.' "
          + "WHEN current_setting('default_transaction_read_only')::boolean "
          + "THEN 'The database takes no changes: its transactions are read-only.' END")
      if case .text(let reason)? = answer.first?.first { return reason }
      return nil
    }

    private var remarks: [String] {
      losses == 0
        ? []
        : ["The connection to the server was lost \(losses == 1 ? "once" : "\(losses) times"), and opened anew."]
    }
  }
#endif
