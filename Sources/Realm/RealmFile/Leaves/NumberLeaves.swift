// SPDX-License-Identifier: Apache-2.0

/// Whole numbers, none of them missing.
struct IntegerLeaf: NumberLeaf {
  let node: ArrayNode
  init(_ node: ArrayNode) { self.node = node }
  var count: Int { node.count }
  func number(at index: Int) throws -> Int64? { try node.integer(index) }
}

/// Whole numbers, of which the first is what stands for null in this leaf.
struct NullableIntegerLeaf: NumberLeaf {
  let node: ArrayNode
  private let null: Int64

  init(_ node: ArrayNode) throws {
    self.node = node
    null = node.count > 0 ? try node.integer(0) : 0
  }

  var count: Int { max(0, node.count - 1) }

  func number(at index: Int) throws -> Int64? {
    guard index < count else { throw node.damaged("Number \(index) of a leaf is missing.") }
    let number = try node.integer(index + 1)
    return number == null ? nil : number
  }
}

/// A leaf of whole numbers, some of which may be missing.
protocol NumberLeaf: Leaf {
  func number(at index: Int) throws -> Int64?
}

extension NumberLeaf {
  func value(at index: Int, in pass: Pass) throws -> RealmValue {
    try number(at: index).map { .int($0) } ?? .null
  }
}

/// Truth values as numbers: 3 is null.
struct BoolLeaf: Leaf {
  let node: ArrayNode
  let isNullable: Bool
  var count: Int { node.count }

  func value(at index: Int, in pass: Pass) throws -> RealmValue {
    // As Realm reads them: what is neither 0 nor null is true.
    switch try node.integer(index) {
    case 0: .bool(false)
    case 3 where isNullable: .null
    default: .bool(true)
    }
  }
}

/// Truth values that may be missing, in formats below 10.
struct OldNullableBoolLeaf: Leaf {
  let numbers: NullableIntegerLeaf
  var count: Int { numbers.count }

  func value(at index: Int, in pass: Pass) throws -> RealmValue {
    try numbers.number(at: index).map { .bool($0 != 0) } ?? .null
  }
}

/// Dates of formats below 5.
struct SecondsLeaf: Leaf {
  let numbers: any NumberLeaf
  var count: Int { numbers.count }

  func value(at index: Int, in pass: Pass) throws -> RealmValue {
    try numbers.number(at: index).map { .timestamp(RealmTimestamp(seconds: $0)) } ?? .null
  }
}

extension ArrayNode {
  /// Requires elements of so many bytes.
  func requireBytes(_ widths: Int...) throws {
    guard count == 0 || header.measure == .bytes && widths.contains(header.width) else {
      throw damaged("Values of \(widths) bytes are expected here.")
    }
  }
}

/// Numbers of 32 bits. One pattern of bits stands for null.
struct FloatLeaf: Leaf {
  static let null: UInt32 = 0x7FC0_00AA
  let node: ArrayNode
  let isNullable: Bool
  var count: Int { node.count }

  init(_ node: ArrayNode, isNullable: Bool) throws {
    try node.requireBytes(4)
    self.node = node
    self.isNullable = isNullable
  }

  func value(at index: Int, in pass: Pass) throws -> RealmValue {
    let bits = try node.bytes.load(UInt32.self, at: index * 4)
    return isNullable && bits == Self.null ? .null : .float(Float(bitPattern: bits))
  }
}

/// Numbers of 64 bits. One pattern of bits stands for null.
struct DoubleLeaf: Leaf {
  static let null: UInt64 = 0x7FF8_0000_0000_00AA
  let node: ArrayNode
  let isNullable: Bool
  var count: Int { node.count }

  init(_ node: ArrayNode, isNullable: Bool) throws {
    try node.requireBytes(8)
    self.node = node
    self.isNullable = isNullable
  }

  func value(at index: Int, in pass: Pass) throws -> RealmValue {
    let bits = try node.bytes.load(UInt64.self, at: index * 8)
    return isNullable && bits == Self.null ? .null : .double(Double(bitPattern: bits))
  }
}

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

/// Moments: seconds, which may be null, and nanoseconds.
struct TimestampLeaf: Leaf {
  private let seconds: NullableIntegerLeaf
  private let nanoseconds: ArrayNode

  init(_ node: ArrayNode, _ pass: Pass) throws {
    guard node.count == 2 else { throw node.damaged("Dates have seconds and nanoseconds.") }
    seconds = try NullableIntegerLeaf(pass.requiredChild(node, 0))
    nanoseconds = try pass.requiredChild(node, 1)
    guard nanoseconds.count == seconds.count else {
      throw node.damaged("There are \(seconds.count) seconds and \(nanoseconds.count) nanoseconds.")
    }
  }

  var count: Int { seconds.count }

  func value(at index: Int, in pass: Pass) throws -> RealmValue {
    guard let whole = try seconds.number(at: index) else { return .null }
    return try Self.value(whole, nanoseconds.integer(index), at: nanoseconds.offset)
  }

  static func value(_ seconds: Int64, _ nanoseconds: Int64, at offset: Int) throws -> RealmValue {
    guard nanoseconds.magnitude < 1_000_000_000 else {
      throw RealmFileError.damaged("A date has \(nanoseconds) nanoseconds.", at: offset)
    }
    return .timestamp(RealmTimestamp(seconds: seconds, nanoseconds: Int32(nanoseconds)))
  }
}
