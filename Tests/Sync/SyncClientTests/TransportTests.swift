// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
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

/// What a device does while a server is silent, or tells by itself that there is something new.
@Suite struct TransportTests {
  /// Some mean none at all.
  @Test func secondsOfATimeout() {
    #expect(HTTPSyncTransport.seconds(0.5) == 1)
    for timeout in [Double.infinity, .nan, 1e300] { #expect(HTTPSyncTransport.seconds(timeout) == .max) }
  }

  /// Takes connections, and never says a word.
  private final class SilentServer: Sendable {
    let port: Int
    private let descriptor: Int32

    init() throws {
      #if canImport(Darwin)
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
      #else
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #endif
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let descriptor = descriptor
      let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          bind(descriptor, address, length) == 0 && listen(descriptor, 8) == 0
            && getsockname(descriptor, address, &length) == 0
        }
      }
      guard isOpen else { throw CocoaError(.fileReadUnknown) }
      port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }
  }

  @Test func aServerThatNeverAnswersIsLeft() async throws {
    let server = try SilentServer()
    let device = try Device(1, HTTPSyncTransport("http://127.0.0.1:\(server.port)", timeout: 1) { "t" })
    try device.edit { $0.insert(App.Note(uid: "1", title: "t")) }
    await #expect(throws: SyncError.timedOut(seconds: 1)) { try await device.sync.syncNow() }
    #expect(device.sync.status.lastError == .timedOut(seconds: 1) && !device.sync.status.isSyncing)
    #expect(device.sync.status.pendingUploads == 1)
    #expect(SyncLoop.pause(after: SyncError.timedOut(seconds: 1), failures: 2, fraction: 1) == .seconds(4))
  }

  /// The server's word counts, whatever the device would have done.
  @Test func aDeviceWaitsAsLongAsTheServerSays() {
    for failures in [1, 5, 30] {
      #expect(SyncLoop.pause(after: SyncError.tryLater(seconds: 7), failures: failures, fraction: 0.5) == .seconds(7.5))
    }
    #expect(SyncLoop.pause(after: SyncError.tryLater(seconds: .max), failures: 1, fraction: 1) == .seconds(86_401))
    #expect(SyncLoop.pause(after: SyncError.tryLater(seconds: nil), failures: 3, fraction: 1) == .seconds(8))
    #expect(SyncLoop.pause(after: SyncError.signInNeeded, failures: 60, fraction: 1) == .seconds(300))
  }

  /// However the connection cuts them.
  @Test func eventsInPieces() {
    let text =
      "data: 7\n\nevent: other\ndata: x\n\n: nothing\ndata:12\r\n\nevent: signed-out\ndata: the token\n\ndata: 9\n"
    for size in 1...text.utf8.count {
      var parser = EventParser()
      var events: [EventParser.Event] = []
      var rest = Data(text.utf8)[...]
      while !rest.isEmpty {
        events += parser.events(in: Data(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      #expect(events == [.number(7), .number(12), .signedOut, .number(9)], "\(size)")
    }
  }

  /// A server in this process that tells of its changes when it is asked to.
  private final class TellingServer: SyncTransport {
    let server: MemoryServer
    private let listeners: Mutex<[AsyncThrowingStream<UInt64, any Error>.Continuation]> = Mutex([])

    init(server: MemoryServer) { self.server = server }

    func send(_ message: Data) async throws(SyncError) -> Data { try await server.send(message) }

    func changes(inZone zone: String) -> AsyncThrowingStream<UInt64, any Error>? {
      let (stream, continuation) = AsyncThrowingStream<UInt64, any Error>.makeStream()
      listeners.withLock { $0.append(continuation) }
      continuation.yield(server.zone.head)
      return stream
    }

    func tell() {
      let head = server.zone.head
      for listener in listeners.withLock({ $0 }) { listener.yield(head) }
    }
  }

  @Test(.timeLimit(.minutes(2))) func changesOnTheServerWakeADevice() async throws {
    let clock = TestClock()
    let server = TellingServer(server: MemoryServer(clock: clock))
    var options = SyncOptions()
    options.interval = .seconds(86_400)
    let a = try Device(1, server.server, clock: clock)
    let b = try Device(2, server, clock: clock, options: options)
    b.sync.resume()
    for await status in b.sync.statusUpdates where status.isFirstImportDone && !status.isSyncing { break }
    try a.edit { $0.insert(App.Note(uid: "1", title: "t")) }
    try await a.sync.syncNow()
    server.tell()
    for await _ in b.sync.statusUpdates { if try b.dump().count == 1 { break } }
    for await status in b.sync.statusUpdates where !status.isSyncing { break }
    b.sync.pause()
    #expect(try a.dump() == b.dump())
  }
}
