// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecureHashes
import SwiftDataSyncCore

/// Names of records in CloudKit, and identities in the zone.
///
/// Devices name records with UUIDs in lower case, Apple's mirroring with UUIDs in upper case: one becomes the other. A
/// name in CloudKit is unique in its zone, an identity with its model only. So a name may be taken; then there is a
/// second one.
enum RecordNames {
  /// The name of a record, unless another one has it.
  static func preferred(_ id: RecordID) -> String {
    if isUUID(id.name, upper: false) { return id.name.uppercased() }
    if id.name.hasPrefix("="), isName(String(id.name.dropFirst())) { return String(id.name.dropFirst()) }
    if isName(id.name), !isUUID(id.name, upper: true), !id.name.hasPrefix("=") { return id.name }
    return second(id)
  }

  /// The name of a record whose first one another record has, or that CloudKit would not take.
  static func second(_ id: RecordID) -> String {
    let name = "\(id.type).\(id.name)"
    if isName(name) { return name }
    return "sha256-" + hexadecimal(SHA2.sha256(Array("\(id.type)\u{0}\(id.name)".utf8)))
  }

  /// The identity of a record that a client of CloudKit makes.
  static func identity(type: String, recordName: String) -> RecordID {
    if isUUID(recordName, upper: true) { return RecordID(type, recordName.lowercased()) }
    // The name itself is that of another record of CloudKit's.
    if isUUID(recordName, upper: false) || recordName.hasPrefix("=") { return RecordID(type, "=\(recordName)") }
    return RecordID(type, recordName)
  }

  /// Another one, whose first name is the same; nil: there is none.
  static func otherIdentity(_ id: RecordID, recordName: String) -> RecordID? {
    let other = RecordID(id.type, "=\(recordName)")
    return other != id && preferred(other) == recordName ? other : nil
  }

  /// What CloudKit takes for a name, one byte shorter than there, for the mark of `identity(type:recordName:)`.
  static func isName(_ name: String) -> Bool {
    (1...254).contains(name.utf8.count) && !name.hasPrefix("_") && name.utf8.allSatisfy { (0x20..<0x7f).contains($0) }
  }

  static func isUUID(_ name: String, upper: Bool) -> Bool {
    guard name.utf8.count == 36 else { return false }
    let letters = upper ? UInt8(ascii: "A")...UInt8(ascii: "F") : UInt8(ascii: "a")...UInt8(ascii: "f")
    return name.utf8.enumerated().allSatisfy { index, byte in
      if [8, 13, 18, 23].contains(index) { return byte == UInt8(ascii: "-") }
      return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || letters.contains(byte)
    }
  }

  /// The 128 bits of a UUID in upper case.
  static func number(_ uuid: String) -> UniqueNumber? {
    guard isUUID(uuid, upper: true) else { return nil }
    let digits = uuid.filter { $0 != "-" }
    guard let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.suffix(16), radix: 16) else {
      return nil
    }
    return UniqueNumber(high: high, low: low)
  }

  static func uuid(_ number: UniqueNumber) -> String {
    var text = ""
    for (index, digit) in [number.high, number.low].flatMap({ word in
      stride(from: 60, through: 0, by: -4).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) & 0xf }
    }).enumerated() {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text += String(digit, radix: 16, uppercase: true)
    }
    return text
  }

  static func random(using random: inout some RandomNumberGenerator) -> String {
    let number = UniqueNumber(using: &random)
    // Version 4, variant 1.
    return uuid(
      UniqueNumber(
        high: number.high & 0xffff_ffff_ffff_0fff | 0x4000,
        low: number.low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000))
  }

  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
