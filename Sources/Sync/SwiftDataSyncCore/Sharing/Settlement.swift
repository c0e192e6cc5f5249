// SPDX-License-Identifier: Apache-2.0

/// What is to be done so that each record is where it belongs: after the app has saved, and after something has come.
///
/// Each step needs what the server has acknowledged of the one before, and doing it twice changes nothing: any device that may
/// write to both zones goes on with a move, whoever began it.
struct Settlement {
  private let space: RecordSpace
  private let touched: Set<RecordID>
  private var edits: SpaceEdits
  /// Marks that this settlement makes.
  private var marks: [RecordID: String] = [:]

  /// - Parameter touched: Records that may have changed.
  init(_ space: RecordSpace, touched: Set<RecordID>) {
    (self.space, self.touched) = (space, touched)
    edits = SpaceEdits(space)
  }

  mutating func settle() -> [(zone: String, edits: [LocalEdit])] {
    keepDetached()
    for id in touched.sorted() where !ShareRecords.isShareRecord(id) {
      follow(id)
      guard let zone = destination(id) else { continue }
      for child in space.owned(by: id) where destination(child) != zone { follow(child) }
    }
    for id in touched.sorted() { unite(id) }
    move()
    promote()
    return edits.byZone
  }

  /// Marks records, with all that hangs on them.
  mutating func mark(_ ids: [RecordID], to zone: String) -> [(zone: String, edits: [LocalEdit])] {
    for id in ids {
      guard let home = space.home(of: id), home != zone else { continue }
      for part in space.closure(of: id).sorted() where destination(part) == home { mark(part, to: zone) }
    }
    return edits.byZone
  }

  private func destination(_ id: RecordID) -> String? { marks[id] ?? space.destination(of: id) }

  private mutating func mark(_ id: RecordID, to zone: String) {
    guard let home = space.home(of: id), destination(id) != zone, space.mayWrite(home), space.mayWrite(zone) else {
      return
    }
    marks[id] = zone
    edits.add(
      .set(id, field: ShareRecords.zoneField, zone == home ? .null : .text(space.markText(zone))), in: home)
  }

  // MARK: Following owners

  /// References that a merge has cleared, since the record that they led to has gone to another zone, become links.
  private mutating func keepDetached() {
    for zone in space.zoneNames where space.mayWrite(zone) {
      for detached in space.zones[zone]?.detached.sorted(by: { $0.link.id < $1.link.id }) ?? []
      where space.zones[zone]?.rows[detached.link.from]?.isAlive == true {
        let link = detached.link
        // An edit from now on: what a merge has cleared would come back.
        if link.isMany {
          edits.add(.unlink(link.from, relationship: link.field, link.target), in: zone)
        } else {
          // No later than the reference, or it would be later than what others write.
          edits.add(.reseal(link.from, field: link.field, .null, stamp: detached.stamp), in: zone)
        }
        edits.keep(link, since: detached.stamp, isNew: true)
        follow(link.from, besides: link.target)
      }
    }
  }

  /// An object that has no owner where it is goes to the zone of one that it has.
  private mutating func follow(_ id: RecordID, besides owner: RecordID? = nil) {
    guard let own = destination(id) else { return }
    let owners = space.owners(of: id) + (owner.map { [$0] } ?? [])
    let zones = owners.compactMap { destination($0) }
    guard !zones.isEmpty, !zones.contains(own), let zone = zones.first(where: { space.mayWrite($0) }) else { return }
    mark(id, to: zone)
    for child in space.owned(by: id) where destination(child) == own { follow(child) }
  }

  // MARK: Moving

  /// A record that was called back into the own zone while another device had it taken to a share already: that one comes home.
  ///
  /// Only what has been on its way before, since another account may have given one of its own records the same name; and never
  /// the other way, since a share must not be able to say what of the own zone is put into it.
  private mutating func unite(_ id: RecordID) {
    guard marks[id] == nil, let mine = space.zones[space.main]?.rows[id]?.local, !mine.isDeleted,
      mine.fields[ShareRecords.zoneField]?.value == .null
    else { return }
    for (name, right) in space.shares.sorted(by: { $0.key < $1.key }) where right.mayWrite {
      guard let theirs = space.zones[name]?.rows[id]?.local, !theirs.isDeleted, space.mark(of: id, in: name) == nil
      else { continue }
      marks[id] = space.main
      edits.add(.set(id, field: ShareRecords.zoneField, .text(space.markText(space.main))), in: name)
    }
  }

