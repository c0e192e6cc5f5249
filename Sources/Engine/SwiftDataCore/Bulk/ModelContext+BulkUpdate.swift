// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A new value of a property, for a bulk update.
public struct PropertyUpdate<Model: PersistentModel>: @unchecked Sendable {
  // Unchecked: constants only, of which key paths do not say that they can be sent.
  let keyPath: PartialKeyPath<Model>
  let value: Any

  /// Sets the property to a value.
  public static func set<V>(_ keyPath: KeyPath<Model, V>, to value: V) -> Self {
    Self(keyPath: keyPath, value: value)
  }
}

extension ModelContext {
  /// Changes every row that matches a predicate, in the store, without loading objects.
  ///
  /// ```swift
  /// try context.update(
  ///   Track.self, where: #Predicate { $0.genre == "Rock" }, .set(\.isFavorite, to: true))
  /// ```
  ///
  /// The update takes effect at once, in its own transaction, which is recorded in the history.
  /// Objects of this and other contexts are updated too. Rolling back and undoing do not include
  /// it. Relationships cannot be changed this way.
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
      var mask = PropertyMask.none
      for value in values { mask.insert(value.property.index) }
      return rows.map {
        ExternalChange(entity: $0.entity.ordinal, key: $0.key, kind: .updated(mask))
      }
    }
    return count
  }
}
