// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSync
import SwiftDataSyncServer
import SwiftDataSyncWire

/// A server with its file, in this process.
struct FileServer: SyncTransport {
  let database: SyncDatabase
  let clock: TestClock

  func send(_ message: Data) async throws(SyncError) -> Data {
    do {
      return Data(
        Wire.encode(try database.answer(Wire.request(Array(message), token: "t"), now: clock.wall)))
    } catch { throw .unreachable(reason: "\(error)") }
  }
}
