// SPDX-License-Identifier: Apache-2.0

#if Postgres
  internal import CLibpq
  import Foundation

  /// How connections are made: libpq's keywords with their values. They may have a password, and are never printed.
  struct ConnectionSettings: Sendable {
    let all: [(keyword: String, value: String)]

    /// - Parameter address: `postgres://user@host:port/database?…`, or `host=… dbname=…`. What it leaves out is taken from
    ///   libpq's variables, such as `PGHOST`, from a service file, and from `~/.pgpass`.
    init(_ address: String) throws {
      // libpq's own message repeats parts of the address.
      guard !address.utf8.contains(0), Self.isUnambiguous(address),
        let options = PQconninfoParse(address.isEmpty ? " " : address, nil)
      else { throw Self.unreadable }
      defer { PQconninfoFree(options) }
      var found = Self.values(options)
      // A password that was not escaped would be taken for a port, and repeated.
      guard found.allSatisfy({ $0.keyword != "port" || $0.value.allSatisfy { $0.isASCII && $0.isNumber || $0 == "," } })
      else { throw Self.unreadable }
      var effective = Self.effective(found)
      // Where nobody says anything, libpq says `any`.
      if effective["target_session_attrs"] == "any",
        ProcessInfo.processInfo.environment["PGTARGETSESSIONATTRS"] == nil,
        !found.contains(where: { $0.keyword == "target_session_attrs" })
      {
        effective["target_session_attrs"] = nil
      }
      // Of several machines, the one that takes changes. A machine that has disappeared is noticed within a minute.
      for (keyword, value) in [
        ("target_session_attrs", "read-write"), ("connect_timeout", "10"), ("keepalives_idle", "30"),
        ("keepalives_interval", "10"), ("keepalives_count", "3"), ("tcp_user_timeout", "30000"),
        ("application_name", "swiftdata-server"),
      ] where effective[keyword] == nil && !found.contains(where: { $0.keyword == keyword }) {
        found.append((keyword, value))
      }
      found.removeAll { $0.keyword == "client_encoding" }
      found.append(("client_encoding", "UTF8"))
      all = found
    }

    private static var unreadable: ServerDatabaseError {
      ServerDatabaseError(
        .configuration,
        "the database's address cannot be read: write postgres://user@host:port/database, with % escapes")
    }

    /// Whether the only `@` ends the user and the password. Behind another one, or a `/` before it, libpq takes the rest of a
    /// password for a host, a port or a database, which errors repeat.
    private static func isUnambiguous(_ text: String) -> Bool {
      guard let scheme = ["postgres://", "postgresql://"].first(where: { text.hasPrefix($0) }) else { return true }
      var rest = text.dropFirst(scheme.count)
      if let end = rest.firstIndex(where: { $0 == "@" || $0 == "/" }), rest[end] == "@" {
        rest = rest[rest.index(after: end)...]
      }
      return !rest.prefix { $0 != "?" }.contains("@")
    }

    private static func values(
      _ options: UnsafeMutablePointer<PQconninfoOption>
    ) -> [(keyword: String, value: String)] {
      var values: [(keyword: String, value: String)] = []
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val { values.append((String(cString: keyword), String(cString: value))) }
        option += 1
      }
      return values
    }

    /// What a connection would use: the address, variables such as `PGAPPNAME`, and a service file. A mode of encryption that
    /// does not exist ends it when all is put together, before anything is looked up or sent.
    private static func effective(_ settings: [(keyword: String, value: String)]) -> [String: String] {
      let all = settings.filter { $0.keyword != "sslmode" && $0.keyword != "password" } + [("sslmode", "-")]
      let words = all.map { (strdup($0.keyword), strdup($0.value)) }
      // Copies of `strdup`, given back when libpq has read them.
      defer {
        for (keyword, value) in words {
          free(keyword)
          free(value)
        }
      }
      let keywords: [UnsafePointer<CChar>?] = words.map { UnsafePointer($0.0) } + [nil]
      let values: [UnsafePointer<CChar>?] = words.map { UnsafePointer($0.1) } + [nil]
      guard let handle = PQconnectStartParams(keywords, values, 0) else { return [:] }
      defer { PQfinish(handle) }
      guard let options = PQconninfo(handle) else { return [:] }
      defer { PQconninfoFree(options) }
      return Dictionary(Self.values(options).map { ($0.keyword, $0.value) }) { $1 }
    }
  }
#endif
