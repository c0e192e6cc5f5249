// SPDX-License-Identifier: Apache-2.0

/// The first eight bytes of a node.
struct NodeHeader {
  /// How an element's width is to be understood.
  enum Measure: UInt8 {
    /// Bits; numbers.
    case bits = 0
    /// Bytes.
    case bytes = 1
    /// Nothing: the size is a number of bytes.
    case none = 2
  }

  static let size = 8

  /// Whether it is an inner node of a tree.
  let isInner: Bool
  /// Whether its elements are references.
  let hasReferences: Bool
  /// Means something else for each kind of node.
  let hasContext: Bool
  let measure: Measure
  /// 0, 1, 2, 4, 8, 16, 32 or 64.
  let width: Int
  /// The number of elements.
  let count: Int

  init(_ bytes: Bytes, at offset: Int) throws {
    let flags = try bytes.load(UInt8.self, at: 4)
    guard let measure = Measure(rawValue: flags >> 3 & 3) else {
      throw RealmFileError.damaged(
        "A node is of a kind that formats up to 24 do not have.", at: offset)
    }
    self.measure = measure
    isInner = flags & 0x80 != 0
    hasReferences = flags & 0x40 != 0
    hasContext = flags & 0x20 != 0
    width = (1 << Int(flags & 7)) >> 1
    count =
      Int(try bytes.load(UInt8.self, at: 5)) << 16 | Int(try bytes.load(UInt8.self, at: 6)) << 8
      | Int(try bytes.load(UInt8.self, at: 7))
  }

  /// The number of bytes behind the header that are used.
  var payload: Int {
    switch measure {
    case .bits: (count * width + 7) / 8
    case .bytes: count * width
    case .none: count
    }
  }
}
