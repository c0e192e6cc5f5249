// SPDX-License-Identifier: Apache-2.0

/// A transaction of a client: what it has read, and then has written, in one save.
package struct Transaction: Hashable, Sendable {
  /// What became of its save.
  package enum Outcome: String, Sendable {
    /// The save returned.
    case acknowledged = "ok"
    /// The save threw, and so has written nothing.
    case aborted
    /// The process ended before anybody knew.
    case unknown
  }

  package var client: Int
  /// From one on, in the order in which the client began them.
  package var number: Int
  /// The value of each key that it has read; 0: nobody had written it.
  package var reads: [String: Int]
  /// The value of each key that it has written. A key gets no value twice, and a larger one is a later version.
  package var writes: [String: Int]
  package var outcome: Outcome
  /// Milliseconds of the machine's clock, for people who read it. The checker does not look at them.
  package var begin: Int64
  package var end: Int64?

  package init(
    client: Int, number: Int, reads: [String: Int], writes: [String: Int] = [:], outcome: Outcome = .acknowledged,
    begin: Int64 = 0, end: Int64? = nil
  ) {
    self.client = client
    self.number = number
    self.reads = reads
    self.writes = writes
    self.outcome = outcome
    self.begin = begin
    self.end = end
  }

  /// Short, as in reports: `2.17 reads a=5 b=0, writes a=62 (ok)`.
  package var text: String {
    func list(_ values: [String: Int]) -> String {
      values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }
    var parts: [String] = []
    if !reads.isEmpty { parts.append("reads \(list(reads))") }
    if !writes.isEmpty { parts.append("writes \(list(writes))") }
    return "\(client).\(number) \(parts.joined(separator: ", ")) (\(outcome.rawValue))"
  }
}
