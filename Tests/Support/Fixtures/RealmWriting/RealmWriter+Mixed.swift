// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile

extension RealmWriter {
  /// Values of any type.
  mutating func mixed(_ values: [RealmValue]) -> Int {
    var kinds: [Int64] = []
    var integers: [Int64] = []
    var pairs: [Int64] = []
    var texts: [[UInt8]] = []
    var collections: [Int64] = []
    func kind(_ type: Int64, _ part: Int64, _ value: Int) -> Int64 {
      (type + 1) | part << 5 | Int64(value) << 8
    }
    for value in values {
      switch value {
      case .null: kinds.append(0)
      case .int(let number) where Int64(Int32(truncatingIfNeeded: number)) == number:
        kinds.append(kind(0, 0, Int(number)))
      case .int(let number):
        kinds.append(kind(0, 1, integers.count))
        integers.append(number)
      case .bool(let value): kinds.append(kind(1, 0, value ? 1 : 0))
      case .float(let value):
        kinds.append(kind(9, 1, integers.count))
        integers.append(Int64(value.bitPattern))
      case .double(let value):
        kinds.append(kind(10, 1, integers.count))
        integers.append(Int64(bitPattern: value.bitPattern))
      case .string(let text):
        kinds.append(kind(2, 3, texts.count))
        texts.append(Array(text.utf8))
      case .data(let data):
        kinds.append(kind(4, 3, texts.count))
        texts.append(Array(data))
      case .objectID(let id):
        kinds.append(kind(15, 3, texts.count))
        texts.append(id.bytes)
      case .uuid(let id):
        kinds.append(kind(17, 3, texts.count))
        texts.append(withUnsafeBytes(of: id.uuid) { Array($0) })
      case .timestamp(let date):
        kinds.append(kind(8, 2, pairs.count / 2))
        pairs += [date.seconds, Int64(date.nanoseconds)]
      case .decimal(let number):
        kinds.append(kind(11, 2, pairs.count / 2))
        let (low, high) = Self.bits128(number)
        pairs += [Int64(bitPattern: low), Int64(bitPattern: high)]
      case .link(let link):
        kinds.append(kind(16, 2, pairs.count / 2))
        pairs += [Int64(link.table.rawValue), link.key.rawValue]
      case .list(let elements), .set(let elements):
        kinds.append(kind(19, 4, collections.count))
        collections.append(elements.isEmpty ? 0 : Int64(tree(.mixed, true, elements)))
      case .dictionary(let entries):
        kinds.append(kind(21, 4, collections.count))
        collections.append(entries.isEmpty ? 0 : Int64(dictionary(entries, .string)))
      }
    }
    var parts = [Int64(node.integers(kinds)), 0, 0, 0]
    if !integers.isEmpty { parts[1] = Int64(node.integers(integers)) }
    if !pairs.isEmpty { parts[2] = Int64(node.integers(pairs)) }
    if !texts.isEmpty { parts[3] = Int64(bytesOfMixed(texts)) }
    if !collections.isEmpty {
      parts += [
        Int64(node.references(collections)), Int64(node.integers(collections.map { _ in 1 })),
      ]
    }
    return node.references(parts)
  }

  /// Bytes of all kinds are stored like texts.
  private mutating func bytesOfMixed(_ contents: [[UInt8]]) -> Int {
    let longest = contents.map(\.count).max() ?? 0
    if longest <= 15 { return node.shortStrings(contents) }
    let ended = contents.map { $0 + [0] }
    guard longest <= 63 else {
      let blobs = ended.map { Int64(node.blob($0)) }
      return node.references(blobs, .context)
    }
    var ends: [Int64] = []
    for content in ended { ends.append((ends.last ?? 0) + Int64(content.count)) }
    let parts = [
      Int64(node.integers(ends)), Int64(node.blob(ended.flatMap { $0 })),
      Int64(node.integers(ended.map { _ in 0 })),
    ]
    return node.references(parts)
  }
}
