// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// A simulated device: its memory, its disk, its clock.
struct Replica {
  var client: SyncClient
  var state: ClientState
  /// What is surely on the disk, and what was written since.
  var synchronized: MemoryClientStorage
  var written: [MemoryClientStorage] = []
  var clockOffset: Int64 = 0
  var version: Int
  var isOnline = true
  /// The next number of a value that this device writes.
  var counter = 0
  /// The number of the device's latest own value of each field.
  var own: [FieldKey: Int] = [:]

  init(client: SyncClient, state: ClientState, version: Int) {
    self.client = client
    self.state = state
    self.version = version
    synchronized = MemoryClientStorage()
    synchronized.write(self.state.takeChanges())
  }

  private var latest: MemoryClientStorage { written.last ?? synchronized }

  /// The driver's part: what an event has changed is written.
  mutating func commit() {
    var storage = latest
    storage.write(state.takeChanges())
    written.append(storage)
    if written.count > 4 { synchronized = written.removeFirst() }
  }

  mutating func synchronize() {
    commit()
    synchronized = latest
    written = []
  }

  /// The process ends; what it has committed is there.
  mutating func crash() { load(latest) }

  /// The power fails: any part of what was not synchronized is gone.
  mutating func losePower(_ draw: UInt64) {
    let kept = Int(draw % UInt64(written.count + 1))
    synchronized = kept == 0 ? synchronized : written[kept - 1]
    written = []
    load(synchronized)
    own = [:]
  }

  private mutating func load(_ storage: MemoryClientStorage) {
    if let loaded = storage.load(schema: client.schema) { state = loaded }
  }
}

struct FieldKey: Hashable, Comparable {
  var id: RecordID
  var field: String

  static func < (a: Self, b: Self) -> Bool { a.id == b.id ? a.field < b.field : a.id < b.id }
}
