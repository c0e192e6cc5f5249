// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

extension World {
  /// All is well from now on: devices must become equal to the server, and then have nothing to say.
  mutating func heal() {
    isHealed = true
    lagsPage = false
    crashesServer = 0
    note("healing")
    for index in replicas.indices {
      replicas[index].isOnline = true
      replicas[index].clockOffset = 0
      if replicas[index].state.account != "ann" { act(index, .signIn(account: "ann", token: "\(tokenNumber)")) }
      replicas[index].state.token = "\(tokenNumber)"
    }
    for _ in 0..<10 {
      guard rest() else { return }
      // What had waited may be refused, too.
      guard repairRefused() else { return compare() }
    }
    oracle.violate("refusals do not come to an end")
  }

  /// Rounds until nobody has anything to say.
  private mutating func rest() -> Bool {
    var isQuiet = false
    for _ in 0..<60 {
      let changes = sentChanges
      let records = sentRecords
      for index in replicas.indices {
        act(index, .sync(zone: Self.zone))
        drain()
        guard oracle.violations.isEmpty else { return false }
      }
      if sentChanges == changes, sentRecords == records {
        isQuiet = true
        break
      }
    }
    if !isQuiet { oracle.violate("sync does not come to an end") }
    return isQuiet
  }

  /// Only what the server has refused is not there, and what needs it; the users change it again or take it back.
  private mutating func repairRefused() -> Bool {
    var isAny = false
    for index in replicas.indices {
      guard let zone = replicas[index].state.zones[Self.zone] else { continue }
      for id in zone.dirty.subtracting(zone.waiting(schema: replicas[index].client.schema)).sorted() {
        oracle.violate("\(id) of device \(index) is not uploaded, and nothing was refused that it needs")
      }
      for id in zone.dirty.sorted() where zone.rows[id]?.refusal != nil {
        isAny = true
        if zone.rows[id]?.base != nil, id.name.utf8.reduce(0, { $0 &+ $1 }) % 2 == 0 {
          act(index, .discard(zone: Self.zone, id))
        } else if zone.rows[id]?.isAlive == true {
          edit(index, [.set(id, field: "mood", .text("d\(index).good"))])
        } else {
          oracle.violate("the deletion of \(id) was refused, which nobody can change")
        }
      }
    }
    return isAny
  }

  private mutating func drain() {
    var count = 0
    while let (time, event) = queue.popFirst() {
      now = time
      count += 1
      guard count < 2_000 else { return oracle.violate("a round does not come to an end") }
      switch event {
      case .request(let index, let request, _): serveQuietly(index, request)
      case .answer(let index, let answer, _): act(index, .answer(answer))
      default: break
      }
    }
  }

  private mutating func serveQuietly(_ index: Int, _ request: SyncRequest) {
    guard var server = servers[request.account] else { return }
    let before = server.zones[Self.zone]
    let answer = server.handle(request, now: 1_000_000_000 + now)
    servers[request.account] = server
    remember(request, answer)
    note("server → device \(index): \(Self.summary(answer.body))")
    watch(index, request, answer, before)
    if case .page(let page) = answer.body { sentRecords += page.records.count }
    messages += 1
    queue.insert(.answer(index, answer, epoch: epochs[index]), at: now + 1)
  }

  private mutating func compare() {
    guard let zone = servers["ann"]?.zones[Self.zone] else { return }
    oracle.check(zone)
    let alive = zone.records.filter { !$0.value.record.isDeleted }
    for (index, replica) in replicas.enumerated() {
      guard let mine = replica.state.zones[Self.zone] else { continue }
      let rows = mine.rows.filter { $0.value.isAlive }
      for id in Set(rows.keys).symmetricDifference(alive.keys).sorted() {
        oracle.violate("\(id) is \(rows[id] == nil ? "missing on" : "only on") device \(index)")
      }
      for (id, row) in rows.sorted(by: { $0.key < $1.key }) {
        guard let stored = alive[id], let local = row.local else { continue }
        if local.differs(from: stored.record) { oracle.violate("\(id) differs on device \(index)") }
        if row.base != stored.record || row.version != stored.version {
          oracle.violate("the shadow of \(id) differs on device \(index)")
        }
      }
      if mine.recomputedChecksum != zone.checksum { oracle.violate("the checksum of device \(index) differs") }
    }
    digest.add(4, zone.checksum, zone.head)
  }
}

extension World {
  /// The server as it is now.
  package var server: SyncServer? { servers["ann"] }
}
