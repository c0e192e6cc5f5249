// SPDX-License-Identifier: Apache-2.0

/// Makes Huffman codes: first how long the code of each symbol is, then, by
/// the rule of the standard, the codes.
enum HuffmanLengths {
  /// The lengths of the codes of symbols that occur so often; at least two
  /// symbols get one, since a code of one symbol is not read everywhere.
  static func lengths(_ frequencies: [Int], limit: Int) -> [UInt8] {
    var used = frequencies.indices.filter { frequencies[$0] > 0 }
    for symbol in frequencies.indices where used.count < 2 && !used.contains(symbol) {
      used.append(symbol)
    }
    used.sort { (frequencies[$0], $0) < (frequencies[$1], $1) }
    var counts = self.counts(used.map { max(1, frequencies[$0]) }, limit: limit)
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    // The rarest symbols get the longest codes.
    var length = limit
    for symbol in used {
      while length > 0, counts[length] == 0 { length -= 1 }
      lengths[symbol] = UInt8(length)
      counts[length] -= 1
    }
    return lengths
  }

  /// How many codes of each length there are for sorted frequencies.
  private static func counts(_ weights: [Int], limit: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: limit + 1)
    for depth in depths(weights) { counts[min(depth, limit)] += 1 }
    // Codes that were cut off take room from others, which grow by one bit.
    var room = counts.indices.dropFirst().reduce(0) { $0 + counts[$1] << (limit - $1) }
    while room > 1 << limit {
      guard let shorter = counts.indices.last(where: { $0 < limit && $0 > 0 && counts[$0] > 0 })
      else { break }
      counts[limit] -= 1
      counts[shorter] -= 1
      counts[shorter + 1] += 2
      room -= 1
    }
    return counts
  }

  /// How deep each weight is in the Huffman tree; the weights are sorted, so
  /// that inner nodes are made in the order of theirs.
  private static func depths(_ weights: [Int]) -> [Int] {
    struct Node {
      var weight: Int
      var parent = 0
    }
    var nodes = weights.map { Node(weight: $0) }
    let count = weights.count
    var leaf = 0, inner = count
    func lightest() -> Int {
      if leaf < count, inner >= nodes.count || nodes[leaf].weight <= nodes[inner].weight {
        leaf += 1
        return leaf - 1
      }
      inner += 1
      return inner - 1
    }
    for _ in 1..<max(1, count) {
      let first = lightest(), second = lightest()
      nodes[first].parent = nodes.count
      nodes[second].parent = nodes.count
      nodes.append(Node(weight: nodes[first].weight + nodes[second].weight))
    }
    var depths = [Int](repeating: 0, count: nodes.count)
    for index in nodes.indices.dropLast().reversed() {
      depths[index] = depths[nodes[index].parent] + 1
    }
    return Array(depths.prefix(count))
  }

  /// The codes, with their bits in the order in which they are written.
  static func codes(_ lengths: [UInt8]) -> [Int] {
    var next = [Int](repeating: 0, count: DeflateTables.maximumCodeLength + 2)
    for length in lengths where length > 0 { next[Int(length) + 1] += 1 }
    for length in 1..<next.count { next[length] = (next[length] + next[length - 1]) << 1 }
    return lengths.map { length in
      guard length > 0 else { return 0 }
      defer { next[Int(length)] += 1 }
      var reversed = 0
      for bit in 0..<Int(length) where next[Int(length)] >> bit & 1 == 1 {
        reversed |= 1 << (Int(length) - 1 - bit)
      }
      return reversed
    }
  }
}
