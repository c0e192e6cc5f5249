// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The change that a save is about to make to a model.
public enum ModelChange: String, Sendable, Hashable, CaseIterable {
  /// The change of the model: it is new, changed, or deleted.
  case inserted, updated, deleted
}

/// The changes that a save has written.
public struct SavedChanges: Sendable, Hashable {
  /// New models.
  public let inserted: [PersistentIdentifier]
  /// Changed models, owners of to-many relationships whose members changed included.
  public let updated: [PersistentIdentifier]
  /// Deleted models.
  public let deleted: [PersistentIdentifier]
  /// ``ModelContext/author`` of the context that has saved.
  public let author: String?
}

/// A hook of a container; it stays until it is removed, or the container is deallocated.
public struct SaveHook: Sendable {
  private let removal: @Sendable () -> Void

  init(_ removal: @escaping @Sendable () -> Void) { self.removal = removal }

  /// Later saves do not run it.
  public func remove() { removal() }
}

extension ModelContainer {
  /// Runs code before each save of a context of the container: it may change, insert and delete models, which the same
  /// save writes.
  ///
  /// It runs on the context's thread, before the hooks of model classes. If it throws, the save throws and writes
  /// nothing. The hook must not save the context itself. For a context that saves as it is deallocated, the hook gets
  /// another one with its changes.
  ///
  /// This is an addition: Apple's framework has no such method.
  @discardableResult
  public func beforeSave(_ hook: @escaping @Sendable (ModelContext) throws -> Void) -> SaveHook {
    core.hooks.add(.context(hook))
  }

  /// Runs code for each model of a class that a save is about to write.
  ///
  /// ```swift
  /// container.beforeSave(of: Trip.self) { trip, change in
  ///   if change != .deleted { trip.name = trip.name.trimmingCharacters(in: .whitespaces) }
  /// }
  /// ```
  ///
  /// The hook may change models, insert and delete; the hooks also get models that become part of the save in this way.
  /// They get each model once per save for each kind of change. If the hook throws, the save throws and writes nothing,
  /// and all changes stay unsaved, including those of the hooks.
  ///
  /// Deletions by predicate do not load models, and run no hooks.
  ///
  /// This is an addition: Apple's framework has no such method.
  ///
  /// - Parameters:
  ///   - type: The class; models of its subclasses are included.
  ///   - hook: Runs on the context's thread, within the save. It must not save the context itself.
  @discardableResult
  public func beforeSave<T: PersistentModel>(
    of type: T.Type, _ hook: @escaping @Sendable (T, ModelChange) throws -> Void
  ) -> SaveHook {
    core.hooks.add(
      .models({ $0 is T.Type }) { model, change, _ in if let model = model as? T { try hook(model, change) } })
  }

  /// Checks each new or changed model of a class as it will be written.
  ///
  /// ```swift
  /// container.validate(Trip.self) { trip in
  ///   if trip.name.isEmpty { throw SwiftDataError.invalid(trip, \.name, "A trip needs a name.") }
  /// }
  /// ```
  ///
  /// Checks run after all before-save hooks, and after changes of other contexts were merged. If one throws, the save
  /// throws and writes nothing, and all changes stay unsaved. An error that is not a ``SwiftDataError`` becomes the
  /// ``SwiftDataError/underlying`` error of a ``SwiftDataError/modelValidationFailure`` with the entity and the model.
  ///
  /// Checks must not change models, save, or wait for another save, because other saves of the container are waiting.
  /// `update` and `insertRows` create no models, and run no checks.
  ///
  /// This is an addition: Apple's framework has no such method.
  @discardableResult
  public func validate<T: PersistentModel>(
    _ type: T.Type, _ check: @escaping @Sendable (T) throws -> Void
  ) -> SaveHook {
    core.hooks.add(
      .validation({ $0 is T.Type }) { model, change, _ in
        if change != .deleted, let model = model as? T { try check(model) }
      })
  }

  /// Runs code after each save that has written something, on the context's thread, before
  /// ``ModelContext/didSave`` is posted.
  ///
  /// This is an addition: Apple's framework has no such method.
  @discardableResult
  public func afterSave(_ hook: @escaping @Sendable (SavedChanges) -> Void) -> SaveHook {
    core.hooks.add(.after(hook))
  }
}

extension SwiftDataError {
  /// Creates an error for a model that must not be saved in its current state: a ``modelValidationFailure`` with
  /// entity, property and, for a stored model, its identifier.
  ///
  /// ```swift
  /// throw SwiftDataError.invalid(trip, \.name, "A trip needs a name.")
  /// ```
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - property: The property concerned, if it is one.
  /// - message: An explanation. It is shown unredacted.
  public static func invalid<T: PersistentModel>(
    _ model: T, _ property: PartialKeyPath<T>? = nil, _ message: String
  ) -> SwiftDataError {
    let state = model._$state
    return SwiftDataError(
      .modelValidationFailure, message, entity: type(of: model)._$description.entityName,
      property: property.flatMap { SchemaKeyPaths.name(of: $0, in: T.self) },
      identifier: state.map { $0.key > 0 } == true ? model.persistentModelID : nil,
      advice: "Change the model and save again, or call rollback().")
  }
}
