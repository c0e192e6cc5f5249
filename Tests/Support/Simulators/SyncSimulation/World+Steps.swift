// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

extension World {
  mutating func perform(_ step: Plan.Step) {
    var draw = SeededRandom(step.draw)
    let index = step.replica
    switch step.kind {
    case .edit:
      guard replicas[index].state.account == "ann" || draw.chance(30) else { return }
      edit(index, &draw)
    case .crash:
      replicas[index].crash()
      epochs[index] += 1
    case .powerLoss:
      replicas[index].losePower(step.draw)
      epochs[index] += 1
      forgive()
    case .clockJump:
      replicas[index].clockOffset = [-3_600_000, 3_600_000, 0, 90_000][draw.below(4)]
    case .offline:
      replicas[index].isOnline.toggle()
    case .reinstall:
      let old = replicas[index]
      var new = makeReplica(index, version: old.version, node: draw.next() | 1 << 32)
      new.clockOffset = old.clockOffset
      new.counter = old.counter
      replicas[index] = new
      epochs[index] += 1
      forgive()
    case .otherAccount:
      let account = replicas[index].state.account == "ann" ? "bob" : "ann"
      act(index, .signIn(account: account, token: "\(tokenNumber)"))
      replicas[index].own = [:]
      replicas[index].synchronize()
    case .expireTokens:
      tokenNumber += 1
      for account in servers.keys { servers[account]?.tokens = ["\(tokenNumber)"] }
    case .serverCrash:
      crashesServer = 1 + draw.below(2)
    case .backup:
      backup = servers["ann"]
      history?.append(.backup)
    case .restore:
      guard plan.allowsRestore, let backup else { return }
      for index in replicas.indices { replicas[index].synchronize() }
      generations += 1
      history?.append(.restore(generation: generations))
      servers["ann"] = backup
      servers["ann"]?.tokens = ["\(tokenNumber)"]
      servers["ann"]?.zones[Self.zone]?.restored(generation: generations)
      oracle.wasRestored = true
      forgive()
    case .compact:
      let time = 1_000_000_000 + now - Int64(draw.below(10_000))
      servers["ann"]?.zones[Self.zone]?.compact(before: time)
      history?.append(.compact(before: time))
    case .laggingPage:
      lagsPage = true
    case .upgrade:
      replicas[index].version = 2
      let schema = SimulatedApp.schema(version: 2, disabled: disabled)
      replicas[index].client.schema = schema
      replicas[index].state.zones[Self.zone]?.reindex(schema: schema)
      replicas[index].synchronize()
    case .loseRow:
      // A row of the shadows goes, as by a fault of the disk or of the store.
      guard let zone = replicas[index].state.zones[Self.zone] else { return }
      let clean = zone.rows.keys.filter { !zone.dirty.contains($0) && zone.push == nil }.sorted()
      guard !clean.isEmpty else { return }
      let schema = replicas[index].client.schema
      replicas[index].state.zones[Self.zone]?.set(clean[draw.below(clean.count)], nil, schema: schema)
      replicas[index].synchronize()
      // A server that was restored before may not have it either.
      forgive()
    }
  }

  /// Tells the oracle what is still known after something was lost.
  private mutating func forgive() {
    guard oracle.wasRestored else { return }
    var known: [(RecordID, SyncRecord)] = []
    for (id, stored) in servers["ann"]?.zones[Self.zone]?.records ?? [:] { known.append((id, stored.record)) }
    for replica in replicas {
      let zone =
        replica.state.account == "ann" ? replica.state.zones[Self.zone] : replica.state.parked["ann"]?[Self.zone]
      for (id, row) in zone?.rows ?? [:] {
        if let base = row.base { known.append((id, base)) }
        if let local = row.local { known.append((id, local)) }
        if let lost = row.lost { known.append((id, lost)) }
        for change in row.sent { known.append((id, SyncRecord(row.base, applying: change, limit: .max))) }
      }
      for change in zone?.push?.changes ?? [] {
        let base = zone?.rows[change.id]?.base
        known.append((change.id, SyncRecord(base, applying: change, limit: .max)))
      }
    }
    oracle.forgive(known: known)
  }

  /// A transaction of the user.
  private mutating func edit(_ index: Int, _ draw: inout SeededRandom) {
    guard let zone = replicas[index].state.zones[Self.zone] else { return }
    let visible = zone.rows.filter { $0.value.isAlive && $0.value.objection == nil }.keys.sorted()
    var edits: [LocalEdit] = []
    for _ in 0..<(1 + draw.below(3)) {
      edits += change(index, zone, visible, edits, &draw)
    }
    if plan.refuses, draw.chance(10) {
      let touched = Set(edits.map(\.record))
      if let item = visible.first(where: { $0.type == "Item" && !touched.contains($0) }) {
        edits.append(.set(item, field: "mood", SimulatedApp.refused))
      }
    }
    if plan.refuses, draw.chance(10) {
      let id = RecordID("Item", String(draw.next(), radix: 36))
      edits.append(.insert(id, ["title": text(index), "score": .integer(1), "mood": SimulatedApp.refused]))
    }
    edit(index, edits)
  }

