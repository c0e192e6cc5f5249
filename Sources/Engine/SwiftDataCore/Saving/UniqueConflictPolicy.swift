// SPDX-License-Identifier: Apache-2.0

/// The treatment of a new model whose unique values a row already has.
///
/// Apple's SwiftData always updates the row. Here, a container or a single save can choose another
/// policy:
///
/// ```swift
/// container.uniqueConflictPolicy = .refuse
/// try context.save(onConflict: .keep)
/// ```
public enum UniqueConflictPolicy: String, Sendable, Hashable, CaseIterable {
  /// The row keeps its identifier and gets the new values.
  case upsert
  /// The save throws ``SwiftDataError/uniqueConflict`` and writes nothing.
  case refuse
  /// The row stays as it is. The new model becomes the row's, with the row's
  /// values; other new models that refer to it refer to the row.
  case keep
}

extension ModelContainer {
  /// The policy of saves in this container if unique values are taken, unless a save has its own policy.
  /// ``UniqueConflictPolicy/upsert`` by default.
  public var uniqueConflictPolicy: UniqueConflictPolicy {
    get { core.saveDefaults.unique }
    set { core.saveDefaults.unique = newValue }
  }
}

extension ModelContext {
  /// Saves with the given policy for unique values that are taken.
  ///
  /// - Throws: As ``save()``; with `.refuse`, ``SwiftDataError/uniqueConflict``
  ///   that names the entity and the property.
  public func save(onConflict policy: UniqueConflictPolicy) throws {
    try _core.save(onConflict: policy)
  }
}
