// SPDX-License-Identifier: Apache-2.0

import SyncConsistency
import SyncSimulation
import Testing

/// The checker of histories finds what it is for, in histories made by hand, and nothing in what is allowed.
struct ConsistencyCheckTests {
  private func transaction(
    _ client: Int, _ number: Int, _ reads: [String: Int] = [:], writes: [String: Int] = [:],
    _ outcome: Transaction.Outcome = .acknowledged
  ) -> Transaction {
    Transaction(client: client, number: number, reads: reads, writes: writes, outcome: outcome)
  }

  private func kinds(_ history: [Transaction], ends: [String: [String: Int]] = [:]) -> [Violation.Kind] {
    ConsistencyCheck(history, ends: ends).violations.map(\.kind)
  }

  @Test func whatIsAllowed() {
    let history = [
      transaction(1, 1, ["a": 0, "b": 0], writes: ["a": 1, "b": 1]),
      transaction(2, 1, ["a": 0], writes: ["c": 2]),
      transaction(1, 2, ["a": 1, "c": 0], writes: ["a": 5]),
      transaction(2, 2, ["a": 1, "b": 1, "c": 2], writes: ["a": 4]),
      transaction(3, 1, ["a": 5, "b": 1, "c": 0]),
      transaction(3, 2, ["a": 5, "b": 1, "c": 2]),
    ]
    #expect(kinds(history, ends: ["x": ["a": 5, "b": 1, "c": 2], "y": ["a": 5, "b": 1, "c": 2]]) == [])
    #expect(ConsistencyCheck(history).counts.exchanged == 7)
  }

  /// Two clients see two writers that do not know of each other in different orders.
  @Test func longForksAreAllowed() {
    let history = [
      transaction(1, 1, writes: ["a": 1]), transaction(2, 1, writes: ["b": 2]),
      transaction(3, 1, ["a": 1, "b": 0]), transaction(4, 1, ["a": 0, "b": 2]),
    ]
    #expect(kinds(history) == [])
  }

  @Test func readYourWrites() {
    let history = [transaction(1, 1, writes: ["a": 1]), transaction(1, 2, ["b": 0]), transaction(1, 3, ["a": 0])]
    #expect(kinds(history) == [.readYourWrites])
  }

  @Test func monotonicReads() {
    let history = [
      transaction(1, 1, writes: ["a": 1]), transaction(1, 2, ["a": 1], writes: ["a": 2]),
      transaction(2, 1, ["a": 2]), transaction(2, 2, ["b": 0]), transaction(2, 3, ["a": 1]),
    ]
    #expect(kinds(history) == [.monotonicReads])
  }

  @Test func monotonicWrites() {
    let history = [
      transaction(1, 1, writes: ["a": 1]), transaction(1, 2, writes: ["b": 2]), transaction(2, 1, ["a": 0, "b": 2]),
    ]
    #expect(kinds(history) == [.monotonicWrites])
  }

  @Test func writesFollowReads() {
    let history = [
      transaction(1, 1, writes: ["a": 1]), transaction(2, 1, ["a": 1]), transaction(2, 2, writes: ["b": 2]),
      transaction(3, 1, ["a": 0, "b": 2]),
    ]
    #expect(kinds(history) == [.writesFollowReads])
    let oneTransaction = [
      transaction(1, 1, writes: ["a": 1]), transaction(2, 1, ["a": 1], writes: ["b": 2]),
      transaction(3, 1, ["a": 0, "b": 2]),
    ]
    #expect(kinds(oneTransaction) == [.writesFollowReads])
  }

  @Test func tornTransactions() {
    let history = [transaction(1, 1, writes: ["a": 1, "b": 1]), transaction(2, 1, ["a": 1, "b": 0])]
    #expect(kinds(history) == [.atomicity])
    // A later version in the place of the rest is allowed.
    #expect(kinds([transaction(3, 1, writes: ["b": 2])] + [history[0], transaction(2, 1, ["a": 1, "b": 2])]) == [])
  }

