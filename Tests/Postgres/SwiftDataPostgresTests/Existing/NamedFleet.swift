// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// The tables of Schemas/named.sql, in a namespace of their own.
  struct NamedFleet {
    let namespace = "n_" + UUID().uuidString.prefix(12).lowercased().replacing("-", with: "_")
    /// Knows nothing of models.
    let psql: TestConnection

    static let anna = "00000000-0000-4000-8000-00000000000a"
    static let berta = "00000000-0000-4000-8000-00000000000b"

    init() throws {
      psql = try TestConnection()
      let sql = try String(contentsOf: RentalShop.folder.appending(path: "Schemas/named.sql"), encoding: .utf8)
      try psql.run("CREATE SCHEMA \(namespace)")
      try psql.run("SET search_path TO \(namespace)")
      try psql.run(sql)
    }

    func container(_ schema: Schema, allowsSave: Bool = true) throws -> ModelContainer {
      let configuration = PostgresConfiguration(
        url: try #require(TestServer.address), schema: schema, namespace: namespace, tables: .existing,
        allowsSave: allowsSave)
      return try ModelContainer(for: schema, configurations: [configuration])
    }
  }
#endif
