// SPDX-License-Identifier: Apache-2.0

/// What is to go to another zone, and whether it has arrived there.
extension Settlement {
  /// A record that was called back into the own zone, or sent to another share, while another device had it taken to a share
  /// already: that one follows.
  ///
  /// Only what has been on its way before, since another account may have given one of its own records the same name; and only
  /// where the own zone says so, since a share must not be able to say what of others is put into it.
  mutating func unite(_ id: RecordID) {
    guard marks[id] == nil, let mine = space.zones[space.main]?.rows[id]?.local,
      let mark = mine.fields[ShareRecords.zoneField]
    else { return }
    if mark.value == .null {
      guard !mine.isDeleted else { return }
      for name in writableShares where stays(id, in: name) {
        marks[id] = space.main
        edits.add(.set(id, field: ShareRecords.zoneField, .text(space.markText(space.main))), in: name)
      }
    } else if let end = space.target(of: mine), space.mayWrite(end), stays(id, in: end) {
      for name in writableShares where name != end {
        guard stays(id, in: name), let arrived = space.zones[name]?.rows[id]?.local?.fields[ShareRecords.zoneField],
          arrived.value == .null, arrived.stamp < mark.stamp
        else { continue }
        marks[id] = end
        edits.add(.set(id, field: ShareRecords.zoneField, .text(end)), in: name)
      }
    }
  }

  private func stays(_ id: RecordID, in zone: String) -> Bool {
    space.zones[zone]?.rows[id]?.isAlive == true && space.mark(of: id, in: zone) == nil
  }

  private var writableShares: [String] { space.shares.filter(\.value.mayWrite).keys.sorted() }

  /// What of one zone is to go to others.
  struct Departure {
    /// What is to be written there, by zone.
    var arriving: [String: [RecordID: SyncRecord]] = [:]
    /// What the other zone has or had.
    var leaving: Set<RecordID> = []
    /// Those of them that live there.
    var present: [String: Set<RecordID>] = [:]
    /// Those of them that live there no more, and what they would bring.
    var gone: [String: [RecordID: SyncRecord]] = [:]
    /// Those of them that have gone on from there to another zone.
    var sentOn: [String: Set<RecordID>] = [:]
  }

  mutating func move() {
    for zone in space.zoneNames where space.mayWrite(zone) {
      guard let replica = space.zones[zone], !replica.marked.isEmpty else { continue }
      var departure = Departure()
      for id in replica.marked.sorted() where marks[id] == nil { decide(id, in: zone, replica, &departure) }
      for target in departure.gone.keys.sorted() { bringBack(to: target, &departure) }
      for (target, records) in departure.arriving.sorted(by: { $0.key < $1.key }) {
        adopt(records, in: target, from: zone, sentOn: departure.sentOn[target] ?? [])
      }
      // What was written here while it arrived there.
      for (target, ids) in departure.present.sorted(by: { $0.key < $1.key }) {
        for id in ids.sorted() { keepLinks(of: id, to: target, in: zone, []) }
      }
      leave(departure.leaving, zone)
    }
  }

  mutating func decide(
    _ id: RecordID, in zone: String, _ replica: ZoneReplica, _ departure: inout Departure
  ) {
    guard let row = replica.rows[id], let record = row.local,
      // The mark itself must be known to the server, which may refuse it.
      row.base?.isDeleted == false,
      row.base?.fields[ShareRecords.zoneField]?.value == record.fields[ShareRecords.zoneField]?.value,
      // Others go on with what this account may not.
      let (target, decided) = space.course(of: id, from: zone).last(where: { space.mayWrite($0.zone) })
    else { return }
    // It was sent here after it had been sent there.
    if target == zone { return edits.set(id, ShareRecords.zoneField, .null, in: zone) }
    guard let other = space.zones[target], other.lineage != nil else { return }
    var copy = portable(record, to: target, decided)
    guard let there = other.rows[id], let known = there.local else {
      departure.arriving[target, default: [:]][id] = copy
      return
    }
    copy.takeBack(known, in: other)
    if needsReceipt(there, decided) {
      copy.fields[ShareRecords.arrivalField] = Register(
        .text("\(decided.wall) \(decided.count) \(decided.node)"), decided)
    }
    if target == space.main, !known.isDeleted, known.fields[ShareRecords.zoneField] == nil {
      // One of the account's own that never was in a share: another one has but the same name.
      return
    } else if (space.schema.follows(.arrival) && !known.has(copy)) || isDeletedBefore(decided, known) {
      departure.arriving[target, default: [:]][id] = copy
    } else if there.base?.isDeleted == known.isDeleted, !other.dirty.contains(id) {
      // There, or deleted there by somebody who knew all of it, or gone on from there.
      departure.leaving.insert(id)
      if known.isDeleted {
        departure.gone[target, default: [:]][id] = copy
      } else {
        departure.present[target, default: []].insert(id)
      }
      if isSentOn(known) { departure.sentOn[target, default: []].insert(id) }
    }
  }

