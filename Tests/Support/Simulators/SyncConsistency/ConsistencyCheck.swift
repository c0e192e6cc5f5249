// SPDX-License-Identifier: Apache-2.0

/// Judges a history of transactions that only make values larger.
///
/// A cycle is searched for that has one `rw` edge, from a reader to a later version of what it has read (along `ww`
/// edges of that key), and leads back from this version's writer to the reader by `so` and `wr` edges: the reader
/// depends on a transaction that it does not see. That is what causal consistency with atomic transactions and a known
/// order of versions excludes. It allows cycles with two `rw` edges, or with `ww` edges of another key on the way
/// back: two writers that did not know of each other, whom clients see in different orders.
///
/// A transaction of which nobody knows what became counts as written once somebody has read of it, and then as a whole.
package struct ConsistencyCheck {
  package private(set) var violations: [Violation] = []
  package private(set) var counts = Counts()

  package struct Counts: Sendable, CustomStringConvertible {
    package var transactions = 0
    package var acknowledgedWrites = 0
    package var aborted = 0
    package var unknown = 0
    /// Of these, how many were read by somebody.
    package var unknownButSeen = 0
    /// Reads of what another client has written.
    package var exchanged = 0
    /// Versions that a transaction may not be older than, over all that were compared.
    package var compared = 0

    package var description: String {
      "\(transactions) transactions, \(acknowledgedWrites) of them acknowledged writes, \(aborted) aborted, \(unknown) "
        + "unknown (\(unknownButSeen) seen); \(exchanged) reads of other clients' versions, \(compared) reads judged"
    }
  }

  /// - Parameters:
  ///   - history: Each client's transactions in its order, clients mixed in any way.
  ///   - ends: What each one has in the end, by its name.
  package init(_ history: [Transaction], ends: [String: [String: Int]] = [:]) {
    let seen = Self.seen(history, ends)
    let nodes = history.map { transaction in
      var node = transaction
      if transaction.outcome == .unknown, !seen.contains(Self.name(transaction)) { node.writes = [:] }
      return node
    }
    // What has aborted stays a writer, to be found out if it is read.
    let order = CausalOrder(nodes)
    violations = order.wrongs
    counts.transactions = history.count
    counts.acknowledgedWrites = history.count { $0.outcome == .acknowledged && !$0.writes.isEmpty }
    counts.aborted = history.count { $0.outcome == .aborted }
    counts.unknown = history.count { $0.outcome == .unknown }
    counts.unknownButSeen = history.count { $0.outcome == .unknown && seen.contains(Self.name($0)) }
    counts.exchanged = order.exchanged
    judgeReads(order)
    judgeEnds(order, ends)
  }

  private static func name(_ transaction: Transaction) -> [Int] { [transaction.client, transaction.number] }

  /// The names of transactions that somebody has read of.
  private static func seen(_ history: [Transaction], _ ends: [String: [String: Int]]) -> Set<[Int]> {
    var read: [String: Set<Int>] = [:]
    for transaction in history { for (key, value) in transaction.reads { read[key, default: []].insert(value) } }
    for end in ends.values { for (key, value) in end { read[key, default: []].insert(value) } }
    return Set(
      history.filter { $0.writes.contains { read[$0.key]?.contains($0.value) == true } }.map { name($0) })
  }

  // MARK: Causality

  private typealias Known = [String: (value: Int, writer: Int)]

  private mutating func judgeReads(_ order: CausalOrder) {
    // The latest version of each key that a transaction depends on, itself included.
    var known: [Known] = Array(repeating: [:], count: order.transactions.count)
    for index in order.order {
      let transaction = order.transactions[index]
      var past: Known = [:]
      for cause in order.causes[index] { past.merge(known[cause.from]) { $0.value < $1.value ? $1 : $0 } }
      for (key, value) in transaction.reads.sorted(by: { $0.key < $1.key }) {
        counts.compared += 1
        guard let latest = past[key], latest.value > value else { continue }
        violations.append(missing(key, value, index, latest.writer, order))
      }
      if transaction.outcome != .aborted {
        for (key, value) in transaction.writes.sorted(by: { $0.key < $1.key }) {
          if let latest = past[key], latest.value > value {
            violations.append(
              Violation(
                .versionOrder,
                "\(key)=\(value) is older than what its writer knew: \(transaction.text); "
                  + order.transactions[latest.writer].text))
          } else {
            past[key] = (value, index)
          }
        }
      }
      known[index] = past
    }
  }

  /// The reader depends on the writer and has an older version of the key.
  private func missing(_ key: String, _ value: Int, _ reader: Int, _ writer: Int, _ order: CausalOrder) -> Violation {
    let path = order.path(from: writer, to: reader)
    // Steps of one client one after the other are one.
    var edges: [CausalOrder.Edge] = []
    for step in path where edges.last != step.edge || step.edge == .wr { edges.append(step.edge) }
    let kind: Violation.Kind
    switch edges {
    case [.so]: kind = .readYourWrites
    case [.wr]: kind = .atomicity
    case [.wr, .so]: kind = .monotonicReads
    case [.so, .wr]: kind = .monotonicWrites
    case [.wr, .so, .wr], [.wr, .wr]: kind = .writesFollowReads
    default: kind = .causality
    }
    var text = ""
    for step in path {
      text += "\(order.transactions[step.from].text) -\(step.edge.rawValue)\(step.key.isEmpty ? "" : " \(step.key)")-> "
    }
    let next = order.transactions[writer]
    text += "\(order.transactions[reader].text) -rw \(key)-> \(next.client).\(next.number)"
    return Violation(kind, text)
  }

  // MARK: The end

  private mutating func judgeEnds(_ order: CausalOrder, _ ends: [String: [String: Int]]) {
    guard let first = ends.min(by: { $0.key < $1.key }) else { return }
    for (name, end) in ends.sorted(by: { $0.key < $1.key }) where end != first.value {
      let keys = Set(end.keys).union(first.value.keys).sorted().filter { end[$0] != first.value[$0] }
      let text = keys.map { "\($0): \(first.value[$0] ?? 0) and \(end[$0] ?? 0)" }.joined(separator: ", ")
      violations.append(Violation(.divergence, "\(first.key) and \(name) have \(text)"))
    }
    var greatest: Known = [:]
    for (index, transaction) in order.transactions.enumerated() where transaction.outcome == .acknowledged {
      for (key, value) in transaction.writes where value > greatest[key]?.value ?? 0 { greatest[key] = (value, index) }
    }
    for (name, end) in ends.sorted(by: { $0.key < $1.key }) {
      for (key, value) in end.sorted(by: { $0.key < $1.key }) where value != 0 {
        let writer = order.writers[CausalOrder.Version(key: key, value: value)]
        if writer.map({ order.transactions[$0].outcome == .aborted }) ?? true {
          violations.append(Violation(.thinAir, "\(name) ends with \(key)=\(value), which nobody has saved"))
        }
      }
      for (key, latest) in greatest.sorted(by: { $0.key < $1.key }) where end[key] ?? 0 < latest.value {
        violations.append(
          Violation(
            .lostWrite,
            "\(name) ends with \(key)=\(end[key] ?? 0), and not with \(order.transactions[latest.writer].text)"))
      }
    }
  }
}
