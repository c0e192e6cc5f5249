// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import CoreDataStore
  import Foundation
  import SwiftDataCore
  import SwiftDataPostgres

  /// What can be told about a database at a glance.
  struct DatabaseSummary {
    struct Entity {
      let name: String
      let table: String
      /// Without those of subentities.
      let rows: Int64
    }

    let server: String
    let namespace: String
    let identifier: String
    let version: String
    private(set) var entities: [Entity] = []
    /// Of tables, indexes and long values, in bytes.
    private(set) var size: Int64 = 0
    private(set) var transactions: Int64 = 0

    init(_ session: DatabaseSession) throws {
      let record = try session.record()
      server = session.server
      namespace = session.namespace
      identifier = record.identifier
      version = record.version
      let names = ManagedObjectModel.ordered(record.model.entities).map(\.name)
      try session.snapshot {
        for name in names {
          guard let place = record.layout.entities[name] else { continue }
          // The name of an entity is that of a class: no quotes are in it, but whoever wrote the record may be anybody.
          let rows = record.layout.rowNames(of: name).map(\.inSingleQuotes).joined(separator: ", ")
          let condition = place.hasSubentities ? " WHERE entity IN (\(rows))" : ""
          let count = try Self.integer(session, "SELECT count(*) FROM \(session.quoted(place.table))\(condition)")
          entities.append(Entity(name: name, table: place.table, rows: count))
        }
        transactions = try Self.integer(session, "SELECT count(*) FROM \(session.quoted("swiftdata_transaction"))")
        size = try Self.integer(
          session,
          "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class AS c "
            + "WHERE c.relkind IN ('r', 'm', 'p') AND c.relnamespace = "
            + "(SELECT n.oid FROM pg_namespace AS n WHERE n.nspname = \(namespace.inSingleQuotes))")
      }
    }

    private static func integer(_ session: DatabaseSession, _ sql: String) throws -> Int64 {
      guard case .integer(let value)? = try session.rows(sql).first?.first else { return 0 }
      return value
    }

    var json: JSONValue {
      .object([
        .init("server", .string(server)), .init("namespace", .string(namespace)),
        .init("storeUUID", .string(identifier)), .init("version", .string(version)),
        .init("bytes", .integer(Int(size))), .init("transactions", .integer(Int(transactions))),
        .init(
          "entities",
          .array(
            entities.map {
              .object([
                .init("name", .string($0.name)), .init("table", .string($0.table)),
                .init("rows", .integer(Int($0.rows))),
              ])
            })),
      ])
    }

    var lines: [String] {
      var lines = [
        "namespace \(namespace)",
        "  UUID          \(identifier)",
        "  server        PostgreSQL \(server)",
        "  model         version \(version)",
        "  size          \(byteText(UInt64(clamping: size)))",
        "  history       \(countText(Int(transactions), "transaction"))",
        "",
      ]
      var table = TextTable([("entity", .left), ("rows", .right)])
      for entity in entities { table.add([entity.name, "\(entity.rows)"]) }
      lines += table.lines(maximum: 200, Style.output).map { "  " + $0 }
      return lines
    }
  }

  extension DatabaseAddress {
    func inspect(json: Bool) throws {
      let summary = try reporting {
        try DatabaseSummary(DatabaseSession(url: url, namespace: namespace))
      }
      if json {
        StandardOutput.line(summary.json.pretty)
      } else {
        for line in summary.lines { StandardOutput.line(line) }
      }
    }
  }
#endif
