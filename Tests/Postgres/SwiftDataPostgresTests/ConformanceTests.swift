// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import SwiftDataTesting
  import Testing

  /// What every store must do, and random operations that must lead to the same in a file.
  extension PostgresTests {
    @Suite struct ConformanceTests {
      private static let capabilities: StoreCapabilities = [
        .filtering, .sorting, .batchDeletion, .uniqueValues, .persistence, .erasing, .history,
      ]

      @Test(arguments: StoreCheck.all(capabilities))
      func postgres(_ check: StoreCheck) throws {
        try check.run { try PostgresConfiguration.test($0) }
      }

      @Test(.needsICU, arguments: 1...12)
      func randomOperationsAgreeWithAFile(_ seed: UInt64) throws {
        try RandomOperations.compare(seed) { schema in
          // The server is there.
          (try? PostgresConfiguration.test(schema)) ?? PostgresConfiguration(url: "")
        }
      }
    }
  }
#endif
