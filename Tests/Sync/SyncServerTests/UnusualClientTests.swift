// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import GRDB
  import SyncStores
  import Testing

  /// Clients that stand still, and requests that are no HTTP or name no zone.
  @Suite struct UnusualClientTests {
    private func head(_ method: String, _ path: String, _ fields: String...) -> String {
      ([
        "\(method) \(path) HTTP/1.1", "Host: localhost", "Authorization: Bearer secret",
      ] + fields).joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// Who has begun a request, and does not go on, does not keep the server from ending.
    @Test(arguments: [
      ("POST", "/v1/sync"), ("PUT", "/v1/blobs/\(String(repeating: "a", count: 64))?zone=main&size=9&offset=0"),
    ])
    func anEndDoesNotWaitForWhoStandsStill(method: String, path: String) throws {
      let server = try ServerProcess()
      let client = try RawConnection(server.address)
      // Both come at once: when the first is answered, the second has begun.
      try client.send(head("GET", "/health") + head(method, path, "Content-Length: 9") + "{")
      #expect(try client.receive(until: "ok").hasPrefix("HTTP/1.1 200"))
      #expect(server.finish() == 0)
    }

    /// Its fault: what the server says later would never be another thing.
    @Test func aMalformedChunkIsAMalformedRequest() throws {
      let server = try ServerProcess()
      for path in ["/v1/sync", "/v1/blobs/\(String(repeating: "a", count: 64))?zone=main&size=9&offset=0"] {
        let client = try RawConnection(server.address)
        let method = path == "/v1/sync" ? "POST" : "PUT"
        try client.send(head(method, path, "Transfer-Encoding: chunked") + "4\r\n{\"a\"\r\nno number\r\n")
        let answer = try client.receive(until: "\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
      }
      #expect(server.finish() == 0)
    }

    private struct CloudKitFailure: Decodable {
      var uuid: String
      var serverErrorCode: String
      var reason: String
      var retryAfter: Int?
    }

    private func cloudKitServer() throws -> ServerProcess {
      try ServerProcess("--cloudkit", "iCloud.com.example.app", "--cloudkit-zone", "main")
    }

    /// A client of CloudKit knows CloudKit's errors only, whatever part of the server has failed.
    @Test(.enabled(if: ServerStore.isFile)) func aMalformedRequestOfCloudKitsIsOneInItsWords() throws {
      let server = try cloudKitServer()
      let client = try RawConnection(server.address)
      let path = "/database/1/iCloud.com.example.app/production/private/zones/list?ckWebAuthToken=secret"
      try client.send(head("POST", path, "Transfer-Encoding: chunked") + "4\r\n{\"a\"\r\nno number\r\n")
      let answer = try client.receive(until: "}")
      #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
      let body = try #require(answer.range(of: "\r\n\r\n")).upperBound
      let failure = try JSONDecoder().decode(CloudKitFailure.self, from: Data(answer[body...].utf8))
      #expect(failure.serverErrorCode == "BAD_REQUEST" && !failure.uuid.isEmpty && failure.retryAfter == nil)
      #expect(server.finish() == 0)
    }

    @Test(.enabled(if: ServerStore.isFile)) func whatTheServerCannotDoNowIsToBeTriedAgain() async throws {
      let server = try cloudKitServer()
      let path = "/database/1/iCloud.com.example.app/production/private/zones/list?ckWebAuthToken=secret"
      #expect(try await server.ask(path, token: nil, body: Array("{}".utf8)).status == 200)
      let queue = try DatabaseQueue(path: server.file)
      try await queue.write { db in try db.execute(sql: "ALTER TABLE zone RENAME TO elsewhere") }
      let answer = try await server.ask(path, token: nil, body: Array("{}".utf8))
      let failure = try JSONDecoder().decode(CloudKitFailure.self, from: Data(answer.body))
      #expect(answer.status == 503 && failure.serverErrorCode == "TRY_AGAIN_LATER")
      // The same in both places, and nothing of the server's file.
      #expect(failure.retryAfter == 5 && answer.retryAfter == 5 && failure.reason == "try again later")
      try await queue.write { db in
        try db.execute(sql: "ALTER TABLE elsewhere RENAME TO zone")
        try db.execute(sql: "UPDATE zone SET lineage = x'00'")
      }
      let damaged = try await server.ask(path, token: nil, body: Array("{}".utf8))
      let other = try JSONDecoder().decode(CloudKitFailure.self, from: Data(damaged.body))
      #expect(damaged.status == 500 && other.serverErrorCode == "INTERNAL_ERROR" && other.retryAfter == nil)
      try queue.close()
      #expect(server.finish() == 0)
    }

    /// Nothing would ever be told of a zone that no message can name.
    @Test func whatIsNoNameIsNoZone() async throws {
      let server = try ServerProcess()
      let long = String(repeating: "a", count: 256)
      for query in [
        "", "?zone=", "?zone=a%0Ab", "?zone=%7F", "?zone=%FF", "?zone=a%C3", "?zone=\(long)", "?other=main",
      ] {
        let answer = try await server.ask("/v1/events\(query)", token: "secret")
        #expect(answer.status == 400, "\(query): \(answer.text)")
        let place = "/v1/blobs/\(String(repeating: "a", count: 64))\(query)"
        let blob = try await server.ask(place + (query.isEmpty ? "?" : "&") + "offset=0&count=1", token: "secret")
        #expect(blob.status == 400, "\(query): \(blob.text)")
      }
      // One that has them may be asked for.
      let client = try RawConnection(server.address)
      try client.send(head("GET", "/v1/events?zone=%C3%A9%20%2B"))
      #expect(try client.receive(until: "data: 0").hasPrefix("HTTP/1.1 200"))
      #expect(server.finish() == 0)
    }
  }
#endif
