// SPDX-License-Identifier: Apache-2.0

@_exported import RealmTransfer
import SwiftData

extension RealmImporter {
  /// Migrates into the store of model classes, which is made if it does not exist.
  ///
  /// ```swift
  /// let importer = RealmImporter(url: realmURL)
  /// for try await progress in importer.migrate(to: storeURL, for: Track.self, Album.self) {
  ///   print(progress.fraction)
  /// }
  /// let container = try ModelContainer(
  ///   for: Track.self, Album.self, configurations: ModelConfiguration(url: storeURL))
  /// ```
  public func migrate(
    to store: URL, for models: any PersistentModel.Type...
  ) -> RealmMigration {
    migrate(to: store, schema: Schema(models))
  }

  /// Migrates into the store of a schema, which is made if it does not exist.
  public func migrate(to store: URL, schema: Schema) -> RealmMigration {
    var importer = self
    importer.makeStore = { url in
      // Made by opening; closed again, since it is not kept.
      _ = try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: url)])
    }
    return importer.migrate(to: store)
  }

  /// Migrates into the store of an open container.
  ///
  /// Contexts of the container see the objects when they fetch next, as those of another process.
  ///
  /// - Throws: ``RealmTransferError`` if the container has several stores, or none in a file.
  public func migrate(into container: ModelContainer) throws -> RealmMigration {
    migrate(to: try Self.store(of: container))
  }

  /// Compares the file with the store of a container that it was migrated into.
  ///
  /// - Throws: as ``verify(_:progress:)``.
  public func verify(_ container: ModelContainer) throws -> RealmVerification {
    try verify(Self.store(of: container))
  }

  private static func store(of container: ModelContainer) throws -> URL {
    guard container.configurations.count == 1, let configuration = container.configurations.first,
      !configuration.isStoredInMemoryOnly
    else {
      throw RealmTransferError(
        .unsuitableStore, "The container has several stores, or none in a file.",
        advice: "Migrate to the URL of the store, and open the container afterwards.")
    }
    return configuration.url
  }
}
