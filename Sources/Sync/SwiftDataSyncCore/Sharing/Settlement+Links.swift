// SPDX-License-Identifier: Apache-2.0

/// Relationships that become links between zones, and links that become relationships.
extension Settlement {
  /// References that a merge has cleared, since the record that they led to has gone to another zone, become links.
  mutating func keepDetached() {
    for zone in space.zoneNames where space.mayWrite(zone) {
      for detached in space.zones[zone]?.detached.sorted(by: { $0.link.id < $1.link.id }) ?? []
      where space.zones[zone]?.rows[detached.link.from]?.isAlive == true {
        let link = detached.link
        // An edit from now on: what a merge has cleared would come back.
        if link.isMany {
          edits.add(.unlink(link.from, relationship: link.field, link.target), in: zone)
        } else {
          // No later than the reference, or it would be later than what others write.
          let isTimed = space.schema.follows(.linkTimes)
          edits.add(
            isTimed
              ? .reseal(link.from, field: link.field, .null, stamp: detached.stamp)
              : .set(link.from, field: link.field, .null), in: zone)
        }
        edits.keep(link, since: detached.stamp, isNew: true)
        follow(link.from, besides: link.target)
      }
    }
  }

  /// What leads out of the new zone is kept by who moves the record.
  mutating func keepLinks(of id: RecordID, to target: String, in zone: String, _ sentOn: Set<RecordID>) {
    guard let record = space.zones[zone]?.rows[id]?.local else { return }
    let there = space.zones[target]?.rows[id]?.local
    endCleared(id, record, in: zone)
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

  /// What a user has cleared here after it had become a link: the record in the other zone may be null already, and then the
  /// time of that is not uploaded.
  mutating func endCleared(_ id: RecordID, _ record: SyncRecord, in zone: String) {
    for (name, register) in record.fields.sorted(by: { $0.key < $1.key }) where register.value == .null {
      let known = space.zones[space.main]?.rows[OuterLink.id(id, name, nil)]?.local
      // A merge has cleared what became a link just now.
      guard let link = OuterLink(known), !edits.hasDecided(link), let decided = space.decision(link),
        let cleared = space.zones[zone]?.rows[id]?.settled(name)?.stamp, decided < cleared
      else { continue }
      edits.end(link.id, stamp: cleared)
    }
  }

  /// A link whose ends have come together is a relationship again.
  mutating func promote() {
    var links: Set<OuterLink> = []
    for id in touched {
      if ShareRecords.isShareRecord(id) {
        if let link = OuterLink(space.zones[space.main]?.rows[id]?.local) { links.insert(link) }
      } else {
        links.formUnion(space.links(from: id) + space.links(to: id))
      }
    }
    for link in links.sorted(by: { $0.id < $1.id }) {
      reviveEnd(of: link)
      promote(link)
    }
    clearEnded()
  }

  /// What an object cannot be without, and another device has deleted that did not know of the link, comes back, as it does for
  /// a reference. Who knows of a link ends it with the deletion, in the same zone if that is the account's own one; elsewhere,
  /// the end of the link may be on its way.
  mutating func reviveEnd(of link: OuterLink) {
    guard space.schema.models[link.from.type]?.reviving.contains(link.field) == true, !edits.hasDecided(link),
      let home = space.home(of: link.from), !space.isAlive(link.target),
      let dead = space.zones[space.main]?.rows[link.target]?.local, !dead.hasLeft, dead.life.successor == nil,
      link.isMany || space.isInForce(link, over: space.zones[home]?.rows[link.from]?.settled(link.field))
    else { return }
    if revived.insert(link.target).inserted { edits.add(.insert(link.target, [:]), in: space.main) }
  }

  /// What a user has cleared while it was a link, and another device has made a reference of again: the later of both counts.
  mutating func clearEnded() {
    guard let own = space.zones[space.main], !own.endedLinks.isEmpty else { return }
    var found: Set<RecordID> = []
    for id in touched {
      if ShareRecords.isShareRecord(id) { found.insert(id) } else { found.formUnion(own.endedLinks[id] ?? []) }
    }
    for id in found.sorted() {
      guard let (from, field) = OuterLink.end(of: own.rows[id]?.local), let ended = space.decision(id),
        let home = space.home(of: from), space.mayWrite(home), let row = space.zones[home]?.rows[from],
        let register = row.settled(field), case .reference = register.value, register.stamp < ended
      else { continue }
      edits.add(.reseal(from, field: field, .null, stamp: ended), in: home)
    }
  }

  mutating func promote(_ link: OuterLink) {
    // What was decided about it just now is looked at in the next round.
    if edits.hasDecided(link) { return }
    guard let home = space.home(of: link.from), let row = space.zones[home]?.rows[link.from] else { return }
    // Nobody let this account take the place of what the share says, as it did before it heard that.
    if !link.isMany, !space.mayWrite(home), case .reference? = row.settled(link.field)?.value {
      return edits.drop(link.id)
    }
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
      return edits.end(link.id, stamp: own.stamp)
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
  func isMarked(_ id: RecordID, in zone: String) -> Bool { space.zones[zone]?.marked.contains(id) ?? false }

  /// Whether a record has not left another zone yet, and so may bring something from there.
  func isElsewhere(_ id: RecordID, than home: String) -> Bool {
    space.zoneNames.contains { $0 != home && space.zones[$0]?.rows[id]?.isAlive == true }
  }
}
