// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SwiftDataSyncWire
import SyncSimulation
import Testing

/// What is no message is refused by a typed error, whatever it is.
@Suite struct MalformedTests {
  private static let lineage = #"{"generation":"0000000000000001","forks":[]}"#

  private static func pull(_ body: String, version: String = "1", account: String = #""ann""#) -> String {
    #"{"version":\#(version),"account":\#(account),"zone":"main","pull":\#(body)}"#
  }

  private static let good = #"{"lineage":\#(lineage),"after":0,"limit":5}"#

  private static func push(_ change: String) -> String {
    #"{"version":1,"account":"ann","zone":"main","push":{"id":"\#(String(repeating: "0", count: 32))","#
      + #""generation":"0000000000000001","seen":0,"changes":[\#(change)]}}"#
  }

  private static func field(_ value: String) -> String {
    push(
      #"{"id":["T","n"],"base":0,"created":[1,0,"0000000000000001"],"#
        + #""fields":{"f":{"value":\#(value),"stamp":[1,0,"0000000000000001"]}}}"#)
  }

  @Test func theGoodOnesAreRead() throws {
    _ = try Wire.request(Array(Self.pull(Self.good).utf8), token: "t")
    _ = try Wire.request(Array(Self.field(#"{"integer":"-5"}"#).utf8), token: "t")
  }

  @Test(arguments: [
    ("", WireError.truncated),
    ("{", .truncated),
    ("nul", .truncated),
    ("nulx", .malformed(offset: 0)),
    ("NaN", .malformed(offset: 0)),
    ("[1,]", .malformed(offset: 3)),
    ("{\"a\" 1}", .malformed(offset: 5)),
    ("[\"\u{1}\"]", .malformed(offset: 2)),
    ("[\"\\x\"]", .malformed(offset: 3)),
    ("[\"\\ud800\"]", .invalidText(offset: 2)),
    ("[\"\\ud800\\u0041\"]", .invalidText(offset: 2)),
    ("[\"\\udc00\"]", .invalidText(offset: 2)),
    ("[1.5]", .invalidNumber(offset: 1)),
    ("[1e5]", .invalidNumber(offset: 1)),
    ("[01]", .invalidNumber(offset: 1)),
    ("[-0]", .invalidNumber(offset: 1)),
    ("[9007199254740992]", .invalidNumber(offset: 1)),
    ("[99999999999999999999999]", .invalidNumber(offset: 1)),
    ("[-]", .malformed(offset: 2)),
    ("{\"a\":1,\"a\":2}", .duplicateKey(path: "the object at byte 0")),
    ("{\"\u{e9}\":1,\"e\u{301}\":2}", .duplicateKey(path: "the object at byte 0")),
    ("{} {}", .trailing(offset: 3)),
    ("[]", .wrongType(path: "request", expected: "an object")),
  ])
  func whatIsNoJSONIsRefused(text: String, error: WireError) {
    #expect(throws: error) { try Wire.request(Array(text.utf8), token: "t") }
  }

  @Test(arguments: [
    (pull(good, version: "2"), WireError.unsupportedVersion(2)),
    (pull(good, version: "\"1\""), .wrongType(path: "request.version", expected: "an integer")),
    (pull(good, account: "\"\""), .invalidName(path: "request.account")),
    (pull(good, account: "\"a\\u0000\""), .invalidName(path: "request.account")),
    (pull("{}"), .missing(path: "request.pull", key: "lineage")),
    (pull(#"{"lineage":\#(lineage),"after":0,"limit":5,"x":1}"#), .unknownKey(path: "request.pull")),
    (pull(#"{"lineage":\#(lineage),"after":-1,"limit":5}"#), .outOfRange(path: "request.pull.after")),
    (
      pull(#"{"lineage":\#(lineage),"after":null,"limit":5}"#),
      .wrongType(path: "request.pull.after", expected: "an integer")
    ),
    (#"{"version":1,"account":"ann","zone":"main"}"#, .ambiguous(path: "request")),
    (#"{"version":1,"account":"ann","zone":"main","pull":1,"push":1}"#, .ambiguous(path: "request")),
    (field("{}"), .wrongType(path: "request.push.changes[0].fields{}.value", expected: "a value of one kind")),
    (field("5"), .wrongType(path: "request.push.changes[0].fields{}.value", expected: "a value")),
    (field(#"{"integer":5}"#), .wrongType(path: "request.push.changes[0].fields{}.value", expected: "a text")),
    (
      field(#"{"integer":"+5"}"#),
      .wrongType(path: "request.push.changes[0].fields{}.value", expected: "an integer's digits")
    ),
    (
      field(#"{"real":"1.5"}"#),
      .wrongType(path: "request.push.changes[0].fields{}.value", expected: "16 hexadecimal digits")
    ),
    (
      field(#"{"real":"3FF8000000000000"}"#),
      .wrongType(path: "request.push.changes[0].fields{}.value", expected: "16 hexadecimal digits")
    ),
    (field(#"{"bytes":"AB"}"#), .wrongType(path: "request.push.changes[0].fields{}.value", expected: "base64")),
    (field(#"{"uuid":"x"}"#), .wrongType(path: "request.push.changes[0].fields{}.value", expected: "a UUID")),
    (
      field(#"{"blob":{"isText":false,"sha256":"00","size":1}}"#),
      .wrongType(
        path: "request.push.changes[0].fields{}.value",
        expected: "a large value: 64 hexadecimal digits, a size and a kind")
    ),
    (
      field(#"{"blob":{"isText":false,"sha256":"\#(String(repeating: "0", count: 64))","size":-1}}"#),
      .outOfRange(path: "request.push.changes[0].fields{}.value.size")
    ),
    (
      field(#"{"reference":["T"]}"#),
      .wrongType(path: "request.push.changes[0].fields{}.value", expected: "an array of 2")
    ),
    (
      field(#"{"color":"red"}"#),
      .wrongType(path: "request.push.changes[0].fields{}.value", expected: "a value of a known kind")
    ),
  ])
  func whatIsNoMessageIsRefused(text: String, error: WireError) {
    #expect(throws: error) { try Wire.request(Array(text.utf8), token: "t") }
  }

  @Test func bytesThatAreNoTextAreRefused() {
    #expect(throws: WireError.invalidText(offset: 1)) { try Wire.request([0x5b, 0x22, 0xff, 0x22, 0x5d], token: "t") }
    #expect(throws: WireError.invalidText(offset: 1)) {
      try Wire.request([0x5b, 0x22, 0xc0, 0x80, 0x22, 0x5d], token: "t")
    }
  }

  @Test func sizesAreBounded() {
    var limits = WireLimits()
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    #expect(throws: WireError.tooDeep(limit: 12)) { try Wire.request(deep, token: "t") }
    limits.values = 10
    let many = Array("[\([String](repeating: "1", count: 10).joined(separator: ","))]".utf8)
    #expect(throws: WireError.tooMany(limit: 10)) { try Wire.request(many, token: "t", limits: limits) }
    limits.bytes = 5
    #expect(throws: WireError.tooLarge(limit: 5)) { try Wire.request(many, token: "t", limits: limits) }
  }

  /// Messages that are cut, flipped, mixed and repeated: an error, or a message that is written as it is read.
  @Test func damagedMessagesAreRefusedOrRead() throws {
    var read = 0
    for seed in UInt64(1)...4_000 {
      var samples = Samples(seed: seed)
      let isRequest = seed % 2 == 0
      var bytes = isRequest ? Wire.encode(samples.request()) : Wire.encode(samples.answer())
      let other = isRequest ? Wire.encode(samples.request()) : Wire.encode(samples.answer())
      for _ in 0...samples.random.below(3) {
        let place = samples.random.below(max(bytes.count, 1))
        switch samples.random.below(6) {
        case 0: bytes.removeSubrange(place...)
        case 1 where !bytes.isEmpty: bytes[place] ^= 1 << UInt8(samples.random.below(8))
        case 2: bytes.insert(UInt8(truncatingIfNeeded: samples.random.next()), at: place)
        case 3: bytes.insert(contentsOf: other.prefix(samples.random.below(40)), at: place)
        case 4: bytes.removeSubrange(place..<min(place + samples.random.below(9), bytes.count))
        default: bytes.insert(contentsOf: bytes.suffix(from: place).prefix(30), at: place)
        }
      }
      do throws(WireError) {
        if isRequest {
          let message = try Wire.request(bytes, token: "t")
          #expect(try Wire.request(Wire.encode(message), token: "t") == message, "seed \(seed)")
        } else {
          let message = try Wire.answer(bytes)
          #expect(try Wire.answer(Wire.encode(message)) == message, "seed \(seed)")
        }
        read += 1
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    // Both happen.
    #expect(read > 50 && read < 3_500)
  }

  /// What a message has is somebody's data: an error says where, not what.
  @Test func errorsDoNotTellValues() {
    for text in [Self.field(#"{"integer":"secret"}"#), Self.field(#"{"secret":"secret"}"#)] {
      do throws(WireError) {
        _ = try Wire.request(Array(text.utf8), token: "t")
        Issue.record("read")
      } catch {
        #expect(!error.description.contains("secret"))
      }
    }
  }
}
