// SPDX-License-Identifier: Apache-2.0

import FoundationCompatibility

/// A source of values over time, with the API of Apple's Combine.
///
/// ```swift
/// let typed = PassthroughSubject<String, Never>()
/// let subscription = typed
///   .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
///   .removeDuplicates()
///   .sink { print($0) }
/// ```
///
/// This is the part of Combine that apps use beside SwiftUI: values are pushed to all subscribers, there is no demand,
/// and operators return an ``AnyPublisher``.
public protocol Publisher<Output, Failure> {
  /// The type of the values.
  associatedtype Output
  /// The type of the error that ends it; `Never` if none does.
  associatedtype Failure: Error

  /// Calls the closures until the returned object is cancelled or released.
  func subscribe(
    _ receiveValue: @escaping (Output) -> Void,
    _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> AnyCancellable
}

/// A publisher that can be connected to its source. See Apple's documentation of `ConnectablePublisher`.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Begins to hand on values, until the result is cancelled.
  func connect() -> any Cancellable
}

/// The completion of a publisher.
public enum Subscribers {
  /// How a publisher has ended.
  public enum Completion<Failure: Error> {
    /// There are no more values.
    case finished
    /// An error occurred.
    case failure(Failure)
  }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Sendable {}

/// Operators with their own types.
public enum Publishers {}

/// A publisher whose type is hidden. See Apple's documentation of `AnyPublisher`.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  /// What a subscription does: it is handed the closures for values and for the end.
  public typealias Start = (
    _ receiveValue: @escaping (Output) -> Void,
    _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> AnyCancellable

  private let start: Start
  package let source: AnyHashable?

  init(start: @escaping Start) {
    self.start = start
    source = nil
  }

  /// What an operator makes of publishers.
  init<each P: Publisher>(of publishers: repeat each P, start: @escaping Start) {
    self.start = start
    source = PublisherSource.of(repeat each publishers)
  }

  /// Hides the type of a publisher.
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    start = { publisher.subscribe($0, $1) }
    source = PublisherSource.of(publisher)
  }

  /// Subscribes to the publisher whose type is hidden.
  public func subscribe(
    _ receiveValue: @escaping (Output) -> Void,
    _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> AnyCancellable { start(receiveValue, receiveCompletion) }
}

extension Publisher {
  /// Hides the type of the publisher.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }

  /// Does something with each value, and at the end.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable { subscribe(receiveValue, receiveCompletion) }

  /// Hands each value to a subject.
  public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable where S.Output == Output, S.Failure == Failure {
    subscribe(subject.send, subject.send(completion:))
  }
}

extension Publisher where Failure == Never {
  /// Does something with each value.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    subscribe(receiveValue) { _ in }
  }

  /// Sets a property to each value. The object lives as long as the subscription.
  public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
    sink { object[keyPath: keyPath] = $0 }
  }

  /// The values, one after the other.
  public var values: AsyncStream<Output> {
    AsyncStream { continuation in
      let subscription = subscribe { value in
        let carried = Carried(value)
        continuation.yield(carried.value)
      } _: { _ in
        continuation.finish()
      }
      continuation.onTermination = { _ in subscription.cancel() }
    }
  }
}
