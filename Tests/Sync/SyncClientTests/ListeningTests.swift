// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSync
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a device that listens uses its connections.
@Suite struct ListeningTests {
  /// Answers each request at once, with an event to those that listen, and notes which came over which connection.
  private final class Server: Sendable {
    let port: Int
    private let descriptor: Int32
    private let contents: Mutex<[[String]]> = Mutex([])

    /// The paths that were asked for, for each connection.
    var requests: [[String]] { contents.withLock { $0 } }

    init() throws {
      #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
      #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #endif
      self.descriptor = descriptor
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          bind(descriptor, address, length) == 0 && listen(descriptor, 8) == 0
            && getsockname(descriptor, address, &length) == 0
        }
      }
      guard isOpen else { throw CocoaError(.fileReadUnknown) }
      port = Int(UInt16(bigEndian: address.sin_port))
      // A thread of its own for each: they wait in system calls.
      Thread.detachNewThread { [self] in
        while true {
          let connection = accept(descriptor, nil, nil)
          guard connection >= 0 else { return }
          let number = contents.withLock { contents in
            contents.append([])
            return contents.count - 1
          }
          Thread.detachNewThread { [self] in
            serve(connection, number)
            close(connection)
          }
        }
      }
    }

    private func serve(_ connection: Int32, _ number: Int) {
      var received = Data()
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = read(connection, &bytes, bytes.count)
        guard count > 0 else { return }
        received.append(contentsOf: bytes[..<count])
        guard let end = received.range(of: Data("\r\n\r\n".utf8)) else { continue }
        let words = String(decoding: received[..<end.lowerBound], as: UTF8.self).split(separator: " ")
        received = Data()
        guard words.count > 1 else { return }
        let path = String(words[1].prefix { $0 != "?" })
        contents.withLock { $0[number].append(path) }
        var answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        if path == "/v1/events" {
          answer =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "9\r\ndata: 7\n\n\r\n"
        }
        guard write(connection, answer, answer.utf8.count) == answer.utf8.count else { return }
      }
    }

    func stop() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  /// On Linux, Foundation asks all the time whether a connection can be written, until its first request has been answered as
  /// a whole: that of events never is. So another one goes before it.
  @Test(.timeLimit(.minutes(1))) func connectionsOfEventsHaveAnsweredBefore() async throws {
    let server = try Server()
    defer { server.stop() }
    let transport = try HTTPSyncTransport("http://127.0.0.1:\(server.port)") { "token" }
    for round in 1...3 {
      let changes = try #require(transport.changes(inZone: "main"))
      for try await number in changes {
        #expect(number == 7)
        break
      }
      #expect(server.requests.filter { $0.contains("/v1/events") }.count == round)
    }
    #if canImport(FoundationNetworking)
      for paths in server.requests where paths.contains("/v1/events") {
        #expect(paths.first == "/health", "\(paths)")
      }
    #endif
  }

  /// Several at a time, of which each hears of its own.
  @Test(.timeLimit(.minutes(1))) func severalListenAtATime() async throws {
    let servers = try [Server(), Server()]
    defer { servers.forEach { $0.stop() } }
    try await withThrowingTaskGroup(of: UInt64?.self) { group in
      for server in servers + servers {
        group.addTask {
          let transport = try HTTPSyncTransport("http://127.0.0.1:\(server.port)") { "token" }
          guard let changes = transport.changes(inZone: "main") else { return nil }
          for try await number in changes { return number }
          return nil
        }
      }
      for try await number in group { #expect(number == 7) }
    }
    for server in servers { #expect(server.requests.filter { $0.contains("/v1/events") }.count == 2) }
  }
}
