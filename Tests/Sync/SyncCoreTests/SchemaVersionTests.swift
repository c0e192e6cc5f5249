// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import Testing

/// Versions of an app's models, as they travel.
@Suite struct SchemaVersionTests {
  @Test func partsAreNumbers() throws {
    let texts = ["0", "0.0.1", "1", "1.9", "1.10", "1.10.1", "2.0.0", "10", "20261126.1"]
    let versions = try texts.map { try #require(SchemaVersion($0), "\($0)") }
    #expect(versions == versions.sorted() && Set(versions).count == versions.count)
    #expect(SchemaVersion("2") == SchemaVersion("2.0") && SchemaVersion("2") == SchemaVersion("2.0.0"))
    #expect(SchemaVersion("02.1") == SchemaVersion(2, 1))
    #expect(versions.map(\.description).last == "20261126.1.0")
  }

  @Test(arguments: [
    "", ".", "1.", ".1", "1..2", "1.2.3.4", "v1", "1.0-beta", "-1", "+1", " 1", "1 ", "1,0", "1.0, 2.0", "١", "0x1",
    "1234567890123456789", String(repeating: "1", count: 10_000),
  ])
  func otherTextsAreNone(text: String) { #expect(SchemaVersion(text) == nil) }
}
