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
    var queue = UploadQueue()
    // Records that became one go up together with all that follows.
    var isMerged = false
    for id in zone.dirty where !needs.held.contains(id) {
      let local = zone.rows[id]?.local
      queue.append(id, local?.created ?? .zero)
      if local?.life.successor != nil { isMerged = true }
    }
    // Each upload looks at all that waits: if that is much, a first upload for instance, there are few large ones.
    let usual = max(pushLimit, min(largestPush, zone.dirty.count / 4))
    let limit = zone.pushesEverything || isMerged ? .max : usual
    var chosen = UploadOrder(needs)
    var next = 0
    // Transactions whose members were all chosen: each record of a large one has the same.
    var complete: Set<UInt64> = []
    while chosen.count < limit, let id = queue.next() {
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
        guard let row = zone.rows[id], let local = row.local, var change = row.change(id).flatMap(schema.uploadable)
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

/// Records from the oldest to the youngest: a heap, since most of those that wait are not asked for.
private struct UploadQueue {
  private var heap: [(id: RecordID, created: Stamp)] = []
  private var isOrdered = false

  mutating func append(_ id: RecordID, _ created: Stamp) { heap.append((id, created)) }

  private func isLess(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (heap[a].created, heap[b].created)
    return first == second ? heap[a].id < heap[b].id : first < second
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count && isLess(child, least) { least = child }
      if least == index { return }
      heap.swapAt(index, least)
      index = least
    }
  }

  mutating func next() -> RecordID? {
    if !isOrdered {
      for index in (0..<heap.count / 2).reversed() { sink(index) }
      isOrdered = true
    }
    guard let first = heap.first?.id else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink(0)
    }
    return first
  }
}
