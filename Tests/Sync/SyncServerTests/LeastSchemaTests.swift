// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import SwiftDataSyncCore
  import SwiftDataSyncWire
  import Testing

  /// Which versions of an app the command lets in.
  @Suite struct LeastSchemaTests {
    private func ask(
      _ server: ServerProcess, _ version: String?, at path: String = "/v1/sync", token: String = "secret",
      body: [UInt8]? = ServerProcessTests.question()
    ) async throws -> ServerProcess.Answer {
      try await server.ask(
        path, token: token, body: body, headers: version.map { [SchemaVersion.headerName: $0] } ?? [:])
    }

    @Test func earlierVersionsAndNoneAreRefused() async throws {
      let server = try ServerProcess("--least-schema", "2.9.1", "--metrics-token", "FOLDER/metrics") { folder in
        try Data("watch\n".utf8).write(to: folder.appendingPathComponent("metrics"))
      }
      for version in [nil, "0", "1.10.5", "2", "2.9", "2.9.0"] {
        let answer = try await ask(server, version)
        #expect(answer.status == 426, "\(version ?? "none")")
        let body = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: String])
        #expect(body["leastSchema"] == "2.9.1" && body.count == 2)
        #expect(body["error"]?.contains(version.flatMap { SchemaVersion($0) }?.description ?? "none") == true)
      }
      for version in ["2.9.1", "2.10", "3", "10.0.0"] { #expect(try await ask(server, version).status == 200) }
      for version in ["v3", "3.0.0.1", "-3", "3,0"] { #expect(try await ask(server, version).status == 400) }
      // Before a message, or a part of a value, is read.
      #expect(try await ask(server, nil, body: Array("{".utf8)).status == 426)
      let hash = String(repeating: "0", count: 64)
      let value = "/v1/blobs/\(hash)?zone=main&offset=0&count=1"
      for path in ["/v1/events?zone=main", value] {
        #expect(try await ask(server, "2.9.0", at: path, body: nil).status == 426)
        #expect(try await ask(server, nil, at: path, body: nil).status == 426)
      }
      #expect(try await ask(server, "3", at: value, body: nil).status == 404)
      // Strangers learn nothing, and who watches needs no version.
      #expect(try await ask(server, nil, token: "guess").status == 401)
      #expect(try await server.ask("/health", token: nil).status == 200)
      let metrics = try await server.ask("/metrics", token: "watch").text
      #expect(metrics.contains(#"swiftdata_sync_requests_total{kind="unknown",status="426"} 7"#), "\(metrics)")
      #expect(server.finish() == 0)
    }

    @Test func whereNothingIsDemandedAllComeIn() async throws {
      let server = try ServerProcess()
      for version in [nil, "0.0.1", "2"] { #expect(try await ask(server, version).status == 200) }
      #expect(try await ask(server, "two").status == 400)
      #expect(server.finish() == 0)
    }
  }
#endif
