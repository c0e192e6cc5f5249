// SPDX-License-Identifier: Apache-2.0

#if Postgres
  internal import CLibpq
  import Foundation

  /// How connections are made: libpq's keywords with their values. They may have a password, and are never printed.
  struct ConnectionSettings: Sendable {
    let all: [(keyword: String, value: String)]

    /// - Parameter address: `postgres://user@host:port/database?…`, or `host=… dbname=…`.
    init(_ address: String) throws {
      // libpq's own message repeats parts of the address.
      guard !address.utf8.contains(0), let options = PQconninfoParse(address.isEmpty ? " " : address, nil) else {
        throw ServerDatabaseError(
          .configuration,
          "the database's address cannot be read: write postgres://user@host:port/database, with % escapes")
      }
      defer { PQconninfoFree(options) }
      var found: [(keyword: String, value: String)] = []
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val { found.append((String(cString: keyword), String(cString: value))) }
        option += 1
      }
      // Of several machines, the one that takes changes. A machine that has disappeared is noticed within a minute.
      for (keyword, value) in [
        ("target_session_attrs", "read-write"), ("connect_timeout", "10"), ("keepalives_idle", "30"),
        ("keepalives_interval", "10"), ("keepalives_count", "3"), ("tcp_user_timeout", "30000"),
        ("application_name", "swiftdata-server"),
      ] where !found.contains(where: { $0.keyword == keyword }) {
        found.append((keyword, value))
      }
      found.removeAll { $0.keyword == "client_encoding" }
      found.append(("client_encoding", "UTF8"))
      all = found
    }
  }
#endif
