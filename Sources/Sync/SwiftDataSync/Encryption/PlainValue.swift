// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// A value as bytes to encrypt: its kind, its length, its bytes, and zeros up to a length that many values share.
///
/// All numbers, dates, UUIDs, short texts and "nothing" have the same length. Longer ones are rounded up so that a length
/// tells at most twelve percent (and of a megabyte, three percent): the scheme is Padmé.
package enum PlainValue {
  private static let shortest = 32
  private static let header = 5

  /// Nil: a reference, which is no attribute, or one to a large value, which is not here.
  package static func bytes(_ value: SyncValue) -> Data? {
    let kind: UInt8
    let body: Data
    switch value {
    case .null: (kind, body) = (0, Data())
    case .bool(let value): (kind, body) = (1, Data([value ? 1 : 0]))
    case .integer(let value): (kind, body) = (2, word(UInt64(bitPattern: value)))
    case .real(let value): (kind, body) = (3, word(value.bitPattern))
    case .text(let value): (kind, body) = (4, Data(value.utf8))
    case .bytes(let value): (kind, body) = (5, value)
    case .date(let value): (kind, body) = (6, word(value.bitPattern))
    case .uuid(let value): (kind, body) = (7, withUnsafeBytes(of: value.uuid) { Data($0) })
    case .reference, .blob, .sealedBlob: return nil
    }
    guard let count = UInt32(exactly: body.count) else { return nil }
    return bytes(kind, count, body)
  }

  /// What an envelope has: 8 for bytes, 9 for a text; SHA-256, length, key.
  package static func bytes(_ content: LargeContent) -> Data {
    let body = Data(content.reference.sha256) + word(UInt64(content.reference.size)) + content.key
    return bytes(content.reference.isText ? 9 : 8, UInt32(body.count), body)
  }

  private static func bytes(_ kind: UInt8, _ count: UInt32, _ body: Data) -> Data {
    var data = Data(capacity: padded(header + body.count))
    data.append(kind)
    for shift in stride(from: 24, through: 0, by: -8) { data.append(UInt8(truncatingIfNeeded: count >> UInt32(shift))) }
    data.append(body)
    data.append(Data(count: padded(data.count) - data.count))
    return data
  }

  /// Nil: these are no such bytes; another version has written them.
  package static func value(_ data: Data) -> SyncValue? {
    guard let (kind, body) = parts(data) else { return nil }
    let count = body.count
    switch kind {
    case 0: return count == 0 ? .null : nil
    case 1: return count == 1 ? .bool(body[0] != 0) : nil
    case 2: return number(body).map { .integer(Int64(bitPattern: $0)) }
    case 3: return number(body).map { .real(Double(bitPattern: $0)) }
    case 4: return .text(String(decoding: body, as: UTF8.self))
    case 5: return .bytes(body)
    case 6: return number(body).map { .date(Double(bitPattern: $0)) }
    case 7: return uuid(body).map { .uuid($0) }
    default: return nil
    }
  }

  /// What an envelope has; nil: these are no such bytes.
  static func content(_ data: Data) -> LargeContent? {
    guard let (kind, body) = parts(data), kind == 8 || kind == 9, body.count == 40 + LargeContent.keyLength,
      let size = number(Data(body[32..<40])).flatMap({ Int(exactly: $0) }),
      let reference = BlobReference(sha256: Array(body[..<32]), size: size, isText: kind == 9)
    else { return nil }
    return LargeContent(reference: reference, key: Data(body[40...]))
  }

  private static func parts(_ data: Data) -> (kind: UInt8, body: Data)? {
    let data = Data(data)
    guard data.count >= header else { return nil }
    let count = data[1..<header].reduce(0) { $0 << 8 | Int($1) }
    guard count <= data.count - header else { return nil }
    return (data[0], Data(data[header..<header + count]))
  }

  package static func padded(_ length: Int) -> Int {
    guard length > shortest else { return shortest }
    let exponent = Int.bitWidth - 1 - length.leadingZeroBitCount
    let bits = Int.bitWidth - exponent.leadingZeroBitCount
    let mask = 1 << max(exponent - bits, 0) - 1
    return (length + mask) & ~mask
  }

  private static func word(_ word: UInt64) -> Data {
    Data(stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) })
  }

  private static func number(_ body: Data) -> UInt64? {
    body.count == 8 ? body.reduce(0) { $0 << 8 | UInt64($1) } : nil
  }

  private static func uuid(_ body: Data) -> UUID? {
    guard body.count == 16 else { return nil }
    var uuid = uuid_t(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &uuid) { _ = body.copyBytes(to: $0) }
    return UUID(uuid: uuid)
  }
}
