// SPDX-License-Identifier: Apache-2.0

extension SyncClient {
  func space(_ state: ClientState) -> RecordSpace { RecordSpace(state, main: mainZone, schema: schema) }

  /// Writes a transaction of the app.
  func save(
    _ transaction: [LocalEdit], _ state: inout ClientState, now: Int64, using random: inout some RandomNumberGenerator
  ) throws(LocalEditError) {
    try write(routed(transaction, state), &state, now: now, using: &random)
    if space(state).isPlain { return }
    settle(&state, touched: Set(transaction.map(\.record)), now: now, using: &random)
  }

  private func routed(_ transaction: [LocalEdit], _ state: ClientState) -> [(zone: String, edits: [LocalEdit])] {
    let space = space(state)
    if space.isPlain { return transaction.isEmpty ? [] : [(mainZone, transaction)] }
    var edits = SpaceEdits(space)
    edits.save(transaction)
    return edits.byZone
  }

  private func write(
    _ edits: [(zone: String, edits: [LocalEdit])], _ state: inout ClientState, now: Int64,
    using random: inout some RandomNumberGenerator
  ) throws(LocalEditError) {
    for (zone, edits) in edits { try edit(zone, edits, &state, now: now, using: &random) }
  }

  /// Goes on with what is on its way between zones.
  func settle(
    _ state: inout ClientState, touched: Set<RecordID>, now: Int64, using random: inout some RandomNumberGenerator
  ) {
    var touched = touched
    // Each round makes what the next one may need; a few are enough, and the rest is done with the next answer.
    for _ in 0..<4 {
      let edits = settlement(state, touched)
      for name in state.zones.keys where state.zones[name]?.detached.isEmpty == false {
        state.zones[name]?.detached = []
      }
      guard !edits.isEmpty else { return }
      for (zone, edits) in edits {
        touched.formUnion(edits.map(\.record))
        // What cannot be any more needs not be: the next settlement decides anew.
        do throws(LocalEditError) { try edit(zone, edits, &state, now: now, using: &random) } catch { return }
      }
    }
  }

  private func settlement(_ state: ClientState, _ touched: Set<RecordID>) -> [(zone: String, edits: [LocalEdit])] {
    let space = space(state)
    if space.isSettled { return [] }
    var settlement = Settlement(space, touched: touched)
    return settlement.settle()
  }

  /// Sends records, with all that hangs on them, to another zone.
  func move(
    _ ids: [RecordID], to zone: String, _ state: inout ClientState, now: Int64,
    using random: inout some RandomNumberGenerator
  ) throws(LocalEditError) {
    guard state.zones[zone] != nil else { throw .unknownZone(zone) }
    try write(marked(ids, to: zone, state), &state, now: now, using: &random)
  }

  private func marked(_ ids: [RecordID], to zone: String, _ state: ClientState) -> [(zone: String, edits: [LocalEdit])]
  {
    var settlement = Settlement(space(state), touched: [])
    return settlement.mark(ids, to: zone)
  }

  /// Follows the shares that the account is in now, and forgets all others.
  func follow(_ shares: [String: ShareRight], _ state: inout ClientState) -> [ClientEffect] {
    var effects: [ClientEffect] = []
    for name in state.shares.keys.sorted() where shares[name] == nil {
      guard var zone = state.zones[name], schema.follows(.leaving) else { continue }
      state.zones[name] = nil
      let unsent = zone.dirty.sorted()
      zone.forget(schema: schema)
      state.zones[name] = zone
      effects.append(.report(.forgotten(zone: name, unsent: unsent)))
    }
    for name in shares.keys where state.zones[name] == nil { state.zones[name] = ZoneReplica() }
    state.shares = shares
    return effects
  }
}

extension ZoneReplica {
  /// As if the device had never heard of the zone.
  mutating func forget(schema: SyncSchema) {
    for id in rows.keys.sorted() { set(id, nil, schema: schema) }
    (lineage, cursor, acknowledged) = (nil, 0, 0)
    (push, staged, pushesEverything, largestPush) = (nil, nil, false, nil)
  }
}
