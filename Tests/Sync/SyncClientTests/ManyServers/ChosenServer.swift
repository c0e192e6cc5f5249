// SPDX-License-Identifier: Apache-2.0

#if SyncServer && Postgres
  import Foundation
  import SwiftDataSync
  import Synchronization

  /// One of several servers over one database: the next one, when that which was asked does not answer. A balancer does this.
  final class ChosenServer: SyncTransport {
    private let servers: [HTTPSyncTransport]
    private let chosen: Mutex<Int>

    init(_ addresses: [String], first: Int) throws {
      servers = try addresses.map { try HTTPSyncTransport($0, timeout: 5) { "secret" } }
      chosen = Mutex(first)
    }

    private var server: HTTPSyncTransport { servers[chosen.withLock { $0 } % servers.count] }

    func send(_ message: Data) async throws(SyncError) -> Data {
      do { return try await server.send(message) } catch {
        switch error {
        case .unreachable, .timedOut: chosen.withLock { $0 += 1 }
        default: break
        }
        throw error
      }
    }

    func changes(inZone zone: String) -> AsyncThrowingStream<UInt64, any Error>? { server.changes(inZone: zone) }
  }
#endif
