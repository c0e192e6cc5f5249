// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile

/// Random numbers that are the same for the same seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func integer() -> Int64 {
    let bits = Int.random(in: 0...63, using: &self)
    return Int64(bitPattern: next()) >> Int64(bits)
  }

  mutating func text(_ longest: Int) -> String {
    let letters = Array("abcXYZ 019-äß€😀\u{0}\n\"\\$.%")
    var text = ""
    let length = Int.random(in: 0...longest, using: &self)
    while text.utf8.count < length { text.append(letters.randomElement(using: &self) ?? "a") }
    return text
  }

  /// The bytes of a leaf's longest value decide its form.
  mutating func size() -> Int { [0, 3, 14, 40, 58, 80, 500].randomElement(using: &self) ?? 0 }
}

/// Makes random tables for the writer, and what they should be read as.
struct RandomTables {
  var random: SplitMix
  /// Below 10, what those formats have.
  var format = 24

  mutating func tables() -> [WrittenTable] {
    let counts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      [0, 1, 7, 9, 30, 300, 700].randomElement(using: &random) ?? 0
    }
    let keys = counts.map { objectKeys($0) }
    return counts.indices.map { index in
      // Without any column nobody knows how many rows there are, in formats below 10.
      let columns = (0..<Int.random(in: (format < 10 ? 1 : 0)...6, using: &random)).map { number in
        column("c\(number)", tables: counts.count)
      }
      let sizes = columns.map { _ in random.size() }
      let rows = keys[index].map { key in
        let values = zip(columns, sizes).map { value($0, size: $1, keys) }
        return (key, values)
      }
      return WrittenTable(name: "class_T\(index)", columns: columns, rows: rows)
    }
  }

  private mutating func objectKeys(_ count: Int) -> [Int64] {
    if format < 10 || Bool.random(using: &random) { return (0..<Int64(count)).map { $0 } }
    var keys: Set<Int64> = []
    let reach: Int64 = Bool.random(using: &random) ? Int64(count) * 3 : .max - 2
    while keys.count < count { keys.insert(.random(in: 0...reach, using: &random)) }
    return keys.sorted()
  }

  /// Columns of formats below 10: lists are the only collections, and nulls came with format 3.
  private mutating func oldColumn(_ name: String, tables: Int) -> WrittenColumn {
    let types: [RealmProperty.ValueType] = [.int, .bool, .string, .data, .timestamp, .float, .double, .link]
    var column = WrittenColumn(name: name, type: types.randomElement(using: &random) ?? .int)
    if Int.random(in: 0..<4, using: &random) == 0 { column.collection = .list }
    if column.type == .link {
      column.target = Int.random(in: 0..<tables, using: &random)
      column.isOptional = column.collection == nil
    } else {
      column.isOptional = format > 2 && Bool.random(using: &random)
      if column.type == .string, column.collection == nil { column.isEnumerated = Bool.random(using: &random) }
    }
    column.isIndexed = column.collection == nil && column.type != .link && Bool.random(using: &random)
    return column
  }

  private mutating func column(_ name: String, tables: Int) -> WrittenColumn {
    if format < 10 { return oldColumn(name, tables: tables) }
    let types = RealmProperty.ValueType.allCases.filter { $0 != .rows && $0 != .unsupported }
    var column = WrittenColumn(name: name, type: types.randomElement(using: &random) ?? .int)
    column.isOptional = Bool.random(using: &random)
    if Bool.random(using: &random), column.type != .anyLink {
      column.collection = [.list, .set, .dictionary].randomElement(using: &random)
    }
    if column.type == .mixed { column.isOptional = true }
    if column.type == .link {
      column.target = Int.random(in: 0..<tables, using: &random)
      column.isOptional = column.collection == nil || column.collection == .dictionary
    }
    if column.type == .anyLink { column.isOptional = true }
    if column.type == .string, column.collection == nil, !column.isOptional {
      column.isEnumerated = Bool.random(using: &random)
    }
    column.hasIntegerKeys = column.collection == .dictionary && Bool.random(using: &random)
    column.isIndexed = column.collection == nil && Bool.random(using: &random)
    return column
  }

  private mutating func value(_ column: WrittenColumn, size: Int, _ keys: [[Int64]]) -> RealmValue {
    guard let collection = column.collection else { return scalar(column, size: size, keys) }
    let count = [0, 0, 1, 2, 5, 40].randomElement(using: &random) ?? 0
    let values = (0..<count).map { _ in scalar(column, size: size, keys) }
      // A list has no links to nothing.
      .filter { column.type != .link || collection == .dictionary || $0 != .null }
    switch collection {
    case .list: return .list(values)
    case .set: return .set(values)
    case .dictionary:
      return .dictionary(
        values.enumerated().map { index, value in
          RealmEntry(
            key: column.hasIntegerKeys ? .int(Int64(index) * 1000) : .string("key \(index)"),
            value: value)
        })
    }
  }

  private mutating func scalar(
    _ column: WrittenColumn, size: Int, _ keys: [[Int64]], depth: Int = 0
  ) -> RealmValue {
    if column.isOptional, Int.random(in: 0..<4, using: &random) == 0 { return .null }
    switch column.type {
    case .int: return .int(random.integer())
    case .bool: return .bool(.random(using: &random))
    case .string: return .string(random.text(column.isEnumerated ? 2 : size))
    case .data:
      let count = Int.random(in: 0...size, using: &random)
      return .data(Data((0..<count).map { _ in .random(in: 0...255, using: &random) }))
    case .timestamp:
      let seconds = random.integer()
      let nanoseconds = format < 5 ? 0 : Int32.random(in: 0..<1_000_000_000, using: &random)
      return .timestamp(
        RealmTimestamp(seconds: seconds, nanoseconds: seconds < 0 ? -nanoseconds : nanoseconds))
    case .float: return .float([0, -1.5, .infinity, 3.25e30].randomElement(using: &random) ?? 0)
    case .double: return .double([0, -1.5, .infinity, 3.25e300].randomElement(using: &random) ?? 0)
    case .decimal: return .decimal(decimal(size))
    case .objectID:
      return .objectID(
        RealmObjectID(timestamp: UInt32(truncatingIfNeeded: random.next()), rest: random.next()))
    case .uuid:
      let (first, second) = (random.next(), random.next())
      return .uuid(withUnsafeBytes(of: (first, second)) { UUID(uuid: $0.load(as: uuid_t.self)) })
    case .link:
      let target = column.target ?? 0
      guard let key = keys[target].randomElement(using: &random) else { return .null }
      return .link(RealmLink(table: RealmTableKey(UInt32(target)), key: RealmObjectKey(key)))
    case .anyLink:
      let target = Int.random(in: 0..<keys.count, using: &random)
      guard let key = keys[target].randomElement(using: &random) else { return .null }
      return .link(RealmLink(table: RealmTableKey(UInt32(target)), key: RealmObjectKey(key)))
    case .mixed: return mixed(size, keys, depth)
    case .rows, .unsupported: return .null
    }
  }

  private mutating func mixed(_ size: Int, _ keys: [[Int64]], _ depth: Int) -> RealmValue {
    let kind = Int.random(in: 0..<(depth < 3 ? 12 : 10), using: &random)
    let types: [RealmProperty.ValueType] = [
      .int, .bool, .string, .data, .timestamp, .float, .double, .decimal, .objectID, .uuid,
    ]
    if kind < types.count {
      if kind == 0, Bool.random(using: &random) { return .null }
      return scalar(WrittenColumn(name: "", type: types[kind]), size: size, keys)
    }
    let values = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      mixed(size, keys, depth + 1)
    }
    guard kind == types.count else {
      return .dictionary(
        values.enumerated().map { RealmEntry(key: .string("k\($0)"), value: $1) })
    }
    return .list(values)
  }

  private mutating func decimal(_ size: Int) -> RealmDecimal {
    // The sizes of texts serve for those of numbers.
    switch size {
    case 0: return RealmDecimal()
    case 1...20:
      return RealmDecimal(
        isNegative: .random(using: &random), coefficient: .random(in: 0..<1 << 23, using: &random),
        exponent: .random(in: -101...90, using: &random))
    case 21...60:
      return RealmDecimal(
        isNegative: .random(using: &random), coefficient: .random(in: 0..<1 << 53, using: &random),
        exponent: .random(in: -398...369, using: &random))
    default:
      let kind = Int.random(in: 0..<6, using: &random)
      if kind == 0 { return RealmDecimal(kind: .nan) }
      if kind == 1 { return RealmDecimal(kind: .infinity, isNegative: .random(using: &random)) }
      return RealmDecimal(
        isNegative: .random(using: &random),
        coefficient: .random(
          in: 0..<10_000_000_000_000_000_000_000_000_000_000_000, using: &random),
        exponent: .random(in: -6176...6111, using: &random))
    }
  }
}
