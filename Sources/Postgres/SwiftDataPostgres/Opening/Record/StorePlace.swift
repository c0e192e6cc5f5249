// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataSQL

  /// Where a store lies, as it says itself. One that was restored from a dump still names the former place, whose numbers of
  /// transactions its history has.
  struct StorePlace: Equatable {
    /// The cluster; empty where the server does not tell.
    let system: String
    /// What the cluster calls the table of the store.
    let table: String

    init(system: String, table: String) {
      self.system = system
      self.table = table
    }

    init(text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      system = parts.count == 2 ? parts[0] : ""
      table = parts.last ?? ""
    }

    func isOther(than place: StorePlace) -> Bool {
      table != place.table || !system.isEmpty && !place.system.isEmpty && system != place.system
    }

    /// Lets a store of a former version say where it is. Where that is refused, or others are in the way, it is as before.
    static func note(_ ddl: PostgresDDL, _ connection: PostgresConnection) {
      do {
        // Whoever waits for the table keeps all others from it.
        _ = try connection.run(
          [
            "BEGIN", "SET LOCAL lock_timeout = '500ms'", ddl.placeColumn,
            ddl.notePlace(connection.cluster?.system ?? "") + " WHERE place IS NULL", "COMMIT",
          ].map { PostgresStatement($0) })
      } catch {
        _ = try? connection.run("ROLLBACK")
      }
    }
  }
#endif
