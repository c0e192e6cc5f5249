// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncWire
import Testing

/// What is written is read again, in the one way in which it is written.
@Suite struct RoundTripTests {
  @Test func messagesAreReadAsTheyWereWritten() throws {
    for seed in UInt64(1)...2_000 {
      var samples = Samples(seed: seed)
      let request = samples.request()
      let bytes = Wire.encode(request)
      let read = try Wire.request(bytes, token: "t")
      #expect(read == request, "seed \(seed)")
      #expect(Wire.encode(read) == bytes, "seed \(seed)")
      let answer = samples.answer()
      let answerBytes = Wire.encode(answer)
      let readAnswer = try Wire.answer(answerBytes)
      #expect(readAnswer == answer, "seed \(seed)")
      #expect(Wire.encode(readAnswer) == answerBytes, "seed \(seed)")
      let record = samples.record()
      #expect(try Wire.record(Wire.encode(record)) == record, "seed \(seed)")
    }
  }

  /// Another JSON library reads and writes them: keys in another order, spaces, other escapes.
  @Test func messagesOfOtherLibrariesAreRead() throws {
    for seed in UInt64(1)...300 {
      var samples = Samples(seed: seed)
      let request = samples.request()
      let bytes = Wire.encode(request)
      // Foundation's reader drops a byte order mark at the start of a text.
      guard !String(decoding: bytes, as: UTF8.self).unicodeScalars.contains("\u{feff}") else { continue }
      let object = try JSONSerialization.jsonObject(with: Data(bytes))
      let other = try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted])
      #expect(try Wire.request(Array(other), token: "t") == request, "seed \(seed)")
    }
  }

  /// The page of the protocol has this message.
  @Test func theFormIsFrozen() throws {
    var change = RecordChange(id: RecordID("Trip", "é"), base: 0, created: Stamp(wall: 1, node: 10))
    change.fields["name"] = Register(.text("a\n\"b\""), Stamp(wall: 1, count: 2, node: 10))
    change.fields["price"] = Register(.real(1.5), Stamp(wall: 1, node: 10))
    change.life = Life(isDeleted: false, stamp: Stamp(wall: 1, node: 10))
    let request = SyncRequest(
      account: "ann", token: "secret", zone: "main",
      body: .push(Push(id: UniqueNumber(high: 1, low: 2), generation: 255, seen: 3, changes: [change])))
    #expect(
      String(decoding: Wire.encode(request), as: UTF8.self) == """
        {"account":"ann","push":{"changes":[{"base":0,"created":[1,0,"000000000000000a"],"fields":{"name":{"stamp":\
        [1,2,"000000000000000a"],"value":"a\\u000a\\"b\\""},"price":{"stamp":[1,0,"000000000000000a"],"value":\
        {"real":"3ff8000000000000"}}},"id":["Trip","é"],"life":{"deleted":false,"stamp":[1,0,"000000000000000a"]}}],\
        "generation":"00000000000000ff","id":"00000000000000010000000000000002","seen":3},"version":1,"zone":"main"}
        """)
  }
}
