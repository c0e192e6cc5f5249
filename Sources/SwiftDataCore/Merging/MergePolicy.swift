import Synchronization

/// What a save does about a property that the context has changed and somebody
/// else, another context or another process, has changed and saved in the
/// meantime.
///
/// ```swift
/// container.mergePolicy = .storeWins     // every context of the container
/// context.mergePolicy = .memoryWins      // this one
/// ```
///
/// Changes meet property by property: what only one side has changed is kept
/// whatever the policy is, and new members of a parent's to-many relationship
/// never conflict. What another context of the container has changed is known
/// exactly. Of what another process has changed, only the row is known: every
/// unsaved value of that row counts as a conflict.
///
/// A conflict is what comes to light at the save. What a context has merged
/// before, at a fetch or by ``ModelContext/processPendingChanges()``, it has
/// seen: its unsaved values stay, and the save writes them (with `storeWins`,
/// they are replaced).
///
/// Unless told otherwise, a context that saves by itself lets memory win, as
/// nobody is there to catch an error, and any other context throws.
public enum MergePolicy: String, Sendable, Hashable, CaseIterable {
  /// The save throws ``SwiftDataError/optimisticLockFailure`` that names the
  /// entity and the properties, and writes nothing. Call
  /// ``ModelContext/rollback()`` to see the current values, then change and
  /// save again.
  case error
  /// The saved value replaces the unsaved one, in memory too. A deletion of a
  /// row that was changed is taken back, and changes of a row that was
  /// deleted are dropped.
  case storeWins
  /// The unsaved value is written over the saved one. Changes of a row that
  /// was deleted cannot be written: the save throws
  /// ``SwiftDataError/optimisticLockFailure``.
  case memoryWins
}

/// What saves of a container do unless a context or a save says otherwise;
/// any thread may set it.
final class SaveDefaults: Sendable {
  private struct Values {
    var unique = UniqueConflictPolicy.upsert
    var merge: MergePolicy?
    var onAutosaveFailure: (@Sendable (AutosaveFailure) -> Void)?
  }

  private let values = Mutex(Values())

  var unique: UniqueConflictPolicy {
    get { values.withLock { $0.unique } }
    set { values.withLock { $0.unique = newValue } }
  }

  var merge: MergePolicy? {
    get { values.withLock { $0.merge } }
    set { values.withLock { $0.merge = newValue } }
  }

  var onAutosaveFailure: (@Sendable (AutosaveFailure) -> Void)? {
    get { values.withLock { $0.onAutosaveFailure } }
    set { values.withLock { $0.onAutosaveFailure = newValue } }
  }
}

extension ModelContainer {
  /// The merge policy of contexts that have none of their own; `nil` unless
  /// changed: then a context that autosaves uses ``MergePolicy/memoryWins``,
  /// and any other one ``MergePolicy/error``.
  public var mergePolicy: MergePolicy? {
    get { core.saveDefaults.merge }
    set { core.saveDefaults.merge = newValue }
  }
}

extension ModelContext {
  /// What happens to properties that this context and somebody else have
  /// changed. The container's policy unless set.
  public var mergePolicy: MergePolicy {
    get { _core.effectiveMergePolicy }
    set { _core.mergePolicy = newValue }
  }
}

extension ContextCore {
  var effectiveMergePolicy: MergePolicy {
    mergePolicy ?? container.saveDefaults.merge
      ?? (context?.autosaveEnabled == true ? .memoryWins : .error)
  }
}
