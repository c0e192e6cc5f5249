// SPDX-License-Identifier: Apache-2.0

/// Values of any type.
struct MixedLeaf: Leaf {
  /// Collections within collections. Realm stops at 100.
  static let maximumDepth = 110

  private let kinds: ArrayNode
  private let integers: ArrayNode?
  private let pairs: ArrayNode?
  private let texts: StringLeaf?
  private let bytes: ArrayNode?
  private let collections: ArrayNode?
  private let depth: Int

  init(_ node: ArrayNode, _ pass: Pass, depth: Int) throws {
    guard (4...8).contains(node.count), node.header.hasReferences else {
      throw node.damaged("Mixed values have four to six parts, not \(node.count).")
    }
    kinds = try pass.requiredChild(node, 0)
    integers = try pass.child(node, 1)
    pairs = try pass.child(node, 2)
    bytes = try pass.child(node, 3)
    texts = try bytes.map {
      try StringLeaf($0, ElementForm(type: .string, isNullable: true), pass)
    }
    collections = node.count > 4 ? try pass.child(node, 4) : nil
    self.depth = depth
  }

  var count: Int { kinds.count }

  func value(at index: Int, in pass: Pass) throws -> RealmValue {
    let kind = try kinds.integer(index)
    if kind == 0 { return .null }
    let number = kind >> 8
    switch kind & 0x1F - 1 {
    case 0: return .int(kind >> 5 & 7 == 0 ? number : try integer(number))
    case 1: return .bool(number != 0)
    case 2: return .string(try text(number, pass).string)
    case 4: return .data(try text(number, pass).data)
    case 8:
      let (seconds, nanoseconds) = try pair(number)
      return try TimestampLeaf.value(seconds, nanoseconds, at: kinds.offset)
    case 9: return .float(Float(bitPattern: UInt32(truncatingIfNeeded: try integer(number))))
    case 10: return .double(Double(bitPattern: UInt64(bitPattern: try integer(number))))
    case 11:
      let (low, high) = try pair(number)
      return .decimal(
        RealmDecimal(low: UInt64(bitPattern: low), high: UInt64(bitPattern: high)))
    case 15, 17:
      let bytes = try text(number, pass)
      guard bytes.count == (kind & 0x1F == 16 ? 12 : 16) else {
        throw kinds.damaged("An identifier has \(bytes.count) bytes.")
      }
      return try FixedBytesLeaf.value(bytes)
    case 16:
      let (table, key) = try pair(number)
      let link = RealmLink(
        table: RealmTableKey(UInt32(truncatingIfNeeded: table) & 0x7FFF_FFFF),
        key: RealmObjectKey(key))
      return link.key.isResolved ? .link(link) : .null
    case 19: return .list(try elements(number, pass))
    case 20: return .set(try elements(number, pass))
    case 21:
      guard let root = try collection(number) else { return .dictionary([]) }
      var cursor = try DictionaryCursor(
        tree: root, keys: .string, pass, depth: depth + 1)
      return .dictionary(try cursor.rest())
    case 12: throw RealmFileError.unsupported("A mixed value links to an unknown table.")
    case let other:
      throw kinds.damaged("A mixed value is of the unknown type \(other).")
    }
  }

  private func integer(_ number: Int64) throws -> Int64 {
    guard let integers, let index = Int(exactly: number) else { throw missing }
    return try integers.integer(index)
  }

  private func pair(_ number: Int64) throws -> (Int64, Int64) {
    guard let pairs, number >= 0, number < pairs.count else { throw missing }
    return (try pairs.integer(2 * Int(number)), try pairs.integer(2 * Int(number) + 1))
  }

  private func text(_ number: Int64, _ pass: Pass) throws -> Bytes {
    guard let texts, number >= 0, number < texts.count else { throw missing }
    guard let bytes = try texts.bytes(at: Int(number), in: pass) else { throw missing }
    return bytes
  }

  /// Where a collection begins; `nil` if it is empty.
  private func collection(_ number: Int64) throws -> Int? {
    guard let collections, let index = Int(exactly: number) else { throw missing }
    guard depth < Self.maximumDepth else { throw RealmFileError.tooDeep(at: kinds.offset) }
    return try collections.reference(index)
  }

  private func elements(_ number: Int64, _ pass: Pass) throws -> [RealmValue] {
    guard let root = try collection(number) else { return [] }
    var cursor = ElementCursor(
      root, ElementForm(type: .mixed, isNullable: true, isElement: true), pass, depth: depth + 1)
    return try cursor.rest()
  }

  private var missing: RealmFileError { kinds.damaged("The content of a mixed value is missing.") }
}
