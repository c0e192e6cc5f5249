// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

extension SharingWorld {
  /// All is well from now on: devices become equal to the server, and those of one account to each other.
  mutating func heal() {
    isHealed = true
    note("healing")
    for index in devices.indices {
      devices[index].isOnline = true
      devices[index].clockOffset = 0
    }
    now += 10_000_000
    var isQuiet = false
    for _ in 0..<40 {
      let before = pushes
      for index in devices.indices {
        now += 10
        round(index)
        guard violations.isEmpty else { return }
      }
      if pushes == before {
        isQuiet = true
        break
      }
    }
    guard isQuiet else { return violate("sync does not come to an end") }
    compare()
  }

  private func zone(_ name: String, of account: String) -> ServerZone? {
    guard ServerShare.isName(name) else { return server.accounts[account]?.zones[name] }
    return server.shares[name].flatMap { server.accounts[$0.owner]?.zones[name] }
  }

  private mutating func compare() {
    var views: [String: [RecordID: [String]]] = [:]
    for (index, device) in devices.enumerated() {
      let followed = Set(rights.filter { $0.value[device.account] != nil }.keys)
      if Set(device.state.shares.keys) != followed {
        violate("device \(index) follows \(device.state.shares.keys.sorted())")
      }
      for (name, mine) in device.state.zones.sorted(by: { $0.key < $1.key }) {
        guard name == Self.main || followed.contains(name) else {
          // Who is in a share no more holds nothing of it.
          if !mine.rows.isEmpty { violate("device \(index) holds \(mine.rows.count) records of \(name)") }
          continue
        }
        guard let theirs = zone(name, of: device.account) else {
          violate("the server has no \(name)")
          continue
        }
        compare(index, name, mine, theirs)
      }
      let view = view(index)
      if let other = views[device.account] {
        for id in Set(view.keys).union(other.keys).sorted() where view[id] != other[id] {
          violate(
            "\(id) of \(device.account) is \(view[id] ?? []) on device \(index), and \(other[id] ?? []) on another one")
        }
      }
      views[device.account] = view
      let space = space(index)
      let missing = chronicle.missing(for: device.account, deleted: deleted) { id in
        isTornApart(id) ? nil : space.record(id).flatMap { space.isAlive(id) ? $0 : nil }
      }
      for text in missing { violate("on device \(index), \(text)") }
    }
    checkHomes()
  }

  private mutating func compare(_ index: Int, _ name: String, _ mine: ZoneReplica, _ theirs: ServerZone) {
    if mine.recomputedChecksum != theirs.checksum { violate("the checksum of \(name) differs on device \(index)") }
    if !mine.dirty.isEmpty { violate("\(mine.dirty.sorted()) of \(name) waits on device \(index)") }
    for (id, row) in mine.rows.sorted(by: { $0.key < $1.key }) where row.isAlive {
      guard let stored = theirs.records[id], !stored.record.isDeleted, let local = row.local else {
        violate("\(id) is only on device \(index), in \(name)")
        continue
      }
      if local.differs(from: stored.record) { violate("\(id) differs on device \(index), in \(name)") }
    }
  }

  /// What the user of a device sees.
  private func view(_ index: Int) -> [RecordID: [String]] {
    let space = space(index)
    var view: [RecordID: [String]] = [:]
    for id in space.allRecords where space.isAlive(id) && !ShareRecords.isShareRecord(id) {
      guard let record = space.record(id) else { continue }
      view[id] =
        record.fields.filter { $0.value.value != .null }.map { "\($0.key) \($0.value.value)" }.sorted()
        + record.links.filter { !$0.value.members.isEmpty }.map { "\($0.key) \($0.value.targets.sorted())" }.sorted()
    }
    return view
  }

  /// Each record is in one zone, where its owner is if that can be, and nothing is lost.
  private mutating func checkHomes() {
    var homes: [RecordID: [String]] = [:]
    // The right to leave, or to arrive, was taken midway.
    var stuck: Set<RecordID> = []
    for (account, server) in server.accounts {
      for (name, zone) in server.zones {
        for (id, stored) in zone.records where !stored.record.isDeleted && !ShareRecords.isShareRecord(id) {
          homes[id, default: []].append(name == Self.main ? account : name)
          if case .text(let mark)? = stored.record.fields[ShareRecords.zoneField]?.value {
            stuck.insert(id)
            checkMark(id, mark, in: name, of: account)
          }
        }
      }
    }
    for (id, zones) in homes.sorted(by: { $0.key < $1.key }) where zones.count > 1 && !mayBeInTwo(id) {
      if stuck.contains(id) || isLeftBehind(id, in: zones) { continue }
      violate("\(id) lives in \(zones.sorted())")
    }
    for id in seen.sorted()
    where homes[id] == nil && !deleted.contains(id) && !forgiven.contains(id) && !ShareRecords.isShareRecord(id) {
      violate("\(id) is lost")
    }
    for (index, _) in devices.enumerated() { checkOwners(index) }
  }

  /// Two accounts have decided at once where a record goes; then each has it.
  private func isTornApart(_ id: RecordID) -> Bool { marks[id, default: []].count > 1 }

  /// What hangs on an object that is in two zones follows it into either.
  private func mayBeInTwo(_ id: RecordID) -> Bool {
    isTornApart(id) || owners(of: id).contains { isTornApart($0) }
  }

  /// The lists that an item has or had, wherever it is.
  private func owners(of id: RecordID) -> Set<RecordID> {
    var owners: Set<RecordID> = []
    for zone in server.accounts.values.flatMap(\.zones.values) {
      if case .reference(let list)? = zone.records[id]?.record.fields["list"]?.value { owners.insert(list) }
    }
    return owners
  }

  /// Nobody who could go on with a move has left it.
  private mutating func checkMark(_ id: RecordID, _ mark: String, in name: String, of account: String) {
    if couldMove(from: name, of: account, to: mark) { violate("\(id) has not moved from \(name) to \(mark)") }
  }

  /// What hangs on an object that is shared is shared, too.
  private mutating func checkOwners(_ index: Int) {
    let space = space(index)
    for id in space.allRecords.sorted() where space.isAlive(id) && id.type == "Item" {
      let owners = space.owners(of: id)
      guard let home = space.home(of: id), let owner = owners.first, let other = space.home(of: owner) else { continue }
      if home != other, space.mayWrite(home), space.mayWrite(other) {
        violate("\(id) is in \(home), and its owner \(owner) in \(other), for device \(index)")
      }
    }
  }
}
