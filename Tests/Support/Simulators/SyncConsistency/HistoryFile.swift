// SPDX-License-Identifier: Apache-2.0

/// The lines of a client's history. One is written before each save, and another one after it: a process that is killed
/// in between leaves a transaction of which nobody knows what became.
///
/// ```text
/// begin 17 1764300000000 a=5,b=0 a=62,b=62
/// end 17 1764300000004 ok
/// ```
package enum HistoryFile {
  package static func begin(_ transaction: Transaction) -> String {
    "begin \(transaction.number) \(transaction.begin) \(list(transaction.reads)) \(list(transaction.writes))\n"
  }

  package static func end(_ number: Int, at time: Int64, _ outcome: Transaction.Outcome) -> String {
    "end \(number) \(time) \(outcome.rawValue)\n"
  }

  /// - Returns: The transactions in the order in which they were begun; nil: the text is no history.
  package static func transactions(client: Int, _ text: String) -> [Transaction]? {
    var found: [Transaction] = []
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // What has no end of a line was being written when the process was killed.
    lines.removeLast()
    for line in lines {
      let words = line.split(separator: " ")
      guard words.count >= 4, let number = Int(words[1]), let time = Int64(words[2]) else { return nil }
      if words[0] == "begin", words.count == 5, let reads = values(words[3]), let writes = values(words[4]) {
        guard number == (found.last?.number ?? 0) + 1 else { return nil }
        found.append(
          Transaction(
            client: client, number: number, reads: reads, writes: writes, outcome: .unknown, begin: time))
      } else if words[0] == "end", words.count == 4, let outcome = Transaction.Outcome(rawValue: String(words[3])) {
        guard found.last?.number == number, found.last?.end == nil else { return nil }
        found[found.count - 1].outcome = outcome
        found[found.count - 1].end = time
      } else {
        return nil
      }
    }
    return found
  }

  private static func list(_ values: [String: Int]) -> String {
    values.isEmpty ? "-" : values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
  }

  private static func values(_ text: Substring) -> [String: Int]? {
    if text == "-" { return [:] }
    var found: [String: Int] = [:]
    for pair in text.split(separator: ",") {
      let parts = pair.split(separator: "=")
      guard parts.count == 2, let value = Int(parts[1]) else { return nil }
      found[String(parts[0])] = value
    }
    return found
  }
}
