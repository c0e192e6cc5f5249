// SPDX-License-Identifier: Apache-2.0

/// A property with a value, as columns.
package struct PropertyColumns: Sendable {
  package let property: _Property
  package let values: [ColumnConstant]
}

extension ContextCore {
  /// - Parameter value: The attribute's value, or the identifier of the
  ///   destination of a to-one relationship.
  func columns(_ keyPath: AnyKeyPath, _ value: Any, _ entity: _Entity) throws -> PropertyColumns {
    func refuse(_ reason: String, _ name: String?) -> SwiftDataError {
      SwiftDataError(
        .unsupportedKeyPath, reason, entity: entity.name, property: name,
        advice: "Name stored attributes, and to-one relationships by an identifier.")
    }
    guard let path = entity.description.path(keyPath), path.properties.count == 1,
      path.elements.isEmpty, let property = entity.property(named: path.properties[0])
    else { throw refuse("The key path \(keyPath) does not lead to a persisted property.", nil) }
    if property.isRelationship {
      guard !property.isToMany, let identifier = value as? PersistentIdentifier,
        let destination = property.destination, let key = rowKey(of: identifier, destination)
      else { throw refuse("A relationship needs the identifier of a saved model of its class.", property.name) }
      guard property.isOneWay || property.inverse?.isToMany != false else {
        throw refuse(
          "The other end of the relationship has a column of its own, in a row that is there.", property.name)
      }
      return PropertyColumns(property: property, values: [.integer(key)])
    }
    guard let codec = property.description.codec, !property.description.isEphemeral else {
      throw refuse("The property is not stored.", property.name)
    }
    return PropertyColumns(
      property: property,
      values: try ConstantColumns.columns(of: value, codec: codec, entity.description))
  }

  /// The key of a row that a relationship to an entity may lead to: identifiers have no types, and may come out of a file.
  private func rowKey(of identifier: PersistentIdentifier, _ destination: _Entity) -> Int64? {
    let identifier = identifier.current
    guard let entity = model.entity(named: identifier.entityName),
      entity.isKind(of: destination) || destination.isKind(of: entity),
      identifier.storeIdentifier == scope(of: destination, isTemporary: false).storeIdentifier,
      let key = key(of: identifier, destination), key > 0
    else { return nil }
    return key
  }

  /// Throws if a row that others are to lead to is gone, or is of another class: only its key was given.
  func checkDestinations(_ keys: [Int64], _ destination: _Entity, of entity: _Entity) throws {
    var request = RowRequest(entity: destination)
    request.keys = keys
    guard try store(of: destination).count(request) < keys.count else { return }
    throw SwiftDataError(
      .modelValidationFailure, "A row that a relationship is to lead to is not in the store.", entity: entity.name,
      advice: "Fetch the \(destination.name) models whose identifiers are given, and leave out those that are gone.")
  }

  /// Runs a write of its own, beside the context's unsaved changes, and tells
  /// every context what it did.
  ///
  /// - Parameters:
  ///   - isRepeatable: Whether `body` may run again after others were in its way: a deadlock, or a transaction that
  ///     could not be serialized. Each run then starts with nothing of the last one.
  ///   - isOwn: Which of the changes this context need not be told of.
  ///   - merging: What it does about the changes before it merges the others. Runs when the gate is open.
  func writeAtOnce(
    _ entity: _Entity, isRepeatable: Bool = true, _ body: (any RowTransaction) throws -> [ExternalChange],
    except isOwn: (ExternalChange) -> Bool = { _ in false }, merging: ([ExternalChange]) -> Void = { _ in }
  ) throws {
    try saving.seed.check()
    if !container.allowsSave(self) {
      throw SwiftDataError(
        .storeIsReadOnly, "The configuration does not allow saving.", entity: entity.name,
        advice: "Open the container with allowsSave: true.")
    }
    var changes: [ExternalChange] = []
    var news: [ExternalChange] = []
    var others: [ContextCore] = []
    do {
      try container.saveGate.lock(
        .bulkChange, of: ObjectIdentifier(self), author: saving.author, timeout: container.saveDefaults.gateTimeout)
      defer { container.saveGate.unlock() }
      let store = try store(of: entity)
      for attempt in 1... {
        do {
          changes = try store.write(author: saving.author) { try body($0) }
          break
        } catch let failure as TransientFailure {
          guard isRepeatable, attempt < Self.attempts else { throw failure.error }
        }
      }
      news = changes.filter { !isOwn($0) }
      receive(news)
      others = container.deliver(changes, from: self)
    }
    // What follows tells observers, who may do anything.
    merging(changes)
    changeObservers.notify(news, isSaved: true)
    container.announce(changes, to: others)
    mergeArrivals()
  }
}
