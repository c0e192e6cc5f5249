// SPDX-License-Identifier: Apache-2.0

import Logging
import SwiftData
import Synchronization

/// Logs important events of a container's stores: slow statements and saves, retries, conflicts, and loops that load
/// one model after the other.
///
/// ```swift
/// container.activityObservers = [LoggingObserver(Logger(label: "trips.store"))]
/// ```
///
/// Nothing is logged unless an observer is set. Each message begins with a code (``MessageCode``). The metadata have
/// the details, and never contain stored values.
public struct LoggingObserver: StoreActivityObserver {
  /// The codes of messages; they do not change their meanings.
  public enum MessageCode: String, Sendable, CaseIterable {
    /// A statement has taken longer than ``Limits/statement``. Warning.
    case slowStatement = "SD101"
    /// A save has taken longer than ``Limits/save``. Warning.
    case slowSave = "SD102"
    /// A save has waited for other saves longer than ``Limits/wait``. Warning.
    case longWait = "SD103"
    /// A save has thrown. Error.
    case failedSave = "SD104"
    /// A save starts again, because another process was faster. Notice.
    case retry = "SD201"
    /// An unsaved change has met a saved one. Notice.
    case conflict = "SD202"
    /// A property of many models was loaded by one statement for each, as a loop does: prefetch it. Warning.
    case manyLoads = "SD301"
  }

  /// From where on something is logged.
  public struct Limits: Sendable, Hashable {
    /// Longer statements are slow.
    public var statement: Duration = .milliseconds(100)
    /// Longer saves are slow.
    public var save: Duration = .milliseconds(500)
    /// Longer waits for other saves are long.
    public var wait: Duration = .milliseconds(250)
    /// So many lazy loads of one property, of one model each, are many.
    public var lazyLoads = 20

    /// The usual limits.
    public init() {}
  }

  private let logger: Logger
  private let limits: Limits
  private let loads = Loads()

  /// Lazy loads of single models by property, until they are logged.
  private final class Loads: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// - Returns: Whether this load is the one that is to be logged.
    func note(_ property: String, limit: Int) -> Bool {
      counts.withLock { counts in
        counts[property, default: 0] += 1
        guard counts[property, default: 0] >= max(1, limit) else { return false }
        counts[property] = nil
        return true
      }
    }
  }

  /// - Parameters:
  /// - logger: Its level decides which messages are written.
  /// - limits: The limits from which on something counts as slow, or as many.
  public init(_ logger: Logger, limits: Limits = Limits()) {
    self.logger = logger
    self.limits = limits
  }

  private func log(
    _ level: Logger.Level, _ code: MessageCode, _ message: String, _ metadata: Logger.Metadata
  ) {
    logger.log(
      level: level, "\(code.rawValue) \(message)", metadata: metadata.merging(["code": "\(code.rawValue)"]) { $1 })
  }

  /// Logs a statement that took at least the limit (SD101).
  public func didRun(_ statement: StatementActivity) {
    guard statement.duration >= limits.statement else { return }
    log(
      .warning, .slowStatement, "A statement was slow.",
      [
        "store": "\(statement.store)", "sql": "\(statement.shape)", "rows": "\(statement.rows)",
        "duration": "\(statement.duration)",
      ])
  }

  /// Logs a save that failed (SD104), waited long (SD103) or was slow (SD102): one message, the first that applies.
  public func didSave(_ save: SaveActivity) {
    var metadata: Logger.Metadata = [
      "inserted": "\(save.inserted)", "updated": "\(save.updated)", "deleted": "\(save.deleted)",
      "duration": "\(save.duration)", "waited": "\(save.waited)", "attempts": "\(save.attempts)",
    ]
    if let author = save.author { metadata["author"] = "\(author)" }
    if let error = save.error {
      metadata["error"] = "\(error)"
      log(.error, .failedSave, "A save has failed.", metadata)
    } else if save.waited >= limits.wait {
      log(.warning, .longWait, "A save has waited for others.", metadata)
    } else if save.duration >= limits.save {
      log(.warning, .slowSave, "A save was slow.", metadata)
    }
  }

  /// Logs that a save starts again (SD201).
  public func didRetry(_ retry: RetryActivity) {
    log(
      .notice, .retry, "A save starts again: another process has changed its rows.",
      ["entity": "\(retry.entity ?? "")", "rows": "\(retry.rows)", "attempt": "\(retry.attempt)"])
  }

  /// Logs a conflict and the policy that decides it (SD202).
  public func didConflict(_ conflict: ConflictActivity) {
    log(
      .notice, .conflict, "An unsaved change has met a saved one.",
      [
        "kind": "\(conflict.kind.rawValue)", "entity": "\(conflict.entity)",
        "properties": "\(conflict.properties.joined(separator: ", "))", "policy": "\(conflict.policy.rawValue)",
      ])
  }

  /// Counts lazy loads of single models, and logs a property each time the limit is reached (SD301).
  public func didLoadLazily(_ event: FaultEvent) {
    guard event.modelCount == 1, loads.note("\(event.entityName).\(event.propertyName)", limit: limits.lazyLoads)
    else { return }
    log(
      .warning, .manyLoads, "A property was loaded by one statement for each model.",
      [
        "entity": "\(event.entityName)", "property": "\(event.propertyName)", "loads": "\(limits.lazyLoads)",
        "advice": "Name it in relationshipKeyPathsForPrefetching or propertiesToFetch.",
      ])
  }
}
