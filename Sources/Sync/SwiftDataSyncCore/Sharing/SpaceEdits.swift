// SPDX-License-Identifier: Apache-2.0

/// Brings edits of what the app sees to the zones of its records. A relationship between two zones becomes a link.
struct SpaceEdits {
  let space: RecordSpace
  private var edits: [String: [LocalEdit]] = [:]
  private var drops: [LocalEdit] = []
  /// What the edits so far make of homes; nil: the record does not live any more.
  private var homes: [RecordID: String?] = [:]
  private var fields: [Place: SyncValue] = [:]
  private var members: [Member: Bool] = [:]
  private var links: [RecordID: OuterLink?] = [:]
  /// Those of them that lead to nothing now.
  private var ended: Set<RecordID> = []

  private struct Place: Hashable {
    var id: RecordID
    var field: String
  }

  private struct Member: Hashable {
    var id: RecordID
    var field: String
    var target: RecordID
  }

  init(_ space: RecordSpace) { self.space = space }

  /// In the order in which they are written: of a link and a reference in its place, the later one counts. So links that go
  /// come before all else, and those that come after it.
  var byZone: [(zone: String, edits: [LocalEdit])] {
    var all = drops.isEmpty ? [] : [(space.main, drops)]
    for name in space.zoneNames.dropFirst() + [space.main] { if let edits = edits[name] { all.append((name, edits)) } }
    return all
  }

  func home(of id: RecordID) -> String? { homes[id] ?? space.home(of: id) }

  mutating func add(_ edit: LocalEdit, in zone: String) { edits[zone, default: []].append(edit) }

  /// A transaction of the app.
  mutating func save(_ transaction: [LocalEdit]) {
    let zones = NewRecords(space, transaction).zones
    for (id, zone) in zones { homes[id] = .some(zone) }
    // What the account may not delete comes back, and with it the links at it.
    let returning = Set(transaction.compactMap { edit in forbiddenDeletion(edit) })
    for edit in transaction {
      switch edit {
      case .insert(let id, let fields): insert(id, fields, in: zones[id] ?? space.main)
      case .set(let id, let field, let value):
        if case .reference(let target) = value {
          setReference(id, field, target)
        } else if value == .null, let link = currentLink(OuterLink.id(id, field, nil)), returning.contains(link.target),
          self.value(id, field) == .null
        {
          continue
        } else if value == .null, isReference(id, field) {
          setReference(id, field, nil)
        } else if let home = home(of: id) {
          fields[Place(id: id, field: field)] = value
          add(edit, in: home)
        }
      case .link(let id, let relationship, let target): link(id, relationship, target)
      case .unlink(let id, let relationship, let target):
        if returning.contains(target), !isMember(target, id, relationship) { continue }
        unlink(id, relationship, target)
      case .delete(let id): delete(id, keepsLinks: returning.contains(id))
      case .reseal(let id, _, _, _): if let home = home(of: id) { add(edit, in: home) }
      case .adopt: add(edit, in: space.main)
      }
    }
  }

  /// The record of a deletion that the server will refuse, as far as this device knows; nil: of another edit.
  private func forbiddenDeletion(_ edit: LocalEdit) -> RecordID? {
    guard case .delete(let id) = edit, let home = home(of: id), !space.mayWrite(home) else { return nil }
    return id
  }

  private mutating func insert(_ id: RecordID, _ values: [String: SyncValue], in zone: String) {
    var own = values
    var outer: [OuterLink] = []
    for (field, value) in values.sorted(by: { $0.key < $1.key }) {
      guard case .reference(let target) = value else { continue }
      if isElsewhere(target, than: zone) {
        own[field] = .null
        outer.append(OuterLink(from: id, field: field, target: target, isMany: false))
      } else {
        drop(OuterLink.id(id, field, nil))
      }
    }
    for (field, value) in own { fields[Place(id: id, field: field)] = value }
    // Under the identity of a record that has gone to another zone; that one is where a mark in the own zone leads.
    if zone != space.main, space.zones[zone]?.rows[id]?.local?.fields[ShareRecords.zoneField] != nil {
      own[ShareRecords.zoneField] = .null
    }
    add(.insert(id, own), in: zone)
    for link in outer { put(link) }
  }

  private func isElsewhere(_ target: RecordID, than zone: String) -> Bool {
    home(of: target).map { $0 != zone } ?? false
  }

  /// What the record itself has, in its home.
  private func value(_ id: RecordID, _ field: String) -> SyncValue {
    if let value = fields[Place(id: id, field: field)] { return value }
    return home(of: id).flatMap { space.zones[$0]?.rows[id]?.local?.fields[field]?.value } ?? .null
  }

