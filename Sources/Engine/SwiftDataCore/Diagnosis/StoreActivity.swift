// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An observer of what a container does with its stores. Set it as one of ``ModelContainer/activityObservers``.
///
/// The product `SwiftDataObservability` has observers for swift-log, swift-metrics and swift-distributed-tracing. All
/// methods do nothing unless they are implemented.
///
/// The methods are called on the thread that does the work, during the work. They should return quickly, and must not
/// use the container. Their arguments never contain stored values.
public protocol StoreActivityObserver: Sendable {
  /// A statement was run.
  ///
  /// The statements with which a save writes single rows are not among them: ``didSave(_:)`` tells how many rows there
  /// were.
  func didRun(_ statement: StatementActivity)
  /// A save has ended, or has thrown.
  func didSave(_ save: SaveActivity)
  /// A save starts again, because another process has changed its rows or was in its way.
  func didRetry(_ retry: RetryActivity)
  /// An unsaved change has met a saved one.
  func didConflict(_ conflict: ConflictActivity)
  /// A property was loaded when it was read.
  func didLoadLazily(_ event: FaultEvent)
  /// All connections to a database were in use, and one was waited for.
  func didWait(_ wait: WaitActivity)
  /// The history of a database was read, up to where it shows the transactions of all servers.
  func didLag(_ lag: LagActivity)
}

extension StoreActivityObserver {
  /// Does nothing, for observers without this method.
  public func didRun(_ statement: StatementActivity) {}
  /// Does nothing, for observers without this method.
  public func didSave(_ save: SaveActivity) {}
  /// Does nothing, for observers without this method.
  public func didRetry(_ retry: RetryActivity) {}
  /// Does nothing, for observers without this method.
  public func didConflict(_ conflict: ConflictActivity) {}
  /// Does nothing, for observers without this method.
  public func didLoadLazily(_ event: FaultEvent) {}
  /// Does nothing, for observers without this method.
  public func didWait(_ wait: WaitActivity) {}
  /// Does nothing, for observers without this method.
  public func didLag(_ lag: LagActivity) {}
}

/// A statement that was run.
public struct StatementActivity: Sendable, Hashable {
  /// The name of the store's configuration.
  public let store: String
  /// The database system, by the name that OpenTelemetry gives it: `sqlite` or `postgresql`.
  public let system: String
  /// The SQL, with `?` for each value, also for those that were written into it.
  public let shape: String
  /// How many rows it has given, or changed.
  public let rows: Int
  /// From its beginning to its last row, making models of the rows included. Of statements that go to a database together,
  /// from the answer to the one before.
  public let duration: Duration

  package init(store: String, system: String = "sqlite", shape: String, rows: Int, duration: Duration) {
    self.store = store
    self.system = system
    self.shape = shape
    self.rows = rows
    self.duration = duration
  }

  /// The first word of the SQL, such as `SELECT`.
  public var verb: String { shape.prefix { $0.isLetter }.uppercased() }
}

/// A wait for a connection to a database, of which all were in use.
public struct WaitActivity: Sendable, Hashable {
  /// The name of the store's configuration.
  public let store: String
  /// Until a connection was free, or the wait was given up.
  public let duration: Duration

  package init(store: String, duration: Duration) {
    self.store = store
    self.duration = duration
  }
}

/// How far the history of a database is behind what has been committed.
public struct LagActivity: Sendable, Hashable {
  /// The name of the store's configuration.
  public let store: String
  /// How many transactions of the whole server have begun since the oldest that is still open. The history shows none of
  /// them yet.
  public let transactions: Int

  package init(store: String, transactions: Int) {
    self.store = store
    self.transactions = transactions
  }
}

/// A save that has ended.
public struct SaveActivity: Sendable {
  /// How many models it was to insert.
  public let inserted: Int
  /// How many models it was to update.
  public let updated: Int
  /// How many models it was to delete.
  public let deleted: Int
  /// ``ModelContext/author`` of the context.
  public let author: String?
  /// From its beginning to its end.
  public let duration: Duration
  /// How much of that it has waited for other saves of the container.
  public let waited: Duration
  /// How often it began; mostly once.
  public let attempts: Int
  /// The error that it has thrown.
  public let error: (any Error)?
}

/// A save that starts again.
public struct RetryActivity: Sendable, Hashable {
  /// The entity of the first row that another process has changed, if known.
  public let entity: String?
  /// How many rows there were; 0 if others were in the way in another manner, as by a deadlock.
  public let rows: Int
  /// Which attempt has failed; the first is 1.
  public let attempt: Int
}

