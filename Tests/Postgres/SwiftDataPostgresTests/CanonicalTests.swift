// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// Texts of which Swift says that they are equal, in PostgreSQL's conditions.
  extension PostgresTests {
    @Suite struct CanonicalTests {
      @Test(.needsICU) func conditionsAreThoseOfSwift() throws {
        let (compared, differences) = try CanonicalTexts.differences(
          postgresContainer(CanonicalTexts.Line.self), every: TestServer.isFull ? 8 : 64)
        #expect(compared > 1_000)
        #expect(differences.isEmpty, "\(differences.prefix(20).joined(separator: "\n"))")
      }
    }
  }
#endif
