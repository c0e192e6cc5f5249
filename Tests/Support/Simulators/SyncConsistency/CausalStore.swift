// SPDX-License-Identifier: Apache-2.0

/// Replicas in memory that do what sync promises, for tests of the checker: each applies whole transactions, and none
/// before what it depends on. Faults can be switched on.
package struct CausalStore {
  package enum Fault: String, CaseIterable, Sendable {
    /// A replica takes one value of what has come, and not the others.
    case tearsTransactions
    /// A replica takes a transaction without those before it.
    case skipsCauses
    /// What comes later stays, also if it is smaller.
    case lastOneWins
    /// A replica goes back to what it was some time ago.
    case goesBack
    /// A save that throws is there nevertheless.
    case keepsAborted
  }

  package private(set) var history: [Transaction] = []
  private var replicas: [Replica]
  private let fault: Fault?

  private struct Replica {
    var state: [String: Int] = [:]
    var former: [String: Int] = [:]
    /// How many transactions of each client it has.
    var clock: [Int]
  }

  /// A transaction, and what its replica had before it.
  private struct Message {
    var writes: [String: Int]
    var needs: [Int]
  }

  private var sent: [[Message]]
  private var numbers: [Int]
  private var counter = 0

  package init(replicas count: Int, fault: Fault? = nil) {
    replicas = Array(repeating: Replica(clock: Array(repeating: 0, count: count)), count: count)
    sent = Array(repeating: [], count: count)
    numbers = Array(repeating: 0, count: count)
    self.fault = fault
  }

  /// - Parameter chance: Whether something happens that has this chance, in percent.
  package mutating func step(
    replica index: Int, keys: [String], writes: Int, aborts: Bool, chance: (Int) -> Bool
  ) {
    numbers[index] += 1
    counter += 1
    if fault == .goesBack, chance(10) { replicas[index].state = replicas[index].former }
    let reads = Dictionary(uniqueKeysWithValues: keys.map { ($0, replicas[index].state[$0] ?? 0) })
    let written = Dictionary(uniqueKeysWithValues: keys.prefix(writes).map { ($0, counter) })
    history.append(
      Transaction(
        client: index, number: numbers[index], reads: reads, writes: written, outcome: aborts ? .aborted : .acknowledged
      ))
    if chance(30) { replicas[index].former = replicas[index].state }
    guard !written.isEmpty, !aborts || fault == .keepsAborted else { return }
    sent[index].append(Message(writes: written, needs: replicas[index].clock))
    replicas[index].clock[index] += 1
    replicas[index].state.merge(written) { $1 }
  }

  /// A replica takes what it can of another one.
  package mutating func exchange(from other: Int, to index: Int, chance: (Int) -> Bool) {
    guard other != index else { return }
    var replica = replicas[index]
    while replica.clock[other] < sent[other].count {
      let message = sent[other][replica.clock[other]]
      let isReady = zip(message.needs, replica.clock).allSatisfy { $0 <= $1 }
      guard isReady || fault == .skipsCauses, !chance(20) else { break }
      for (key, value) in message.writes {
        if fault == .tearsTransactions, message.writes.count > 1, chance(20) { continue }
        let known = replica.state[key] ?? 0
        replica.state[key] = fault == .lastOneWins ? value : max(known, value)
      }
      replica.clock[other] += 1
    }
    replicas[index] = replica
  }

  /// What each replica has in the end.
  package mutating func settle() -> [String: [String: Int]] {
    for _ in replicas {
      for index in replicas.indices {
        for other in replicas.indices { exchange(from: other, to: index) { _ in false } }
      }
    }
    return Dictionary(uniqueKeysWithValues: replicas.enumerated().map { ("replica \($0.offset)", $0.element.state) })
  }
}
