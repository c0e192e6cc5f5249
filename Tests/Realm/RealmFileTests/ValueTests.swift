// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecureHashes
import Testing

@testable import RealmFile

/// Values by themselves.
@Suite struct ValueTests {
  @Test func decimalsAsText() {
    func text(_ coefficient: UInt128, _ exponent: Int, _ isNegative: Bool = false) -> String {
      RealmDecimal(isNegative: isNegative, coefficient: coefficient, exponent: exponent).description
    }
    #expect(text(0, 0) == "0")
    #expect(text(1250, -2) == "12.50")
    #expect(text(5, -3) == "0.005")
    #expect(text(5, -9) == "5E-9")
    #expect(text(15, 3, true) == "-1.5E+4")
    #expect(text(7, 0, true) == "-7")
    #expect(RealmDecimal(kind: .nan).description == "NaN")
    #expect(RealmDecimal(kind: .infinity, isNegative: true).description == "-Inf")
  }

  @Test func decimalsOfFoundation() {
    #expect(RealmDecimal(coefficient: 1250, exponent: -2).decimal == Decimal(string: "12.5"))
    #expect(
      RealmDecimal(isNegative: true, coefficient: 1, exponent: 127).decimal
        == Decimal(string: "-1e127"))
    #expect(RealmDecimal(coefficient: 1, exponent: 130).decimal == Decimal(string: "1000e127"))
    #expect(RealmDecimal(coefficient: 1000, exponent: -130).decimal == Decimal(string: "1e-127"))
    #expect(RealmDecimal(coefficient: 1, exponent: 6000).decimal == nil)
    #expect(RealmDecimal(kind: .infinity).decimal == nil)
    #expect(RealmDecimal(kind: .nan).decimal?.isNaN == true)
    let digits: UInt128 = 9_999_999_999_999_999_999_999_999_999_999_999
    #expect(RealmDecimal(coefficient: digits).decimal == Decimal(string: "\(digits)"))
  }

  @Test func timestampsAsTextAndDate() {
    #expect(RealmTimestamp(seconds: 0).description == "1970-01-01T00:00:00Z")
    #expect(
      RealmTimestamp(seconds: 100, nanoseconds: 1).description == "1970-01-01T00:01:40.000000001Z")
    #expect(
      RealmTimestamp(seconds: -1, nanoseconds: -500_000_000).description == "1969-12-31T23:59:58.5Z"
    )
    #expect(RealmTimestamp(seconds: 951_782_400).description == "2000-02-29T00:00:00Z")
    #expect(RealmTimestamp(seconds: .max).description == "\(Int64.max)")
    #expect(RealmTimestamp(seconds: .min, nanoseconds: -1).date.timeIntervalSince1970 < -9e18)
    #expect(
      RealmTimestamp(seconds: 978_307_200, nanoseconds: 250_000_000).date
        .timeIntervalSinceReferenceDate == 0.25)
  }

  @Test func identifiersAsText() {
    let bytes = (1...12).map { UInt8($0) }
    #expect(RealmObjectID(bytes: bytes)?.description == "0102030405060708090a0b0c")
    #expect(RealmObjectID(bytes: bytes)?.bytes == bytes)
    #expect(RealmObjectID(bytes: [1]) == nil)
  }

  @Test func namesOfEntries() {
    let entry = RealmEntry(key: .string("a%2Eb%24c%25"), value: .null)
    #expect(entry.name == "a%2Eb%24c%25")
    #expect(entry.decodedName == "a.b$c%25")
    #expect(RealmEntry(key: .int(5), value: .null).name == "5")
  }

  @Test func keysAsText() throws {
    let bytes = (0..<64).map { UInt8($0) }
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(try RealmKey(text: digits).signature == Array(bytes.suffix(32)))
    #expect(try RealmKey(text: Data(bytes).base64EncodedString()).cipher == Array(bytes.prefix(32)))
    #expect(throws: RealmFileError.self) { try RealmKey(text: "abc") }
    #expect(throws: RealmFileError.self) { try RealmKey(bytes.dropLast()) }
    #expect("\(try RealmKey(bytes))" == "RealmKey")
  }

  /// The examples of RFC 3874 and RFC 4231.
  @Test func hashes() {
    func hex(_ bytes: [UInt8]) -> String {
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    var hash = SHA224()
    #expect(
      hex(hash.finish(Array("abc".utf8)))
        == "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7")
    var long = SHA224()
    let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    million.withUnsafeBytes { long.update(blocks: $0) }
    #expect(hex(long.finish()) == "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67")
    // Signatures are of whole blocks only: see the encrypted files for more.
    let signature = PageSignature(key: [UInt8](repeating: 0x0B, count: 20))
    let page = [UInt8](repeating: 0, count: 64)
    #expect(page.withUnsafeBytes { signature.sign($0) }.count == 28)
  }
}
