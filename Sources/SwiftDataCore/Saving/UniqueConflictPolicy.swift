/// What a save does with a new model whose unique values a row already has.
///
/// Apple's SwiftData always takes over the new values; here a container or a
/// single save may choose otherwise:
///
/// ```swift
/// container.uniqueConflictPolicy = .refuse
/// try context.save(onConflict: .keep)
/// ```
public enum UniqueConflictPolicy: String, Sendable, Hashable, CaseIterable {
  /// The row keeps its identifier and takes the new values.
  case upsert
  /// The save throws ``SwiftDataError/uniqueConflict`` and writes nothing.
  case refuse
  /// The row stays as it is. The new model becomes the row's, with the row's
  /// values; other new models that refer to it refer to the row.
  case keep
}

extension ModelContainer {
  /// What saves of this container's contexts do about unique values that are
  /// taken, unless the save says otherwise. ``UniqueConflictPolicy/upsert``
  /// unless changed.
  public var uniqueConflictPolicy: UniqueConflictPolicy {
    get { core.saveDefaults.unique }
    set { core.saveDefaults.unique = newValue }
  }
}

extension ModelContext {
  /// Saves with a policy of its own for unique values that are taken.
  ///
  /// - Throws: As ``save()``; with `.refuse`, ``SwiftDataError/uniqueConflict``
  ///   that names the entity and the property.
  public func save(onConflict policy: UniqueConflictPolicy) throws {
    try _core.save(onConflict: policy)
  }
}
