// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  internal import CLibpq

  /// An address as libpq's keywords, with what this library sets where nobody says otherwise.
  ///
  /// libpq's own messages about an address would repeat parts of it, a password among them.
  struct PostgresAddress {
    private(set) var settings: [(String, String)] = []
    /// What libpq would use: the address, variables such as `PGHOST`, and a service file.
    private let effective: [String: String]

    /// - Throws: ``SwiftDataError`` if the address cannot be read.
    init(_ text: String) throws {
      guard !text.utf8.contains(0), Self.isUnambiguous(text),
        let options = PQconninfoParse(text.isEmpty ? " " : text, nil)
      else { throw Self.unreadable }
      defer { PQconninfoFree(options) }
      let written = Self.values(options)
      // A password that was not escaped would be taken for a port, and repeated.
      guard written.allSatisfy({ $0.0 != "port" || $0.1.allSatisfy { $0.isASCII && $0.isNumber || $0 == "," } }) else {
        throw Self.unreadable
      }
      settings = written
      effective = Self.effective(written)
      addUnlessSet("connect_timeout", "10")
      // A machine that has disappeared is noticed within a minute: whoever waits for its answer would wait for hours.
      for (keyword, value) in [("idle", "30"), ("interval", "10"), ("count", "3")] {
        addUnlessSet("keepalives_\(keyword)", value)
      }
      addUnlessSet("tcp_user_timeout", "30000")
      addUnlessSet("application_name", String(ProcessInfo.processInfo.processName.prefix(63)))
      settings.removeAll { $0.0 == "client_encoding" }
      settings.append(("client_encoding", "UTF8"))
    }

    private static var unreadable: SwiftDataError {
      SwiftDataError(
        .loadIssueModelContainer, "The database's address cannot be read.",
        advice: "Write postgres://user@host:port/database, with % escapes for special characters.")
    }

    /// Whether the address names several servers.
    var hasSeveralHosts: Bool {
      ["host", "hostaddr", "port"].contains { effective[$0]?.contains(",") == true }
    }

    /// Which server to use, unless somebody says which.
    mutating func addAttributes(_ value: String) {
      // `any` is what libpq uses where nobody says anything.
      guard effective["target_session_attrs"].map({ $0 == "any" }) ?? true,
        ProcessInfo.processInfo.environment["PGTARGETSESSIONATTRS"] == nil
      else { return }
      add("target_session_attrs", value)
    }

    /// Sets a keyword unless the address does.
    mutating func add(_ keyword: String, _ value: String) {
      if !settings.contains(where: { $0.0 == keyword }) { settings.append((keyword, value)) }
    }

    private mutating func addUnlessSet(_ keyword: String, _ value: String) {
      if effective[keyword] == nil { add(keyword, value) }
    }

    /// Whether the only `@` ends the user and the password. Behind another one, or a `/` before it, libpq takes the rest of a
    /// password for a host, a port or a database.
    private static func isUnambiguous(_ text: String) -> Bool {
      guard let scheme = ["postgres://", "postgresql://"].first(where: { text.hasPrefix($0) }) else { return true }
      var rest = text.dropFirst(scheme.count)
      if let end = rest.firstIndex(where: { $0 == "@" || $0 == "/" }), rest[end] == "@" {
        rest = rest[rest.index(after: end)...]
      }
      return !rest.prefix { $0 != "?" }.contains("@")
    }

    private static func values(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [(String, String)] {
      var values: [(String, String)] = []
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val { values.append((String(cString: keyword), String(cString: value))) }
        option += 1
      }
      return values
    }

    /// What a connection would use. A mode of encryption that does not exist ends it when all is put together, before anything
    /// is looked up or sent; `PQconndefaults` would know nothing of a service that the address names.
    private static func effective(_ settings: [(String, String)]) -> [String: String] {
      let all = settings.filter { $0.0 != "sslmode" && $0.0 != "password" } + [("sslmode", "-")]
      let keywords = all.map { strdup($0.0) }
      let values = all.map { strdup($0.1) }
      // Copies of `strdup`, given back when libpq has read them.
      defer { for string in keywords + values { free(string) } }
      let names: [UnsafePointer<CChar>?] = keywords.map { UnsafePointer($0) } + [nil]
      let texts: [UnsafePointer<CChar>?] = values.map { UnsafePointer($0) } + [nil]
      guard let handle = PQconnectStartParams(names, texts, 0) else { return [:] }
      defer { PQfinish(handle) }
      guard let options = PQconninfo(handle) else { return [:] }
      defer { PQconninfoFree(options) }
      return Dictionary(Self.values(options)) { $1 }
    }
  }
#endif
