// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import CoreDataStore
  import Foundation
  import SwiftDataPostgres

  /// The tables of a database under the names that a file for the same models has.
  ///
  /// They are no copies: PostgreSQL reads through them, with its indexes.
  struct DatabaseViews {
    private var views: [(name: String, text: String)] = []

    init(_ tables: DatabaseTables, _ store: Store, _ session: DatabaseSession, _ layout: RecordedLayout) {
      for table in tables.tables {
        var columns = ["pk AS z_pk", "opt AS z_opt"]
        if table.hasSubentities {
          let cases = store.model.entities.flatMap { entity -> [String] in
            guard store.model.root(of: entity).name == table.root, let number = store.layout[entity.name]?.number else {
              return []
            }
            return layout.rowNames(of: entity.name).map { "WHEN \($0.inSingleQuotes) THEN \(number)" }
          }
          columns.append("CASE entity \(cases.joined(separator: " ")) END AS z_ent")
        } else {
          columns.append("\(store.layout[table.root]?.number ?? 0) AS z_ent")
        }
        for column in table.columns {
          if case .entity = column.content { continue }
          columns.append("\(DatabaseSession.quoted(column.database)) AS \(column.file.sqlName)")
        }
        add(table.file, columns, session.quoted(table.database))
      }
      for pairs in tables.pairs {
        let columns = [
          "\(DatabaseSession.quoted(pairs.database.owner)) AS \(pairs.file.owner.sqlName)",
          "\(DatabaseSession.quoted(pairs.database.target)) AS \(pairs.file.target.sqlName)",
        ]
        add(pairs.file.table, columns, session.quoted(pairs.database.table))
      }
    }

    private mutating func add(_ name: String, _ columns: [String], _ table: String) {
      let text =
        "\(name.sqlName) AS NOT MATERIALIZED (SELECT \(columns.joined(separator: ", ")) FROM \(table))"
      views.append((name.sqlName, text))
    }

    /// A SELECT about the file's names as one about the tables, and what is sent for its question marks.
    func statement(_ sql: String, _ values: [SQLiteValue]) -> (sql: String, values: [DatabaseSession.Text]) {
      // What it does not name would be read by the server's parser each time.
      let used = views.filter { sql.contains($0.name) }.map(\.text).joined(separator: ", ")
      return Self.numbered(used.isEmpty ? sql : "WITH \(used) \(sql)", values)
    }

    /// `?` as `$1`, and so on, outside of quotes.
    private static func numbered(_ sql: String, _ values: [SQLiteValue]) -> (String, [DatabaseSession.Text]) {
      var text = ""
      var number = 0
      var quote: Unicode.Scalar?
      for scalar in sql.unicodeScalars {
        if let open = quote {
          if scalar == open { quote = nil }
        } else if scalar == "\"" || scalar == "'" {
          quote = scalar
        } else if scalar == "?" {
          number += 1
          text += "$\(number)"
          // Whole numbers may be compared with this one.
          if values.indices.contains(number - 1), case .real = values[number - 1] { text += "::float8" }
          continue
        }
        text.unicodeScalars.append(scalar)
      }
      return (text, values.map(Self.sent))
    }

    private static func sent(_ value: SQLiteValue) -> DatabaseSession.Text {
      switch value {
      case .null: .init(nil)
      case .integer(let value): .init("\(value)")
      case .real(let value): .init("\(value)".replacing("inf", with: "Infinity"))
      case .text(let value): .init(value)
      case .blob(let bytes): .init("\\x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
      }
    }
  }
#endif