/// An unsaved change that has met a saved one.
public struct ConflictActivity: Sendable, Hashable {
  /// The kind of the conflict.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Both sides have changed the same properties.
    case bothChanged
    /// Changed here, deleted elsewhere.
    case deletedElsewhere
    /// Deleted here, changed elsewhere.
    case changedElsewhere
  }

  /// The kind of the conflict.
  public let kind: Kind
  /// The entity.
  public let entity: String
  /// The properties that both sides have changed.
  public let properties: [String]
  /// The policy that decides.
  public let policy: MergePolicy
}

/// The observers of a container.
final class ActivityObservers: Sendable {
  private let isOn = Atomic<Bool>(false)
  private let observers = Mutex<[any StoreActivityObserver]>([])

  /// Whether there are any: one look, and nothing else, where there are none.
  @inline(__always)
  var isObserved: Bool { isOn.load(ordering: .relaxed) }

  var all: [any StoreActivityObserver] {
    get { observers.withLock { $0 } }
    set {
      observers.withLock { observers in
        observers = newValue
        isOn.store(!newValue.isEmpty, ordering: .relaxed)
      }
    }
  }

  func tell(_ body: (any StoreActivityObserver) -> Void) {
    for observer in all { body(observer) }
  }
}

extension ModelContainer {
  /// The observers of what the container does with its stores; none unless set.
  ///
  /// ```swift
  /// container.activityObservers = [LoggingObserver(logger)]
  /// ```
  ///
  /// This is an addition: Apple's framework has no such property.
  public var activityObservers: [any StoreActivityObserver] {
    get { core.activity.all }
    set {
      core.activity.all = newValue
      for entry in core.stores {
        guard let store = entry.store as? any ObservedStore else { continue }
        let (name, system, activity) = (entry.name, store.system, core.activity)
        let observer = StoreObserver(
          didRun: { shape, rows, duration in
            let statement = StatementActivity(
              store: name, system: system, shape: shape, rows: rows, duration: duration)
            activity.tell { $0.didRun(statement) }
          },
          didWait: { duration in
            let wait = WaitActivity(store: name, duration: duration)
            activity.tell { $0.didWait(wait) }
          },
          didLag: { transactions in
            let lag = LagActivity(store: name, transactions: transactions)
            activity.tell { $0.didLag(lag) }
          })
        store.setObserver(newValue.isEmpty ? nil : observer)
      }
    }
  }
}

/// A store that reports what it does.
package protocol ObservedStore: RowStore {
  /// The database system, by the name that OpenTelemetry gives it.
  var system: String { get }

  /// The observer from now on; `nil` for none.
  func setObserver(_ observer: StoreObserver?)
}

/// Whom a store reports to.
package struct StoreObserver: Sendable {
  /// A statement: its shape, rows, and duration.
  package let didRun: @Sendable (_ shape: String, _ rows: Int, _ duration: Duration) -> Void
  /// A wait for a connection.
  package let didWait: @Sendable (_ duration: Duration) -> Void
  /// Transactions that the history does not show yet.
  package let didLag: @Sendable (_ transactions: Int) -> Void
}

/// The measurements of a save that is observed.
final class SaveTrace {
  let begin = ContinuousClock.now
  let inserted: Int
  let updated: Int
  let deleted: Int
  var waited = Duration.zero
  var attempts = 1

  init(_ core: ContextCore) {
    inserted = core.unsaved.inserted.count
    updated = core.unsaved.updated.count
    deleted = core.unsaved.deleted.count
  }

  func activity(_ author: String?, _ error: (any Error)?) -> SaveActivity {
    SaveActivity(
      inserted: inserted, updated: updated, deleted: deleted, author: author, duration: ContinuousClock.now - begin,
      waited: waited, attempts: attempts, error: error)
  }
}

extension ContextCore {
  func noteConflict(_ kind: ConflictActivity.Kind, _ entity: _Entity, _ mask: PropertyMask = .none) {
    guard container.activity.isObserved else { return }
    let properties = entity.properties.filter { mask.contains($0.index) }.map(\.name)
    let conflict = ConflictActivity(
      kind: kind, entity: entity.name, properties: properties, policy: effectiveMergePolicy)
    container.activity.tell { $0.didConflict(conflict) }
  }
}
