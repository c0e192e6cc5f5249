// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Testing

@Suite struct HistoryBitsTests {
  @Test func bitsStandForPropertiesInCoreDatasOrder() {
    let slots = HistoryBits.slots(
      toOne: [("owner", ["owner", "owner.1"]), ("book", ["book"])], hidden: ["Shelf/books"],
      attributes: [("title", ["title"]), ("age", ["age"])],
      toMany: [("tags", "tags"), ("notes", "notes")])
    #expect(
      slots == ["book", "owner", "owner.1", "Shelf/books", "age", "title", "notes", "tags"])
  }

  @Test func theFirstBitIsTheMostSignificantOne() {
    let set: Set = [0, 9, 15]
    let bytes = HistoryBits.bytes(17) { set.contains($0) }
    #expect(bytes == [0x80, 0x41, 0])
    #expect((0..<17).filter { HistoryBits.isSet($0, in: bytes) } == [0, 9, 15])
    // A file may have fewer bytes than the entity has properties.
    #expect(!HistoryBits.isSet(64, in: bytes))
    #expect(!HistoryBits.isSet(0, in: []))
  }
}
