// SPDX-License-Identifier: Apache-2.0

#if Observability
  import SwiftData
  import Tracing

  /// Makes spans of statements and saves, with swift-distributed-tracing.
  ///
  /// ```swift
  /// container.activityObservers = [TracingObserver()]
  /// ```
  ///
  /// A span is a child of the one that is current in the task that fetches or saves. It is called `swiftdata.save`, or
  /// `swiftdata.` and the first word of the statement, such as `swiftdata.select`, and has the attributes
  /// `db.system.name`, `db.query.text` (the statement without values), `db.namespace` (the store) and
  /// `db.response.returned_rows`. Spans begin and end when the work did, but are made at its end.
  ///
  /// Needs the trait `Observability`.
  public struct TracingObserver: StoreActivityObserver {
    /// Shorter statements get no span.
    private let threshold: Duration

    /// - Parameter threshold: Shorter statements get no span.
    public init(threshold: Duration = .zero) { self.threshold = threshold }

    /// Makes a span of the statement, unless it was shorter than the threshold.
    public func didRun(_ statement: StatementActivity) {
      guard statement.duration >= threshold else { return }
      let verb = statement.verb
      record("swiftdata.\(verb.lowercased())", statement.duration) { span in
        span.attributes["db.system.name"] = statement.system
        span.attributes["db.operation.name"] = verb
        span.attributes["db.query.text"] = statement.shape
        span.attributes["db.namespace"] = statement.store
        span.attributes["db.response.returned_rows"] = statement.rows
      }
    }

    /// Makes a span of the save, with the error if there was one.
    public func didSave(_ save: SaveActivity) {
      record("swiftdata.save", save.duration) { span in
        span.attributes["swiftdata.inserted"] = save.inserted
        span.attributes["swiftdata.updated"] = save.updated
        span.attributes["swiftdata.deleted"] = save.deleted
        span.attributes["swiftdata.attempts"] = save.attempts
        span.attributes["swiftdata.wait_ns"] = save.waited.nanoseconds
        if let error = save.error {
          span.recordError(error)
          span.setStatus(SpanStatus(code: .error, message: "\(error)"))
        }
      }
    }

    /// The work has just ended.
    private func record(_ name: String, _ duration: Duration, _ describe: (any Span) -> Void) {
      let end = DefaultTracerClock.now
      let length = UInt64(clamping: duration.nanoseconds)
      let begin = DefaultTracerClock.Timestamp(
        nanosecondsSinceEpoch: end.nanosecondsSinceEpoch - min(length, end.nanosecondsSinceEpoch))
      let span = startSpan(name, at: begin, ofKind: .client)
      describe(span)
      span.end(at: end)
    }
  }
#endif