  private func isReference(_ id: RecordID, _ field: String) -> Bool {
    if case .reference = value(id, field) { return true }
    return currentLink(OuterLink.id(id, field, nil)) != nil
  }

  mutating func setReference(_ id: RecordID, _ field: String, _ target: RecordID?) {
    guard let home = home(of: id) else { return }
    let current = value(id, field)
    if let target, !isElsewhere(target, than: home) {
      drop(OuterLink.id(id, field, nil))
      if current != .reference(target) { set(id, field, .reference(target), in: home) }
    } else {
      if current != .null { set(id, field, .null, in: home) }
      if let target {
        // Also if the server may refuse to clear the reference: it goes by the right that the account has then, and where the
        // reference stays, the link is dropped.
        put(OuterLink(from: id, field: field, target: target, isMany: false), isAnew: current != .null)
      } else {
        end(OuterLink.id(id, field, nil))
      }
    }
  }

  mutating func set(_ id: RecordID, _ field: String, _ value: SyncValue, in zone: String) {
    fields[Place(id: id, field: field)] = value
    add(.set(id, field: field, value), in: zone)
  }

  private func isMember(_ target: RecordID, _ id: RecordID, _ field: String) -> Bool {
    if let known = members[Member(id: id, field: field, target: target)] { return known }
    guard let home = home(of: id) else { return false }
    return space.zones[home]?.rows[id]?.local?.links[field]?.targets.contains(target) ?? false
  }

  mutating func link(_ id: RecordID, _ field: String, _ target: RecordID) {
    guard let home = home(of: id) else { return }
    if isElsewhere(target, than: home) {
      put(OuterLink(from: id, field: field, target: target, isMany: true))
    } else {
      if !isMember(target, id, field) {
        members[Member(id: id, field: field, target: target)] = true
        add(.link(id, relationship: field, target), in: home)
      }
      drop(OuterLink.id(id, field, target))
    }
  }

  mutating func unlink(_ id: RecordID, _ field: String, _ target: RecordID) {
    guard let home = home(of: id) else { return }
    if isMember(target, id, field) {
      members[Member(id: id, field: field, target: target)] = false
      add(.unlink(id, relationship: field, target), in: home)
    }
    drop(OuterLink.id(id, field, target))
  }

  private mutating func delete(_ id: RecordID, keepsLinks: Bool) {
    // In all zones that it is in: it may be on its way. Where the account may only read, the server refuses it, and it is
    // taken back.
    for zone in space.zoneNames {
      guard space.zones[zone]?.rows[id]?.isAlive == true || homes[id] == .some(zone) else { continue }
      guard zone == home(of: id) || space.mark(of: id, in: zone) != nil || isTarget(zone, of: id) else { continue }
      // Otherwise the deletion would say that it has left.
      if case .text? = space.zones[zone]?.rows[id]?.local?.fields[ShareRecords.zoneField]?.value {
        add(.set(id, field: ShareRecords.zoneField, .null), in: zone)
      }
      add(.delete(id), in: zone)
    }
    homes[id] = .some(nil)
    // They lead to nothing and from nothing until it is there again.
    if keepsLinks { return }
    for link in space.links(from: id) { drop(link.id) }
    // Those that the same transaction lets lead elsewhere stay.
    for link in space.links(to: id) where currentLink(link.id)?.target == id { drop(link.id) }
    for field in (space.schema.models[id.type]?.fields ?? []).sorted() { forget(OuterLink.id(id, field, nil)) }
  }

  private func isTarget(_ zone: String, of id: RecordID) -> Bool {
    space.zoneNames.contains { space.zones[$0]?.rows[id]?.isAlive == true && space.mark(of: id, in: $0) == zone }
  }

  // MARK: Links

  private func currentLink(_ id: RecordID) -> OuterLink? {
    if let known = links[id] { return known }
    return OuterLink(space.zones[space.main]?.rows[id]?.local)
  }

  /// - Parameter isAnew: Whether it is a decision of now also if there is such a link already: the reference in its place was
  ///   cleared for it.
  mutating func put(_ link: OuterLink, isAnew: Bool = false) {
    let id = link.id
    guard let known = currentLink(id) else {
      let hasEnded = hasEnded(id)
      links[id] = .some(link)
      ended.remove(id)
      if hasEnded {
        for field in ["targetName", "targetType"] { set(id, field, link.fields[field] ?? .null, in: space.main) }
        return
      }
      var fields = link.fields
      // A time alone is not uploaded, and the link may be what it was before, or what another device makes of it now.
      fields["since"] = .text(space.moment)
      return add(.insert(id, fields), in: space.main)
    }
    guard known != link else {
      if isAnew { add(.set(id, field: "since", .text(space.moment)), in: space.main) }
      return
    }
    links[id] = .some(link)
    for (field, value) in link.fields.sorted(by: { $0.key < $1.key }) where known.fields[field] != value {
      add(.set(id, field: field, value), in: space.main)
    }
  }

