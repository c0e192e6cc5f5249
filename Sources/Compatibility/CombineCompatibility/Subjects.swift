// SPDX-License-Identifier: Apache-2.0

import FoundationCompatibility

/// A publisher that values can be handed to. See Apple's documentation of `Subject`.
public protocol Subject<Output, Failure>: Publisher, AnyObject {
  /// Hands a value to the subscribers.
  func send(_ value: Output)
  /// Ends the subject for its subscribers.
  func send(completion: Subscribers.Completion<Failure>)
}

extension Subject where Output == Void {
  /// Hands on that something has happened.
  public func send() { send(()) }
}

/// The subscribers of a subject.
struct Followers<Output, Failure: Error> {
  typealias Follower = (value: (Output) -> Void, completion: (Subscribers.Completion<Failure>) -> Void)
  var next = 0
  var all: [Int: Follower] = [:]
  var completion: Subscribers.Completion<Failure>?

  /// In the order in which they came.
  var inOrder: [Follower] { all.sorted { $0.key < $1.key }.map(\.value) }

  mutating func add(_ follower: Follower) -> Int {
    next += 1
    all[next] = follower
    return next
  }
}

/// Hands on what it is sent. See Apple's documentation of `PassthroughSubject`.
public final class PassthroughSubject<Output, Failure: Error>: Subject, Sendable {
  private let followers = Locked(Followers<Output, Failure>())

  /// A subject without subscribers.
  public init() {}

  /// Hands a value to the subscribers, in the order in which they came; nothing after the end.
  public func send(_ value: Output) {
    let all = followers.with { $0.completion == nil ? $0.inOrder : [] }
    for follower in all { follower.value(value) }
  }

  /// Ends the subject: a second end, and values after it, are dropped.
  public func send(completion: Subscribers.Completion<Failure>) {
    let all = followers.with { state in
      guard state.completion == nil else { return [] as [Followers<Output, Failure>.Follower] }
      state.completion = completion
      defer { state.all = [:] }
      return state.inOrder
    }
    for follower in all { follower.completion(completion) }
  }

  /// Hands on the values that are sent from now on; the end at once if there was one.
  public func subscribe(
    _ receiveValue: @escaping (Output) -> Void,
    _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> AnyCancellable {
    let (id, completion) = followers.with { ($0.add((receiveValue, receiveCompletion)), $0.completion) }
    if let completion { receiveCompletion(completion) }
    let followers = followers
    return AnyCancellable { followers.with { _ = $0.all.removeValue(forKey: id) } }
  }
}

/// Hands on its value, and each one it is set to. See Apple's documentation of `CurrentValueSubject`.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, Sendable {
  private let current: Locked<Output>
  private let changes = PassthroughSubject<Output, Failure>()

  /// Creates a subject with a value.
  public init(_ value: Output) { current = Locked(value) }

  /// The newest value. Setting it is sending it.
  public var value: Output {
    get { current.with { $0 } }
    set { send(newValue) }
  }

  /// Sets the value, and hands it to the subscribers.
  public func send(_ value: Output) {
    current.with { $0 = value }
    changes.send(value)
  }

  /// Ends the subject; the value stays readable.
  public func send(completion: Subscribers.Completion<Failure>) { changes.send(completion: completion) }

  /// Hands on the value, and those that are sent from now on.
  public func subscribe(
    _ receiveValue: @escaping (Output) -> Void,
    _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> AnyCancellable {
    receiveValue(value)
    return changes.subscribe(receiveValue, receiveCompletion)
  }
}
