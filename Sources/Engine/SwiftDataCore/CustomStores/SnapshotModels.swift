// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The changes of a save, as snapshots, made in a context: how the SQLite store takes part as a `DataStore`.
package final class SnapshotModels {
  private let context: ModelContext
  private let deleted: [any PersistentModel]
  /// New models by their temporary identifiers in the request.
  private var new: [PersistentIdentifier: any PersistentModel] = [:]
  private var tokens = HistoryTokens()

  /// A snapshot under the identity of its model.
  package static func snapshot(of model: any PersistentModel) -> DefaultSnapshot {
    var related: [PersistentIdentifier: any BackingData] = [:]
    let snapshot = DefaultSnapshot(from: SnapshotReader.backingData(of: model), relatedBackingDatas: &related)
    let identifier = model.persistentModelID
    return snapshot.persistentIdentifier == identifier ? snapshot : snapshot.copy(persistentIdentifier: identifier)
  }

  package init(
    inserted: [DefaultSnapshot], updated: [DefaultSnapshot], deleted: [DefaultSnapshot], in context: ModelContext
  ) throws {
    self.context = context
    let core = context._core
    func entity(_ identifier: PersistentIdentifier) throws -> _Entity {
      if let entity = core.model.entity(named: identifier.entityName) { return entity }
      throw SwiftDataError(.unknownEntity, "No such model is in the store.", entity: identifier.entityName)
    }
    func existing(_ identifier: PersistentIdentifier) throws -> any PersistentModel {
      if let model = core.existingModel(for: identifier) { return model }
      throw SwiftDataError(
        .modelValidationFailure, "The store has no model with this identifier.", entity: identifier.entityName,
        identifier: identifier, advice: "Fetch again: it was deleted by somebody else.")
    }
    self.deleted = try deleted.map { try existing($0.persistentIdentifier) }
    let table = IdentifierTable()
    for snapshot in inserted {
      let entity = try entity(snapshot.persistentIdentifier)
      new[snapshot.persistentIdentifier] = try Self.make(snapshot, entity, table)
    }
    let changed = try updated.map { ($0, try existing($0.persistentIdentifier)) }
    for snapshot in inserted {
      if let model = new[snapshot.persistentIdentifier] { core.insert(model) }
    }
    for (snapshot, model) in changed { try assign(snapshot, to: model, table) }
    for snapshot in inserted {
      if let model = new[snapshot.persistentIdentifier] { try relate(snapshot, model) }
    }
    for (snapshot, model) in changed { try relate(snapshot, model) }
    try core.throwNotedErrors()
  }

  /// The permanent identifiers of new models, after the save.
  package var remapped: [PersistentIdentifier: PersistentIdentifier] { new.mapValues(\.persistentModelID) }

  /// - Returns: The place in the history.
  package func save() throws -> (any HistoryToken)? {
    for model in deleted where !model.isDeleted { context._core.delete(model) }
    // Posted by the save itself, on this thread.
    let noted = Mutex<(any HistoryToken)?>(nil)
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      let tokens = notification.userInfo?[ModelContext.NotificationKey.historyTokens] as? [String: any HistoryToken]
      noted.withLock { $0 = tokens?.values.first }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try context.save()
    return noted.withLock { $0 }
  }

  // MARK: Values

  /// A snapshot without relationships: those follow when all new models are there.
  private static func attributes(of snapshot: DefaultSnapshot, _ entity: _Entity) -> DefaultSnapshot {
    DefaultSnapshot(
      persistentIdentifier: snapshot.persistentIdentifier,
      values: snapshot.values.filter { entity.property(named: $0.key)?.isRelationship == false })
  }

  private static func row(_ snapshot: DefaultSnapshot, _ entity: _Entity, _ table: IdentifierTable) throws
    -> SnapshotRow
  {
    try SnapshotColumns(entity, store: DataStoreIssue(store: entity.name))
      .row(of: attributes(of: snapshot, entity), table, storeIdentifier: "")
  }

  private static func make(_ snapshot: DefaultSnapshot, _ entity: _Entity, _ table: IdentifierTable) throws
    -> any PersistentModel
  {
    let model = entity.description.make()
    try row(snapshot, entity, table).withRow { row in
      model._$load(&row.reader)
      if let failure = row.reader.failure { throw failure }
    }
    for property in entity.relationships {
      property.description.setRelated(property.isToMany ? .objects([]) : .none, of: model)
    }
    return model
  }

  /// Assigns the attributes that have other values, so that nothing else counts as changed.
  private func assign(_ snapshot: DefaultSnapshot, to model: any PersistentModel, _ table: IdentifierTable) throws {
    guard let entity = model._$state?.entity else { return }
    let new = try Self.make(snapshot, entity, table)
    let before = try Self.row(Self.snapshot(of: model), entity, table)
    let after = try Self.row(snapshot, entity, table)
    for property in entity.properties where !property.isRelationship {
      let width = property.description.codec?.columnCount ?? 0
      guard let column = before.column(of: property.index), column + width <= before.values.count else { continue }
      let range = column..<(column + width)
      if before.values[range] == after.values[range] { continue }
      if let value = property.description.read(new) { property.description.write(value, to: model) }
    }
  }

  private func relate(_ snapshot: DefaultSnapshot, _ model: any PersistentModel) throws {
    guard let state = model._$state, let entity = state.entity else { return }
    for property in entity.relationships {
      let targets: [any PersistentModel]
      switch snapshot.values[property.name] {
      case .identifier(let identifier)?: targets = try [target(identifier, entity, property)]
      case .identifiers(let identifiers)?: targets = try identifiers.map { try target($0, entity, property) }
      default: targets = []
      }
      let current = context._core.targets(of: model, state, property, loading: true)
      if current.count == targets.count, zip(current, targets).allSatisfy({ $0 === $1 }) { continue }
      if property.isToMany, Set(current.map { ObjectIdentifier($0) }) == Set(targets.map { ObjectIdentifier($0) }) {
        continue
      }
      let value: RelatedValue =
        property.isToMany ? .objects(targets) : targets.first.map { .object($0) } ?? .none
      Relationships.assign(model, property.index, to: value) { property.description.setRelated(value, of: model) }
    }
  }

  private func target(_ identifier: PersistentIdentifier, _ entity: _Entity, _ property: _Property) throws
    -> any PersistentModel
  {
    if let model = new[identifier] { return model }
    guard !identifier.isTemporary, let model = context._core.existingModel(for: identifier),
      property.destination.map({ model._$state?.entity?.isKind(of: $0) == true }) == true
    else {
      throw SwiftDataError(
        .modelValidationFailure, "The relationship leads to a model that is not in the store.", entity: entity.name,
        property: property.name, identifier: identifier, advice: "Save both models together.")
    }
    return model
  }
}

extension ModelContext {
  /// The errors of calls that cannot throw.
  package func throwNotedError() throws { try _core.throwNotedErrors() }
}
