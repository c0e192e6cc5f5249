// SPDX-License-Identifier: Apache-2.0

/// Decimal numbers of 4, 8 or 16 bytes, or none if all are alike.
struct DecimalLeaf: Leaf {
  let node: ArrayNode
  let isNullable: Bool
  var count: Int { node.count }

  init(_ node: ArrayNode, isNullable: Bool) throws {
    try node.requireBytes(0, 4, 8, 16)
    self.node = node
    self.isNullable = isNullable
  }

  func value(at index: Int, in pass: Pass) throws -> RealmValue {
    let width = node.header.width
    switch width {
    case 0:
      return isNullable && !node.hasContext ? .null : .decimal(RealmDecimal())
    case 4:
      let bits = try node.bytes.load(UInt32.self, at: index * width)
      return isNullable && bits == RealmDecimal.null32 ? .null : .decimal(.init(bits32: bits))
    case 8:
      let bits = try node.bytes.load(UInt64.self, at: index * width)
      return isNullable && bits == RealmDecimal.null64 ? .null : .decimal(.init(bits64: bits))
    default:
      let low = try node.bytes.load(UInt64.self, at: index * width)
      let high = try node.bytes.load(UInt64.self, at: index * width + 8)
      return isNullable && (low, high) == RealmDecimal.null128
        ? .null : .decimal(RealmDecimal(low: low, high: high))
    }
  }
}
