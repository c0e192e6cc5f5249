// SPDX-License-Identifier: Apache-2.0

extension ClientState {
  package var header: ClientHeader {
    ClientHeader(
      account: account, token: token, node: node, clock: clock, serverTime: serverTime,
      shares: shares.isEmpty ? nil : shares)
  }

  /// What has changed since this was asked last.
  package mutating func takeChanges() -> ClientChanges {
    var changes = ClientChanges(device: header)
    for name in zones.keys {
      changes.zones[account, default: [:]][name] = zones[name]?.takeChanges()
    }
    for account in parked.keys {
      for name in parked[account]?.keys.sorted() ?? [] {
        changes.zones[account, default: [:]][name] = parked[account]?[name]?.takeChanges()
      }
    }
    changes.zones = changes.zones.filter { !$0.value.isEmpty }
    return changes
  }

  /// Takes changes in that another state has given.
  package mutating func apply(_ changes: ClientChanges, schema: SyncSchema) {
    if account != changes.device.account {
      parked[account] = zones
      zones = parked.removeValue(forKey: changes.device.account) ?? [:]
    }
    account = changes.device.account
    token = changes.device.token
    node = changes.device.node
    clock = changes.device.clock
    serverTime = changes.device.serverTime
    shares = changes.device.shares ?? [:]
    for (name, changed) in changes.zones {
      for (zone, changes) in changed {
        if name == account {
          zones[zone, default: ZoneReplica()].apply(changes, schema: schema)
        } else {
          parked[name, default: [:]][zone, default: ZoneReplica()].apply(changes, schema: schema)
        }
      }
    }
  }
}

extension ZoneReplica {
  var header: ZoneHeader {
    ZoneHeader(
      lineage: lineage, cursor: cursor, acknowledged: acknowledged, pushesEverything: pushesEverything,
      largestPush: largestPush)
  }

  /// All of it, for a storage that is written anew.
  package var everything: ZoneChanges {
    var changes = ZoneChanges(header: header)
    changes.push = .some(push)
    changes.rows = rows.mapValues { .some($0) }
    if let staged {
      changes.staged = StagedChanges(
        log: staged.withoutRecords, startsAnew: true, records: staged.records.values.sorted { $0.id < $1.id })
    }
    return changes
  }

  /// Nil: nothing has changed.
  mutating func takeChanges() -> ZoneChanges? {
    var changes = ZoneChanges(header: header)
    let arrived = takeArrived()
    let changed = takeChangedRows()
    if arrived == nil { changes.rows.reserveCapacity(changed.count) }
    for id in changed {
      let row = rows[id]
      if let arrived, !arrived.unsaved.contains(id), let stored = arrived.records[id], row?.isAsItCame(stored) == true {
        changes.taken.append(id)
      } else {
        changes.rows[id] = .some(row)
      }
    }
    if let log = staged {
      if log.startsAnew || !log.unsaved.isEmpty || log.withoutRecords != saved?.staged {
        changes.staged = StagedChanges(
          log: log.withoutRecords, startsAnew: log.startsAnew,
          records: log.unsaved.sorted().compactMap { log.records[$0] })
        staged?.startsAnew = false
        staged?.unsaved = []
      }
    } else if saved?.staged != nil {
      changes.staged = StagedChanges(log: nil, startsAnew: true, records: [])
    }
    if saved == nil || saved?.push != push?.id { changes.push = .some(push) }
    let isNew = saved?.header != changes.header || changes.push != nil
    saved = Saved(header: changes.header, push: push?.id, staged: staged?.withoutRecords)
    return isNew || !changes.rows.isEmpty || !changes.taken.isEmpty || changes.staged != nil ? changes : nil
  }

  mutating func apply(_ changes: ZoneChanges, schema: SyncSchema) {
    lineage = changes.header.lineage
    cursor = changes.header.cursor
    acknowledged = changes.header.acknowledged
    if let new = changes.push { push = new }
    pushesEverything = changes.header.pushesEverything
    largestPush = changes.header.largestPush
    for (id, row) in changes.rows { set(id, row, schema: schema) }
    for id in changes.taken {
      if let stored = staged?.records[id] { set(id, ReplicaRow(stored), schema: schema) }
    }
    if let change = changes.staged {
      var log = change.log
      if !change.startsAnew { log?.takeRecords(of: &staged) }
      for record in change.records { log?.add(record) }
      log?.unsaved = []
      staged = log
    }
    _ = takeChanges()
  }
}
