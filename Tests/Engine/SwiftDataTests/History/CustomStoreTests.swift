// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A custom store, in the form in which they are written for Apple's
/// API: that it compiles is half of the test.
private struct ArchiveConfiguration: DataStoreConfiguration {
  typealias Store = ArchiveStore
  var name: String
  var schema: Schema?
  var file: URL
}

private final class ArchiveStore: DataStore {
  typealias Configuration = ArchiveConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: ArchiveConfiguration
  let name: String
  let schema: Schema
  let identifier: String

  init(_ configuration: ArchiveConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    name = configuration.name
    schema = configuration.schema ?? Schema()
    identifier = configuration.file.lastPathComponent
  }

  private func read() throws -> [PersistentIdentifier: DefaultSnapshot] {
    guard FileManager.default.fileExists(atPath: configuration.file.path) else { return [:] }
    let snapshots = try JSONDecoder().decode(
      [DefaultSnapshot].self, from: Data(contentsOf: configuration.file))
    return Dictionary(uniqueKeysWithValues: snapshots.map { ($0.persistentIdentifier, $0) })
  }

  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel
  {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let snapshots = try read().values.filter {
      $0.persistentIdentifier.entityName == Schema.entityName(for: T.self)
    }
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: snapshots, relatedSnapshots: [:])
  }

  func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  {
    var snapshots = try read()
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      let permanent = try PersistentIdentifier.identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName, primaryKey: UUID())
      remapped[snapshot.persistentIdentifier] = permanent
      snapshots[permanent] = snapshot.copy(persistentIdentifier: permanent)
    }
    for snapshot in request.updated { snapshots[snapshot.persistentIdentifier] = snapshot }
    for snapshot in request.deleted { snapshots[snapshot.persistentIdentifier] = nil }
    try JSONEncoder().encode(Array(snapshots.values)).write(to: configuration.file)
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
  }
}

private struct ArchiveTransaction: HistoryTransaction {
  struct Insert<Model: PersistentModel>: HistoryInsert {
    var changeIdentifier: Int
    var transactionIdentifier: UUID
    var changedPersistentIdentifier: PersistentIdentifier
  }

  struct Update<Model: PersistentModel>: HistoryUpdate {
    var changeIdentifier: Int
    var transactionIdentifier: UUID
    var changedPersistentIdentifier: PersistentIdentifier
    var updatedAttributes: [any PartialKeyPath<Model> & Sendable] = []
  }

  struct Token: HistoryToken {
    var tokenValue: [String: Int]?
    var id: Int { tokenValue?.values.first ?? 0 }
    static func < (lhs: Token, rhs: Token) -> Bool { lhs.id < rhs.id }
  }

  let id: UUID
  var timestamp = Date.now
  var changes: [HistoryChange] = []
  var token: Token
  var transactionIdentifier: UUID { id }
  var storeIdentifier: String
  var author: String?

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension ArchiveStore: HistoryProviding {
  typealias HistoryType = ArchiveTransaction
  static var historyType: ArchiveTransaction.Type { ArchiveTransaction.self }

  func fetchHistory(_ descriptor: HistoryDescriptor<ArchiveTransaction>) throws
    -> [ArchiveTransaction]
  {
    let id = UUID()
    let model = try PersistentIdentifier.identifier(
      for: identifier, entityName: "Note", primaryKey: 1)
    let insert = ArchiveTransaction.Insert<Notebook.Note>(
      changeIdentifier: 1, transactionIdentifier: id, changedPersistentIdentifier: model)
    let update = ArchiveTransaction.Update<Notebook.Note>(
      changeIdentifier: 2, transactionIdentifier: id, changedPersistentIdentifier: model,
      updatedAttributes: [\.title])
    let all = [
      ArchiveTransaction(
        id: id, changes: [.insert(insert), .update(update)],
        token: .init(tokenValue: [identifier: 1]), storeIdentifier: identifier)
    ]
    return try all.filter { try descriptor.predicate?.evaluate($0) ?? true }
  }

  func deleteHistory(_ descriptor: HistoryDescriptor<ArchiveTransaction>) throws {}
}

@Suite struct CustomStoreTests {
  @Test func defaultsOfTheProtocol() throws {
    let folder = try TestFolder()
    let configuration = ArchiveConfiguration(
      name: "archive", schema: Schema([Notebook.Note.self]), file: folder.file("archive.json"))
    try configuration.validate()
    let store = try ArchiveStore(configuration, migrationPlan: nil)
    let context = ModelContext(try memoryContainer(Notebook.Note.self, Notebook.Folder.self))
    store.initializeState(for: context.editingState)
    #expect(try store.cachedSnapshots(for: [], editingState: context.editingState).isEmpty)
    #expect(throws: DataStoreError.unsupportedFeature) { try store.erase() }
    store.invalidateState(for: context.editingState)
    let history = try store.fetchHistory(
      HistoryDescriptor(predicate: #Predicate { $0.storeIdentifier == "archive.json" }))
    #expect(
      history.first?.changes.map(\.changedPersistentIdentifier.entityName) == ["Note", "Note"])
    #expect(history.first?.token.storeIdentifier == "archive.json")
    let result = DataStoreSaveChangesResult<DefaultSnapshot>(for: "s", historyToken: nil)
    #expect(result.storeIdentifier == "s" && result.remappedIdentifiers.isEmpty)
    let fetched = DataStoreFetchResult<Notebook.Note, DefaultSnapshot>(
      descriptor: FetchDescriptor(), fetchedSnapshots: [])
    #expect(fetched.relatedSnapshots.isEmpty)
  }

  @Test func keysOfSnapshots() throws {
    #expect(
      DataStoreSnapshotCodingKey(stringValue: "persistentIdentifier") == .persistentIdentifier)
    #expect(DataStoreSnapshotCodingKey(stringValue: "name") == .modeledProperty("name"))
    #expect(DataStoreSnapshotCodingKey.modeledProperty("name").stringValue == "name")
    #expect(DataStoreSnapshotCodingKey(intValue: 1) == nil)
  }

  @Test func aContainerUsesOne() throws {
    let folder = try TestFolder()
    let schema = Schema([Notebook.Note.self, Notebook.Folder.self])
    let custom = ArchiveConfiguration(
      name: "archive", schema: schema, file: folder.file("archive.json"))
    let first = ModelContext(try ModelContainer(for: schema, configurations: [custom]))
    first.insert(Notebook.Note(code: "1", title: "a"))
    try first.save()
    let second = ModelContext(try ModelContainer(for: schema, configurations: [custom]))
    #expect(try second.fetch(FetchDescriptor<Notebook.Note>()).map(\.title) == ["a"])
    let own: any DataStoreConfiguration = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try ModelContainer(for: schema, configurations: [own])
    #expect(container.configurations.count == 1)
    _ = try ModelContainer(
      for: Notebook.Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test func theDefaultStoreIsAStore() throws {
    let schema = Schema([Notebook.Note.self, Notebook.Folder.self])
    let store = try DefaultStore(ModelConfiguration("x", schema: schema, isStoredInMemoryOnly: true))
    #expect(store.name == "x")
    #expect(DefaultStore.historyType == DefaultHistoryTransaction.self)
    #expect(try store.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).isEmpty)
    #expect(throws: SwiftDataError.unknownSchema) {
      try DefaultStore(ModelConfiguration("x", isStoredInMemoryOnly: true))
    }
    #expect(throws: SwiftDataError.configurationFileNameContainsInvalidCharacters) {
      try DefaultStore(ModelConfiguration("a/b", schema: schema))
    }
  }
}
