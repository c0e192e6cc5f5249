// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ResultsObserver {
  /// The results now, and again after each change. Not part of Apple's API.
  ///
  /// ```swift
  /// for await trips in observer.updates { show(trips) }
  /// ```
  ///
  /// Iterate on the actor of the context. Changes that come faster than they are handled are one; the sequence ends when
  /// its task is cancelled. If a fetch fails, the results stay as they were, and ``fetchError`` has the error.
  public var updates: ResultsUpdates<Element, SectionTitle> { ResultsUpdates(observer: self) }

  /// The changes of the results, starting with the current results as insertions. Not part of Apple's API.
  ///
  /// Models with changed properties are in ``ResultsDifference/updates``, even if no new fetch was necessary.
  public var differences: ResultsDifferences<Element, SectionTitle> { ResultsDifferences(observer: self) }

  /// The identifiers of the results, in order. Not part of Apple's API.
  public var identifiers: [PersistentIdentifier] { modelContext._core.identifiers(of: results) }
}

/// The results of an observer after each change: ``ResultsObserver/updates``.
public struct ResultsUpdates<Model: PersistentModel, SectionTitle: Hashable>: AsyncSequence {
  /// The results, as the observer has them.
  public typealias Element = FetchResultsCollection<Model>
  /// Never: the error of a fetch is in ``ResultsObserver/fetchError``.
  public typealias Failure = Never
  let observer: ResultsObserver<Model, SectionTitle>

  /// Returns an iterator that begins with the results of now.
  public func makeAsyncIterator() -> Iterator { Iterator(observer: observer) }

  /// Waits for the next results.
  public struct Iterator: AsyncIteratorProtocol {
    let observer: ResultsObserver<Model, SectionTitle>
    private var seen: Int?

    init(observer: ResultsObserver<Model, SectionTitle>) { self.observer = observer }

    /// Returns the results at once when called first, and then after the next change; nil if the task is cancelled.
    /// Nothing is fetched here: the observer does so.
    ///
    /// - Parameter actor: The actor of the observer's context, which is the caller's.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> FetchResultsCollection<Model>? {
      let turn = observer.signal.turn
      if let seen { await turn.wait(after: seen) }
      guard !Task.isCancelled else { return nil }
      seen = turn.number
      return observer.results
    }

    /// Returns the next results, for callers without `next(isolation:)`.
    public mutating func next() async -> FetchResultsCollection<Model>? { await next(isolation: #isolation) }
  }
}

/// The differences of an observer's results: ``ResultsObserver/differences``.
public struct ResultsDifferences<Model: PersistentModel, SectionTitle: Hashable>: AsyncSequence {
  /// The changes since the last request of the iterator.
  public typealias Element = ResultsDifference
  /// Never: the error of a fetch is in ``ResultsObserver/fetchError``.
  public typealias Failure = Never
  let observer: ResultsObserver<Model, SectionTitle>

  /// Returns an iterator that begins with all results of now as insertions.
  public func makeAsyncIterator() -> Iterator { Iterator(observer: observer) }

  /// Waits for the next difference.
  public struct Iterator: AsyncIteratorProtocol {
    let observer: ResultsObserver<Model, SectionTitle>
    private let changed: ChangedRows?
    private var seen: Int?
    private var current: [PersistentIdentifier] = []

    init(observer: ResultsObserver<Model, SectionTitle>) {
      self.observer = observer
      let core = observer.modelContext._core
      changed = core.model.entity(for: Model.self).map { ChangedRows($0, core.model, observer.signal.turn) }
      if let changed { core.changeObservers.add(changed) }
    }

    /// Returns the first difference at once, and then the next one that is not empty; nil if the task is cancelled. It
    /// compares the identifiers of all results, and loads none of them.
    ///
    /// - Parameter actor: The actor of the observer's context, which is the caller's.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ResultsDifference? {
      let turn = observer.signal.turn
      while true {
        if let seen { await turn.wait(after: seen) }
        guard !Task.isCancelled else { return nil }
        let isFirst = seen == nil
        seen = turn.number
        let isUpdated = changed?.take(observer.modelContext._core)
        let new = observer.identifiers
        let difference = ResultsDifference(from: current, to: new) { isUpdated?($0) ?? false }
        current = new
        if isFirst || !difference.isEmpty { return difference }
      }
    }

    /// Returns the next difference, for callers without `next(isolation:)`.
    public mutating func next() async -> ResultsDifference? { await next(isolation: #isolation) }
  }
}

extension ContextCore {
  /// Of results, without loading any.
  func identifiers<T: PersistentModel>(of results: FetchResultsCollection<T>) -> [PersistentIdentifier] {
    guard let keys = results.keys else { return results.map(\.persistentModelID) }
    return keys.map { identifier($0.entity, $0.key) }
  }
}
