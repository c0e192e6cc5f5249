// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What a save does if another context or process has changed and saved the same property in the
/// meantime.
///
/// ```swift
/// container.mergePolicy = .storeWins     // every context of the container
/// context.mergePolicy = .memoryWins      // this one
/// ```
///
/// Changes are merged property by property: a change of only one side is kept under every policy, and new members of a
/// to-many relationship never conflict, unless it has no inverse and the other context has given them to another owner.
/// Changes of other contexts of the container are known exactly. If another process has changed a row, every unsaved
/// value of that row counts as a conflict.
///
/// Only what the save discovers is a conflict. Changes that the context has merged before, in a fetch or in
/// ``ModelContext/processPendingChanges()``, were visible: its unsaved values stay, and the save writes them (with
/// `storeWins`, they are replaced).
///
/// A model whose row is gone reports ``PersistentModel/isDeleted``. Setting one of its properties is treated as if it
/// had been set before the row was deleted: the save throws, or drops the value with `storeWins`.
///
/// If a delete rule has cleared a relationship, this is not a change by the program: if another context has moved the
/// object to another owner, it stays there under every policy.
///
/// The default is `memoryWins` for contexts that autosave, because no code could catch an error, and `error` for all
/// others.
public enum MergePolicy: String, Sendable, Hashable, CaseIterable {
  /// The save throws ``SwiftDataError/optimisticLockFailure`` that names the
  /// entity and the properties, and writes nothing. Call
  /// ``ModelContext/rollback()`` to see the current values, then change and
  /// save again.
  case error
  /// The saved value replaces the unsaved one, in memory too. A deletion of a
  /// row that was changed is undone, and changes of a row that was
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
    var saveTimeout: Duration?
    var onIsolationViolation: (@Sendable (IsolationViolation) -> Void)?
    /// The problems that were reported already.
    var violations: Set<[String]> = []
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

  var onIsolationViolation: (@Sendable (IsolationViolation) -> Void)? {
    get { values.withLock { $0.onIsolationViolation } }
    set { values.withLock { $0.onIsolationViolation = newValue } }
  }

  /// Whether nothing like it has been reported yet.
  func isNew(_ violation: IsolationViolation) -> Bool {
    let key = [violation.operation.rawValue, violation.entityName ?? "", violation.propertyName ?? ""]
    return values.withLock { $0.violations.insert(key).inserted }
  }

  /// ``ModelContainer/saveTimeout`` in seconds.
  var gateTimeout: Double? { saveTimeout.map { $0 / .seconds(1) } }

  var saveTimeout: Duration? {
    get { values.withLock { $0.saveTimeout } }
    set { values.withLock { $0.saveTimeout = newValue } }
  }

  var onAutosaveFailure: (@Sendable (AutosaveFailure) -> Void)? {
    get { values.withLock { $0.onAutosaveFailure } }
    set { values.withLock { $0.onAutosaveFailure = newValue } }
  }
}

extension ModelContainer {
  /// The merge policy of contexts that do not have their own; `nil` unless changed: then a context
  /// that autosaves uses ``MergePolicy/memoryWins``, and any other one ``MergePolicy/error``.
  public var mergePolicy: MergePolicy? {
    get { core.saveDefaults.merge }
    set { core.saveDefaults.merge = newValue }
  }
}

extension ModelContext {
  /// The merge policy of this context; the container's unless set.
  public var mergePolicy: MergePolicy {
    get { _core.effectiveMergePolicy }
    set { _core.merging.policy = newValue }
  }
}

extension ContextCore {
  var effectiveMergePolicy: MergePolicy {
    merging.policy ?? container.saveDefaults.merge
      ?? (context?.autosaveEnabled == true ? .memoryWins : .error)
  }
}
