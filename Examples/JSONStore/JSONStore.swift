// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Keeps all models in one JSON file, which is read when it has changed and written as a whole by each save.
///
/// What the store does not do, the context does: it evaluates predicates and sorts.
public final class JSONStore: DataStoreCare {
  public typealias Configuration = JSONStoreConfiguration
  public typealias Snapshot = DefaultSnapshot

  public let configuration: JSONStoreConfiguration
  public let schema: Schema
  public let identifier: String
  private let file: AtomicFile
  private var document: JSONDocument
  private var version: AtomicFile.Version?
  /// The models' positions in the document.
  private var positions: [PersistentIdentifier: Int] = [:]

  public init(_ configuration: JSONStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
    let file = AtomicFile(url: configuration.file)
    self.file = file
    (document, version) = try file.locked {
      if let version = try file.version() { return (try JSONDocument(file.read(), of: file.url), version) }
      let new = JSONDocument()
      try file.replace(with: new.data())
      return (new, try file.version())
    }
    identifier = document.identifier
    index()
  }

  private func index() {
    positions = Dictionary(
      uniqueKeysWithValues: document.models.enumerated().map { ($0.element.persistentIdentifier, $0.offset) })
  }

  /// Reads the file again if another process has replaced it.
  private func refresh() throws {
    let current = try file.version()
    guard current != version else { return }
    let new = try JSONDocument(file.read(), of: file.url)
    guard new.identifier == identifier else {
      throw JSONStoreError.damaged(file.url, reason: "It was replaced by the file of another store.")
    }
    document = new
    version = current
    index()
  }

  // MARK: Reading

  public func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  {
    let descriptor = request.descriptor
    try refresh()
    if let identifiers = request.requestedIdentifiers {
      let found = identifiers.compactMap { positions[$0] }.sorted().map { document.models[$0] }
      return DataStoreFetchResult(descriptor: descriptor, fetchedSnapshots: found)
    }
    if descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let names = entityNames(of: T.self)
    let all = document.models.filter { names.contains($0.persistentIdentifier.entityName) }
    let rest = all.dropFirst(descriptor.fetchOffset ?? 0)
    return DataStoreFetchResult(
      descriptor: descriptor, fetchedSnapshots: Array(descriptor.fetchLimit.map { rest.prefix($0) } ?? rest))
  }

  /// The class's own entity and those of its subclasses.
  private func entityNames<T: PersistentModel>(of type: T.Type) -> Set<String> {
    var names: Set = [Schema.entityName(for: type)]
    var count = 0
    while names.count != count {
      count = names.count
      for entity in schema.entities where entity.superentityName.map({ names.contains($0) }) == true {
        names.insert(entity.name)
      }
    }
    return names
  }

  // MARK: Writing

  public func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  {
    try file.locked {
      try refresh()
      var new = document
      // All identifiers first: new models may refer to one another.
      var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
      for snapshot in request.inserted {
        new.last += 1
        remapped[snapshot.persistentIdentifier] = try PersistentIdentifier.identifier(
          for: identifier, entityName: snapshot.persistentIdentifier.entityName, primaryKey: new.last)
      }
      for snapshot in request.updated {
        guard let position = positions[snapshot.persistentIdentifier] else {
          throw JSONStoreError.gone(snapshot.persistentIdentifier)
        }
        new.models[position] = snapshot.copy(
          persistentIdentifier: snapshot.persistentIdentifier, remappedIdentifiers: remapped)
      }
      for snapshot in request.inserted {
        let permanent = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
        new.models.append(snapshot.copy(persistentIdentifier: permanent, remappedIdentifiers: remapped))
      }
      let deleted = Set(request.deleted.map(\.persistentIdentifier))
      if !deleted.isEmpty { new.models.removeAll { deleted.contains($0.persistentIdentifier) } }
      try write(new)
      return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }
  }

  public func erase() throws {
    try file.locked {
      try refresh()
      var new = document
      new.models = []
      try write(new)
    }
  }

  // MARK: Care

  public func backUp(to folder: URL) throws {
    try refresh()
    try document.data().write(to: folder.appending(path: Self.copyName))
  }

  /// The store keeps its identifier, and goes on counting where it was.
  public func restore(from folder: URL) throws {
    let copy = folder.appending(path: Self.copyName)
    let old = try JSONDocument(Data(contentsOf: copy), of: copy)
    guard old.identifier == identifier else {
      throw JSONStoreError.damaged(copy, reason: "It is the copy of another store.")
    }
    try file.locked {
      try refresh()
      var new = old
      new.last = max(old.last, document.last)
      try write(new)
    }
  }

  private static let copyName = "models.json"

  /// Memory follows the file.
  private func write(_ new: JSONDocument) throws {
    try file.replace(with: new.data())
    document = new
    version = try file.version()
    index()
  }
}
