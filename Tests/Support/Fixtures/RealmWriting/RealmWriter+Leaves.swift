// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile

extension RealmWriter {
  /// Values of one type.
  ///
  /// - Parameter isElement: whether they are in a collection.
  mutating func leaf(
    _ type: RealmProperty.ValueType, _ isOptional: Bool, _ values: [RealmValue], isElement: Bool
  ) -> Int {
    switch type {
    case .int:
      let numbers = values.map { value -> Int64? in
        guard case .int(let number) = value else { return nil }
        return number
      }
      return isOptional ? nullable(numbers) : node.integers(numbers.map { $0 ?? 0 })
    case .bool:
      return node.integers(
        values.map { value in
          guard case .bool(let value) = value else { return 3 }
          return value ? 1 : 0
        })
    case .string: return strings(values)
    case .data: return binaries(values)
    case .timestamp: return timestamps(values)
    case .float:
      let payload = values.map { value -> UInt32 in
        guard case .float(let value) = value else { return 0x7FC0_00AA }
        return value.bitPattern
      }
      return node.fixed(payload.flatMap(Self.bytes), width: 4, count: values.count)
    case .double:
      let payload = values.map { value -> UInt64 in
        guard case .double(let value) = value else { return 0x7FF8_0000_0000_00AA }
        return value.bitPattern
      }
      return node.fixed(payload.flatMap(Self.bytes), width: 8, count: values.count)
    case .decimal: return decimals(values)
    case .objectID, .uuid: return identifiers(values, width: type == .uuid ? 16 : 12)
    case .link:
      return node.integers(
        values.map { value in
          guard case .link(let link) = value else { return 0 }
          return link.key.rawValue + (isElement ? 0 : 1)
        })
    case .anyLink:
      return node.integers(
        values.flatMap { value -> [Int64] in
          guard case .link(let link) = value else { return [0, 0] }
          return [Int64(link.table.rawValue) + 1, link.key.rawValue + 1]
        })
    case .mixed: return mixed(values)
    case .rows, .unsupported: return 0
    }
  }

  static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  /// The first number is one that no value is, and stands for null.
  mutating func nullable(_ numbers: [Int64?]) -> Int {
    var null: Int64 = 0
    while numbers.contains(null) { null += 1 }
    return node.integers([null] + numbers.map { $0 ?? null })
  }

  mutating func strings(_ values: [RealmValue]) -> Int {
    let texts = values.map { value -> [UInt8]? in
      guard case .string(let text) = value else { return nil }
      return Array(text.utf8)
    }
    let longest = texts.map { $0?.count ?? 0 }.max() ?? 0
    if longest <= 15 { return node.shortStrings(texts) }
    if longest <= 63 { return medium(texts.map { $0.map { $0 + [0] } }) }
    return big(texts.map { $0.map { $0 + [0] } })
  }

  private mutating func binaries(_ values: [RealmValue]) -> Int {
    let contents = values.map { value -> [UInt8]? in
      guard case .data(let data) = value else { return nil }
      return Array(data)
    }
    let longest = contents.map { $0?.count ?? 0 }.max() ?? 0
    return longest <= 64 ? medium(contents) : big(contents)
  }

  private mutating func medium(_ contents: [[UInt8]?]) -> Int {
    var ends: [Int64] = []
    var all: [UInt8] = []
    for content in contents {
      all += content ?? []
      ends.append(Int64(all.count))
    }
    let parts = [
      Int64(node.integers(ends)), Int64(node.blob(all)),
      Int64(node.integers(contents.map { $0 == nil ? 1 : 0 })),
    ]
    return node.references(parts)
  }

  private mutating func big(_ contents: [[UInt8]?]) -> Int {
    let limit = blobLimit
    let blobs = contents.map { $0.map { Int64(node.blob($0, pieces: limit)) } ?? 0 }
    return node.references(blobs, .context)
  }

  private mutating func timestamps(_ values: [RealmValue]) -> Int {
    let dates = values.map { value -> RealmTimestamp? in
      guard case .timestamp(let date) = value else { return nil }
      return date
    }
    let seconds = Int64(nullable(dates.map { $0?.seconds }))
    let nanoseconds = Int64(node.integers(dates.map { Int64($0?.nanoseconds ?? 0) }))
    return node.references([seconds, nanoseconds])
  }

  private mutating func identifiers(_ values: [RealmValue], width: Int) -> Int {
    var payload: [UInt8] = []
    for start in stride(from: 0, to: values.count, by: 8) {
      let block = values[start..<min(start + 8, values.count)]
      var nulls: UInt8 = 0
      for (index, value) in block.enumerated() where value == .null { nulls |= 1 << UInt8(index) }
      payload.append(nulls)
      for value in block {
        switch value {
        case .objectID(let id): payload += id.bytes
        case .uuid(let id): payload += withUnsafeBytes(of: id.uuid) { Array($0) }
        default: payload += [UInt8](repeating: 0, count: width)
        }
      }
    }
    return node.fixed(payload, width: 1, count: payload.count)
  }
}
