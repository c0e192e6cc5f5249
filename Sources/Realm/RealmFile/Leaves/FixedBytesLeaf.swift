// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Identifiers of 12 or 16 bytes, in blocks of eight with a byte that tells
/// which of them are null.
struct FixedBytesLeaf: Leaf {
  private static let perBlock = 8
  let count: Int
  private let node: ArrayNode
  private let width: Int

  init(_ node: ArrayNode, _ type: StorageType) throws {
    try node.requireBytes(1)
    self.node = node
    width = type == .uuid ? 16 : 12
    let block = 1 + Self.perBlock * width
    let blocks = (node.count + block - 1) / block
    let used = node.count - blocks
    guard used % width == 0 else { throw node.damaged("An identifier is not complete.") }
    count = used / width
  }

  func value(at index: Int, in pass: Pass) throws -> RealmValue {
    guard index >= 0, index < count else { throw node.damaged("Identifier \(index) is missing.") }
    let block = index / Self.perBlock * (1 + Self.perBlock * width)
    let position = index % Self.perBlock
    let nulls = try node.bytes.load(UInt8.self, at: block)
    guard nulls >> UInt8(position) & 1 == 0 else { return .null }
    return try Self.value(node.bytes.slice(block + 1 + position * width, width))
  }

  /// - Parameter bytes: 12 or 16.
  static func value(_ bytes: Bytes) throws -> RealmValue {
    if bytes.count == 12 {
      return bytes.withBytes { RealmObjectID(bytes: $0) }.map { .objectID($0) } ?? .null
    }
    let first = try bytes.load(UInt64.self, at: 0)
    let second = try bytes.load(UInt64.self, at: 8)
    func byte(_ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: index < 8 ? first >> (8 * index) : second >> (8 * (index - 8)))
    }
    return .uuid(
      UUID(
        uuid: (
          byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7), byte(8), byte(9),
          byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
        )))
  }
}
