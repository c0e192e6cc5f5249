// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import Synchronization

/// A server in this process that may demand a least version of the app's models, as the command does.
struct DemandingServer: SyncTransport {
  let server: MemoryServer
  let door = Door()
  var stated: Schema.Version?

  init(_ server: MemoryServer) { self.server = server }

  /// What all that are made of one server have in common.
  final class Door: Sendable {
    private let contents = Mutex(Contents())

    private struct Contents {
      var least: Schema.Version?
      var isUnreachable = false
      var refused = 0
      var listeners: [AsyncThrowingStream<UInt64, any Error>.Continuation] = []
    }

    /// Messages, not connections.
    var refused: Int { contents.withLock { $0.refused } }

    func demand(_ least: Schema.Version?) { contents.withLock { $0.least = least } }

    func setUnreachable(_ isUnreachable: Bool) { contents.withLock { $0.isUnreachable = isUnreachable } }

    func pass(_ stated: Schema.Version?, isMessage: Bool = false) throws(SyncError) {
      let failure = contents.withLock { contents -> SyncError? in
        if contents.isUnreachable { return .unreachable(reason: "away") }
        guard let least = contents.least, stated.map({ $0 < least }) ?? true else { return nil }
        if isMessage { contents.refused += 1 }
        return .updateNeeded(least: least)
      }
      if let failure { throw failure }
    }

    func listen(_ listener: AsyncThrowingStream<UInt64, any Error>.Continuation) {
      contents.withLock { $0.listeners.append(listener) }
    }

    /// Ends all connections, as a server that is started again; who comes back is told what it demands now.
    func endConnections() {
      let (listeners, least) = contents.withLock { contents in
        defer { contents.listeners = [] }
        return (contents.listeners, contents.least)
      }
      for listener in listeners { listener.finish(throwing: least.map { SyncError.updateNeeded(least: $0) }) }
    }
  }

  func stating(schemaVersion: Schema.Version) -> any SyncTransport {
    var copy = self
    copy.stated = schemaVersion
    return copy
  }

  var carriesLargeValues: Bool { true }

  func send(_ message: Data) async throws(SyncError) -> Data {
    try door.pass(stated, isMessage: true)
    return try await server.send(message)
  }

  func changes(inZone zone: String) -> AsyncThrowingStream<UInt64, any Error>? {
    let (stream, continuation) = AsyncThrowingStream<UInt64, any Error>.makeStream()
    do { try door.pass(stated) } catch {
      continuation.finish(throwing: error)
      return stream
    }
    door.listen(continuation)
    continuation.yield(server.zone.head)
    return stream
  }

  func upload(
    _ part: Data, of value: SyncLargeValue, at offset: Int, zone: String
  ) async throws(SyncError) -> Int {
    try door.pass(stated)
    return try await server.upload(part, of: value, at: offset, zone: zone)
  }

  func download(
    _ value: SyncLargeValue, from offset: Int, count: Int, zone: String
  ) async throws(SyncError) -> Data {
    try door.pass(stated)
    return try await server.download(value, from: offset, count: count, zone: zone)
  }
}
