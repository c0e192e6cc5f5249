// SPDX-License-Identifier: Apache-2.0

import SyncConsistency
import SyncSimulation
import Testing

/// The checker finds nothing in histories of replicas that are right, whatever they do, and something if they are not.
struct RandomHistoryTests {
  private func check(_ seed: UInt64, _ fault: CausalStore.Fault?) -> ConsistencyCheck {
    var random = SeededRandom(seed)
    let keys = ["a", "b", "c", "d", "e", "f"]
    var store = CausalStore(replicas: 4, fault: fault)
    for _ in 0..<400 {
      if random.chance(50) {
        let (from, to) = (random.below(4), random.below(4))
        store.exchange(from: from, to: to) { random.chance($0) }
      } else {
        let chosen = Array(keys.shuffled(using: &random).prefix(1 + random.below(4)))
        let (index, writes, aborts) = (random.below(4), random.below(chosen.count + 1), random.chance(5))
        store.step(replica: index, keys: chosen, writes: writes, aborts: aborts) { random.chance($0) }
      }
    }
    let ends = store.settle()
    return ConsistencyCheck(store.history, ends: ends)
  }

  @Test(arguments: Seeds.all(50)) func nothingIsWrong(seed: UInt64) {
    let check = check(seed, nil)
    #expect(check.violations == [], "seed \(seed)")
    #expect(check.counts.exchanged > 20 && check.counts.acknowledgedWrites > 50, "seed \(seed)")
  }

  @Test(arguments: CausalStore.Fault.allCases) func faultsAreFound(fault: CausalStore.Fault) {
    let kinds: [CausalStore.Fault: Set<Violation.Kind>] = [
      .tearsTransactions: [.atomicity, .divergence], .skipsCauses: [.monotonicWrites, .writesFollowReads, .causality],
      .lastOneWins: [.lostWrite, .monotonicReads, .readYourWrites], .goesBack: [.monotonicReads, .readYourWrites],
      .keepsAborted: [.abortedRead],
    ]
    // Whether a fault has an effect that somebody sees is the seed's choice.
    let seeds = (1...20).filter { seed in
      !Set(check(UInt64(seed), fault).violations.map(\.kind)).isDisjoint(with: kinds[fault] ?? [])
    }
    #expect(seeds.count > 10, "\(seeds)")
  }

  @Test func historiesAreLines() throws {
    let transactions = [
      Transaction(client: 3, number: 1, reads: ["a": 0, "b": 7], writes: ["a": 9], begin: 5, end: 6),
      Transaction(client: 3, number: 2, reads: [:], writes: ["a": 12], outcome: .aborted, begin: 7, end: 7),
      Transaction(client: 3, number: 3, reads: ["a": 9], outcome: .unknown, begin: 8),
      Transaction(client: 3, number: 4, reads: ["a": 9], outcome: .acknowledged, begin: 9, end: 10),
    ]
    var text = ""
    for transaction in transactions {
      text += HistoryFile.begin(transaction)
      if let end = transaction.end { text += HistoryFile.end(transaction.number, at: end, transaction.outcome) }
    }
    #expect(HistoryFile.transactions(client: 3, text) == transactions)
    // The process was killed within its last line.
    var torn = HistoryFile.transactions(client: 3, String(text.dropLast(4)))
    #expect(torn?.last?.outcome == .unknown)
    torn?[3].outcome = .acknowledged
    torn?[3].end = 10
    #expect(torn == transactions)
    #expect(HistoryFile.transactions(client: 3, "begin 2 5 - -\n") == nil)
    #expect(HistoryFile.transactions(client: 3, "begin 1 5 a -\n") == nil)
    #expect(HistoryFile.transactions(client: 3, "end 1 5 ok\n") == nil)
  }
}
