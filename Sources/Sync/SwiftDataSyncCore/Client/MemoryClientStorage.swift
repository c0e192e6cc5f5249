// SPDX-License-Identifier: Apache-2.0

/// A device's state as its storage has it, as a value in memory: only what was written.
package struct MemoryClientStorage: ClientStorage, Sendable {
  private var device: ClientHeader?
  private var zones: [String: [String: Zone]] = [:]

  private struct Zone: Sendable {
    var header: ZoneHeader
    var push: Push?
    var rows: [RecordID: ReplicaRow] = [:]
    var staged: StagedLog?
    var records: [RecordID: StoredRecord] = [:]
  }

  package init() {}

  package func load(schema: SyncSchema) -> ClientState? {
    guard let device else { return nil }
    var changes = ClientChanges(device: device)
    for (account, zones) in zones {
      for (name, zone) in zones {
        var all = ZoneChanges(header: zone.header)
        all.push = .some(zone.push)
        all.rows = zone.rows.mapValues { .some($0) }
        all.staged = StagedChanges(log: zone.staged, startsAnew: true, records: Array(zone.records.values))
        changes.zones[account, default: [:]][name] = all
      }
    }
    var state = ClientState(account: device.account, token: device.token, node: device.node, zones: [])
    state.apply(changes, schema: schema)
    return state
  }

  package mutating func write(_ changes: ClientChanges) {
    device = changes.device
    for (account, changed) in changes.zones {
      for (name, changes) in changed {
        var zone = zones[account]?[name] ?? Zone(header: changes.header)
        // Without the copy in the dictionary, rows are changed in place.
        zones[account]?[name] = nil
        zone.header = changes.header
        if let push = changes.push { zone.push = push }
        for (id, row) in changes.rows { zone.rows[id] = row }
        for id in changes.taken { zone.rows[id] = zone.records[id].map { ReplicaRow($0) } }
        if let staged = changes.staged {
          zone.staged = staged.log
          if staged.startsAnew { zone.records = [:] }
          for record in staged.records { zone.records[record.id] = record }
        }
        zones[account, default: [:]][name] = zone
      }
    }
  }

  package mutating func synchronize() {}
}
