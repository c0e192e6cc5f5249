// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Damages files as a fault of a disk or an ill-willed hand would.
struct StoreMutator {
  private var random: SplitMix
  private let pageSize: Int

  init(seed: UInt64, pageSize: Int) {
    random = SplitMix(state: seed)
    self.pageSize = pageSize
  }

  mutating func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func mutate(_ whole: Data) -> Data {
    var bytes = whole
    for _ in 0...chance(3) {
      switch chance(12) {
      case 0: zeroPage(&bytes)
      case 1: swapPages(&bytes)
      case 2: copyRange(&bytes)
      case 3: if chance(4) == 0 { bytes.removeLast(chance(bytes.count / 2)) }
      case 4: bytes.append(contentsOf: bytes.prefix(chance(3) * pageSize))
      case 5: numbers(&bytes)
      case 6: text(&bytes)
      default: changeBytes(&bytes)
      }
    }
    return bytes
  }

  private mutating func page(_ bytes: Data) -> Int {
    chance(max(1, bytes.count / pageSize)) * pageSize
  }

  private mutating func changeBytes(_ bytes: inout Data) {
    for _ in 0...chance(20) {
      // Heads of pages are where most is decided.
      let index = page(bytes) + chance(chance(2) == 0 ? 40 : pageSize)
      if index < bytes.count { bytes[index] = UInt8(chance(256)) }
    }
  }

  private mutating func zeroPage(_ bytes: inout Data) {
    let start = page(bytes)
    let end = min(start + pageSize, bytes.count)
    bytes.replaceSubrange(start..<end, with: Data(count: end - start))
  }

  private mutating func swapPages(_ bytes: inout Data) {
    let (first, second) = (page(bytes), page(bytes))
    guard max(first, second) + pageSize <= bytes.count else { return }
    let other = Data(bytes[second..<(second + pageSize)])
    bytes.replaceSubrange(second..<(second + pageSize), with: Data(bytes[first..<(first + pageSize)]))
    bytes.replaceSubrange(first..<(first + pageSize), with: other)
  }

  private mutating func copyRange(_ bytes: inout Data) {
    let count = chance(60)
    let (from, to) = (chance(max(1, bytes.count - count)), chance(max(1, bytes.count - count)))
    guard max(from, to) + count <= bytes.count else { return }
    bytes.replaceSubrange(to..<(to + count), with: Data(bytes[from..<(from + count)]))
  }

  /// Sizes and page numbers beyond all bounds.
  private mutating func numbers(_ bytes: inout Data) {
    let values: [[UInt8]] = [
      [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0], [0, 0, 0, 1],
      [0x8F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
    ]
    let value = values[chance(values.count)]
    let index = page(bytes) + chance(pageSize - value.count)
    guard index + value.count <= bytes.count else { return }
    bytes.replaceSubrange(index..<(index + value.count), with: value)
  }

  /// Names of tables and columns, which the model is matched with.
  private mutating func text(_ bytes: inout Data) {
    let words = ["Z_ENT", "Z_PK", "ZTHING", "INTEGER", "VARCHAR", "ACHANGE", "Z_SUPER", "INDEX"]
    guard let found = bytes.range(of: Data(words[chance(words.count)].utf8)) else { return }
    let other = Data(words[chance(words.count)].utf8).prefix(found.count)
    bytes.replaceSubrange(found.lowerBound..<(found.lowerBound + other.count), with: other)
  }
}
