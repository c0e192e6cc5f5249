import Foundation

/// A value that a bulk update gives to a property.
public struct PropertyUpdate<Model: PersistentModel>: @unchecked Sendable {
  // Unchecked: constants only, of which key paths do not say that they can be sent.
  let keyPath: PartialKeyPath<Model>
  let value: Any

  /// Gives the property a value.
  public static func set<V>(_ keyPath: KeyPath<Model, V>, to value: V) -> Self {
    Self(keyPath: keyPath, value: value)
  }
}

extension ModelContext {
  /// Changes every row that matches, in the store: no model is loaded.
  ///
  /// ```swift
  /// try context.update(
  ///   Track.self, where: #Predicate { $0.genre == "Rock" }, .set(\.isFavorite, to: true))
  /// ```
  ///
  /// It happens at once, in a transaction of its own with its place in the
  /// history; registered models of this and other contexts follow. Autosave,
  /// ``rollback()`` and undo know nothing of it. Relationships cannot be
  /// changed this way: both their sides would have to follow in every context.
  ///
  /// - Returns: How many rows were changed.
  /// - Throws: ``SwiftDataError`` if the context has unsaved changes of these
  ///   models, if a property is not stored or a value does not fit, or if the
  ///   rows would break a unique constraint; nothing is changed then.
  @discardableResult
  public func update<T: PersistentModel>(
    _ type: T.Type, where predicate: Predicate<T>? = nil, _ updates: PropertyUpdate<T>...
  ) throws -> Int {
    guard !updates.isEmpty else { return 0 }
    let core = _core
    core.mergeArrivals()
    let entity = try core.entity(type)
    let descriptor = FetchDescriptor<T>(predicate: predicate)
    try core.refuseUnsavedChanges(descriptor, entity, [])
    let request = try core.request(descriptor, entity)
    let values = try updates.map { try core.columns($0.keyPath, $0.value, entity) }
    if let related = values.first(where: { $0.property.isRelationship }) {
      throw SwiftDataError(
        .unsupportedKeyPath, "A bulk update cannot change a relationship.", entity: entity.name,
        property: related.property.name, advice: "Change it through models.")
    }
    var count = 0
    try core.writeAtOnce(entity) { transaction in
      let rows = try transaction.updateAll(request, values)
      count = rows.count
      var mask = _PropertyMask.none
      for value in values { mask.insert(value.property.index) }
      return rows.map {
        ExternalChange(entity: $0.entity.ordinal, key: $0.key, kind: .updated(mask))
      }
    }
    return count
  }
}
