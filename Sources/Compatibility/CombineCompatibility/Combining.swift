// SPDX-License-Identifier: Apache-2.0

import FoundationCompatibility

extension Publisher {
  /// The values of both, as they come. Ends when both have ended, or at the first error.
  public func merge<P: Publisher>(with other: P) -> AnyPublisher<Output, Failure>
  where P.Output == Output, P.Failure == Failure {
    Publishers.MergeMany([eraseToAnyPublisher(), other.eraseToAnyPublisher()]).eraseToAnyPublisher()
  }

  /// The newest values of both, as soon as both have one.
  public func combineLatest<P: Publisher>(_ other: P) -> AnyPublisher<(Output, P.Output), Failure>
  where P.Failure == Failure {
    AnyPublisher(of: self, other) { value, completion in
      let held = Subscriptions()
      let state = Locked<(Output?, P.Output?, open: Int)>((nil, nil, 2))
      let end: (Subscribers.Completion<Failure>) -> Void = { result in
        let isLast = state.with {
          $0.open -= 1
          return $0.open == 0
        }
        if case .failure = result { completion(result) } else if isLast { completion(.finished) }
      }
      held.add(
        self.subscribe { first in
          let second = state.with {
            $0.0 = first
            return $0.1
          }
          if let second { value((first, second)) }
        } _: {
          end($0)
        })
      held.add(
        other.subscribe { second in
          let first = state.with {
            $0.1 = second
            return $0.0
          }
          if let first { value((first, second)) }
        } _: {
          end($0)
        })
      return held.all
    }
  }

  /// The newest values of three publishers, as soon as all have one.
  public func combineLatest<P: Publisher, Q: Publisher>(_ second: P, _ third: Q)
    -> AnyPublisher<(Output, P.Output, Q.Output), Failure>
  where P.Failure == Failure, Q.Failure == Failure {
    combineLatest(second).combineLatest(third).map { ($0.0.0, $0.0.1, $0.1) }
  }

  /// What `transform` makes of the newest values of both, as soon as both have one.
  public func combineLatest<P: Publisher, T>(_ other: P, _ transform: @escaping (Output, P.Output) -> T)
    -> AnyPublisher<T, Failure>
  where P.Failure == Failure { combineLatest(other).map { transform($0.0, $0.1) } }

  /// The first values of both, the second values of both, and so on.
  public func zip<P: Publisher>(_ other: P) -> AnyPublisher<(Output, P.Output), Failure> where P.Failure == Failure {
    AnyPublisher(of: self, other) { value, completion in
      let held = Subscriptions()
      let state = Locked<([Output], [P.Output])>(([], []))
      let take = {
        let pair = state.with { state -> (Output, P.Output)? in
          guard !state.0.isEmpty, !state.1.isEmpty else { return nil }
          return (state.0.removeFirst(), state.1.removeFirst())
        }
        if let pair { value(pair) }
      }
      held.add(
        self.subscribe { first in
          state.with { $0.0.append(first) }
          take()
        } _: {
          completion($0)
        })
      held.add(
        other.subscribe { second in
          state.with { $0.1.append(second) }
          take()
        } _: {
          completion($0)
        })
      return held.all
    }
  }
}

extension Publishers {
  /// The values of several publishers. See Apple's documentation of `Publishers.MergeMany`.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    /// The type of the values.
    public typealias Output = Upstream.Output
    /// The type of the error.
    public typealias Failure = Upstream.Failure
    /// The publishers whose values come.
    public let publishers: [Upstream]
    /// The values of the given publishers.
    public init(_ upstream: Upstream...) { publishers = upstream }
    /// The values of a sequence of publishers.
    public init<S: Sequence>(_ upstream: S) where S.Element == Upstream { publishers = Array(upstream) }

    /// Subscribes to all of them. Ends when all have ended, or at the first error.
    public func subscribe(
      _ receiveValue: @escaping (Output) -> Void,
      _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
    ) -> AnyCancellable {
      let held = Subscriptions()
      let open = Locked(publishers.count)
      if publishers.isEmpty { receiveCompletion(.finished) }
      for publisher in publishers {
        held.add(
          publisher.subscribe(receiveValue) { end in
            let isLast = open.with {
              $0 -= 1
              return $0 == 0
            }
            if case .failure = end { receiveCompletion(end) } else if isLast { receiveCompletion(.finished) }
          })
      }
      return held.all
    }
  }

  /// As `combineLatest(_:)`: a function here, and not a type.
  public static func CombineLatest<A: Publisher, B: Publisher>(_ a: A, _ b: B)
    -> AnyPublisher<(A.Output, B.Output), A.Failure>
  where A.Failure == B.Failure { a.combineLatest(b) }
  /// As `combineLatest(_:_:)`: a function here, and not a type.
  public static func CombineLatest3<A: Publisher, B: Publisher, C: Publisher>(_ a: A, _ b: B, _ c: C)
    -> AnyPublisher<(A.Output, B.Output, C.Output), A.Failure>
  where A.Failure == B.Failure, A.Failure == C.Failure { a.combineLatest(b, c) }
  /// As `merge(with:)`: a function here, and not a type.
  public static func Merge<A: Publisher, B: Publisher>(_ a: A, _ b: B) -> AnyPublisher<A.Output, A.Failure>
  where A.Output == B.Output, A.Failure == B.Failure { a.merge(with: b) }
}
