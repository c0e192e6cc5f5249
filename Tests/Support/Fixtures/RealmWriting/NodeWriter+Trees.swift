// SPDX-License-Identifier: Apache-2.0

extension NodeWriter {
  /// Inner nodes of both forms above leaves, until one node is above all.
  ///
  /// - Parameter limit: the most elements of a leaf and children of an inner node.
  mutating func tree(_ leaves: [(offset: Int64, count: Int)], limit: Int) -> Int {
    var level = leaves
    var size = limit
    while level.count > 1 {
      let isCompact = level.count % 2 == 0
      level = stride(from: 0, to: level.count, by: limit).map { start in
        let part = Array(level[start..<min(start + limit, level.count)])
        let total = part.reduce(0) { $0 + $1.count }
        var ends: [UInt64] = []
        for child in part.dropLast() { ends.append((ends.last ?? 0) + UInt64(child.count)) }
        let spread = isCompact ? Self.tagged(Int64(size)) : Int64(unsigned(ends))
        let offset = references(
          [spread] + part.map(\.offset) + [Self.tagged(Int64(total))], .inner)
        return (Int64(offset), total)
      }
      size *= limit
    }
    return Int(level[0].offset)
  }
}
