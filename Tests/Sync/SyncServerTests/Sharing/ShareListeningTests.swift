// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import Testing

  /// Devices that listen to a share hear no more of it when their account is not in it any more. At the latest the heartbeat
  /// ends the connection, after 15 seconds; that it ends earlier is not asserted.
  @Suite struct ShareListeningTests {
    private static let zone = "share-" + String(repeating: "ab", count: 16)
    private static let secret = String(repeating: "s", count: 40)

    private func ask(
      _ command: String, zone: String = Self.zone, as account: String, _ token: String, _ server: ServerProcess
    ) async throws {
      let message = #"{"version":1,"account":"\#(account)","zone":"\#(zone)","share":\#(command)}"#
      let answer = try await server.send(Array(message.utf8), token: token)
      let text = String(decoding: answer.body, as: UTF8.self)
      #expect(answer.status == 200 && text.contains("\"shares\""), "\(text)")
    }

    private func listener(_ server: ServerProcess) throws -> RawConnection {
      let client = try RawConnection(server.address)
      try client.send(
        "GET /v1/events?zone=\(Self.zone) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer other\r\n\r\n")
      return client
    }

    @Test(arguments: [
      (#"{"remove":"bob"}"#, "ann", "secret"), (#"{"remove":"bob"}"#, "bob", "other"),
      (#"{"end":true}"#, "ann", "secret"),
    ])
    func theConnectionEnds(command: String, account: String, token: String) async throws {
      let server = try ServerProcess()
      try await ask(#"{"create":{"root":null,"title":"t"}}"#, as: "ann", "secret", server)
      let number = String(repeating: "1", count: 32)
      let invitation = #"{"account":null,"expires":null,"number":"\#(number)","public":false,"right":"read"}"#
      try await ask(
        #"{"invite":{"invitation":\#(invitation),"secret":"\#(Self.secret)"}}"#, as: "ann", "secret", server)
      try await ask(#"{"accept":"\#(Self.secret)"}"#, zone: "main", as: "bob", "other", server)
      let client = try listener(server)
      #expect(try client.receive(until: "data: 0").hasPrefix("HTTP/1.1 200"))
      try await ask(command, as: account, token, server)
      // The last part of the answer.
      #expect(try client.receive(until: "0\r\n\r\n").hasSuffix("0\r\n\r\n"))
      #expect(try listener(server).receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 403"))
      #expect(server.finish() == 0)
    }
  }
#endif
