// SPDX-License-Identifier: Apache-2.0

extension ZoneMerge {
  /// Makes one record of those that have the same unique value: the one that the server has, or the older one.
  mutating func mergeCollisions() -> Bool {
    guard schema.follows(.uniqueMerge) else { return false }
    var isChanged = false
    while let (claim, ids) = zone.firstCollision() {
      _ = claim
      let order = ids.sorted { a, b in
        let (first, second) = (rank(a), rank(b))
        return first == second ? a < b : first < second
      }
      guard let survivor = order.first else { break }
      for id in order.dropFirst() { absorb(id, into: survivor) }
      isChanged = true
    }
    return isChanged
  }

  private func rank(_ id: RecordID) -> Stamp {
    guard let row = zone.rows[id] else { return Stamp(wall: .max, node: .max) }
    // Others may know of it already.
    guard let base = row.base else { return Stamp(wall: .max, count: 1, node: row.local?.created.node ?? 0) }
    return base.created
  }

  private mutating func absorb(_ loser: RecordID, into survivor: RecordID) {
    guard var kept = zone.rows[survivor], var record = kept.local, var gone = zone.rows[loser],
      var other = gone.local
    else { return }
    let merge = RecordMerge(schema: schema, id: survivor, stamp: record.life.stamp)
    for (name, theirs) in other.fields {
      guard let register = schema.moved(theirs, name, from: loser, to: survivor) else { continue }
      switch schema.models[survivor.type]?.policies[name] ?? .newer {
      case .custom: record.fields[name] = merge.field(name, nil, register, record.fields[name])
      default: record.fields[name] = record.fields[name].map { Register.later($0, register) } ?? register
      }
    }
    for (name, links) in other.links {
      record.links[name] = merge.links(nil, links, record.links[name] ?? LinkSet())
    }
    kept.local = record
    other.life = Life(isDeleted: true, stamp: stamp(), successor: survivor)
    gone.local = other
    // The loser first: it gives up its unique values.
    set(loser, gone)
    set(survivor, kept)
    reports.append(.replaced(loser, by: survivor))
  }

  /// References to records that were taken in lead to those that took them.
  mutating func follow(using random: inout some RandomNumberGenerator) -> Bool {
    guard schema.follows(.relink) else { return false }
    var isChanged = false
    for target in zone.absorbedTargets() {
      let root = zone.root(of: target)
      guard root != target else { continue }
      for id in zone.referrers(of: target) {
        guard var row = zone.rows[id], var record = row.local else { continue }
        let stamp = stamp()
        for (name, register) in record.fields where register.value == .reference(target) {
          record.fields[name] = Register(.reference(root), stamp)
        }
        for name in record.links.keys.sorted() {
          guard var links = record.links[name] else { continue }
          let numbers = links.members.filter { $0.value == target }.keys.sorted()
          guard !numbers.isEmpty else { continue }
          for number in numbers { links.remove(number, stamp) }
          if !links.members.values.contains(root) { links.members[UniqueNumber(using: &random)] = root }
          record.links[name] = links
        }
        row.local = record
        set(id, row)
        isChanged = true
      }
    }
    return isChanged
  }
}

extension ZoneReplica {
  /// Some unique value that several records have.
  func firstCollision() -> (UniqueClaim, Set<RecordID>)? {
    let all = indexes.collisions.compactMap { claim in indexes.holders[claim].map { (claim, $0) } }
    return all.min { a, b in (a.1.min() ?? RecordID("", "")) < (b.1.min() ?? RecordID("", "")) }
  }

  /// Records that were taken in by others, and that something still refers to.
  func absorbedTargets() -> [RecordID] { indexes.absorbed.filter { indexes.referrers[$0] != nil }.sorted() }

  /// Records that others have taken in. Without the keys, a device leaves their encrypted values in them: who has
  /// the keys encrypts the later ones for the records that stay.
  package var absorbedRecords: Set<RecordID> { indexes.absorbed }

  /// Records that are not there, and that something refers to.
  func lostTargets() -> [RecordID] { indexes.lostTargets.sorted() }

  /// What was changed here and refers to something that is not there.
  func changedReferrersOfLost() -> [RecordID] {
    var found: Set<RecordID> = []
    for target in indexes.lostTargets { found.formUnion(indexes.referrers[target] ?? []) }
    return found.intersection(dirty).sorted()
  }

  /// The records that refer to this one and are not deleted.
  package func referrers(of id: RecordID) -> [RecordID] { (indexes.referrers[id] ?? []).sorted() }
}
