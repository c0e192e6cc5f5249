// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationCompatibility

/// Fetches, inserts, deletes and saves models, and tracks their changes.
///
/// ```swift
/// let context = ModelContext(container)
/// context.insert(Trip(name: "Summer"))
/// try context.save()
/// ```
///
/// A context belongs to the actor that created it. Between actors, pass the container or
/// identifiers. If threads share a context all the same, its operations wait for each other (<doc:Concurrency>).
public class ModelContext: Equatable, SendableMetatype {
  /// Posted before a save; the object is the context. What observers change is saved with the rest: to save the
  /// context does nothing for them. For a context that saves as it is deallocated, another one with its changes is the
  /// object, here and of ``didSave``.
  public static let willSave = Notification.Name("ModelContext.willSave")
  /// Posted after a save; the user info is keyed by ``NotificationKey``.
  public static let didSave = Notification.Name("ModelContext.didSave")

  /// The container whose stores the context reads and writes.
  public var container: ModelContainer { keptContainer ?? _core.container.handle }
  /// Of every context but the main one, which its container keeps.
  private let keptContainer: ModelContainer?
  /// Of the main context, which may be all that an app keeps of the container.
  var companion: (any ContainerCompanion)?
  /// The engine.
  package let _core: ContextCore
  /// Set by the container for its main context.
  let isMain: Bool
  /// Belongs to the main actor, whose next turn saves and merges: the main context, and that of a page.
  let isOnMainActor: Bool

  /// Whether the context saves automatically after changes. `true` for the container's main context, `false` by default
  /// for all others.
  ///
  /// The main context saves on the next turn of the main queue. Any other context saves when it is
  /// deallocated.
  public var autosaveEnabled: Bool {
    didSet { if autosaveEnabled, !oldValue, hasChanges { noteChange() } }
  }

  /// Undoes and redoes the context's changes; `nil` unless set.
  ///
  /// Insertions, deletions and changes are registered as they are made. Those since the last save,
  /// call of ``processPendingChanges()`` or end of an undo group are undone together. See
  /// <doc:SavingAndRollback>.
  public var undoManager: UndoManager? {
    didSet {
      guard undoManager !== oldValue else { return }
      _core.undo?.removeAllActions(of: self)
      let scopes = _core.undo?.scopes ?? []
      _core.undo = undoManager.map { UndoRecorder(_core, $0) } ?? (scopes.isEmpty ? nil : UndoRecorder(_core, nil))
      _core.undo?.scopes = scopes
    }
  }

  /// The error of the latest autosave; `nil` if it succeeded, or if its changes have been saved or
  /// rolled back since.
  public internal(set) var autosaveError: (any Error)?

  var autosaveIsScheduled = false
  /// Called once, when an autosave leaves nothing to do by itself.
  var autosaveIsSettled: (@MainActor () -> Void)?
  /// Of a context that merges on a turn of its own.
  private let listener: WatchListener?
  /// Has the engine of a context that is being deallocated.
  private let isStandIn: Bool

  /// Creates a context without objects.
  public init(_ container: ModelContainer) {
    keptContainer = container
    isMain = false
    isOnMainActor = false
    autosaveEnabled = false
    _core = ContextCore(container: container.core)
    listener = nil
    isStandIn = false
    _core.context = self
    container.core.register(_core)
  }

  /// Creates the main context of a container.
  init(main container: ContainerCore) {
    keptContainer = nil
    isMain = true
    isOnMainActor = true
    autosaveEnabled = true
    _core = ContextCore(container: container)
    listener = container.watch.listen(to: container)
    isStandIn = false
    _core.context = self
    #if DEBUG
      _core.home = .ofMainActor
    #endif
    container.register(_core)
  }

  /// Creates a context that saves by itself as the main one does: for a page of an app.
  @MainActor package init(_onMainActor container: ModelContainer) {
    keptContainer = container
    isMain = false
    isOnMainActor = true
    autosaveEnabled = true
    _core = ContextCore(container: container.core)
    listener = container.core.watch.listen(to: container.core)
    isStandIn = false
    _core.context = self
    #if DEBUG
      _core.home = .ofMainActor
    #endif
    container.core.register(_core)
  }

  /// Creates the context that the last save of one that is being deallocated is about: hooks and observers need one,
  /// and nothing can refer to that one any more. Whoever keeps this one has a context like any other.
  private init(standingInFor core: ContextCore, _ container: ModelContainer?, isMain: Bool) {
    keptContainer = container
    self.isMain = isMain
    isOnMainActor = false
    autosaveEnabled = false
    _core = core
    listener = nil
    isStandIn = true
    core.context = self
  }

  deinit {
    _core.undo?.removeAllActions(of: self)
    // A stand-in has made the last attempt.
    if autosaveEnabled, !isStandIn, _core.hasChanges {
      // These changes cannot be saved later. What is left of them goes with the stand-in.
      let standIn = ModelContext(standingInFor: _core, keptContainer, isMain: isMain)
      withExtendedLifetime(standIn) { saveAtEnd() }
    } else {
      _core.dropChanges()
    }
  }

  // MARK: State

  /// Whether there are unsaved changes.
  public var hasChanges: Bool { _core.hasChanges }

  /// The models that the next save will insert.
  public var insertedModelsArray: [any PersistentModel] { _core.changed(\.inserted) }
  /// The models that the next save will update.
  public var changedModelsArray: [any PersistentModel] { _core.changed(\.updated) }
  /// The models that the next save will delete.
  public var deletedModelsArray: [any PersistentModel] { _core.changed(\.deleted) }

