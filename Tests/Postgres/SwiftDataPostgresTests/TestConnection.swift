// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CLibpq
  import Foundation
  import Testing

  /// A connection that knows nothing of the store.
  final class TestConnection {
    private let handle: OpaquePointer

    init(_ address: String? = TestServer.address) throws {
      let handle = try #require(PQconnectdb(try #require(address)))
      self.handle = handle
      try #require(PQstatus(handle) == CONNECTION_OK)
    }

    deinit { PQfinish(handle) }

    /// Waits until every transaction that is committed now is part of the history.
    func awaitHorizon() throws {
      let now = try #require(try run("SELECT pg_current_xact_id()")[0][0])
      while try run("SELECT pg_snapshot_xmin(pg_current_snapshot()) > '\(now)'::xid8")[0][0] != "t" {
        Thread.sleep(forTimeInterval: 0.001)
      }
    }

    /// The values of a result, row after row.
    @discardableResult
    func run(_ sql: String) throws -> [[String?]] {
      let result = PQexec(handle, sql)
      defer { PQclear(result) }
      let status = PQresultStatus(result)
      try #require(
        status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK, "\(String(cString: PQerrorMessage(handle)))")
      return (0..<PQntuples(result)).map { row in
        (0..<PQnfields(result)).map { column in
          PQgetisnull(result, row, column) != 0 ? nil : String(cString: PQgetvalue(result, row, column))
        }
      }
    }
  }
#endif
