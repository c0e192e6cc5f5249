// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Property lists made by hand, byte by byte, also such as no writer makes.
enum BinaryPropertyListBytes {
  /// - Parameter objects: the bytes of each; the first is the top one.
  static func list(
    _ objects: [[UInt8]], count: UInt64? = nil, top: UInt64 = 0, offsetSize: UInt8 = 2,
    referenceSize: UInt8 = 1
  ) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let tableStart = bytes.count
    for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
    bytes += [0, 0, 0, 0, 0, 0, offsetSize, referenceSize]
    bytes += integer(count ?? UInt64(objects.count)) + integer(top) + integer(UInt64(tableStart))
    return Data(bytes)
  }

  static func integer(_ value: UInt64) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
