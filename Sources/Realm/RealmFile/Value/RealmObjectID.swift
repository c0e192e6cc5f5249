// SPDX-License-Identifier: Apache-2.0

/// An identifier of 12 bytes, as MongoDB makes them.
public struct RealmObjectID: Hashable, Sendable {
  /// The first four bytes: seconds since 1970, the first byte being the
  /// highest.
  public var timestamp: UInt32
  /// The other eight bytes, the first being the highest.
  public var rest: UInt64

  /// Makes an identifier of its parts.
  public init(timestamp: UInt32, rest: UInt64) {
    self.timestamp = timestamp
    self.rest = rest
  }

  /// Takes 12 bytes; `nil` for another number.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 12 else { return nil }
    timestamp = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    rest = bytes.dropFirst(4).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The 12 bytes.
  public var bytes: [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: timestamp >> (24 - 8 * $0)) }
      + (0..<8).map { UInt8(truncatingIfNeeded: rest >> (56 - 8 * $0)) }
  }
}

extension RealmObjectID: CustomStringConvertible {
  /// 24 hexadecimal digits in lower case.
  public var description: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
