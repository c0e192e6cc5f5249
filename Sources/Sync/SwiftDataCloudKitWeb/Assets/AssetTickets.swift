// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecureHashes

/// Addresses of assets, and of what tells of changes, that need no token: each says what it is for, and until when,
/// with a signature. The key is of the process, so that a restart makes them invalid.
package struct AssetTickets: Sendable {
  /// What an address is for.
  package enum Purpose: Hashable, Sendable {
    /// Bytes for a field of a record, in the zone as it is now: one that is erased does not come back with an asset.
    case upload(recordName: String, field: String, generation: UInt64)
    /// A value by its SHA-256.
    case download(name: String, size: Int)
    /// News of changes after a position in the log.
    case courier(after: UInt64)
  }

  package struct Ticket: Hashable, Sendable {
    package var account: String
    package var purpose: Purpose
    /// Milliseconds since 1970.
    package var expires: Int64
  }

  static let uploadLifetime: Int64 = 15 * 60_000
  static let downloadLifetime: Int64 = 60 * 60_000
  static let courierLifetime: Int64 = 24 * 60 * 60_000
  private let key: [UInt8]

  init() {
    var random = SystemRandomNumberGenerator()
    key = (0..<8).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
  }

  func text(_ ticket: Ticket) -> String {
    var parts: [CloudJSON] = [.text(ticket.account), .integer(ticket.expires)]
    switch ticket.purpose {
    case .upload(let recordName, let field, let generation):
      parts += [.text("upload"), .text(recordName), .text(field), .text(String(generation, radix: 16))]
    case .download(let name, let size): parts += [.text("download"), .text(name), .integer(Int64(size)), .null]
    case .courier(let position): parts += [.text("courier"), .text(String(position)), .null, .null]
    }
    let body = CloudJSON.array(parts).bytes
    return RecordNames.hexadecimal(signature(of: body)) + RecordNames.hexadecimal(body)
  }

  /// - Throws: ``CloudKitError`` if the ticket is not of this process, or has expired.
  package func ticket(_ text: String, now: Int64) throws(CloudKitError) -> Ticket {
    let invalid = CloudKitError(.accessDenied, "the address of the asset is not valid any more: ask for another one")
    guard text.utf8.count <= 8_192, let bytes = Self.bytes(text), bytes.count > 32 else { throw invalid }
    let body = Array(bytes[32...])
    // Hashes of both are compared, so that the time says nothing of the right signature.
    guard SHA2.sha256(Array(bytes[..<32])) == SHA2.sha256(signature(of: body)),
      case .array(let parts)? = try? CloudJSON(body), parts.count == 6, case .text(let account) = parts[0],
      case .integer(let expires) = parts[1], case .text(let kind) = parts[2], case .text(let first) = parts[3],
      now < expires
    else { throw invalid }
    switch (kind, parts[4], parts[5]) {
    case ("upload", .text(let field), .text(let digits)):
      guard let generation = UInt64(digits, radix: 16) else { throw invalid }
      return Ticket(
        account: account, purpose: .upload(recordName: first, field: field, generation: generation), expires: expires)
    case ("download", .integer(let size), .null):
      return Ticket(account: account, purpose: .download(name: first, size: Int(clamping: size)), expires: expires)
    case ("courier", .null, .null):
      guard let position = UInt64(first) else { throw invalid }
      return Ticket(account: account, purpose: .courier(after: position), expires: expires)
    default: throw invalid
    }
  }

  /// HMAC with SHA-256 (RFC 2104). The key is shorter than a block.
  private func signature(of body: [UInt8]) -> [UInt8] {
    let padded = key + Array(repeating: 0, count: 64 - key.count)
    let inner = SHA2.sha256(padded.map { $0 ^ 0x36 } + body)
    return SHA2.sha256(padded.map { $0 ^ 0x5c } + inner)
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Character(Unicode.Scalar(digits[index])).hexDigitValue,
        let low = Character(Unicode.Scalar(digits[index + 1])).hexDigitValue
      else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