  /// What of one zone is to go to others.
  private struct Departure {
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

  private mutating func move() {
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

  private mutating func decide(
    _ id: RecordID, in zone: String, _ replica: ZoneReplica, _ departure: inout Departure
  ) {
    guard let target = space.mark(of: id, in: zone), space.mayWrite(target),
      let other = space.zones[target], other.lineage != nil, let row = replica.rows[id], let record = row.local,
      // The mark itself must be known to the server, which may refuse it.
      row.base?.isDeleted == false,
      row.base?.fields[ShareRecords.zoneField]?.value == record.fields[ShareRecords.zoneField]?.value
    else { return }
    let (copy, decided) = portable(record, to: target)
    guard let there = other.rows[id], let known = there.local else {
      departure.arriving[target, default: [:]][id] = copy
      return
    }
    if space.target(of: known) == zone, isLater(known, than: decided) {
      // It was sent here after it had been sent there.
      edits.set(id, ShareRecords.zoneField, .null, in: zone)
    } else if target == space.main, !known.isDeleted, known.fields[ShareRecords.zoneField] == nil {
      // One of the account's own that never was in a share: another one has but the same name.
      return
    } else if !known.has(copy) || isDeletedBefore(decided, known) {
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
  private func bringBack(to target: String, _ departure: inout Departure) {
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

  private func isSentOn(_ record: SyncRecord) -> Bool {
    guard record.isDeleted, case .text? = record.fields[ShareRecords.zoneField]?.value else { return false }
    return true
  }

  /// Whether it was decided later than that where a record is to go, or has gone.
  private func isLater(_ record: SyncRecord, than decided: Stamp) -> Bool {
    record.fields[ShareRecords.zoneField].map { decided < $0.stamp } ?? false
  }

  /// Whether a record was deleted before it was decided that it comes. A deleted one that has a mark was not deleted: it has left.
  private func isDeletedBefore(_ decided: Stamp, _ record: SyncRecord) -> Bool {
    guard record.isDeleted else { return false }
    return isSentOn(record) ? !isLater(record, than: decided) : record.life.stamp < decided
  }

  /// A record without what its new zone does not have, and when it was decided that it goes there. Whoever deletes it there
  /// has seen that time, and so does it later.
  private func portable(_ record: SyncRecord, to zone: String) -> (record: SyncRecord, decided: Stamp) {
    var copy = record
    let decided = record.fields[ShareRecords.zoneField]?.stamp ?? record.life.stamp
    // It stays there, unless a later decision has sent it on.
    copy.fields[ShareRecords.zoneField] = Register(.null, decided)
    copy.life = Life(isDeleted: false, stamp: max(record.life.stamp, decided))
    return (copy.letting(go: record.references.filter { !goes($0, to: zone) }), decided)
  }

  private func goes(_ id: RecordID, to zone: String) -> Bool { destination(id) == zone }

  /// Those whose references are there, or come together with them.
  private mutating func adopt(
    _ records: [RecordID: SyncRecord], in target: String, from zone: String, sentOn: Set<RecordID>
  ) {
    let other = space.zones[target]
    var ready = Set(records.keys)
    while true {
      let waiting = ready.filter { id in
        records[id]?.references.contains { !ready.contains($0) && other?.rows[$0]?.isAlive != true } ?? true
      }
      if waiting.isEmpty { break }
      ready.subtract(waiting)
    }
    for id in ready.sorted() {
      guard let record = records[id] else { continue }
      edits.add(.adopt(id, record), in: target)
      keepLinks(of: id, to: target, in: zone, sentOn)
    }
  }

  /// What leads out of the new zone is kept by who moves the record.
  private mutating func keepLinks(of id: RecordID, to target: String, in zone: String, _ sentOn: Set<RecordID>) {
    guard let record = space.zones[zone]?.rows[id]?.local else { return }
    let there = space.zones[target]?.rows[id]?.local
    let outer = record.references.filter { sentOn.contains($0) || (!goes($0, to: target) && space.isAlive($0)) }
    for (name, register) in record.fields.sorted(by: { $0.key < $1.key }) {
      guard case .reference(let end) = register.value, outer.contains(end),
        there?.fields[name].map({ $0.stamp <= register.stamp.afterwards }) ?? true
      else { continue }
      let link = OuterLink(from: id, field: name, target: end, isMany: false)
      edits.keep(link, since: register.stamp.afterwards, isNew: there?.isDeleted ?? true)
    }
    for (name, set) in record.links.sorted(by: { $0.key < $1.key }) {
      for end in set.targets.sorted() where outer.contains(end) {
        let link = OuterLink(from: id, field: name, target: end, isMany: true)
        edits.keep(link, since: nil, isNew: there?.isDeleted ?? true)
      }
    }
  }

  /// Deletes what has arrived elsewhere, once all that refers to it has let go.
  private mutating func leave(_ ids: Set<RecordID>, _ zone: String) {
    guard let replica = space.zones[zone] else { return }
    var leaving = ids
    while true {
      let waiting = leaving.filter { id in
        replica.referrers(of: id).contains { !leaving.contains($0) && isOnItsWay($0, in: zone, after: id) }
      }
      if waiting.isEmpty { break }
      leaving.subtract(waiting)
    }
    for id in leaving.sorted() {
      for other in replica.referrers(of: id) where !leaving.contains(other) {
        guard let record = replica.rows[other]?.local else { continue }
        for (field, register) in record.fields.sorted(by: { $0.key < $1.key }) where register.value == .reference(id) {
          // Nobody's edit, so it is no later than the reference.
          edits.add(.reseal(other, field: field, .null, stamp: register.stamp.afterwards), in: zone)
          let link = OuterLink(from: other, field: field, target: id, isMany: false)
          edits.keep(link, since: register.stamp.afterwards, isNew: true)
        }
        for (field, set) in record.links.sorted(by: { $0.key < $1.key }) where set.targets.contains(id) {
          edits.add(.unlink(other, relationship: field, id), in: zone)
          edits.put(OuterLink(from: other, field: field, target: id, isMany: true))
        }
      }
      edits.add(.delete(id), in: zone)
    }
  }

  /// Whether a record that refers to one which leaves is leaving, too, or is to.
  private mutating func isOnItsWay(_ other: RecordID, in zone: String, after id: RecordID) -> Bool {
    if marks[other] != nil || space.mark(of: other, in: zone).map({ space.mayWrite($0) }) == true { return true }
    guard space.owners(of: other).contains(id) else { return false }
    follow(other, besides: id)
    return marks[other] != nil
  }

  // MARK: Links

  /// A link whose ends have come together is a relationship again.
  private mutating func promote() {
    for id in touched.sorted() where !ShareRecords.isShareRecord(id) {
      for link in Set(space.links(from: id) + space.links(to: id)).sorted(by: { $0.id < $1.id }) { promote(link) }
    }
  }

  private mutating func promote(_ link: OuterLink) {
    // What was decided about it just now is looked at in the next round.
    if edits.hasDecided(link) { return }
    guard let home = space.home(of: link.from), let row = space.zones[home]?.rows[link.from] else { return }
    // A later value of the record's own counts. To drop the link would be a decision that is later than that one.
    if !link.isMany, let written = row.settled(link.field)?.stamp, let decided = space.decision(link),
      decided < written
    {
      return
    }
    if !link.isMany, let own = row.local?.fields[link.field], own.value == .null, let decided = space.decision(link),
      decided < own.stamp
    {
      // The user has cleared it when it was clear already, of which the server knows nothing.
      return edits.drop(link.id)
    }
    guard space.home(of: link.target) == home, destination(link.from) == home, destination(link.target) == home,
      space.mayWrite(home), !isElsewhere(link.from, than: home), !isMarked(link.from, in: home),
      !isMarked(link.target, in: home)
    else { return }
    if link.isMany {
      edits.link(link.from, link.field, link.target)
    } else {
      // No later than the link, which stays: it does not count beside a later reference.
      let register = row.settled(link.field)
      guard register?.value != .reference(link.target), let decided = space.decision(link) else { return }
      let stamp = max(decided, register?.stamp ?? decided).afterwards
      edits.add(.reseal(link.from, field: link.field, .reference(link.target), stamp: stamp), in: home)
    }
  }

  /// Whether a record is to go to another zone, of which this device may not have heard yet.
  private func isMarked(_ id: RecordID, in zone: String) -> Bool { space.zones[zone]?.marked.contains(id) ?? false }

  /// Whether a record has not left another zone yet, and so may bring something from there.
  private func isElsewhere(_ id: RecordID, than home: String) -> Bool {
    space.zoneNames.contains { $0 != home && space.zones[$0]?.rows[id]?.isAlive == true }
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