  /// The way from the writer to the reader is a long one.
  @Test func causality() {
    let history = [
      transaction(1, 1, writes: ["a": 1]), transaction(2, 1, ["a": 1], writes: ["b": 2]),
      transaction(3, 1, ["b": 2], writes: ["c": 3]), transaction(4, 1, ["c": 3]), transaction(4, 2, ["a": 0]),
    ]
    #expect(kinds(history) == [.causality])
  }

  @Test func circles() {
    let history = [transaction(1, 1, ["b": 2], writes: ["a": 1]), transaction(2, 1, ["a": 1], writes: ["b": 2])]
    #expect(kinds(history) == [.circularCausality])
    // A client that reads what it writes later.
    #expect(kinds([transaction(1, 1, ["a": 1]), transaction(1, 2, writes: ["a": 1])]) == [.circularCausality])
  }

  @Test func valuesOfNobody() {
    #expect(kinds([transaction(1, 1, ["a": 7])]) == [.thinAir])
    #expect(kinds([transaction(1, 1, writes: ["a": 1], .aborted), transaction(2, 1, ["a": 1])]) == [.abortedRead])
    #expect(kinds([transaction(1, 1, writes: ["a": 1], .aborted)], ends: ["x": ["a": 1]]) == [.thinAir])
    #expect(kinds([], ends: ["x": ["a": 1]]) == [.thinAir])
  }

  @Test func olderVersions() {
    let history = [transaction(1, 1, writes: ["a": 5]), transaction(2, 1, ["a": 5], writes: ["a": 4])]
    #expect(kinds(history) == [.versionOrder])
  }

  @Test func theEnd() {
    let history = [transaction(1, 1, writes: ["a": 1]), transaction(2, 1, writes: ["a": 2, "b": 2])]
    #expect(kinds(history, ends: ["x": ["a": 2, "b": 2], "y": ["a": 2, "b": 2]]) == [])
    #expect(kinds(history, ends: ["x": ["a": 2, "b": 2], "y": ["a": 2]]) == [.divergence, .lostWrite])
    #expect(kinds(history, ends: ["x": ["a": 1, "b": 2], "y": ["a": 1, "b": 2]]) == [.lostWrite, .lostWrite])
  }

  /// A save whose process was killed may be there, but then as a whole.
  @Test func unknownOutcomes() {
    let history = [
      transaction(1, 1, writes: ["a": 1, "b": 1], .unknown), transaction(1, 2, ["a": 0, "b": 0]),
      transaction(2, 1, ["a": 0]),
    ]
    #expect(kinds(history, ends: ["x": [:]]) == [])
    #expect(kinds(history + [transaction(3, 1, ["a": 1, "b": 0])]) == [.readYourWrites, .readYourWrites, .atomicity])
    #expect(kinds(history, ends: ["x": ["a": 1]]) == [.readYourWrites, .readYourWrites])
    let seen = [history[0], transaction(1, 2, ["a": 1, "b": 1]), transaction(2, 1, ["a": 1, "b": 1])]
    #expect(kinds(seen, ends: ["x": ["a": 1, "b": 1]]) == [])
    #expect(ConsistencyCheck(seen).counts.unknownButSeen == 1)
  }

  @Test func historiesThatCannotBeJudged() {
    #expect(kinds([transaction(1, 1, writes: ["a": 1]), transaction(2, 1, writes: ["a": 1])]) == [.unusable])
    #expect(kinds([transaction(1, 2), transaction(1, 1)]) == [.unusable])
    #expect(kinds([transaction(1, 1, writes: ["a": -1])]) == [.unusable])
  }

  @Test func reportsNameTheCycle() throws {
    let history = [
      transaction(1, 1, writes: ["a": 1]), transaction(2, 1, ["a": 1], writes: ["b": 2]),
      transaction(3, 1, ["a": 0, "b": 2]),
    ]
    let violation = try #require(ConsistencyCheck(history).violations.first)
    #expect(
      violation.text == "1.1 writes a=1 (ok) -wr a-> 2.1 reads a=1, writes b=2 (ok) -wr b-> 3.1 reads a=0 b=2 (ok) "
        + "-rw a-> 1.1")
  }
}
