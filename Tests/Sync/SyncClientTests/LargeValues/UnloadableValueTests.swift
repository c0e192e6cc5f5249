// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import Synchronization
import Testing

/// Large values that cannot be had, beside others that can.
@Suite struct UnloadableValueTests {
  /// A server that has lost some values, or has other bytes of them.
  private final class Server: SyncTransport {
    enum Damage { case refused, otherBytes }

    let server: MemoryServer
    let damage: Mutex<[String: Damage]> = Mutex([:])
    /// The names of the values, in the order in which they came.
    let names: Mutex<[String]> = Mutex([])

    init(_ clock: TestClock) { server = MemoryServer(clock: clock) }

    var carriesLargeValues: Bool { true }

    func send(_ message: Data) async throws(SyncError) -> Data { try await server.send(message) }

    func upload(
      _ part: Data, of value: SyncLargeValue, at offset: Int, zone: String
    ) async throws(SyncError) -> Int {
      names.withLock { if $0.last != value.sha256 { $0.append(value.sha256) } }
      return try await server.upload(part, of: value, at: offset, zone: zone)
    }

    func download(
      _ value: SyncLargeValue, from offset: Int, count: Int, zone: String
    ) async throws(SyncError) -> Data {
      let bytes = try await server.download(value, from: offset, count: count, zone: zone)
      switch damage.withLock({ $0[value.sha256] }) {
      case .refused: throw .server(status: 500, reason: "the value is damaged")
      case .otherBytes: return Data(bytes.map { ~$0 })
      case nil: return bytes
      }
    }
  }

  private let clock = TestClock()

  private func picture(_ number: Int) -> Data { Data((0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ number) }) }

  private func picture(_ device: Device, _ number: Int) throws -> Data? {
    try device.note("\(number)", ModelContext(device.container))?.picture
  }

  private func fill(_ device: Device, _ count: Int) throws {
    try device.edit { context in
      for number in 0..<count {
        let note = App.Note(uid: "\(number)", title: "t")
        note.picture = picture(number)
        context.insert(note)
      }
    }
  }

  @Test(arguments: [Server.Damage.refused, .otherBytes]) private func theOthersCome(_ damage: Server.Damage)
    async throws
  {
    let server = Server(clock)
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    try fill(a, 4)
    try await a.sync.syncNow()
    let lost = try #require(server.names.withLock { $0.dropFirst().first })
    server.damage.withLock { $0 = [lost: damage] }
    // More than once: what could not be loaded holds nothing up later either.
    for _ in 0..<3 { try await b.sync.syncNow() }
    let pictures = try (0..<4).map { try picture(b, $0) }
    #expect(pictures.filter { $0 == nil }.count == 1)
    for (number, found) in pictures.enumerated() where found != nil { #expect(found == picture(number)) }
    let status = b.sync.status
    #expect(status.setAside.map(\.cause) == [.alteredValue] && status.pendingDownloads == 1)
    #expect(status.isFirstImportDone && status.lastError == nil && status.lastSuccess != nil)
    // The server has it again, and the device is told to try.
    server.damage.withLock { $0 = [:] }
    try await b.sync.syncNow()
    #expect(b.sync.status.pendingDownloads == 1)
    try await b.sync.retrySetAside()
    try await b.sync.syncNow()
    for number in 0..<4 { #expect(try picture(b, number) == picture(number)) }
    #expect(b.sync.status.setAside.isEmpty && b.sync.status.pendingDownloads == 0)
  }

  /// What a power failure has left of a file under the value's name: nothing, a part, or other bytes.
  @Test(arguments: [0, 100, 2_000]) func aFileThatWasCutIsLoadedAgain(_ length: Int) async throws {
    let server = Server(clock)
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    try fill(a, 1)
    try await a.sync.syncNow()
    let name = try #require(server.names.withLock { $0.first })
    let values = b.folder.appendingPathComponent("state.values")
    try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
    try Data(repeating: 0, count: length).write(to: values.appendingPathComponent(name))
    // One that is wrong is found when it is shown, and loaded by the next round.
    for _ in 0..<2 { try await b.sync.syncNow() }
    #expect(try picture(b, 0) == picture(0))
    #expect(b.sync.status.pendingDownloads == 0)
  }
}
