// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// Several devices and a server in one thread, with a clock and a network of their own: the same plan gives the same run
/// to the byte.
package struct World {
  enum Event {
    case step(Plan.Step)
    case timer(Int)
    case request(Int, SyncRequest, epoch: Int)
    case answer(Int, SyncAnswer, epoch: Int)
  }

  package static let zone = "main"
  static let tolerance: Int64 = 60_000
  let plan: Plan
  let disabled: Set<SyncRule>
  var random: SeededRandom
  var now: Int64 = 0
  var queue = EventQueue<Event>()
  var replicas: [Replica] = []
  /// One server for each account; the second one's is there to be mistaken for the first one's.
  var servers: [String: SyncServer] = [:]
  var backup: SyncServer?
  var crashesServer = 0
  var lagsPage = false
  var generations: UInt64 = 1
  var tokenNumber = 1
  var isHealed = false
  var oracle = Oracle()
  var messages = 0
  var sentChanges = 0
  var sentRecords = 0
  /// Answers that went to a process that is gone are lost with its connections.
  var epochs: [Int] = []
  /// What waited on a device when it made its latest upload.
  var waiting: [UniqueNumber: Set<RecordID>] = [:]
  package var digest = Digest()
  package var trace: [String]?
  /// What the first account's server was asked, and what else happened to it, if that is wanted.
  package var history: [ServerEvent]?

  package init(_ plan: Plan, disabled: Set<SyncRule> = [], traced: Bool = false) {
    self.plan = plan
    self.disabled = disabled
    random = SeededRandom(plan.seed ^ 0x5eed)
    trace = traced ? [] : nil
    for account in ["ann", "bob"] {
      var server = SyncServer(account: account)
      server.service.disabled = disabled
      server.service.tolerance = Self.tolerance
      server.service.limits.changes = plan.serverLimit
      server.service.objection = { $0.fields["mood"]?.value == SimulatedApp.refused ? "this mood is not taken" : nil }
      server.tokens = ["1"]
      server.zones[Self.zone] = ServerZone(generation: 1)
      servers[account] = server
    }
    for index in 0..<plan.replicas {
      // Half of them with the newer app.
      replicas.append(makeReplica(index, version: index % 2 == 0 ? 2 : 1, node: UInt64(index + 1)))
      epochs.append(0)
    }
  }

  func makeReplica(_ index: Int, version: Int, node: UInt64) -> Replica {
    var client = SyncClient(schema: SimulatedApp.schema(version: version, disabled: disabled))
    client.tolerance = Self.tolerance
    client.pageLimit = plan.pageLimit
    client.pushLimit = plan.pushLimit
    let state = ClientState(account: "ann", token: "\(tokenNumber)", node: node, zones: [Self.zone])
    return Replica(client: client, state: state, version: version)
  }

  /// Runs all; what must not be, in words.
  package mutating func run() -> [String] {
    for step in plan.steps { queue.insert(.step(step), at: step.time) }
    for index in replicas.indices { queue.insert(.timer(index), at: Int64(random.below(500))) }
    while let (time, event) = queue.popFirst() {
      now = time
      handle(event)
      if messages > 20_000 {
        oracle.violate("the devices and the server do not come to rest")
        return oracle.violations
      }
      if !oracle.violations.isEmpty { return oracle.violations }
    }
    heal()
    return oracle.violations
  }

  mutating func note(_ text: @autoclosure () -> String) {
    guard trace != nil else { return }
    trace?.append("\(now) \(text())")
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .step(let step):
      digest.add(1, UInt64(now), step.draw)
      note("step \(step)")
      perform(step)
    case .timer(let index):
      if replicas[index].isOnline { act(index, .sync(zone: Self.zone)) }
      if now < Plan.duration { queue.insert(.timer(index), at: now + 200 + Int64(random.below(2_000))) }
    case .request(let index, let request, let epoch):
      serve(index, request, epoch)
    case .answer(let index, let answer, let epoch):
      guard replicas[index].isOnline, epochs[index] == epoch else { return }
      act(index, .answer(answer))
    }
  }

  func wall(_ index: Int) -> Int64 { max(1_000_000_000 + now + replicas[index].clockOffset, 1) }

  /// One transaction of a device, and what it sends.
  mutating func act(_ index: Int, _ event: ClientEvent) {
    var random = SeededRandom(self.random.next())
    let before = replicas[index].state
    let effects: [ClientEffect]
    do {
      effects = try replicas[index].client.handle(
        event, &replicas[index].state, now: wall(index), using: &random)
    } catch {
      oracle.violate("device \(index) refused an edit: \(error)")
      return
    }
    replicas[index].commit()
    if case .answer = event { checkFlicker(index, before) }
    for effect in effects {
      switch effect {
      case .synchronize: replicas[index].synchronize()
      case .report(let report):
        note("device \(index) reports \(report)")
        if case .replaced(let loser, let survivor) = report { oracle.replaces(index, loser, survivor) }
        if report == .signInNeeded {
          // The user signs in after a while; here, at once.
          replicas[index].state.token = "\(tokenNumber)"
          replicas[index].commit()
        }
      case .send(let request): send(index, request)
      }
    }
    let zone = replicas[index].state.zones[Self.zone]
    digest.add(2, UInt64(index), zone?.checksum ?? 0, zone?.cursor ?? 0, UInt64(zone?.dirty.count ?? 0))
  }

  private mutating func send(_ index: Int, _ request: SyncRequest) {
    if case .push(let push) = request.body {
      sentChanges += push.changes.count
      if waiting[push.id] == nil {
        let zone = replicas[index].state.zones[Self.zone]
        waiting[push.id] = zone?.waiting(schema: replicas[index].client.schema) ?? []
      }
    }
    note("device \(index) sends \(Self.summary(request.body))")
    transmit(.request(index, request, epoch: epochs[index]))
  }

  private mutating func transmit(_ event: Event) {
    messages += 1
    let event = carried(event)
    if isHealed { return queue.insert(event, at: now + 1) }
    if random.chance(plan.loss) { return }
    // To who waits for it, a message that is cut never came.
    if random.chance(plan.cuts) { return checkCut(event) }
    queue.insert(event, at: now + 1 + Int64(random.below(plan.slowest)))
    if random.chance(plan.doubling) { queue.insert(event, at: now + 1 + Int64(random.below(plan.slowest * 3))) }
  }

  private mutating func serve(_ index: Int, _ request: SyncRequest, _ epoch: Int) {
    guard var server = servers[request.account] else { return }
    let before = server.zones[Self.zone]
    if crashesServer == 1 {
      // Before the transaction.
      crashesServer = 0
      note("the server crashes before the transaction")
      return
    }
    let answer = server.handle(request, now: 1_000_000_000 + now)
    servers[request.account] = server
    remember(request, answer)
    digest.add(3, UInt64(now), server.zones[Self.zone]?.checksum ?? 0, server.zones[Self.zone]?.head ?? 0)
    note("server → device \(index): \(Self.summary(answer.body))")
    watch(index, request, answer, before)
    if crashesServer == 2 {
      // After it, before the answer.
      crashesServer = 0
      note("the server crashes after the transaction")
      return
    }
    var delivered = answer
    if lagsPage, case .page(var page) = answer.body, !page.records.isEmpty {
      // A proxy or a lagging copy of the database that forgets a row.
      lagsPage = false
      page.records.remove(at: Int(now) % page.records.count)
      delivered.body = .page(page)
      note("the page loses a record")
    }
    if case .page(let page) = delivered.body { sentRecords += page.records.count }
    transmit(.answer(index, delivered, epoch: epoch))
  }

  /// Tells the oracle of an upload that was applied now, not when it came first.
  mutating func watch(_ index: Int, _ request: SyncRequest, _ answer: SyncAnswer, _ before: ServerZone?) {
    guard case .push(let push) = request.body, case .pushed(let result) = answer.body,
      case .applied = result.outcome, request.account == "ann", let before,
      let after = servers["ann"]?.zones[Self.zone], after.head != before.head
    else { return }
    if plan.serverLimit > 1_000 { checkTransactions(push, index, before) }
    oracle.applied(push, by: index, before: before, after: after, tolerance: Self.tolerance)
  }

  /// No field goes back to a value that this device itself has overwritten.
  private mutating func checkFlicker(_ index: Int, _ before: ClientState) {
    guard let old = before.zones[Self.zone], let new = replicas[index].state.zones[Self.zone],
      before.account == replicas[index].state.account
    else { return }
    let prefix = "d\(index)."
    for key in replicas[index].own.keys.sorted() {
      // Where a restored server and the devices part, time decides, whatever the field's policy.
      if oracle.wasRestored, SimulatedApp.newerFields[key.id.type]?.contains(key.field) != true { continue }
      guard old.rows[key.id]?.isAlive == true,
        case .text(let shown)? = old.rows[key.id]?.local?.fields[key.field]?.value, shown.hasPrefix(prefix),
        let latest = Int(shown.dropFirst(prefix.count)), let value = new.rows[key.id]?.local?.fields[key.field]?.value,
        case .text(let text) = value,
        text.hasPrefix(prefix),
        // The value of a record that was taken in may be an older one of this device's.
        oracle.hasTyped(index, key, text),
        let number = Int(text.dropFirst(prefix.count)), number < latest
      else { continue }
      oracle.violate(
        "device \(index) shows \(text) in \(key.id).\(key.field) again, which it had replaced by \(prefix)\(latest)")
    }
  }

  /// Fields in the order of their names: a dictionary's own order is another one in each process.
  static func summary(_ edit: LocalEdit) -> String {
    guard case .insert(let id, let fields) = edit else { return "\(edit)" }
    return "insert \(id) "
      + fields.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
  }

  static func summary(_ body: SyncRequest.Body) -> String {
    switch body {
    case .push(let push):
      "push \(push.id) seen \(push.seen) of "
        + push.changes.map { change in
          "\(change.id)/\(change.base)\(change.life?.isDeleted == true ? " deleted" : "")"
            + "\(change.fields.keys.sorted())"
        }.joined(separator: ", ")
    case .pull(let pull): "pull \(pull.lineage.generation) after \(pull.after)"
    case .snapshot(let request): "snapshot since \(request.since ?? 0) after \(request.after?.description ?? "-")"
    case .share(let command): "share \(command)"
    }
  }

  static func summary(_ body: SyncAnswer.Body) -> String {
    switch body {
    case .pushed(let result): "\(result.id) \(result.outcome)"
    case .page(let page):
      "page \(page.generation) \(page.after)...\(page.through)\(page.hasMore ? "+" : "") "
        + page.records.map { "\($0.id)/\($0.version)\($0.record.isDeleted ? " deleted" : "")" }.joined(separator: ", ")
    case .snapshot(let page): "snapshot since \(page.since): " + page.records.map { "\($0.id)" }.joined(separator: ", ")
    default: "\(body)"
    }
  }
}
