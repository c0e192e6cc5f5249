// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import SwiftData
import SwiftDataPostgres

/// A service over a store: books and their authors, as JSON.
@main
struct Server {
  /// The store. For a file in place of a database, this is the line to change:
  ///
  /// ```swift
  /// static func store() -> any DataStoreConfiguration { ModelConfiguration(url: URL(filePath: "library.store")) }
  /// ```
  static func store() -> any DataStoreConfiguration { PostgresConfiguration(url: setting("DATABASE_URL") ?? "") }

  private static func setting(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

  static func main() async throws {
    let logger = Logger(label: "server")
    // Migrates if necessary; of several servers that start at once, one does.
    let container = try ModelContainer(
      for: Schema(versionedSchema: LibraryV2.self), migrationPlan: LibraryMigration.self, configurations: [store()])
    let port = setting("PORT").flatMap { Int($0) } ?? 8080
    let service = Application(
      router: Routes.router(container, ServiceMetrics()),
      configuration: .init(address: .hostname(setting("HOST") ?? "127.0.0.1", port: port), serverName: "Library"),
      logger: logger)
    // Services end in the opposite order: first no request is taken any more and those that run are answered, then the
    // store is let go.
    let group = ServiceGroup(
      configuration: .init(
        services: [StoreService(container: container, logger: logger), service],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    try await group.run()
  }
}

/// Keeps the store open for as long as there are requests.
struct StoreService: Service {
  let container: ModelContainer
  let logger: Logger

  func run() async throws {
    try? await gracefulShutdown()
    logger.info("The store is closed after \(container.statistics.statements) statements.")
  }
}
