// SPDX-License-Identifier: Apache-2.0

extension SyncClient {
  /// Makes an upload of what has changed, if anything has that the server may take.
  ///
  /// A transaction of the app goes up as a whole, with all transactions that have changed a record in common with it,
  /// unless that is more than `largestPush`: then its parts go up one after the other, and other devices may see some of
  /// them for a while. Whatever the size, nothing goes up before what it needs.
  func upload(_ zone: inout ZoneReplica, using random: inout some RandomNumberGenerator) {
    guard zone.push == nil, let lineage = zone.lineage, !zone.dirty.isEmpty else { return }
    let needs = UploadNeeds(zone, schema: schema)
    // Looked up once, not in each comparison.
    let all = zone.dirty.filter { !needs.held.contains($0) }.map { ($0, zone.rows[$0]?.local?.created ?? .zero) }
    let order = all.sorted { a, b in a.1 == b.1 ? a.0 < b.0 : a.1 < b.1 }.map(\.0)
    // Records that became one go up together with all that follows.
    let isMerged = order.contains { zone.rows[$0]?.local?.life.successor != nil }
    // Each upload looks at all that waits: if that is much, a first upload for instance, there are few large ones.
    let usual = max(pushLimit, min(largestPush, zone.dirty.count / 16))
    let limit = zone.pushesEverything || isMerged ? .max : usual
    var chosen = UploadOrder(needs)
    var next = 0
    // Transactions whose members were all chosen: each record of a large one has the same.
    var complete: Set<UInt64> = []
    for id in order where chosen.count < limit {
      chosen.append(id)
      // The transactions of all that, too, which may need more.
      while next < chosen.parts.count {
        let transactions = Set(chosen.parts[next].compactMap { zone.rows[$0]?.transaction }).subtracting(complete)
        next += 1
        complete.formUnion(transactions)
        for member in transactions.sorted().flatMap({ (zone.transactions[$0] ?? []).sorted() })
        where !needs.held.contains(member) { chosen.append(member) }
      }
    }
    let changes = cut(chosen.parts, zone)
    guard !changes.isEmpty else { return }
    zone.push = Push(
      id: UniqueNumber(using: &random), generation: lineage.generation, seen: zone.cursor, changes: changes)
  }

  /// As many changes as go up at once; more, if those need each other.
  private func cut(_ parts: [[RecordID]], _ zone: ZoneReplica) -> [RecordChange] {
    let largest = min(largestPush, zone.largestPush ?? .max)
    var changes: [RecordChange] = []
    var bytes = 0
    for part in parts {
      let next = part.compactMap { id -> RecordChange? in
        guard let row = zone.rows[id], var change = row.change(id), let local = row.local else { return nil }
        change.claims = schema.claims(of: local, id)
        return change
      }
      bytes += next.reduce(0) { $0 + $1.size }
      if !changes.isEmpty, changes.count + next.count > largest || bytes > largestPushBytes { break }
      changes += next
    }
    return changes
  }
}
