// SPDX-License-Identifier: Apache-2.0

/// The zones that a device follows, as one: what the app sees.
///
/// A record lives in one zone, its home. While it moves it may be in two; then its home is the one that it moves to.
package struct RecordSpace: Sendable {
  /// The account's own zone.
  package let main: String
  package let account: String
  /// The shares that are followed, and what the account may do in them.
  package let shares: [String: ShareRight]
  package let zones: [String: ZoneReplica]
  package let schema: SyncSchema
  private let names: [String]
  private let own: ZoneReplica
  /// Whether there is but one zone, and no link out of it, nor one to be made.
  package private(set) var isPlain: Bool
  /// Whether there is nothing between zones that may have to be moved, linked or cleared.
  var isSettled: Bool { isPlain && own.endedLinks.isEmpty }
  private let clock: HybridClock
  private let node: UInt64
  /// What no other decision has, of this device or of another one.
  var moment: String { "\(clock.wall) \(clock.count) \(node)" }
  /// As the app saw it when visible changes were asked for last, if records have changed since.
  private var isFormer = false
  /// Links between zones that have changed since, by the records at both of their ends.
  private var formerLinks: [RecordID: Set<RecordID>] = [:]

  private init(
    main: String, account: String, shares: [String: ShareRight], zones: [String: ZoneReplica], schema: SyncSchema,
    clock: HybridClock, node: UInt64
  ) {
    (self.clock, self.node) = (clock, node)
    (self.main, self.account, self.shares, self.zones, self.schema) = (main, account, shares, zones, schema)
    names = shares.keys.sorted()
    own = zones[main] ?? ZoneReplica()
    isPlain = shares.isEmpty && own.links.isEmpty && own.detached.isEmpty
  }

  package init(_ state: ClientState, main: String, schema: SyncSchema) {
    self.init(
      main: main, account: state.account, shares: state.shares, zones: state.zones, schema: schema,
      clock: state.clock, node: state.node)
  }

  /// All zones, the account's own first.
  package var zoneNames: [String] { [main] + names }

  package func mayWrite(_ zone: String) -> Bool { zone == main || shares[zone]?.mayWrite ?? false }

  private func stored(_ id: RecordID, in zone: String) -> ReplicaRow? {
    // A zone is copied when it is taken out of a dictionary.
    if zone == main { return isFormer ? own.formerRow(id) : own.rows[id] }
    return isFormer ? zones[zone]?.formerRow(id) : zones[zone]?.rows[id]
  }

  // MARK: Homes

  /// Where a record lives; nil: it does not.
  ///
  /// What is in the own zone and is not moving away stays there, whatever a share has under its name: another account may
  /// have given one of its own records the same.
  package func home(of id: RecordID) -> String? {
    let isHere = isAlive(id, in: main)
    if names.isEmpty { return isHere ? main : nil }
    if isHere {
      guard let end = mark(of: id, in: main), isAlive(id, in: end) else { return main }
      return end
    }
    let found = names.filter { isAlive(id, in: $0) }
    guard found.count > 1 else { return found.first }
    // It moves from one share to another one, or has been taken to both.
    return found.first { zone in
      guard let end = mark(of: id, in: zone) else { return true }
      return !isAlive(id, in: end)
    } ?? found.first
  }

  private func isAlive(_ id: RecordID, in zone: String) -> Bool { stored(id, in: zone)?.isAlive ?? false }

  /// The zone that a record is to go to from this one; nil: none that this device follows.
  package func mark(of id: RecordID, in zone: String) -> String? {
    guard isAlive(id, in: zone) else { return nil }
    let end = course(of: id, from: zone).last?.zone
    return end == zone ? nil : end
  }

  /// Where marks lead from a zone, step by step, and when that was decided. A zone that it is to go to may have a mark, too: a
  /// later decision, whether it was there already or not.
  func course(of id: RecordID, from zone: String) -> [(zone: String, decided: Stamp)] {
    var steps: [(zone: String, decided: Stamp)] = []
    var passed: Set<String> = [zone]
    while let record = stored(id, in: steps.last?.zone ?? zone)?.local,
      let mark = record.fields[ShareRecords.zoneField], let next = target(of: record),
      next != steps.last?.zone ?? zone, steps.last.map({ $0.decided <= mark.stamp }) ?? true
    {
      steps.append((next, mark.stamp))
      if !passed.insert(next).inserted || !schema.follows(.course) { break }
    }
    return steps
  }

  /// The zone that a record's mark names, if this device follows it.
  package func target(of record: SyncRecord?) -> String? {
    guard case .text(let text)? = record?.fields[ShareRecords.zoneField]?.value else { return nil }
    if text == markText(main) { return main }
    return shares[text] == nil ? nil : text
  }

  /// A zone as a mark names it: an account's own zone has the name that other accounts' have, too.
  package func markText(_ zone: String) -> String { zone == main ? "\(account)/\(main)" : zone }

  /// Where a record will be.
  package func destination(of id: RecordID) -> String? { home(of: id).map { mark(of: id, in: $0) ?? $0 } }

  // MARK: Records

  package func isAlive(_ id: RecordID) -> Bool { home(of: id) != nil }

  /// The row in its home, with its links to other zones; of what does not live, that of a zone that knew it.
  package func row(_ id: RecordID) -> ReplicaRow? {
    if isPlain { return isFormer ? stored(id, in: main) : own.rows[id] }
    guard let home = home(of: id) else {
      return stored(id, in: main) ?? names.lazy.compactMap { stored(id, in: $0) }.first
    }
    guard var row = stored(id, in: home) else { return nil }
    let outer = links(from: id)
    guard !outer.isEmpty, var record = row.local else { return row }
    for link in outer where isAlive(link.target) {
      if link.isMany {
        if record.links[link.field]?.targets.contains(link.target) != true {
          record.links[link.field, default: LinkSet()].members[link.number] = link.target
        }
      } else if isInForce(link, over: row.settled(link.field)) {
        record.fields[link.field] = Register(
          .reference(link.target), record.fields[link.field]?.stamp ?? record.created)
      }
    }
    row.local = record
    return row
  }

  /// The row of what lives.
  package func shownRow(_ id: RecordID) -> ReplicaRow? {
    guard isPlain || isAlive(id), let row = row(id) else { return nil }
    return row.isAlive || !isPlain ? row : nil
  }

  /// What the app sees of a record.
  package func record(_ id: RecordID) -> SyncRecord? { row(id)?.local }

  /// Links out of a record's zone.
  package func links(from id: RecordID) -> [OuterLink] {
    links(at: id).filter { $0.from == id }
  }

  /// Links that lead to a record.
  package func links(to id: RecordID) -> [OuterLink] {
    links(at: id).filter { $0.target == id }
  }

  private func links(at id: RecordID) -> [OuterLink] {
    var found = own.links[id] ?? []
    if let former = formerLinks[id] { found.formUnion(former) }
    return found.sorted().compactMap { OuterLink(stored($0, in: main)?.local) }
  }

  /// When it was decided that a link leads where it does. Its life does not count: a merge may have brought it back.
  func decision(_ link: OuterLink) -> Stamp? {
    decision(link.id)
  }

  func decision(_ link: RecordID) -> Stamp? {
    stored(link, in: main).flatMap { row in row.local?.fields.keys.compactMap { row.settled($0)?.stamp }.max() }
  }

  /// The later of a link and the field of the record itself. A field that was cleared since its object has gone to another
  /// zone keeps its time, and so does the link.
  func isInForce(_ link: OuterLink, over register: Register?) -> Bool {
    guard let register, let stamp = decision(link) else { return true }
    return register.value == .null ? register.stamp <= stamp : register.stamp < stamp
  }

  /// The records that refer to this one and live.
  package func referrers(of id: RecordID) -> [RecordID] {
    if isPlain { return own.referrers(of: id) }
    var found = Set(links(to: id).map(\.from).filter { isAlive($0) })
    for name in zoneNames {
      for other in zones[name]?.referrers(of: id) ?? [] where home(of: other) == name { found.insert(other) }
    }
    return found.sorted()
  }

  /// What looks different to the app if these records have changed: a link is a part of the record that it leads from.
  package func shown(_ changed: Set<RecordID>) -> Set<RecordID> {
    if isPlain, !changed.contains(where: ShareRecords.isShareRecord) { return changed }
    var found: Set<RecordID> = []
    for id in changed {
      if ShareRecords.isShareRecord(id) {
        if let record = zones[main]?.rows[id]?.local, let (from, _) = OuterLink.place(of: record) { found.insert(from) }
      } else {
        found.insert(id)
        for link in links(to: id) { found.insert(link.from) }
      }
    }
    return found
  }

  /// Whether a record that does not live has gone to a zone that this device may not have asked since.
  package func isMoving(_ id: RecordID) -> Bool {
    guard home(of: id) == nil else { return false }
    return zoneNames.contains { name in
      guard let record = zones[name]?.rows[id]?.local, record.isDeleted,
        case .text(let text)? = record.fields[ShareRecords.zoneField]?.value
      else { return false }
      return text != markText(name) && (text == markText(main) || ServerShare.isName(text))
    }
  }

  // MARK: What the app saw

  /// What the app saw of relationships, and of fields that have a rule, where they have changed since
  /// `takeVisibleChanges` was asked last.
  ///
  /// A record that has moved to another zone meanwhile has changed in two of them, and looks the same.
  ///
  /// - Parameters:
  ///   - isKnown: Whether the app has an object of a record.
  ///   - replaced: Records whose objects were others' until now, and whose.
  package func formerValues(
    of isKnown: (RecordID) -> Bool, replaced: [RecordID: RecordID]
  ) -> [RecordID: FormerValues] {
    var changed: Set<RecordID> = []
    for name in zoneNames {
      guard let touched = zones[name]?.touched, !touched.isEmpty else { continue }
      if changed.isEmpty { changed = touched } else { changed.formUnion(touched) }
    }
    if changed.isEmpty { return [:] }
    let former = former(changed.filter(ShareRecords.isShareRecord))
    var found: [RecordID: FormerValues] = [:]
    for id in shown(changed) where isKnown(id) {
      guard let seen = former.record(replaced[id] ?? id), let now = record(id) else { continue }
      let values = FormerValues(seen, now: now, policies: schema.models[id.type]?.policies ?? [:])
      if !values.isEmpty { found[id] = values }
    }
    return found
  }

  private func former(_ changedLinks: Set<RecordID>) -> RecordSpace {
    var former = self
    former.isFormer = true
    for id in changedLinks {
      guard let link = OuterLink(own.formerRow(id)?.local) else { continue }
      former.isPlain = false
      for end in [link.from, link.target] { former.formerLinks[end, default: []].insert(id) }
    }
    return former
  }

  /// All records that this device has, deleted ones included.
  package var allRecords: Set<RecordID> {
    var found: Set<RecordID> = []
    for name in zoneNames { if let rows = zones[name]?.rows { found.formUnion(rows.keys) } }
    return found
  }

  // MARK: Owners

  /// The records whose deletion would cascade to this one.
  package func owners(of id: RecordID) -> [RecordID] {
    guard let record = record(id) else { return [] }
    var found: Set<RecordID> = []
    for field in schema.models[id.type]?.owners ?? [] { found.formUnion(record.ends(of: field)) }
    for other in referrers(of: id) {
      let owned = schema.models[other.type]?.owned ?? []
      guard !owned.isEmpty, let owner = self.record(other) else { continue }
      if owned.contains(where: { owner.ends(of: $0).contains(id) }) { found.insert(other) }
    }
    found.remove(id)
    return found.filter { isAlive($0) }.sorted()
  }

  /// The records that this one's deletion would cascade to.
  package func owned(by id: RecordID) -> [RecordID] {
    guard let record = record(id) else { return [] }
    var found: Set<RecordID> = []
    for field in schema.models[id.type]?.owned ?? [] { found.formUnion(record.ends(of: field)) }
    for other in referrers(of: id) {
      let owners = schema.models[other.type]?.owners ?? []
      guard !owners.isEmpty, let child = self.record(other) else { continue }
      if owners.contains(where: { child.ends(of: $0).contains(id) }) { found.insert(other) }
    }
    found.remove(id)
    return found.filter { isAlive($0) }.sorted()
  }

  /// A record and all that its deletion would cascade to.
  package func closure(of id: RecordID) -> Set<RecordID> {
    var found: Set<RecordID> = [id]
    var open = [id]
    while let next = open.popLast() {
      for child in owned(by: next) where found.insert(child).inserted { open.append(child) }
    }
    return found
  }
}

extension ReplicaRow {
  /// A field with the time that all devices know: a device may have another one of the same value, which is not uploaded.
  func settled(_ field: String) -> Register? {
    guard let own = local?.fields[field] else { return nil }
    guard let known = base?.fields[field], known.value == own.value else { return own }
    return known
  }

  /// Whether a link to another zone may be in force that was not, or the other way round, though no value has changed: the
  /// later of it and an empty field is.
  func hasOtherTimes(than other: ReplicaRow?, isLink: Bool) -> Bool {
    guard let other, let record = local else { return false }
    return record.fields.contains { field, register in
      (isLink || register.value == .null) && settled(field)?.stamp != other.settled(field)?.stamp
    }
  }
}

extension SyncRecord {
  /// Where a field or a relationship leads.
  func ends(of field: String) -> Set<RecordID> {
    var found = links[field]?.targets ?? []
    if case .reference(let target)? = fields[field]?.value { found.insert(target) }
    return found
  }
}
