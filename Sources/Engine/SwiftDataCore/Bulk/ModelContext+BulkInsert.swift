// SPDX-License-Identifier: Apache-2.0

/// The values of a row that a bulk insertion adds.
public struct BulkRow<Model: PersistentModel> {
  let core: ContextCore
  let entity: _Entity
  var values: [PropertyColumns] = []
  var failure: (any Error)?

  /// Sets the value of a property.
  public mutating func set<V>(_ keyPath: KeyPath<Model, V>, _ value: V) { add(keyPath, value) }

  /// Sets the destination of a to-one relationship, a saved model.
  public mutating func set<V: PersistentModel>(
    _ keyPath: KeyPath<Model, V?>, modelWith identifier: PersistentIdentifier
  ) { add(keyPath, identifier) }

  /// Sets a to-one relationship to the model with an identifier, or to none.
  public mutating func set<V: PersistentModel>(
    _ keyPath: KeyPath<Model, V>, modelWith identifier: PersistentIdentifier
  ) { add(keyPath, identifier) }

  private mutating func add(_ keyPath: AnyKeyPath, _ value: Any) {
    do {
      let columns = try core.columns(keyPath, value, entity)
      values.removeAll { $0.property === columns.property }
      values.append(columns)
    } catch {
      failure = failure ?? error
    }
  }

  /// Sets the remaining properties to their defaults, or to NULL.
  mutating func complete() throws {
    if let failure { throw failure }
    let known = Set(values.map(\.property.index))
    for property in entity.properties where !known.contains(property.index) {
      if property.isToMany || property.description.isEphemeral { continue }
      if let columns = try DefaultColumns.make(property) {
        values.append(PropertyColumns(property: property, values: columns))
      } else if !property.isOptional {
        throw SwiftDataError(
          .modelValidationFailure, "A row was inserted without a required value.",
          entity: entity.name, property: property.name,
          advice: "Set it, give it a default value, or make it optional.")
      }
    }
  }
}

private struct Owner: Hashable {
  let entity: Int
  let key: Int64
}

extension ModelContext {
  /// Inserts rows directly from your own values, without creating objects. Memory grows by a few
  /// bytes for each row, to notify other contexts.
  ///
  /// ```swift
  /// try context.insertRows(of: Track.self, from: lines) { line, row in
  ///   row.set(\.title, line.title)
  ///   row.set(\.album, modelWith: albumID)
  /// }
  /// ```
  ///
  /// The rows are inserted at once, in one transaction, which is recorded in the history.
  /// Properties that are not set get their default values. Unlike ``save()``, the method never
  /// updates existing rows: it throws if a unique value is taken. So a one-to-one relationship cannot be set, as the
  /// other end would have to follow.
  ///
  /// In a database with other writers, a deadlock restarts the transaction, and `describe` is called again for each
  /// element. A sequence that is not a collection may be consumed after the first time; then the error is thrown.
  ///
  /// - Returns: How many rows were inserted.
  /// - Throws: ``SwiftDataError`` if a value is missing or does not fit, a unique value is taken, or the destination of
  ///   a relationship is not in the store; rethrows what `describe` throws. Nothing is inserted then.
  @discardableResult
  public func insertRows<T: PersistentModel, S: Sequence>(
    of type: T.Type, from elements: S,
    _ describe: (S.Element, inout BulkRow<T>) throws -> Void
  ) throws -> Int {
    let core = _core
    let entity = try core.entity(type)
    var count = 0
    try core.writeAtOnce(entity, isRepeatable: elements is any Collection) { transaction in
      count = 0
      var changes: [ExternalChange] = []
      var owners: Set<Owner> = []
      for element in elements {
        var row = BulkRow<T>(core: core, entity: entity)
        try describe(element, &row)
        try row.complete()
        let key = try transaction.allocateKeys(for: entity.root, count: 1)
        try transaction.insert(row.values, entity, key: key)
        changes.append(ExternalChange(entity: entity.ordinal, key: key, kind: .inserted))
        for value in row.values {
          guard let destination = value.property.destination,
            case .integer(let key)? = value.values.first
          else { continue }
          owners.insert(Owner(entity: destination.ordinal, key: key))
        }
        count += 1
      }
      for (destination, owners) in Dictionary(grouping: owners, by: \.entity) {
        try core.checkDestinations(owners.map(\.key), core.model.entities[destination], of: entity)
      }
      // Their to-many relationships have new members.
      changes += owners.map { ExternalChange(entity: $0.entity, key: $0.key, kind: .updated(.none)) }
      return changes
    }
    return count
  }
}
