// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
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