  /// The user of a device saves a transaction.
  mutating func edit(_ index: Int, _ edits: [LocalEdit]) {
    guard !edits.isEmpty, let zone = replicas[index].state.zones[Self.zone] else { return }
    oracle.saves(edits)
    for edit in edits {
      oracle.userEdits(index, edit, zone.rows[edit.record])
      if case .set(let id, let field, .text(let text)) = edit, text.hasPrefix("d\(index)."),
        let number = Int(text.dropFirst("d\(index).".count))
      {
        replicas[index].own[FieldKey(id: id, field: field)] = number
      }
      if case .insert(let id, let fields) = edit {
        for (field, value) in fields {
          guard case .text(let text) = value, text.hasPrefix("d\(index).") else { continue }
          replicas[index].own[FieldKey(id: id, field: field)] = Int(text.split(separator: ".")[1])
        }
      }
    }
    note("device \(index) edits \(edits.map(Self.summary).joined(separator: ", "))")
    act(index, .edit(zone: Self.zone, edits))
  }

  private mutating func text(_ index: Int) -> SyncValue {
    replicas[index].counter += 1
    return .text("d\(index).\(replicas[index].counter)")
  }

  private mutating func change(
    _ index: Int, _ zone: ZoneReplica, _ all: [RecordID], _ edits: [LocalEdit], _ draw: inout SeededRandom
  ) -> [LocalEdit] {
    // What this transaction has touched already is left alone, but for the rest of what it needs.
    let touched = Set(edits.map(\.record))
    let visible = all.filter { !touched.contains($0) }
    func some(_ type: String) -> RecordID? {
      let found = visible.filter { $0.type == type }
      return found.isEmpty ? nil : found[draw.below(found.count)]
    }
    let name = String(draw.next(), radix: 36)
    let isOneOfMany = plan.isCrowded && draw.chance(70) && some("Item") != nil
    switch isOneOfMany ? 19 : draw.below(20) {
    case 0, 1: return [.insert(RecordID("List", name), ["name": text(index)])]
    case 2, 3, 4:
      var fields: [String: SyncValue] = [
        "title": text(index), "score": .integer(Int64(draw.below(1_000))), "owner": text(index), "mood": text(index),
      ]
      if let list = some("List") { fields["list"] = .reference(list) }
      if let item = some("Item") { fields["other"] = .reference(item) }
      if replicas[index].version > 1 { fields["extra"] = text(index) }
      return [.insert(RecordID("Item", name), fields)]
    case 5, 6:
      let value = SyncValue.text("tag \(draw.below(4))")
      if hasTag(value, zone, edits, except: nil) { return [] }
      return [.insert(RecordID("Tag", name), ["name": value, "color": text(index)])]
    case 7:
      let value = SyncValue.text("tag \(draw.below(4))")
      guard let tag = some("Tag"), !hasTag(value, zone, edits, except: tag) else { return [] }
      return [.set(tag, field: "name", value)]
    case 8: return some("Tag").map { [.set($0, field: "color", text(index))] } ?? []
    case 9: return some("List").map { [.set($0, field: "name", text(index))] } ?? []
    case 10:
      guard let item = some("Item"), let list = some("List") else { return [] }
      return [.set(item, field: "list", .reference(list))]
    case 11, 12:
      guard let item = some("Item"), let tag = some("Tag") else { return [] }
      return [.link(item, relationship: "tags", tag)]
    case 13:
      guard let item = some("Item"), let tags = zone.rows[item]?.local?.links["tags"]?.targets.sorted(), !tags.isEmpty
      else { return [] }
      return [.unlink(item, relationship: "tags", tags[draw.below(tags.count)])]
    case 14:
      guard let id = visible.isEmpty ? nil : visible[draw.below(visible.count)] else { return [] }
      return edits.isEmpty ? delete(id, zone) : []
    case 15:
      guard replicas[index].version > 1 else { return [] }
      return [.insert(RecordID("Photo", name), ["caption": text(index)])]
    case 16:
      guard let item = some("Item") else { return [] }
      let score = Int64(draw.below(10_000))
      guard case .integer(let old)? = zone.rows[item]?.local?.fields["score"]?.value, score > old else { return [] }
      return [.set(item, field: "score", .integer(score))]
    default:
      guard let item = plan.isCrowded ? visible.first(where: { $0.type == "Item" }) : some("Item") else { return [] }
      let fields = ["title", "title", "owner", "mood"] + (replicas[index].version > 1 ? ["extra"] : [])
      return [.set(item, field: fields[draw.below(fields.count)], text(index))]
    }
  }

  private func hasTag(_ value: SyncValue, _ zone: ZoneReplica, _ edits: [LocalEdit], except id: RecordID?) -> Bool {
    let isWritten = edits.contains { edit in
      switch edit {
      case .insert(_, let fields): fields["name"] == value
      case .set(_, "name", let other): other == value
      default: false
      }
    }
    return isWritten
      || zone.rows.contains {
        $0.key != id && $0.key.type == "Tag" && $0.value.isAlive
          && $0.value.local?.fields["name"]?.value == value
      }
  }

  /// As the engine deletes: what refers to the object no longer does.
  private func delete(_ id: RecordID, _ zone: ZoneReplica) -> [LocalEdit] {
    var edits: [LocalEdit] = []
    for other in zone.rows.keys.sorted() where other != id {
      guard let row = zone.rows[other], row.isAlive, let record = row.local else { continue }
      for field in record.fields.keys.sorted() where record.fields[field]?.value == .reference(id) {
        edits.append(.set(other, field: field, .null))
      }
      for name in record.links.keys.sorted() where record.links[name]?.targets.contains(id) == true {
        edits.append(.unlink(other, relationship: name, id))
      }
    }
    return edits + [.delete(id)]
  }
}