  /// What arrives brings what it needs, as an edit does that meets a deletion; other references to what is gone there become
  /// null.
  func bringBack(to target: String, _ departure: inout Departure) {
    var gone = departure.gone[target] ?? [:]
    let sentOn = departure.sentOn[target] ?? []
    var open = (departure.arriving[target] ?? [:]).keys.sorted()
    while let id = open.popLast() {
      guard let record = departure.arriving[target]?[id] else { continue }
      for field in space.schema.models[id.type]?.reviving.sorted() ?? [] {
        for end in record.ends(of: field).sorted() where !sentOn.contains(end) {
          guard let copy = gone.removeValue(forKey: end) else { continue }
          departure.arriving[target, default: [:]][end] = copy
          departure.leaving.remove(end)
          open.append(end)
        }
      }
    }
    for (id, record) in departure.arriving[target] ?? [:] {
      departure.arriving[target]?[id] = record.letting(go: Set(gone.keys))
    }
  }

  func isSentOn(_ record: SyncRecord) -> Bool {
    guard record.isDeleted, case .text? = record.fields[ShareRecords.zoneField]?.value else { return false }
    return true
  }

  /// Whether it was decided later than that where a record is to go, or has gone.
  func isLater(_ record: SyncRecord, than decided: Stamp) -> Bool {
    record.fields[ShareRecords.zoneField].map { decided < $0.stamp } ?? false
  }

  /// Whether a record was deleted before it was decided that it comes. A deleted one that has a mark was not deleted: it has left.
  func isDeletedBefore(_ decided: Stamp, _ record: SyncRecord) -> Bool {
    guard record.isDeleted else { return false }
    return isSentOn(record) ? !isLater(record, than: decided) : record.life.stamp < decided
  }

  /// Whether a record that is to come here is here already since an earlier decision, and the server does not know that it is
  /// to stay. It must: somebody else may have it leave at this moment for where it comes from, and then neither zone would have
  /// it. A time alone is not uploaded.
  func needsReceipt(_ row: ReplicaRow, _ decided: Stamp) -> Bool {
    guard space.schema.follows(.receipt), let known = row.local, let mark = row.settled(ShareRecords.zoneField),
      mark.value == .null
    else { return false }
    return mark.stamp < decided && (!known.isDeleted || isDeletedBefore(decided, known))
  }

  /// A record without what its new zone does not have, and with the time when it was decided that it goes there: whoever deletes
  /// it there has seen that time, and so does it later.
  func portable(_ record: SyncRecord, to zone: String, _ decided: Stamp) -> SyncRecord {
    var copy = record
    // It stays there, unless a later decision has sent it on.
    copy.fields[ShareRecords.zoneField] = Register(.null, decided)
    copy.fields[ShareRecords.arrivalField] = nil
    copy.life = Life(isDeleted: false, stamp: max(record.life.stamp, decided))
    return copy.letting(go: record.references.filter { !goes($0, to: zone) })
  }

  func goes(_ id: RecordID, to zone: String) -> Bool {
    if let mark = marks[id] { return mark == zone }
    guard let home = space.home(of: id) else { return false }
    return home == zone || space.course(of: id, from: home).contains { $0.zone == zone }
  }
}

extension SyncRecord {
  /// The record without references to these, which is nobody's edit.
  func letting(go ends: Set<RecordID>) -> SyncRecord {
    if ends.isEmpty { return self }
    var copy = self
    for (name, register) in fields {
      guard case .reference(let end) = register.value, ends.contains(end) else { continue }
      // Another device may know that the other end goes there, too: then that counts.
      copy.fields[name] = Register(.null, register.stamp.beforehand)
    }
    for (name, set) in links { copy.links[name]?.members = set.members.filter { !ends.contains($0.value) } }
    return copy
  }

  /// Takes references that a device has let go of in the zone that a record comes from, since their ends have gone: they have
  /// come here, and the record with them. That device may not know this zone.
  mutating func takeBack(_ known: SyncRecord, in zone: ZoneReplica) {
    for (name, register) in fields where register.value == .null {
      guard let own = known.fields[name], case .reference(let end) = own.value,
        own.stamp.afterwards == register.stamp, zone.rows[end]?.isAlive == true
      else { continue }
      fields[name] = own
    }
  }

  /// Whether it has all that another one has, or something later.
  func has(_ other: SyncRecord) -> Bool {
    for (name, register) in other.fields {
      guard let own = fields[name] else { return false }
      if own.value != register.value, own.stamp < register.stamp { return false }
    }
    for (name, set) in other.links {
      let own = links[name] ?? LinkSet()
      for (number, _) in set.members where own.members[number] == nil && own.removed[number] == nil { return false }
      for (number, _) in set.removed where own.members[number] != nil { return false }
    }
    return true
  }
}
