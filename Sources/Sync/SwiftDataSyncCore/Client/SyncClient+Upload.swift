// SPDX-License-Identifier: Apache-2.0

extension SyncClient {
  /// Makes an upload of what has changed, if anything has that the server may take.
  ///
  /// A transaction of the app goes up as a whole, with all transactions that have changed a record in common with it,
  /// unless that is more than `largestPush`: then its parts go up one after the other, and other devices may see some of
  /// them for a while. Whatever the size, nothing goes up before what it needs.
  ///
  /// - Parameter right: In a share; `nil` for the account's own zone.
  func upload(_ zone: inout ZoneReplica, right: ShareRight?, using random: inout some RandomNumberGenerator) {
    guard zone.push == nil, let lineage = zone.lineage, !zone.dirty.isEmpty else { return }
    let needs = UploadNeeds(zone, schema: schema, right: right)
    // Each upload looks at all that waits: if that is much, a first upload for instance, there are few large ones.
    let usual = max(pushLimit, min(largestPush, zone.dirty.count / 4))
    // Records that became one go up together with all that follows.
    let isMerged = zone.indexes.absorbed.contains { zone.dirty.contains($0) && !needs.held.contains($0) }
    let limit = zone.pushesEverything || isMerged ? .max : usual
    var waiting = oldest(limit, needs.held, &zone).makeIterator()
    var chosen = UploadOrder(needs)
    var next = 0
    // Transactions whose members were all chosen: each record of a large one has the same.
    var complete: Set<UInt64> = []
    while chosen.count < limit, let id = waiting.next() {
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
    let changes = cut(chosen.parts, zone, isShare: right != nil)
    guard !changes.isEmpty else { return }
    zone.push = Push(
      id: UniqueNumber(using: &random), generation: lineage.generation, seen: zone.cursor, changes: changes)
  }

  /// As many of the oldest records that wait, from the oldest on; fewer, if there are no more.
  ///
  /// Those of the next uploads are looked for at the same time: nothing makes them others but what waits since then.
  private func oldest(_ limit: Int, _ held: Set<RecordID>, _ zone: inout ZoneReplica) -> ArraySlice<RecordID> {
    let known = held.isEmpty ? zone.oldest.filter { zone.dirty.contains($0) } : []
    if limit < .max, known.count >= limit || known.count == zone.dirty.count {
      zone.oldest = known
      return known.prefix(limit)
    }
    var queue = UploadQueue(limit < .max / 8 ? limit * 8 : .max)
    for id in zone.dirty where held.isEmpty || !held.contains(id) {
      queue.append(id, zone.rows[id]?.created ?? .zero)
    }
    let found = queue.sorted()
    zone.oldest = held.isEmpty && limit < .max ? found : []
    return found.prefix(limit)
  }

  /// As many changes as go up at once; more, if those need each other.
  private func cut(_ parts: [[RecordID]], _ zone: ZoneReplica, isShare: Bool) -> [RecordChange] {
    let largest = min(largestPush, zone.largestPush ?? .max)
    var changes: [RecordChange] = []
    var bytes = 0
    for part in parts {
      let next = part.compactMap { id -> RecordChange? in
        guard let row = zone.rows[id], let local = row.local,
          var change = row.change(id).flatMap({ schema.uploadable($0, isShare: isShare) })
        else { return nil }
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

/// The oldest records, as many as are asked for: most of those that wait are younger, and only looked at.
private struct UploadQueue {
  private typealias Entry = (id: RecordID, created: Stamp)

  private let limit: Int
  /// From the limit on, a heap with the youngest one at its top.
  private var entries: [Entry] = []

  init(_ limit: Int) { self.limit = limit }

  mutating func append(_ id: RecordID, _ created: Stamp) {
    if entries.count < limit {
      entries.append((id, created))
      if entries.count == limit { for index in (0..<limit / 2).reversed() { sink(index) } }
    } else if Self.isOlder((id, created), entries[0]) {
      entries[0] = (id, created)
      sink(0)
    }
  }

  private static func isOlder(_ a: Entry, _ b: Entry) -> Bool {
    a.created == b.created ? a.id < b.id : a.created < b.created
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var youngest = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < entries.count && Self.isOlder(entries[youngest], entries[child]) { youngest = child }
      if youngest == index { return }
      entries.swapAt(index, youngest)
      index = youngest
    }
  }

  /// From the oldest on.
  func sorted() -> [RecordID] { entries.sorted(by: Self.isOlder).map(\.id) }
}
