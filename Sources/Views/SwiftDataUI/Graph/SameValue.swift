// SPDX-License-Identifier: Apache-2.0

/// Whether two values are the same as far as a view can tell. May say no for values that are equal, never yes for values
/// that are not.
func isSameValue<T>(_ lhs: T, _ rhs: T) -> Bool {
  withUnsafePointer(to: lhs) { left in
    withUnsafePointer(to: rhs) { right in
      SameValue.isSame(UnsafeRawPointer(left), UnsafeRawPointer(right), type: T.self)
    }
  }
}

enum SameValue {
  /// Whether two values have equal bytes, and so are equal: both are alive, so equal addresses are the same object.
  static func hasSameBytes(_ lhs: UnsafeRawPointer, _ rhs: UnsafeRawPointer, size: Int) -> Bool {
    var offset = 0
    while offset + 8 <= size {
      if lhs.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != rhs.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
      offset += 8
    }
    while offset < size {
      if lhs.load(fromByteOffset: offset, as: UInt8.self) != rhs.load(fromByteOffset: offset, as: UInt8.self) {
        return false
      }
      offset += 1
    }
    return true
  }

  static func isSame<T>(_ lhs: UnsafeRawPointer, _ rhs: UnsafeRawPointer, type: T.Type) -> Bool {
    if hasSameBytes(lhs, rhs, size: MemoryLayout<T>.size) { return true }
    if type is AnyClass { return false }
    guard let equatable = type as? any Equatable.Type else { return false }
    return isEqual(lhs, rhs, equatable)
  }

  private static func isEqual<E: Equatable>(_ lhs: UnsafeRawPointer, _ rhs: UnsafeRawPointer, _: E.Type) -> Bool {
    lhs.assumingMemoryBound(to: E.self).pointee == rhs.assumingMemoryBound(to: E.self).pointee
  }
}
