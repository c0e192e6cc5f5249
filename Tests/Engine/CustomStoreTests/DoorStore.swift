// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The SQLite store, used like any custom store.
struct DoorConfiguration: DataStoreConfiguration {
  typealias Store = DoorStore
  var name: String
  var schema: Schema?
  var file: URL

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.file == rhs.file }
  func hash(into hasher: inout Hasher) { hasher.combine(file) }
}

final class DoorStore: DataStore, DataStoreBatching, HistoryProviding {
  typealias Configuration = DoorConfiguration
  typealias Snapshot = DefaultSnapshot
  typealias HistoryType = DefaultHistoryTransaction

  let configuration: DoorConfiguration
  private let store: DefaultStore
  var identifier: String { store.identifier }
  var schema: Schema { store.schema }

  init(_ configuration: DoorConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    store = try DefaultStore(
      ModelConfiguration(configuration.name, schema: configuration.schema, url: configuration.file),
      migrationPlan: migrationPlan)
  }

  func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  { try store.fetch(request) }

  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try store.fetchCount(request)
  }

  func fetchIdentifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier] {
    try store.fetchIdentifiers(request)
  }

  func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  { try store.save(request) }

  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws { try store.delete(request) }
  func erase() throws { try store.erase() }

  static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }
  func fetchHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws -> [DefaultHistoryTransaction] {
    try store.fetchHistory(descriptor)
  }
  func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    try store.deleteHistory(descriptor)
  }
}