  func hasDecided(_ link: OuterLink) -> Bool { links[link.id] != nil }

  /// Makes a link of what a record had as a reference until now: the decision is as old as that.
  ///
  /// - Parameter stamp: When that was written; nil: memberships have no time.
  mutating func keep(_ link: OuterLink, since stamp: Stamp?, isNew: Bool) {
    let id = link.id
    guard links[id] == nil else { return }
    if let known = space.zones[space.main]?.rows[id]?.local {
      let decided = known.isDeleted ? known.life.stamp : space.decision(link) ?? known.created
      if let stamp, decided >= stamp { return }
      if stamp == nil, !known.isDeleted || !isNew { return }
    }
    links[id] = .some(link)
    guard let stamp else { return add(.insert(id, link.fields), in: space.main) }
    var record = SyncRecord(created: stamp)
    record.fields = FieldMap(link.fields.mapValues { Register($0, stamp) })
    // A time alone is not uploaded.
    record.fields["since"] = Register(.text("\(stamp.wall) \(stamp.count) \(stamp.node)"), stamp)
    add(.adopt(id, record), in: space.main)
  }

  /// What a user has cleared: a link to nothing, with the time. Without it, another device that moves the record at the same moment
  /// makes a link of what was there before, and a deletion says nothing of when.
  ///
  /// - Parameter stamp: When that was; nil: now.
  mutating func end(_ id: RecordID, stamp: Stamp? = nil) {
    guard currentLink(id) != nil else { return }
    links[id] = .some(nil)
    ended.insert(id)
    for field in ["targetName", "targetType"] {
      add(stamp.map { .reseal(id, field: field, .null, stamp: $0) } ?? .set(id, field: field, .null), in: space.main)
    }
  }

  private func hasEnded(_ id: RecordID) -> Bool {
    ended.contains(id) || (links[id] == nil && space.zones[space.main]?.rows[id]?.isAlive == true)
  }

  /// A link to nothing goes with the record that it leads from.
  private mutating func forget(_ id: RecordID) {
    guard hasEnded(id) else { return }
    links[id] = .some(nil)
    ended.remove(id)
    add(.delete(id), in: space.main)
  }

  mutating func drop(_ id: RecordID) {
    guard currentLink(id) != nil else { return }
    if case .some(.some) = links[id] {
      // Made in the same transaction.
      add(.delete(id), in: space.main)
    } else {
      drops.append(.delete(id))
    }
    links[id] = .some(nil)
  }
}

/// In which zones the new records of a transaction begin: in those of their owners, if the account may write there.
private struct NewRecords {
  private(set) var zones: [RecordID: String] = [:]
  private let space: RecordSpace
  private var owners: [RecordID: Set<RecordID>] = [:]

  init(_ space: RecordSpace, _ transaction: [LocalEdit]) {
    self.space = space
    var inserted: [RecordID] = []
    for edit in transaction {
      switch edit {
      case .insert(let id, let fields):
        inserted.append(id)
        for (field, value) in fields { note(id, field, value) }
      case .set(let id, let field, let value): note(id, field, value)
      case .link(let id, let relationship, let target): note(id, relationship, .reference(target))
      default: break
      }
    }
    let all = Set(inserted)
    for id in inserted {
      var open: Set<RecordID> = []
      zones[id] = zone(id, all, &open)
    }
  }

  private mutating func note(_ id: RecordID, _ field: String, _ value: SyncValue) {
    guard case .reference(let target) = value, let model = space.schema.models[id.type] else { return }
    if model.owners.contains(field) { owners[id, default: []].insert(target) }
    if model.owned.contains(field) { owners[target, default: []].insert(id) }
  }

  private func zone(_ id: RecordID, _ inserted: Set<RecordID>, _ open: inout Set<RecordID>) -> String {
    if let known = zones[id] { return known }
    // What is inserted again is where it was.
    if space.zones[space.main]?.rows[id] != nil { return space.main }
    for name in space.zoneNames where space.mayWrite(name) && space.zones[name]?.rows[id] != nil { return name }
    guard open.insert(id).inserted else { return space.main }
    for owner in (owners[id] ?? []).sorted() {
      let home = inserted.contains(owner) ? zone(owner, inserted, &open) : space.destination(of: owner)
      if let home, space.mayWrite(home) { return home }
    }
    return space.main
  }
}
