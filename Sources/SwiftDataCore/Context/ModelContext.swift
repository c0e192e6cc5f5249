import Foundation

/// Where models are fetched, inserted, changed, deleted and saved.
///
/// ```swift
/// let context = ModelContext(container)
/// context.insert(Trip(name: "Summer"))
/// try context.save()
/// ```
///
/// A context belongs to the actor that made it. Between actors, pass a
/// container, or identifiers.
public class ModelContext: Equatable, SendableMetatype {
  /// Posted before a save; the object is the context.
  public static let willSave = Notification.Name("ModelContext.willSave")
  /// Posted after a save; the user info is keyed by ``NotificationKey``.
  public static let didSave = Notification.Name("ModelContext.didSave")

  /// The container whose stores the context reads and writes.
  public var container: ModelContainer { keptContainer ?? _core.container.handle }
  /// Of every context but the main one, which its container keeps.
  private let keptContainer: ModelContainer?
  /// The engine.
  package let _core: ContextCore
  /// Set by the container for its main context.
  let isMain: Bool

  /// Whether the context saves by itself after changes. `false` unless
  /// changed; `true` for the container's main context.
  ///
  /// The main context saves on the next turn of the main queue. Any other
  /// context saves when it goes away.
  public var autosaveEnabled: Bool

  /// Undoes and redoes the context's changes; `nil` unless set.
  ///
  /// Insertions, deletions and changes of models are registered with it as
  /// they are made, and undone together up to the last save, call of
  /// ``processPendingChanges()``, or end of an undo group. See
  /// <doc:SavingAndRollback>.
  public var undoManager: UndoManager? {
    didSet {
      guard undoManager !== oldValue else { return }
      _core.undo?.removeAllActions(of: self)
      _core.undo = undoManager.map { UndoRecorder(_core, $0) }
    }
  }

  /// Why the latest autosave failed; `nil` if it did not, or if its changes
  /// have been saved or rolled back since.
  public internal(set) var autosaveError: (any Error)?

  var autosaveIsScheduled = false

  /// A new context of `container`, without objects.
  public init(_ container: ModelContainer) {
    keptContainer = container
    isMain = false
    autosaveEnabled = false
    _core = ContextCore(container: container.core)
    _core.context = self
    container.core.register(_core)
  }

  /// The main context of a container.
  init(main container: _ContainerCore) {
    keptContainer = nil
    isMain = true
    autosaveEnabled = true
    _core = ContextCore(container: container)
    _core.context = self
    container.register(_core)
  }

  deinit {
    // Nobody can save these changes later.
    if autosaveEnabled, _core.hasChanges { saveAtEnd() }
    _core.undo?.removeAllActions(of: self)
    _core.abandonChanges()
  }

  // MARK: State

  /// Whether there is anything to save.
  public var hasChanges: Bool { _core.hasChanges }

  /// Models that the next save will insert.
  public var insertedModelsArray: [any PersistentModel] { _core.inserted.models }
  /// Models that the next save will update.
  public var changedModelsArray: [any PersistentModel] { _core.updated.models }
  /// Models that the next save will delete.
  public var deletedModelsArray: [any PersistentModel] { _core.deleted.models }

  /// Identifies the context to a store.
  public var editingState: EditingState { _core.editingState.with(author: _core.author) }

  /// Whose changes these are, in the store's history.
  public var author: String? {
    get { _core.author }
    set { _core.author = newValue }
  }

  // MARK: Inserting and deleting

  /// Registers a model, and every new model that can be reached from it; the
  /// next save writes them. A model that is registered already is left alone.
  public func insert<T: PersistentModel>(_ model: T) { _core.insert(model, restoring: true) }

  /// Registers a model whose type is known at run time only.
  public func insert(_ model: any PersistentModel) { _core.insert(model, restoring: true) }

  /// Marks a model for deletion by the next save. Delete rules are applied in
  /// memory at once; `.deny` is checked by the save.
  public func delete<T: PersistentModel>(_ model: T) { _core.delete(model) }

  public func delete(_ model: any PersistentModel) { _core.delete(model) }

  /// Deletes every model that matches, by the next save, in the store: rows
  /// are not loaded. Delete rules apply.
  ///
  /// - Parameters:
  ///   - model: The model class.
  ///   - predicate: Which ones; all if `nil`.
  ///   - includeSubclasses: Whether models of subclasses are deleted too.
  /// - Throws: ``SwiftDataError`` if the predicate cannot run in the store.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    try _core.deleteAll(model, where: predicate, includeSubclasses: includeSubclasses)
  }

  // MARK: Saving

  /// Writes all changes in one transaction.
  ///
  /// - Throws: ``SwiftDataError`` if a model is not valid, a rule forbids a
  ///   deletion, or the store fails. Nothing is written then, and the
  ///   changes stay pending.
  public func save() throws { try _core.save() }

  /// Drops all unsaved changes: changed models return to what the store has.
  /// Nothing can be undone after it.
  public func rollback() {
    _core.rollback()
    autosaveError = nil
    _core.undo?.removeAllActions(of: self)
  }

  /// Runs `block`, then saves. If it throws, nothing is saved.
  public func transaction(block: () throws -> Void) throws {
    try block()
    try save()
  }

  /// Brings in what other contexts have saved. Changes of this context need
  /// no processing: rules and inverses are applied as they happen. What has
  /// been changed so far is undone by itself.
  public func processPendingChanges() {
    _core.mergeArrivals()
    _core.undo?.endEvent()
  }

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

/// Identifies one context's edits to a store.
public struct EditingState: Identifiable, Sendable {
  public typealias ID = UUID
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