  /// Identifies the context to a store.
  ///
  /// Its author can be set, which is to set ``author``:
  ///
  ///     context.editingState.author = "import"
  public var editingState: EditingState {
    get { _core.editingState.with(author: _core.saving.author) }
    set { _core.saving.author = newValue.author }
  }

  /// The author that the store's history records for the changes of this context.
  public var author: String? {
    get { _core.saving.author }
    set { _core.saving.author = newValue }
  }

  // MARK: Inserting and deleting

  /// Inserts a model, and all new models that it refers to. The next save writes them. Has no
  /// effect on a model that is already in the context.
  public func insert<T: PersistentModel>(_ model: T) { _core.insert(model, restoring: true) }

  /// Inserts a model whose type is only known at run time.
  public func insert(_ model: any PersistentModel) { _core.insert(model, restoring: true) }

  /// Deletes a model with the next save. Delete rules are applied in memory at once, except for
  /// `.deny`, which the save checks.
  public func delete<T: PersistentModel>(_ model: T) { _core.delete(model) }

  /// Deletes a model whose type is only known at run time.
  public func delete(_ model: any PersistentModel) { _core.delete(model) }

  /// Deletes all stored models that match, at once, without loading them. Delete rules apply.
  ///
  /// ```swift
  /// try context.delete(model: Trip.self, where: #Predicate { $0.year < 2000 })
  /// ```
  ///
  /// The deletion is a separate transaction, which the history records under the author of the context. Other contexts,
  /// observers and after-save hooks are notified as of a save. Within ``transaction(block:)``, ``attempt(_:)`` or a
  /// save hook, it is part of that save instead, and is undone with it. The delete rules then hold for what the save
  /// relates to the deleted models, new or not, if it was related before this call.
  ///
  /// It affects stored rows only: unsaved models stay, and unsaved changes do not affect what matches. Unsaved changes
  /// to deleted models are dropped. The next save clears unsaved references to deleted models, or throws if the
  /// relationship is not optional. A deletion by predicate cannot be undone or rolled back; earlier steps can still be
  /// undone.
  ///
  /// Public test suites show that Apple's framework deletes at once, too; its documentation says that it deletes with
  /// the next save.
  ///
  /// - Parameters:
  ///   - model: The model class.
  ///   - predicate: Which models to delete; all if `nil`.
  ///   - includeSubclasses: Whether models of subclasses are deleted too.
  /// - Throws: ``SwiftDataError`` if the predicate cannot run in the store, if a delete rule forbids the deletion, or if
  ///   the store fails; nothing is deleted then.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    try _core.deleteAll(model, where: predicate, includeSubclasses: includeSubclasses)
  }

  // MARK: Saving

  /// Writes all changes in one transaction.
  ///
  /// - Throws: ``SwiftDataError`` if a model is invalid, a rule forbids a deletion, or the store
  ///   fails. In that case nothing is written, and the changes stay pending.
  public func save() throws { try _core.save() }

  /// Discards all unsaved changes: changed models get the values in the store again. Removes all
  /// undo actions of the context.
  public func rollback() {
    _core.container.lookForForeignChanges()
    _core.rollback()
    autosaveError = nil
    _core.undo?.removeAllActions(of: self)
  }

  /// Merges what other contexts and processes have saved, removes deleted models from loaded lists, and ends the
  /// current undo group. Delete rules and inverses need no processing, because they are applied at once.
  public func processPendingChanges() {
    _core.container.lookForForeignChanges()
    _core.mergeArrivals()
    _core.settleLists()
    _core.undo?.endEvent()
  }

  /// Whether both are the same object.
  public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }

  // MARK: Notification

  func didSave(_ outcome: SaveOutcome) {
    autosaveError = nil
    NotificationCenter.default.post(
      name: ModelContext.didSave, object: self, userInfo: NotificationKey.userInfo(outcome))
  }
}

@available(*, unavailable, message: "contexts cannot be shared across concurrency contexts")
extension ModelContext: Sendable {}

/// Identifies the changes of a context to a store.
public struct EditingState: Identifiable, Sendable {
  /// The type of the identifier.
  public typealias ID = UUID
  /// The identifier of one context's use of stores.
  public let id: UUID
  /// ``ModelContext/author`` at the time.
  public var author: String?

  init() { id = UUID() }

  func with(author: String?) -> EditingState {
    var copy = self
    copy.author = author
    return copy
  }
}

extension ModelContext: CustomDebugStringConvertible {
  /// The author of the context and the numbers of its unsaved changes:
  /// `ModelContext(author: "import", inserted: 2, changed: 0, deleted: 1)`.
  public var debugDescription: String {
    var parts: [String] = []
    if isMain { parts.append("main") }
    if let author { parts.append("author: \(String(reflecting: author))") }
    parts.append("inserted: \(insertedModelsArray.count)")
    parts.append("changed: \(changedModelsArray.count)")
    parts.append("deleted: \(deletedModelsArray.count)")
    return "ModelContext(\(parts.joined(separator: ", ")))"
  }
}

extension ModelContext {
  /// The model in the row with a key, as addresses name it; nil if there is none, or no such entity.
  package func _model(entity name: String, key: Int64) -> (any PersistentModel)? {
    guard key > 0, let entity = _core.model.entity(named: name) else { return nil }
    return _core.existingModel(for: _core.identifier(entity, key))
  }
}
