// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataTesting
import Testing

/// A store with snapshots of its own type, and an identifier that is a number.
@Suite struct SnapshotTypeTests {
  @Test func snapshotsOfAnOwnTypeServeAsWell() throws {
    let shelf = OwnShelf()
    let container = try ModelContainer(for: Note.self, Draft.self, configurations: OwnConfiguration(shelf: shelf))
    let context = ModelContext(container)
    let note = Note("first")
    context.insert(note)
    context.insert(Draft("draft"))
    try context.save()
    #expect(shelf.texts == ["first", "draft"])
    note.text = "changed"
    try context.save()
    let fresh = ModelContext(container)
    let read = try #require(
      try fresh.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.text == "changed" })).first)
    #expect(read.persistentModelID == note.persistentModelID)
    fresh.delete(read)
    try fresh.save()
    #expect(shelf.texts == ["draft"])
    context.processPendingChanges()
    #expect(note.isDeleted)
  }
}

final class OwnShelf: @unchecked Sendable {
  // Unchecked: used by one test.
  var models: [Int: OwnSnapshot] = [:]
  var last = 0
  var texts: [String] { models.sorted { $0.key < $1.key }.map(\.value.text) }
}

struct OwnConfiguration: DataStoreConfiguration {
  typealias Store = OwnStore
  var name = "own"
  var schema: Schema?
  var shelf: OwnShelf
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.shelf === rhs.shelf }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shelf)) }
}

/// Knows its models by their texts alone.
struct OwnSnapshot: DataStoreSnapshot {
  var persistentIdentifier: PersistentIdentifier
  var text: String

  init(
    from backingData: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    persistentIdentifier = backingData.persistentModelID ?? Note("").persistentModelID
    if let note = backingData as? any BackingData<Note> {
      text = note.getValue(forKey: \.text)
    } else if let draft = backingData as? any BackingData<Draft> {
      text = draft.getValue(forKey: \.text)
    } else {
      text = "?"
    }
  }

  func copy(
    persistentIdentifier: PersistentIdentifier, remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> OwnSnapshot {
    var copy = self
    copy.persistentIdentifier = persistentIdentifier
    return copy
  }
}

final class OwnStore: DataStore {
  typealias Configuration = OwnConfiguration
  typealias Snapshot = OwnSnapshot

  let configuration: OwnConfiguration
  let schema: Schema
  let identifier = "own-store"
  private var keys: [PersistentIdentifier: Int] = [:]

  init(_ configuration: OwnConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
  }

  func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, OwnSnapshot> {
    // Of faults, too: everything has to be given then.
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let name = Schema.entityName(for: T.self)
    let all = configuration.shelf.models.sorted { $0.key < $1.key }.map(\.value)
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: all.filter { $0.persistentIdentifier.entityName == name })
  }

  func save(_ request: DataStoreSaveChangesRequest<OwnSnapshot>) throws -> DataStoreSaveChangesResult<OwnSnapshot> {
    let shelf = configuration.shelf
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      shelf.last += 1
      let permanent = try PersistentIdentifier.identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName, primaryKey: shelf.last)
      remapped[snapshot.persistentIdentifier] = permanent
      keys[permanent] = shelf.last
      shelf.models[shelf.last] = snapshot.copy(persistentIdentifier: permanent, remappedIdentifiers: nil)
    }
    for snapshot in request.updated {
      if let key = keys[snapshot.persistentIdentifier] { shelf.models[key] = snapshot }
    }
    for snapshot in request.deleted {
      if let key = keys[snapshot.persistentIdentifier] { shelf.models[key] = nil }
    }
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
  }
}
