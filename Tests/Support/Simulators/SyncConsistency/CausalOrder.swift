// SPDX-License-Identifier: Apache-2.0

/// What depends on what: the order of each client, and who has read from whom.
///
/// Versions of a key are ordered by their values, since writes only make them larger. So the relations of Adya's
/// theory, which Elle infers from histories, are all known: `wr` from a writer to who has read its version, `ww` from
/// a version to the next one, `rw` from who has read a version to the writer of the next one; and `so`, the order of
/// each client.
struct CausalOrder {
  enum Edge: String { case so, wr }

  let transactions: [Transaction]
  /// The writer of each version.
  let writers: [Version: Int]
  /// The transactions that each one depends on at first hand.
  let causes: [[(from: Int, edge: Edge, key: String)]]
  /// After all that they depend on; without those that depend on themselves.
  let order: [Int]
  let wrongs: [Violation]
  /// How many edges lead from one client to another.
  let exchanged: Int

  struct Version: Hashable {
    var key: String
    var value: Int
  }

  /// - Parameter history: Each client's transactions in its order.
  init(_ history: [Transaction]) {
    var wrongs: [Violation] = []
    var all: [Version: Int] = [:]
    for (index, transaction) in history.enumerated() {
      for (key, value) in transaction.writes {
        if value <= 0 { wrongs.append(Violation(.unusable, "no version is \(key)=\(value): \(transaction.text)")) }
        if let other = all.updateValue(index, forKey: Version(key: key, value: value)) {
          wrongs.append(
            Violation(.unusable, "\(key)=\(value) is written twice: \(history[other].text); \(transaction.text)"))
        }
      }
    }
    var causes: [[(from: Int, edge: Edge, key: String)]] = Array(repeating: [], count: history.count)
    var last: [Int: Int] = [:]
    var exchanged = 0
    for (index, transaction) in history.enumerated() {
      if let former = last.updateValue(index, forKey: transaction.client) {
        causes[index].append((former, .so, ""))
        if history[former].number >= transaction.number {
          wrongs.append(Violation(.unusable, "out of order: \(history[former].text); \(transaction.text)"))
        }
      }
      for (key, value) in transaction.reads.sorted(by: { $0.key < $1.key }) where value != 0 {
        guard let writer = all[Version(key: key, value: value)] else {
          wrongs.append(Violation(.thinAir, "nobody has written \(key)=\(value): \(transaction.text)"))
          continue
        }
        if history[writer].outcome == .aborted {
          wrongs.append(Violation(.abortedRead, "\(transaction.text); the writer: \(history[writer].text)"))
        }
        causes[index].append((writer, .wr, key))
        if history[writer].client != transaction.client { exchanged += 1 }
      }
    }
    (transactions, writers, self.causes, self.exchanged) = (history, all, causes, exchanged)
    order = Self.sorted(causes)
    if order.count < history.count, let cycle = Self.cycle(causes, without: Set(order)) {
      wrongs.append(Violation(.circularCausality, cycle.map { history[$0].text }.joined(separator: " -> ")))
    }
    self.wrongs = wrongs
  }

  /// Kahn's algorithm.
  private static func sorted(_ causes: [[(from: Int, edge: Edge, key: String)]]) -> [Int] {
    var effects: [[Int]] = Array(repeating: [], count: causes.count)
    for (index, all) in causes.enumerated() { for cause in all { effects[cause.from].append(index) } }
    var waiting = causes.map(\.count)
    var order = waiting.indices.filter { waiting[$0] == 0 }
    var next = 0
    while next < order.count {
      for effect in effects[order[next]] {
        waiting[effect] -= 1
        if waiting[effect] == 0 { order.append(effect) }
      }
      next += 1
    }
    return order
  }

  /// Whoever goes back from one that could not be sorted, through such only, meets one again.
  private static func cycle(_ causes: [[(from: Int, edge: Edge, key: String)]], without sorted: Set<Int>) -> [Int]? {
    guard var current = causes.indices.first(where: { !sorted.contains($0) }) else { return nil }
    var path: [Int] = []
    var met: Set<Int> = []
    while met.insert(current).inserted {
      path.append(current)
      guard let cause = causes[current].first(where: { !sorted.contains($0.from) }) else { return nil }
      current = cause.from
    }
    guard let start = path.firstIndex(of: current) else { return nil }
    return [current] + path[start...].reversed()
  }

  /// The shortest way by which one transaction depends on another one, from the earlier to the later one.
  func path(from cause: Int, to effect: Int) -> [(from: Int, edge: Edge, key: String)] {
    var steps: [Int: (to: Int, from: Int, edge: Edge, key: String)] = [:]
    var open = [effect]
    var next = 0
    while next < open.count, steps[cause] == nil {
      let current = open[next]
      next += 1
      for (from, edge, key) in causes[current] where from != effect && steps[from] == nil {
        steps[from] = (current, from, edge, key)
        open.append(from)
      }
    }
    var path: [(from: Int, edge: Edge, key: String)] = []
    var current = cause
    while current != effect, let step = steps[current] {
      path.append((step.from, step.edge, step.key))
      current = step.to
    }
    return path
  }
}
