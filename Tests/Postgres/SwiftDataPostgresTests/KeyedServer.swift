// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import ProcessSupport
  import Testing

  /// A private server that asks for a password, and encrypts what comes by TCP, if `openssl` is there to make its
  /// certificate.
  final class KeyedServer {
    /// The user who needs a password.
    static let user = "keeper"

    private let folder = TestServer.folder + "-keyed"
    private var port = 0
    /// Whether it has a certificate.
    let isEncrypted: Bool

    /// Where `openssl` is; `nil` if it is not installed, or the server was built without TLS.
    static let openssl: String? = {
      let candidates = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
      let library = try? TestConnection().run("SELECT setting FROM pg_settings WHERE name = 'ssl_library'")
      guard library?.first?.first??.isEmpty == false,
        let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) })
      else {
        print("There is no openssl, or the server has no TLS: the tests of encrypted connections are skipped.")
        return nil
      }
      return found
    }()

    /// - Parameter password: The user's first one.
    init(password: String) throws {
      isEncrypted = Self.openssl != nil
      do {
        _ = try TestServer.run("remove", folder)
        try FileManager.default.createDirectory(atPath: folder + "/tls", withIntermediateDirectories: true)
        if isEncrypted {
          try makeCertificate("server")
          try makeCertificate("other")
        }
        try start()
        // Files of the server's, written by it: it may run as another user.
        let rules = [
          "local all postgres trust", "local all all scram-sha-256", "hostssl all all 127.0.0.1/32 scram-sha-256",
        ]
        let control = try control()
        try control.run(
          "COPY (SELECT unnest(ARRAY[\(rules.map { "'\($0)'" }.joined(separator: ", "))])) "
            + "TO '\(folder)/data/pg_hba.conf'")
        try control.run("CREATE ROLE \(Self.user) LOGIN PASSWORD '\(password)'")
        try control.run("GRANT CREATE ON DATABASE postgres TO \(Self.user)")
        _ = try TestServer.run("stop", folder)
        try start()
      } catch {
        remove()
        throw error
      }
    }

    /// A connection of the server's owner, who needs no password.
    func control() throws -> TestConnection {
      try TestConnection("postgres:///postgres?host=\(folder)/socket&port=\(port)&user=postgres")
    }

    /// By its socket, for the user.
    var local: String { "postgres:///postgres?host=\(folder)/socket&port=\(port)&user=\(Self.user)" }

    /// By TCP, for the user.
    func remote(host: String = "localhost", _ settings: String) -> String {
      "postgres:///postgres?host=\(host)&hostaddr=127.0.0.1&port=\(port)&user=\(Self.user)&\(settings)"
    }

    /// The file of a certificate: `server`, or `other`, which the server does not have.
    func certificate(_ name: String) -> String { "\(folder)/tls/\(name).crt" }

    func set(password: String) throws {
      try control().run("ALTER ROLE \(Self.user) PASSWORD '\(password)'")
    }

    /// Ends the user's connections, and waits until they are gone.
    func endConnections() throws {
      try control().run(
        "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE usename = '\(Self.user)'")
    }

    func remove() { _ = try? TestServer.run("remove", folder) }

    private func start() throws {
      var options = "-c fsync=off -c listen_addresses=127.0.0.1"
      if isEncrypted {
        options += " -c ssl=on -c ssl_cert_file=\(certificate("server")) -c ssl_key_file=\(folder)/tls/server.key"
      }
      if port != 0 {
        let result = try TestServer.run("start", folder, options: options + " -c port=\(port)")
        try #require(result.status == 0, "\(result.output)")
        return
      }
      // Somebody else may have the port.
      for _ in 0..<10 {
        let candidate = Int.random(in: 20_000..<60_000)
        guard try TestServer.run("start", folder, options: options + " -c port=\(candidate)").status == 0 else {
          continue
        }
        port = candidate
        return
      }
      try #require(port != 0, "The server does not start.")
    }

    private func makeCertificate(_ name: String) throws {
      let openssl = try #require(Self.openssl)
      let result = try ChildProcess.run(
        URL(fileURLWithPath: openssl),
        [
          "req", "-new", "-x509", "-days", "2", "-nodes", "-newkey", "rsa:2048", "-subj", "/CN=localhost", "-addext",
          "subjectAltName=DNS:localhost", "-keyout", "\(folder)/tls/\(name).key", "-out", certificate(name),
        ])
      try #require(result.status == 0, "\(result.errors)")
    }
  }
#endif
