// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

extension ModelContainer {
  /// The results of a fetch as values, now and after each change. Not part of Apple's API.
  ///
  /// ```swift
  /// struct TripRow: Sendable { let name: String }
  ///
  /// for try await rows in container.values(of: FetchDescriptor<Trip>(), as: { TripRow(name: $0.name) }) {
  ///   show(rows)  // on whatever actor this is
  /// }
  /// ```
  ///
  /// Fetches and conversions run in the background, in a temporary context; only `Sendable` values reach the caller. If
  /// changes come faster than they are handled, they are combined. As in ``ResultsObserver``, only relevant changes
  /// cause a fetch. The properties that `transform` reads are not known, so every change of a fetched model is
  /// relevant.
  ///
  /// - Parameters:
  ///   - descriptor: What to fetch.
  /// - transform: Converts a model into a value.
  public func values<Element: PersistentModel, Value: Sendable>(
    of descriptor: FetchDescriptor<Element>, as transform: @escaping @Sendable (Element) throws -> Value
  ) -> LiveValues<Value> {
    LiveValues(
      makeSource: { [self] in
        LiveValueSource(self, descriptor) { context in try context.fetch(descriptor).map(transform) }
      })
  }
}

/// The results of a fetch as values: see ``ModelContainer/values(of:as:)``.
///
/// The sequence ends when a fetch or a conversion throws, with that error, or when its task is cancelled.
public struct LiveValues<Value: Sendable>: AsyncSequence, Sendable {
  /// The values of all results, in the order of the fetch.
  public typealias Element = [Value]
  /// The errors of fetches and of the conversion.
  public typealias Failure = any Error
  let makeSource: @Sendable () -> LiveValueSource<Value>

  /// Returns an iterator that hears of changes from now on, and keeps hearing of them as long as it lives.
  public func makeAsyncIterator() -> Iterator { Iterator(source: makeSource()) }

  /// Waits for the next values.
  public struct Iterator: AsyncIteratorProtocol {
    let source: LiveValueSource<Value>
    private var seen: Int?

    init(source: LiveValueSource<Value>) { self.source = source }

    /// Returns the values at once when called first, and then after the next change; nil if the task is cancelled. It
    /// fetches in the background, all results each time.
    ///
    /// - Throws: What the fetch or the conversion throws.
    public mutating func next() async throws -> [Value]? {
      if let seen { await source.turn.wait(after: seen) }
      guard !Task.isCancelled else { return nil }
      seen = source.turn.number
      return try await source.fetch()
    }
  }
}

/// Hears of changes on behalf of one iteration, and fetches for it.
final class LiveValueSource<Value: Sendable>: ChangeListener {
  let turn = Turn()
  private let container: ModelContainer
  private let interest: ResultsInterest?
  private let fetchAll: @Sendable (ModelContext) throws -> [Value]
  private let queue = DispatchQueue(label: "SwiftData.LiveValues")
  private let listener: WatchListener
  /// Has no objects; it only hears what contexts hear.
  private let ear: ContextCore

  init<Element: PersistentModel>(
    _ container: ModelContainer, _ descriptor: FetchDescriptor<Element>,
    fetchAll: @escaping @Sendable (ModelContext) throws -> [Value]
  ) {
    self.container = container
    self.fetchAll = fetchAll
    interest = ResultsInterest(descriptor, readsAll: true, container._model)
    listener = container.core.watch.listen(to: container.core)
    ear = ContextCore(container: container.core)
    ear.changeObservers.add(self)
    container.core.register(ear)
  }

  func hear(_ changes: [ExternalChange]?, isSaved: Bool) {
    // Nothing is merged here.
    _ = ear.arrivals.takeAll()
    if let changes, let interest, !changes.contains(where: interest.isAffected) { return }
    turn.advance()
  }

  func fetch() async throws -> [Value] {
    let result = await withCheckedContinuation { continuation in
      queue.async { [container, fetchAll] in
        continuation.resume(returning: Result { try fetchAll(ModelContext(container)) })
      }
    }
    return try result.get()
  }
}
