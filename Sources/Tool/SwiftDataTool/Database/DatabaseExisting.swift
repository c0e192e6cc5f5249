// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataStore
  import Foundation
  import SwiftDataPostgres

  /// Databases of other programs.
  extension DatabaseAddress {
    private func session<T>(_ body: (DatabaseSession) throws -> T) throws -> T {
      try reporting {
        let session = try DatabaseSession(url: url, namespace: namespace)
        defer { session.close() }
        return try body(session)
      }
    }

    /// Whether the namespace has tables that no store of this library made.
    func isForeign() throws -> Bool { try session { try !$0.hasStore() } }

    /// The models for its tables, as a Swift file.
    func existingSource() throws -> String { try session { try $0.existingSource() } }

    /// Its tables, one a line.
    func existingOutline() throws -> String {
      let tables = try session { try $0.existingOutline() }
      let width = tables.map(\.table.count).max() ?? 0
      let lines = tables.map { table in
        let name = table.table.padding(toLength: width, withPad: " ", startingAt: 0)
        return "\(name)  \(countText(table.columns, "column")), "
          + (table.key.isEmpty ? "no primary key" : "key \(table.key)") + "\n"
      }
      return "Tables of another program; --swift writes their models.\n\(lines.joined())"
    }
  }
#endif
