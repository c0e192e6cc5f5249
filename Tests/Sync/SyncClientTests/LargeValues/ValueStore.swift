// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSync
import Synchronization

/// Large values of a server in memory: whatever their names are.
final class ValueStore: Sendable {
  private let values = Mutex<[String: Data]>([:])

  func receive(_ part: Data, of value: SyncLargeValue, at offset: Int) throws(SyncError) -> Int {
    values.withLock { values in
      var known = values[value.sha256] ?? Data()
      if offset == known.count, known.count + part.count <= value.size { known += part }
      values[value.sha256] = known
      return known.count
    }
  }

  func bytes(of value: SyncLargeValue, from offset: Int, count: Int) throws(SyncError) -> Data {
    let known = values.withLock { $0[value.sha256] }
    guard let known, known.count == value.size, offset < known.count else {
      throw .server(status: 404, reason: "there is no such value")
    }
    return Data(known.dropFirst(offset).prefix(count))
  }
}
