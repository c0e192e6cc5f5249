// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSync
import SwiftDataSyncServer
import SwiftDataSyncWire
import Synchronization

/// A server with its file, in this process.
struct FileServer: SyncTransport {
  let database: SyncDatabase
  let clock: TestClock
  var account = "ann"
  let traffic = Traffic()

  /// What was sent of large values, and what is to go wrong.
  final class Traffic: Sendable {
    private let counts = Mutex<(sent: Int, loaded: Int)>((0, 0))
    /// Called before each part, with how many bytes it has.
    let visit = Mutex<@Sendable (Int) throws -> Void>({ _ in })

    var sent: Int { counts.withLock { $0.sent } }
    var loaded: Int { counts.withLock { $0.loaded } }

    func reset() { counts.withLock { $0 = (0, 0) } }

    func pass(sent: Int = 0, loaded: Int = 0) throws(SyncError) {
      do { try visit.withLock { $0 }(sent + loaded) } catch { throw .unreachable(reason: "\(error)") }
      counts.withLock { $0 = ($0.sent + sent, $0.loaded + loaded) }
    }
  }

  var carriesLargeValues: Bool { true }

  func send(_ message: Data) async throws(SyncError) -> Data {
    do {
      return Data(
        Wire.encode(try database.answer(Wire.request(Array(message), token: "t"), now: clock.wall)))
    } catch { throw .unreachable(reason: "\(error)") }
  }

  func upload(
    _ part: Data, of value: SyncLargeValue, at offset: Int, zone: String
  ) async throws(SyncError) -> Int {
    try traffic.pass(sent: part.count)
    do {
      return try database.receive(
        Array(part), of: value.sha256, size: value.size, at: offset, zone: zone, account: account, now: clock.wall)
    } catch { throw Self.error(error) }
  }

  func download(
    _ value: SyncLargeValue, from offset: Int, count: Int, zone: String
  ) async throws(SyncError) -> Data {
    let bytes: Data
    do {
      bytes = try database.bytes(of: value.sha256, from: offset, count: count, zone: zone, account: account)
    } catch { throw Self.error(error) }
    try traffic.pass(loaded: bytes.count)
    return bytes
  }

  private static func error(_ error: any Error) -> SyncError {
    guard let fault = error as? BlobFault else { return .unreachable(reason: "\(error)") }
    return switch fault {
    case .noAccess: .forbidden(reason: fault.description)
    case .notFound: .server(status: 404, reason: fault.description)
    case .tooLarge: .tooLarge
    case .noRoom: .server(status: 507, reason: fault.description)
    case .wrongHash: .server(status: 422, reason: fault.description)
    case .malformed: .server(status: 400, reason: fault.description)
    }
  }
}

/// A server in whose place another one comes, as after a restore.
final class ReplacedServer: SyncTransport {
  private let server: Mutex<FileServer>

  init(_ server: FileServer) { self.server = Mutex(server) }

  private var now: FileServer { server.withLock { $0 } }

  func replace(by other: FileServer) { server.withLock { $0 = other } }

  var carriesLargeValues: Bool { true }

  func send(_ message: Data) async throws(SyncError) -> Data { try await now.send(message) }

  func upload(
    _ part: Data, of value: SyncLargeValue, at offset: Int, zone: String
  ) async throws(SyncError) -> Int { try await now.upload(part, of: value, at: offset, zone: zone) }

  func download(
    _ value: SyncLargeValue, from offset: Int, count: Int, zone: String
  ) async throws(SyncError) -> Data { try await now.download(value, from: offset, count: count, zone: zone) }
}
