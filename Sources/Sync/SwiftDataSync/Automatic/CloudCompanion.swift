// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Syncs the stores of a container that name a database of CloudKit's, with the server that stands in for it.
///
/// The app's container keeps it, and so does its main context. It keeps a handle of its own on the container, which does not
/// keep it: when the app lets go of the container, sync ends. The container finds this class by its name.
final class CloudCompanion: Sendable {
  struct Store {
    var configuration: ModelConfiguration
    var database: String
    var models: [any PersistentModel.Type]
  }

  /// In the order of the configurations.
  let syncs: [(configuration: String, sync: ModelSync)]
  /// Why a store is not synced.
  let error: SyncError?

  /// - Returns: Nil: there is no server, or no store that can be synced.
  init?(_ container: ModelContainer, _ stores: [Store]) {
    let stores = stores.filter { !$0.configuration.isStoredInMemoryOnly && $0.configuration.allowsSave }
    guard !stores.isEmpty else { return nil }
    var syncs: [(configuration: String, sync: ModelSync)] = []
    var error: SyncError?
    do {
      guard let server = try StandInServer.current() else { return nil }
      var zones: [String: String] = [:]
      for store in stores {
        let (name, zone) = (store.configuration.name, server.zone ?? store.database)
        // A zone has the records of all its classes: each of the two stores would be asked to show the other one's.
        if let other = zones[zone] {
          error = error ?? .severalStores([other, name])
          continue
        }
        zones[zone] = name
        do { syncs.append((name, try Self.sync(container, store, server, zone))) } catch let failure {
          error = error ?? failure as? SyncError ?? .store(reason: "\(failure)")
        }
      }
    } catch let failure {
      error = failure
    }
    (self.syncs, self.error) = (syncs, error)
    for (_, sync) in syncs { sync.resume() }
  }

  private static func sync(
    _ container: ModelContainer, _ store: Store, _ server: StandInServer, _ zone: String
  ) throws -> ModelSync {
    var options = server.options
    options.zone = zone
    return try ModelSync(
      container, models: store.models, account: server.account,
      stateFile: store.configuration.url.appendingPathExtension("sync"), transport: server.transport, options: options)
  }
}
