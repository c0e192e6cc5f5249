// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSync
import SwiftDataSyncCore
import SyncSimulation
import Testing

/// What is encrypted, as bytes, and codes as users type them.
@Suite struct SealedValueTests {
  @Test func valuesComeBack() throws {
    let uuid = try #require(UUID(uuidString: "01234567-89AB-CDEF-0123-456789ABCDEF"))
    let values: [SyncValue] = [
      .null, .bool(true), .bool(false), .integer(.min), .integer(0), .integer(.max), .real(-0.0), .real(.nan),
      .real(.infinity), .text(""), .text("é\u{0}"), .text(String(repeating: "x", count: 1_000)), .bytes(Data()),
      .bytes(Data(repeating: 0, count: 70_000)), .date(0.1), .uuid(uuid),
    ]
    for value in values {
      let bytes = try #require(PlainValue.bytes(value))
      #expect(PlainValue.value(bytes) == value)
      #expect(bytes.count == PlainValue.padded(bytes.count))
    }
    #expect(PlainValue.bytes(.reference(RecordID("A", "b"))) == nil)
    // What is small has one length.
    let small = Set(
      values.filter { if case .bytes(let data) = $0 { data.isEmpty } else { true } }.compactMap(PlainValue.bytes).map(
        \.count))
    #expect(small.count == 2)
  }

  @Test func lengthsAreRounded() {
    var classes: Set<Int> = []
    for length in 1...100_000 {
      let padded = PlainValue.padded(length)
      #expect(padded >= length && (length <= 32 ? padded == 32 : Double(padded) <= Double(length) * 1.12))
      classes.insert(padded)
    }
    #expect(classes.count < 200)
  }

  @Test(arguments: Seeds.all(20)) func malformedBytesAreNoValue(seed: UInt64) {
    var random = SeededRandom(seed)
    for _ in 0..<200 {
      let data = Data((0..<random.below(80)).map { _ in UInt8(random.below(256)) })
      // Whatever comes of it, nothing ends the process; and what is a value is written as one.
      if let value = PlainValue.value(data) { #expect(PlainValue.bytes(value) != nil, "seed \(seed)") }
      let sealed = SealedValue(key: UniqueNumber(high: 1, low: 2), nonce: Data(count: 12), body: Data(count: 20))
      guard case .bytes(let bytes) = sealed.value else { return }
      #expect(SealedValue(.bytes(bytes)) == sealed)
      let cut = SyncValue.bytes(bytes.prefix(random.below(bytes.count)))
      if let part = SealedValue(cut) { #expect(part.body.count >= SealedValue.tagLength) }
    }
  }

  @Test(arguments: Seeds.all(10)) func codesComeBackAndMistakesAreFound(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let code = RecoveryCode(secret: Data((0..<RecoveryCode.length).map { _ in UInt8(random.below(256)) }))
    #expect(code.text.count == 44 && code.text.split(separator: "-").count == 9)
    #expect(try RecoveryCode(code.text) == code)
    #expect(try RecoveryCode(" " + code.text.lowercased().replacingOccurrences(of: "-", with: " ")) == code)
    let alike = code.text.replacingOccurrences(of: "0", with: "o").replacingOccurrences(of: "1", with: "l")
    #expect(try RecoveryCode(alike) == code)
    #expect(!"\(code)".contains(code.text) && !String(reflecting: code).contains(code.text))
    var dumped = ""
    dump(code, to: &dumped)
    #expect(!dumped.contains("20 bytes") && !dumped.contains(code.text))
    let characters = Array(code.text)
    for index in characters.indices where characters[index] != "-" {
      var wrong = characters
      wrong[index] = characters[index] == "A" ? "B" : "A"
      #expect(throws: SyncError.self, "seed \(seed), character \(index)") { try RecoveryCode(String(wrong)) }
      wrong.remove(at: index)
      #expect(throws: SyncError.self) { try RecoveryCode(String(wrong)) }
      guard index + 1 < characters.count, characters[index] != characters[index + 1], characters[index + 1] != "-"
      else {
        continue
      }
      var swapped = characters
      swapped.swapAt(index, index + 1)
      #expect(throws: SyncError.self, "seed \(seed), characters \(index)") { try RecoveryCode(String(swapped)) }
    }
    #expect(throws: SyncError.malformedRecoveryCode(reason: "character 1 cannot be in a code")) {
      try RecoveryCode("!")
    }
  }
}
