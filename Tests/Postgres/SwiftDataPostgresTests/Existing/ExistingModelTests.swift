// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  extension PostgresTests {
    /// Models for tables of other programs, as `swiftdata schema --swift` writes them.
    @Suite struct ExistingModelTests {
      /// `RentalModels.swift` is what is written, but for spaces, and is compiled here. `RENEW_GOLDEN_SQL=1` writes it anew.
      @Test func theModelsOfTablesAreWritten() throws {
        let shop = try RentalShop()
        let session = try DatabaseSession(url: try #require(TestServer.address), namespace: shop.namespace)
        defer { session.close() }
        let written = try session.existingSource()
        let file = RentalShop.folder.appending(path: "Existing/RentalModels.swift")
        let text = "// SPDX-License-Identifier: Apache-2.0\n\n#if Postgres\n\(written)\n#endif\n"
        if ProcessInfo.processInfo.environment["RENEW_GOLDEN_SQL"] != nil {
          try Data(text.utf8).write(to: file)
        }
        let known = try String(contentsOf: file, encoding: .utf8)
        func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
        #expect(words(known) == words(text))
        #expect(!written.contains(shop.namespace))
        #expect(try session.existingOutline().contains { $0 == ("film", "film_id", 16) })
      }

      /// So is `NamedModels.swift`, for tables whose keys are no whole numbers.
      @Test(.needsICU) func theModelsOfNamedRowsAreWritten() throws {
        let fleet = try NamedFleet()
        let session = try DatabaseSession(url: try #require(TestServer.address), namespace: fleet.namespace)
        defer { session.close() }
        let written = try session.existingSource()
        let file = RentalShop.folder.appending(path: "Existing/NamedModels.swift")
        let text = "// SPDX-License-Identifier: Apache-2.0\n\n#if Postgres\n\(written)\n#endif\n"
        if ProcessInfo.processInfo.environment["RENEW_GOLDEN_SQL"] != nil {
          try Data(text.utf8).write(to: file)
        }
        let known = try String(contentsOf: file, encoding: .utf8)
        func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
        #expect(words(known) == words(text))
      }
    }
  }
#endif
