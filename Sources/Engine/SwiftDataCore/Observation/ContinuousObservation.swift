// SPDX-License-Identifier: Apache-2.0

#if compiler(<6.4) && !canImport(Darwin)
  import Synchronization

  extension ObservationTracking {
    /// Keeps a continuous observation going: it ends when the token is released.
    public struct Token: ~Copyable {
      fileprivate let observation: ContinuousObservation

      /// Ends the observation.
      public consuming func cancel() {}

      deinit { observation.cancel() }
    }
  }

  /// Evaluates a closure now, and again after changes to the properties that it has read.
  ///
  /// ```swift
  /// let token = withContinuousObservation(options: .didSet) { event in
  ///   label = trip.name
  /// }
  /// ```
  ///
  /// The closure runs on its actor, the first time with an event of the kind `.initial`, soon after this call. After a
  /// change it runs as soon as the actor is free; if there were several changes, it gets only the last one.
  ///
  /// - Parameters:
  /// - options: The events that it is evaluated for.
  /// - apply: The closure that reads the properties.
  /// - Returns: A token that keeps the observation alive.
  public func withContinuousObservation(
    options: ObservationTracking.Options,
    @_inheritActorContext apply: @escaping @isolated(any) @Sendable (borrowing ObservationTracking.Event) -> Void
  ) -> ObservationTracking.Token {
    let observation = ContinuousObservation()
    Task { await observation.run(isolation: apply.isolation, options, apply) }
    return ObservationTracking.Token(observation: observation)
  }

  private final class ContinuousObservation: Sendable {
    private struct Change: Sendable {
      var kind: ObservationTracking.Event.Kind
      // Key paths are immutable, though not marked as such.
      nonisolated(unsafe) var keyPath: AnyKeyPath?
    }

    private struct State {
      var change: Change?
      var continuation: CheckedContinuation<Change?, Never>?
      var isCancelled = false
    }

    private let state = Mutex(State())

    /// - Parameter isolation: The actor that `apply` belongs to.
    func run(
      isolation: isolated (any Actor)?, _ options: ObservationTracking.Options,
      _ apply: @escaping @isolated(any) @Sendable (borrowing ObservationTracking.Event) -> Void
    ) async {
      // It is called on its actor. What a function belongs to is no part of how it is called.
      let function = unsafeBitCast(apply, to: (@Sendable (borrowing ObservationTracking.Event) -> Void).self)
      // A model that is read again and again is watched once.
      let departures =
        options.contains(.deinit) ? DepartureWatch { _ in self.note(Change(kind: .deinit, keyPath: nil)) } : nil
      var change: Change? = Change(kind: .initial, keyPath: nil)
      while let current = change {
        let isOver = EndFlag()
        TrackedChanges.track(options, nil) {
          DepartureWatch.reading(for: departures) {
            function(.init(current.kind, current.keyPath) { self.cancel() })
          }
        } _: { event in
          // What the rounds before have read does not count any more.
          if isOver.isSet { return event.cancel() }
          self.note(Change(kind: event.kind, keyPath: event.keyPath))
        }
        change = await next()
        isOver.set()
      }
      departures?.isOver.set()
    }

    private func note(_ change: Change) {
      let continuation: CheckedContinuation<Change?, Never>? = state.withLock { state in
        guard !state.isCancelled else { return nil }
        defer { state.continuation = nil }
        if state.continuation == nil { state.change = change }
        return state.continuation
      }
      continuation?.resume(returning: change)
    }

    /// The last change since the last call, or the next one; `nil` at the end.
    private func next(isolation: isolated (any Actor)? = #isolation) async -> Change? {
      await withCheckedContinuation { continuation in
        let answer: Change?? = state.withLock { state in
          if state.isCancelled { return .some(nil) }
          if let change = state.change {
            state.change = nil
            return change
          }
          state.continuation = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    }

    func cancel() {
      let continuation: CheckedContinuation<Change?, Never>? = state.withLock { state in
        state.isCancelled = true
        defer { state.continuation = nil }
        return state.continuation
      }
      continuation?.resume(returning: nil)
    }
  }
#endif
