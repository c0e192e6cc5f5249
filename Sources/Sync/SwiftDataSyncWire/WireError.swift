// SPDX-License-Identifier: Apache-2.0

/// Why a message cannot be read. It says where, and nothing of what the message has: that is somebody's data.
package enum WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// More bytes than a message may have.
  case tooLarge(limit: Int)
  /// Arrays and objects inside each other.
  case tooDeep(limit: Int)
  /// Values, all together.
  case tooMany(limit: Int)
  /// The message ends in the middle.
  case truncated
  /// Not JSON, from this byte on.
  case malformed(offset: Int)
  /// Something follows the message.
  case trailing(offset: Int)
  /// Not UTF-8, or half of a surrogate pair.
  case invalidText(offset: Int)
  /// A number that is no integer, or has more than 53 bits.
  case invalidNumber(offset: Int)
  case duplicateKey(path: String)
  case wrongType(path: String, expected: String)
  case missing(path: String, key: String)
  case unknownKey(path: String)
  case outOfRange(path: String)
  /// A name that is empty, too long, or has control characters.
  case invalidName(path: String)
  /// None or several of those keys of which a message has one.
  case ambiguous(path: String)
  case unsupportedVersion(Int64)

  package var description: String {
    switch self {
    case .tooLarge(let limit): "the message has more than \(limit) bytes"
    case .tooDeep(let limit): "the message has more than \(limit) levels"
    case .tooMany(let limit): "the message has more than \(limit) values"
    case .truncated: "the message ends in the middle"
    case .malformed(let offset): "the message is not JSON at byte \(offset)"
    case .trailing(let offset): "something follows the message at byte \(offset)"
    case .invalidText(let offset): "a text is not Unicode at byte \(offset)"
    case .invalidNumber(let offset): "the number at byte \(offset) is no integer of 53 bits"
    case .duplicateKey(let path): "\(path) has a key twice"
    case .wrongType(let path, let expected): "\(path) must be \(expected)"
    case .missing(let path, let key): "\(path) lacks '\(key)'"
    case .unknownKey(let path): "\(path) has a key that this version of the protocol does not know"
    case .outOfRange(let path): "\(path) is out of range"
    case .invalidName(let path): "\(path) must be a name of 1 to 255 bytes without control characters"
    case .ambiguous(let path): "\(path) must have exactly one of its bodies"
    case .unsupportedVersion(let version): "version \(version) of the protocol is not known"
    }
  }
}

/// What a message may have at most.
package struct WireLimits: Sendable {
  package var bytes = 16 << 20
  package var depth = 12
  package var values = 1_000_000

  package init() {}
}
