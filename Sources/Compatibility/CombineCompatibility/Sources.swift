// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One value. See Apple's documentation of `Just`.
public struct Just<Output>: Publisher {
  public typealias Failure = Never
  public let output: Output
  public init(_ output: Output) { self.output = output }

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
  public let completeImmediately: Bool
  public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }
  public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
    self.completeImmediately = completeImmediately
  }

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
  public let error: Failure
  public init(error: Failure) { self.error = error }
  public init(outputType: Output.Type, failure: Failure) { error = failure }

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
  public typealias Promise = (Result<Output, Failure>) -> Void

  private struct State {
    var result: Result<Output, Failure>?
    var followers = Followers<Output, Failure>()
  }
  private let state = Locked(State())

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
