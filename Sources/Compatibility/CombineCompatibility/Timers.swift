// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import FoundationCompatibility

extension Timer {
  /// Dates at equal intervals. See Apple's documentation of `Timer.publish(every:tolerance:on:in:options:)`.
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode
  ) -> TimerPublisher { TimerPublisher(interval: interval) }

  /// Ticks on the main queue once it is connected.
  public final class TimerPublisher: ConnectablePublisher {
    /// The date of a tick.
    public typealias Output = Date
    /// There are no errors.
    public typealias Failure = Never

    /// Seconds between two ticks; at least a thousandth.
    public let interval: TimeInterval
    private let ticks = PassthroughSubject<Date, Never>()

    init(interval: TimeInterval) { self.interval = interval }

    /// Calls the closure at each tick, on the main queue.
    public func subscribe(
      _ receiveValue: @escaping (Date) -> Void, _ receiveCompletion: @escaping (Subscribers.Completion<Never>) -> Void
    ) -> AnyCancellable { ticks.subscribe(receiveValue, receiveCompletion) }

    /// Starts a timer. Each call starts one of its own.
    public func connect() -> any Cancellable {
      let source = DispatchSource.makeTimerSource(queue: .main)
      let interval = max(interval, 0.001)
      source.schedule(deadline: .now() + interval, repeating: interval)
      let ticks = ticks
      source.setEventHandler { ticks.send(Date()) }
      source.resume()
      return AnyCancellable { source.cancel() }
    }
  }
}

extension ConnectablePublisher {
  /// Connects with the first subscription.
  public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(upstream: self) }
}

extension Publishers {
  /// Connects its source while it has subscribers. See Apple's documentation of `Publishers.Autoconnect`.
  public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
    /// The type of the values.
    public typealias Output = Upstream.Output
    /// The type of the error.
    public typealias Failure = Upstream.Failure

    /// The source.
    public let upstream: Upstream
    private let state = Locked<(count: Int, connection: (any Cancellable)?)>((0, nil))

    init(upstream: Upstream) { self.upstream = upstream }

    /// Subscribes, and connects the source if this is the first subscriber.
    public func subscribe(
      _ receiveValue: @escaping (Output) -> Void,
      _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
    ) -> AnyCancellable {
      let subscription = upstream.subscribe(receiveValue, receiveCompletion)
      let isFirst = state.with { state in
        state.count += 1
        return state.count == 1
      }
      if isFirst {
        let connection = upstream.connect()
        state.with { $0.connection = connection }
      }
      return AnyCancellable { [state] in
        subscription.cancel()
        let last = state.with { state -> (any Cancellable)? in
          state.count -= 1
          guard state.count == 0 else { return nil }
          defer { state.connection = nil }
          return state.connection
        }
        last?.cancel()
      }
    }
  }
}
