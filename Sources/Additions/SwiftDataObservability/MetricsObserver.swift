// SPDX-License-Identifier: Apache-2.0

#if Observability
  import Metrics
  import SwiftData

  /// Counts and times what a container does, with swift-metrics.
  ///
  /// ```swift
  /// container.activityObservers = [MetricsObserver()]
  /// ```
  ///
  /// | Metric | Type | Dimensions |
  /// |---|---|---|
  /// | `swiftdata.statements` | counter | `store`, `verb` |
  /// | `swiftdata.statement.duration` | timer | `store`, `verb` |
  /// | `swiftdata.statement.rows` | counter | `store`, `verb` |
  /// | `swiftdata.saves` | counter | `result`: `saved`, `failed` |
  /// | `swiftdata.save.duration`, `swiftdata.save.wait` | timer | |
  /// | `swiftdata.save.retries`, `swiftdata.conflicts`, `swiftdata.lazyloads` | counter | `entity` |
  /// | `swiftdata.connection.wait` | timer | `store` |
  /// | `swiftdata.history.lag` | gauge | `store` |
  ///
  /// Needs the trait `Observability`.
  public struct MetricsObserver: StoreActivityObserver {
    private let factory: any MetricsFactory

    /// - Parameter factory: Where the metrics go; to the one that the program has bootstrapped unless given.
    public init(factory: any MetricsFactory = MetricsSystem.factory) { self.factory = factory }

    /// Counts the statement and its rows, and records its duration.
    public func didRun(_ statement: StatementActivity) {
      let dimensions = [("store", statement.store), ("verb", statement.verb)]
      Counter(label: "swiftdata.statements", dimensions: dimensions, factory: factory).increment()
      Counter(label: "swiftdata.statement.rows", dimensions: dimensions, factory: factory).increment(by: statement.rows)
      Timer(label: "swiftdata.statement.duration", dimensions: dimensions, factory: factory)
        .recordNanoseconds(statement.duration.nanoseconds)
    }

    /// Counts the save, and records its duration and its wait for other saves.
    public func didSave(_ save: SaveActivity) {
      let result = [("result", save.error == nil ? "saved" : "failed")]
      Counter(label: "swiftdata.saves", dimensions: result, factory: factory).increment()
      Timer(label: "swiftdata.save.duration", dimensions: [], factory: factory)
        .recordNanoseconds(save.duration.nanoseconds)
      Timer(label: "swiftdata.save.wait", dimensions: [], factory: factory).recordNanoseconds(save.waited.nanoseconds)
    }

    /// Counts the retry.
    public func didRetry(_ retry: RetryActivity) { count("swiftdata.save.retries", retry.entity) }

    /// Counts the conflict.
    public func didConflict(_ conflict: ConflictActivity) { count("swiftdata.conflicts", conflict.entity) }

    /// Counts the lazy load.
    public func didLoadLazily(_ event: FaultEvent) { count("swiftdata.lazyloads", event.entityName) }

    /// Records the wait.
    public func didWait(_ wait: WaitActivity) {
      Timer(label: "swiftdata.connection.wait", dimensions: [("store", wait.store)], factory: factory)
        .recordNanoseconds(wait.duration.nanoseconds)
    }

    /// Records how far the history is behind.
    public func didLag(_ lag: LagActivity) {
      Gauge(label: "swiftdata.history.lag", dimensions: [("store", lag.store)], factory: factory)
        .record(lag.transactions)
    }

    private func count(_ label: String, _ entity: String?) {
      Counter(label: label, dimensions: [("entity", entity ?? "")], factory: factory).increment()
    }
  }

  extension Duration {
    var nanoseconds: Int64 { Int64(clamping: Int128(self / .nanoseconds(1))) }
  }
#endif
