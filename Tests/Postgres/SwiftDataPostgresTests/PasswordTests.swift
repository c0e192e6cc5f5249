// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Synchronization
  import Testing

  extension PostgresTests {
    /// Passwords that change, and connections that are encrypted.
    @Suite(
      .serialized,
      .enabled(if: TestServer.socket?.hasPrefix(TestServer.folder) == true, "the server is somebody else's"))
    final class PasswordTests {
      /// What knows the password of the moment.
      private final class Vault: Sendable {
        private let state: Mutex<(password: String, questions: Int)>
        init(_ password: String) { state = Mutex((password, 0)) }

        var questions: Int { state.withLock { $0.questions } }

        func set(_ password: String) { state.withLock { $0.password = password } }

        func password() -> String {
          state.withLock { state in
            state.questions += 1
            return state.password
          }
        }
      }

      private let server: KeyedServer
      private let vault = Vault("first-secret")
      private let schema = Schema([Customer.self])

      init() throws { server = try KeyedServer(password: "first-secret") }

      deinit { server.remove() }

      private func container(_ address: String) throws -> ModelContainer {
        let vault = vault
        var configuration = PostgresConfiguration(
          url: address, schema: schema, namespace: "kept", password: { vault.password() })
        configuration.maximumConnections = 2
        configuration.connectionTimeout = 5
        return try ModelContainer(for: schema, configurations: [configuration])
      }

      @Test func passwordsAreAskedForWithEachConnection() throws {
        // The address has another one, which does not count.
        let container = try container(server.local + "&password=wrong")
        let context = ModelContext(container)
        context.insert(Customer("1", "one"))
        try context.save()
        let asked = vault.questions
        #expect(asked > 0)

        // Connections that are there go on; new ones need the new password.
        try server.set(password: "second-secret")
        vault.set("second-secret")
        context.insert(Customer("2", "two"))
        try context.save()
        try server.endConnections()
        context.insert(Customer("3", "three"))
        try context.save()
        #expect(vault.questions > asked)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == 3)

        // The vault is late.
        try server.set(password: "third-secret")
        try server.endConnections()
        var text = ""
        do {
          _ = try ModelContext(container).fetchCount(FetchDescriptor<Customer>())
          Issue.record("The server has taken a former password.")
        } catch {
          text = "\(error) \(String(reflecting: error))"
          dump(error, to: &text)
        }
        #expect(!text.contains("secret"), "\(text)")
        context.insert(Customer("4", "four"))
        #expect(throws: SwiftDataError.self) { try context.save() }
        vault.set("third-secret")
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == 4)
      }

      /// How many connections of the user there are, and how many of them are encrypted.
      private func connections() throws -> [String?] {
        try server.control().run(
          "SELECT count(*) > 0, bool_and(s.ssl) FROM pg_stat_ssl AS s JOIN pg_stat_activity AS a USING (pid) "
            + "WHERE a.usename = '\(KeyedServer.user)'")[0]
      }

      @Test(.enabled("there is no openssl, or the server has no TLS") { KeyedServer.openssl != nil })
      func connectionsAreEncrypted() throws {
        let trusted = server.remote("sslmode=verify-full&sslrootcert=\(server.certificate("server"))")
        let container = try container(trusted)
        let context = ModelContext(container)
        context.insert(Customer("1", "one"))
        // With the connection that tells others of it.
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == 1)
        #expect(try connections() == ["t", "t"])

        // The server goes away, and comes back as the same.
        try server.endConnections()
        context.insert(Customer("2", "two"))
        try context.save()
        #expect(try connections() == ["t", "t"])

        // Until here they were open.
        withExtendedLifetime((container, context)) {}

        let refused = [
          // Not encrypted, of another certificate, and of another name.
          server.remote("sslmode=disable"),
          server.remote("sslmode=verify-full&sslrootcert=\(server.certificate("other"))"),
          server.remote(host: "db.example.com", "sslmode=verify-full&sslrootcert=\(server.certificate("server"))"),
        ]
        for address in refused {
          let error = #expect(throws: SwiftDataError.self) { try self.container(address) }
          #expect(error.map { !"\($0)".contains("secret") } == true)
        }
        // Encrypted, whoever it is.
        #expect(
          try ModelContext(self.container(server.remote("sslmode=require"))).fetchCount(FetchDescriptor<Customer>())
            == 2)
      }
    }
  }
#endif
