// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SwiftDataSyncWire
import Testing

/// What is put into a message as it is kept must leave the rest of the message readable.
@Suite struct ObjectShapeTests {
  private func isObject(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes(Wire.isObject) }

  @Test func recordsAreObjectsWhateverTheirTextsAre() {
    let stamp = Stamp(wall: 1, node: 1)
    var record = SyncRecord(created: stamp)
    for text in ["}{", "\"", "\\", "\\\"}", "[", "\u{1}\n", "é☃", ""] {
      record.fields["a"] = Register(.text(text), stamp)
      let bytes = Wire.encode(StoredRecord(id: RecordID("T{", "}\""), version: 1, record: record))
      #expect(bytes.withUnsafeBytes(Wire.isObject), "\(text)")
    }
    #expect(isObject("{}") && isObject(#"{"a":[{},[1,"]"]]}"#))
  }

  @Test(arguments: [
    "", "{", "}", "[]", "1", "{}}", "{{}", "{} ", "{}{}", "{[}", "{]", #"{"a":[}}"#, #"{"a":"}"#, #"{"a":"\"}"#,
    #"{"a":"\"#, "{\\}", "{\"\n\"}", "{\n}",
  ])
  func othersAreNone(text: String) { #expect(!isObject(text)) }

  @Test func noDepthIsTooMuchForIt() {
    #expect(!isObject(String(repeating: "{", count: 100_000)))
    #expect(!isObject(String(repeating: "{", count: 100_000) + String(repeating: "}", count: 100_000)))
  }
}
