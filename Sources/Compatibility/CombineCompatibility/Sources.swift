// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationCompatibility

/// One value. See Apple's documentation of `Just`.
public struct Just<Output>: Publisher {
  /// There are no errors.
  public typealias Failure = Never
  /// The value.
  public let output: Output
  /// Hands on a value to each subscriber.
  public init(_ output: Output) { self.output = output }

  /// Hands on the value and the end, before it returns.
  public func subscribe(
    _ receiveValue: @escaping (Output) -> Void, _ receiveCompletion: @escaping (Subscribers.Completion<Never>) -> Void
  ) -> AnyCancellable {
    receiveValue(output)
    receiveCompletion(.finished)
    return AnyCancellable {}
  }
}

/// No value, and the end at once unless told otherwise. See Apple's documentation of `Empty`.
public struct Empty<Output, Failure: Error>: Publisher {
  /// Whether it ends at once; otherwise never.
  public let completeImmediately: Bool
  /// Ends at once, or never.
  public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }
  /// Ends at once, or never; the types are only for the compiler.
  public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
    self.completeImmediately = completeImmediately
  }

  /// Hands on the end before it returns, or nothing.
  public func subscribe(
    _ receiveValue: @escaping (Output) -> Void,
    _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> AnyCancellable {
    if completeImmediately { receiveCompletion(.finished) }
    return AnyCancellable {}
  }
}

/// An error. See Apple's documentation of `Fail`.
public struct Fail<Output, Failure: Error>: Publisher {
  /// The error.
  public let error: Failure
  /// Ends with an error.
  public init(error: Failure) { self.error = error }
  /// Ends with an error; the type is only for the compiler.
  public init(outputType: Output.Type, failure: Failure) { error = failure }

  /// Hands on the error before it returns.
  public func subscribe(
    _ receiveValue: @escaping (Output) -> Void,
    _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> AnyCancellable {
    receiveCompletion(.failure(error))
    return AnyCancellable {}
  }
}

/// The result of something that takes time. See Apple's documentation of `Future`.
public final class Future<Output, Failure: Error>: Publisher {
  /// Takes the result; only the first call counts.
  public typealias Promise = (Result<Output, Failure>) -> Void

  private struct State {
    var result: Result<Output, Failure>?
    var followers = Followers<Output, Failure>()
  }
  private let state = Locked(State())

  /// Calls the closure at once, with the function that takes the result.
  public init(_ attemptToFulfill: (@escaping Promise) -> Void) {
    let state = state
    attemptToFulfill { result in
      let all = state.with { state in
        guard state.result == nil else { return [] as [Followers<Output, Failure>.Follower] }
        state.result = result
        defer { state.followers.all = [:] }
        return state.followers.inOrder
      }
      for follower in all { Self.tell(follower, result) }
    }
  }

  private static func tell(_ follower: Followers<Output, Failure>.Follower, _ result: Result<Output, Failure>) {
    switch result {
    case .success(let value):
      follower.value(value)
      follower.completion(.finished)
    case .failure(let error): follower.completion(.failure(error))
    }
  }

  /// Hands on the result when it is there, at once if it is.
  public func subscribe(
    _ receiveValue: @escaping (Output) -> Void,
    _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> AnyCancellable {
    let state = state
    let (id, result) = state.with { state -> (Int, Result<Output, Failure>?) in
      if let result = state.result { return (0, result) }
      return (state.followers.add((receiveValue, receiveCompletion)), nil)
    }
    if let result { Self.tell((receiveValue, receiveCompletion), result) }
    return AnyCancellable { state.with { _ = $0.followers.all.removeValue(forKey: id) } }
  }
}

extension Sequence {
  /// The elements, one after the other.
  public var publisher: AnyPublisher<Element, Never> {
    AnyPublisher { value, completion in
      self.forEach(value)
      completion(.finished)
      return AnyCancellable {}
    }
  }
}

extension Optional {
  /// The value, if there is one.
  public var publisher: AnyPublisher<Wrapped, Never> {
    AnyPublisher { value, completion in
      if let wrapped = self { value(wrapped) }
      completion(.finished)
      return AnyCancellable {}
    }
  }
}
