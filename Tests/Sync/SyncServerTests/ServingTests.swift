// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SwiftDataSyncCore
  import SwiftDataSyncWire
  import SyncStores
  import Testing

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// What administrators do while the server works, and what it tells them.
  @Suite(.serialized) struct ServingTests {
    private func status(_ server: ServerProcess, _ token: String, account: String = "ann") async throws -> Int {
      try await server.send(ServerProcessTests.question(account: account), token: token).status
    }

    /// Until the server has looked at its files.
    private func wait(_ server: ServerProcess, for status: Int, _ token: String, account: String = "ann") async throws {
      while try await self.status(server, token, account: account) != status {
        try await Task.sleep(for: .milliseconds(20))
      }
    }

    @Test func usersAndTokensWhileItServes() async throws {
      let server = try ServerProcess("--wrong-tokens", "100000")
      try server.run("user", "add", "FILE", "eve")
      let token = try #require(try server.run("token", "issue", "FILE", "eve", "--device", "her phone").first)
      let short = try #require(
        try server.run("token", "issue", "FILE", "eve", "--device", "tablet", "--days", "3").first)
      #expect(try await status(server, token, account: "eve") == 200)
      #expect(try await status(server, short, account: "eve") == 200)
      #expect(try await status(server, token, account: "ann") == 403)
      let list = try server.run("token", "list", "FILE", "eve")
      #expect(list.count == 3 && list[0].contains("her phone") && list[0].hasSuffix("does not expire"))
      #expect(list[1].contains("until ") && list[2] == "2 tokens" && !"\(list)".contains(token))
      #expect(try server.run("user", "list", "FILE").last == "1 users")
      #expect(try server.run("token", "revoke", "FILE", "eve", "1") == ["1 tokens revoked"])
      #expect(try await status(server, token, account: "eve") == 401)
      #expect(try await status(server, short, account: "eve") == 200)
      try server.run("user", "remove", "FILE", "eve")
      #expect(try await status(server, short, account: "eve") == 401)
      #expect(throws: ServerProcess.CommandFailure.self) { try server.run("token", "list", "FILE", "eve") }
      // The file of tokens, too.
      #expect(try await status(server, "secret") == 200)
      try Data("ann fresh\n".utf8).write(to: server.tokens, options: .atomic)
      try await wait(server, for: 200, "fresh")
      #expect(try await status(server, "secret") == 401)
      // One that cannot be used changes nothing.
      try Data("nonsense\n".utf8).write(to: server.tokens, options: .atomic)
      try server.run("user", "add", "FILE", "zoe")
      #expect(try await status(server, "fresh") == 200)
      #expect(server.finish() == 0)
    }

    /// To Swift's strings "é" in one and in two scalars is the same; to the database it is another account.
    @Test func aTokenIsForTheBytesOfItsAccountOnly() async throws {
      let (one, two) = ("jos\u{e9}", "jose\u{301}")
      let server = try ServerProcess { folder in
        try Data("\(one) first\n\(two) second\n".utf8).write(to: folder.appendingPathComponent("tokens"))
      }
      #expect(try await status(server, "first", account: one) == 200)
      #expect(try await status(server, "second", account: two) == 200)
      #expect(try await status(server, "first", account: two) == 403)
      #expect(try await status(server, "second", account: one) == 403)
      #expect(server.finish() == 0)
    }

    @Test func signedTokensOverHTTP() async throws {
      let server = try ServerProcess(
        "--jwt-keys", "FOLDER/keys", "--jwt-issuer", "https://id.example", "--jwt-audience", "sync"
      ) { folder in
        try Data(WebTokenSamples.keys.utf8).write(to: folder.appendingPathComponent("keys"))
      }
      for token in [WebTokenSamples.hs256, WebTokenSamples.es256, WebTokenSamples.rs256] {
        #expect(try await status(server, token) == 200)
        #expect(try await status(server, token, account: "bob") == 403)
      }
      #expect(try await status(server, WebTokenSamples.hs512) == 401)
      #expect(try await status(server, "secret") == 200)
      #expect(server.finish() == 0)
    }

    @Test func whoGuessesHasToWait() async throws {
      let server = try ServerProcess("--wrong-tokens", "3", "--forwarded-for", "yes")
      #expect(try await status(server, "secret") == 200)
      for _ in 0..<3 { #expect(try await status(server, "guess") == 401) }
      let refused = try await server.ask("/v1/sync", token: "guess", body: ServerProcessTests.question())
      #expect(refused.status == 429 && (1...60).contains(refused.retryAfter ?? 0), "\(refused)")
      #expect(refused.text == #"{"error":"too many requests"}"#)
      // Even with the right one; but who was let in before is not shut out by a neighbor.
      #expect(try await status(server, "second") == 429)
      #expect(try await status(server, "secret") == 200)
      // Others come from elsewhere, as the proxy says last.
      func from(_ addresses: String) async throws -> Int {
        try await server.ask(
          "/v1/sync", token: "wrong", body: ServerProcessTests.question(), headers: ["X-Forwarded-For": addresses]
        ).status
      }
      #expect(try await from("10.0.0.1") == 401)
      for _ in 0..<3 { #expect(try await from("2001:db8:1:2::1") == 401) }
      #expect(try await from("2001:db8:1:2:ffff::9") == 429)
      #expect(try await from("2001:db8:1:3::1") == 401)
      #expect(try await from("10.0.0.7, 2001:db8:1:2::5") == 429)
      #expect(server.finish() == 0)
    }

    @Test func anAccountThatComesTooOftenHasToWait() async throws {
      let server = try ServerProcess("--requests", "1", "--metrics-token", "FOLDER/metrics") { folder in
        try Data("watch\n".utf8).write(to: folder.appendingPathComponent("metrics"))
      }
      var (answered, refused) = (0, 0)
      while refused == 0, answered < 1_000 {
        let answer = try await server.ask("/v1/sync", token: "secret", body: ServerProcessTests.question())
        if answer.status == 200 {
          answered += 1
        } else {
          #expect(answer.status == 429 && answer.retryAfter == 1)
          refused += 1
        }
      }
      #expect(answered >= 10 && refused == 1)
      #expect(try await status(server, "other", account: "bob") == 200)
      let metrics = try await server.ask("/metrics", token: "watch")
      #expect(metrics.text.contains(#"swiftdata_sync_limited_total{by="account"} 1"#))
      #expect(server.finish() == 0)
    }

    @Test func metricsAndHealth() async throws {
      let server = try ServerProcess("--config", "FOLDER/config") { folder in
        let path = folder.appendingPathComponent("metrics").path
        try Data("watch\n".utf8).write(to: folder.appendingPathComponent("metrics"))
        let config = "# options\n\nmetrics-token \(path)\nlog-level   critical\nmax-records 1\n"
        try Data(config.utf8).write(to: folder.appendingPathComponent("config"))
      }
      #expect(try await server.ask("/metrics", token: nil).status == 401)
      #expect(try await server.ask("/metrics", token: "secret").status == 401)
      let health = try await server.ask("/health", token: nil)
      #expect(health.status == 200 && health.text == #"{"status":"ok"}"#)
      var device = Device(node: 1)
      try device.edit(.insert(RecordID("Item", "1"), ["title": .text("a")]))
      try await device.sync(server)
      // The configuration says how many.
      try device.edit(.insert(RecordID("Item", "2"), ["title": .text("b")]))
      try await device.sync(server)
      #expect(device.zone.refused == [RecordID("Item", "2")])
      _ = try await server.send(Array("{".utf8), token: "secret")
      _ = try await status(server, "guess")
      let answer = try await server.ask("/metrics", token: "watch")
      #expect(answer.status == 200)
      var values: [String: Double] = [:]
      var types: [String: String] = [:]
      for line in answer.text.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        if words.first == "#" {
          if words[1] == "TYPE" { types[words[2]] = words[3] }
          continue
        }
        try #require(words.count == 2, "\(line)")
        values[words[0]] = try #require(Double(words[1]), "\(line)")
        let name = words[0].prefix { $0 != "{" }
        let base = ["_bucket", "_sum", "_count"].first { name.hasSuffix($0) && types[String(name)] == nil }
        #expect(types[String(name.dropLast(base?.count ?? 0))] != nil, "\(line)")
      }
      #expect(values[#"swiftdata_sync_changes_total{outcome="applied"}"#] == 1)
      #expect(values[#"swiftdata_sync_changes_total{outcome="refused"}"#] == 1)
      #expect(values[#"swiftdata_sync_requests_total{kind="push",status="200"}"#] == 2)
      #expect(values[#"swiftdata_sync_requests_total{kind="unknown",status="400"}"#] == 1)
      #expect(values[#"swiftdata_sync_requests_total{kind="unknown",status="401"}"#] == 1)
      #expect(values["swiftdata_sync_wrong_tokens_total"] == 1)
      #expect(values[#"swiftdata_sync_request_seconds_bucket{kind="push",le="+Inf"}"#] == 2)
      #expect(values[#"swiftdata_sync_request_seconds_count{kind="push"}"#] == 2)
      #expect(values["swiftdata_sync_listeners"] == 0)
      // A database tells it itself.
      let bytes = values["swiftdata_sync_file_bytes"]
      #expect(ServerStore.isFile ? bytes ?? 0 > 4_096 : bytes == nil)
      #expect(server.finish() == 0)
    }

    /// A line for each request, with neither tokens nor values.
    @Test func theLogHasNoSecrets() async throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Log-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data("ann secret-token\n".utf8).write(to: folder.appendingPathComponent("tokens"))
      let process = try SecondProcess(
        executable: SecondProcess.executable("swiftdata-server"),
        arguments: ["serve"] + ServerStore.words(folder.appendingPathComponent("s.sqlite")) + [
          "--tokens", folder.appendingPathComponent("tokens").path, "--port", "0", "--log-level", "debug",
        ], saysErrors: true)
      var address: String?
      while address == nil, let line = process.line() { if line.hasPrefix("http://") { address = line } }
      let url = try #require(address.flatMap { URL(string: $0 + "/v1/sync") })
      let stamp = Stamp(wall: 1, node: 1)
      var change = RecordChange(id: RecordID("Item", "name of a record"), base: 0, created: stamp)
      change.life = Life(isDeleted: false, stamp: stamp)
      change.fields["title"] = Register(.text("value of a field"), stamp)
      let push = Push(id: UniqueNumber(high: 1, low: 1), generation: 1, seen: 0, changes: [change])
      let messages = [
        Wire.encode(SyncRequest(account: "ann", token: "", zone: "main", body: .push(push))),
        Array(#"{"version":1,"value of a field":"secret"}"#.utf8),
      ]
      for message in messages {
        for token in ["secret-token", "secret-guess"] {
          var request = URLRequest(url: url)
          request.httpMethod = "POST"
          request.httpBody = Data(message)
          request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
          _ = try await URLSession.shared.data(for: request)
        }
      }
      process.signal(SIGTERM)
      var lines: [String] = []
      while let line = process.line() { lines.append(line) }
      #expect(process.end() == 0)
      let log = lines.joined(separator: "\n")
      #expect(log.contains("account=ann") && log.contains("push 200 in") && log.contains("unknown 401 in"), "\(log)")
      #expect(log.contains("unknown 400 in"))
      for secret in ["secret-token", "secret-guess", "value of a field", "name of a record"] {
        #expect(!log.contains(secret), "\(secret)")
      }
    }
  }
#endif
