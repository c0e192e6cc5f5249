// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// The trial of files, over a database: several contexts of one container or of two, with unique values, inheritance, large
  /// values, search, hooks, undo, changes in bulk and closures that are taken back. SWIFTDATA_POSTGRES_SEEDS sets another number
  /// of seeds.
  extension PostgresTests {
    @Suite struct CompanyTests {
      private static let seeds = UInt64(TestServer.count("SEEDS", 16, full: 100))

      @Test(arguments: 1...seeds) func randomSteps(_ seed: UInt64) async throws {
        let control = try TestConnection()
        var trial = CompanyTrial(seed: seed, reads: true)
        trial.store = { _ in
          let namespace = "company_" + UUID().uuidString.prefix(12).lowercased().replacing("-", with: "_")
          return CompanyStore(
            configuration: { schema in
              // The server is there.
              (try? PostgresConfiguration.test(schema, namespace: namespace)) ?? PostgresConfiguration(url: "")
            }, awaitHistory: { try control.awaitHorizon() })
        }
        if let report = await trial.report() { Issue.record("\(report)") }
      }
    }
  }
#endif
