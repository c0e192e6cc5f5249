// SPDX-License-Identifier: Apache-2.0

@_spi(Reflection) @preconcurrency import Swift

extension TypeReflection {
  /// The associated values of a case, in declared order, by the names that Swift's synthesized coding gives them: their
  /// labels, or `_0`, `_1` … Offsets are those in the case's memory.
  ///
  /// - Returns: The type of all of them together, and each; `nil` if the case has none, or if they lie in a box of their
  ///   own, as those of an `indirect` case do.
  static func payload(
    ofCase index: Int, of type: any Any.Type
  ) -> (type: any Any.Type, fields: [Field])? {
    guard kind(of: type) == .enumeration else { return nil }
    // As in `cases(ofEnum:)`: the descriptor is part of the ABI, and of the binary.
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let descriptor = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    guard let fields = relative(descriptor + 16) else { return nil }
    let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    guard (0..<Int(fields.load(fromByteOffset: 12, as: UInt32.self))).contains(index) else { return nil }
    let record = fields + 16 + index * recordSize
    let isIndirect = record.load(as: UInt32.self) & 1 != 0
    guard !isIndirect, let name = relative(record + 4),
      let payload = _getTypeByMangledNameInContext(
        name.assumingMemoryBound(to: UInt8.self), UInt(mangledLength(name)),
        genericContext: descriptor, genericArguments: metadata + 16)
    else { return nil }
    return (payload, parts(of: payload))
  }

  /// The elements of a tuple, or the one value that is none.
  private static func parts(of payload: any Any.Type) -> [Field] {
    // The first word of metadata is its kind; this is that of tuples.
    let tuple = 0x301
    guard unsafeBitCast(payload, to: UnsafeRawPointer.self).load(as: Int.self) == tuple else {
      return [Field(name: "_0", offset: 0, type: payload)]
    }
    var parts: [Field] = []
    _ = _forEachField(of: payload, options: []) { name, offset, type, _ in
      let label = String(cString: name)
      // The names of elements without a label are `.0`, `.1` …
      let isLabel = !label.isEmpty && !label.hasPrefix(".")
      parts.append(Field(name: isLabel ? label : "_\(parts.count)", offset: offset, type: type))
      return true
    }
    return parts
  }

  /// The length of a name in the binary, which ends with a zero. In between are references to types, of a byte that says
  /// so and a distance, or an address, whose bytes may be zero.
  private static func mangledLength(_ name: UnsafeRawPointer) -> Int {
    var length = 0
    while true {
      switch name.load(fromByteOffset: length, as: UInt8.self) {
      case 0: return length
      case 0x01...0x17: length += 5
      case 0x18...0x1F: length += 1 + MemoryLayout<Int>.size
      default: length += 1
      }
    }
  }
}
