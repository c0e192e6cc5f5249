// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import FoundationCompatibility

/// A length of time, as schedulers take it: `.milliseconds(300)`, `.seconds(0.5)` or `0.5`.
public struct SchedulerTimeInterval: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  let seconds: Double
  /// A number of seconds.
  public init(floatLiteral value: Double) { seconds = value }
  /// A number of seconds.
  public init(integerLiteral value: Int) { seconds = Double(value) }
  init(_ seconds: Double) { self.seconds = seconds }
  /// Whole seconds.
  public static func seconds(_ value: Int) -> Self { Self(Double(value)) }
  /// Seconds and parts of one.
  public static func seconds(_ value: Double) -> Self { Self(value) }
  /// Thousandths of a second.
  public static func milliseconds(_ value: Int) -> Self { Self(Double(value) / 1e3) }
  /// Millionths of a second.
  public static func microseconds(_ value: Int) -> Self { Self(Double(value) / 1e6) }
  /// Billionths of a second.
  public static func nanoseconds(_ value: Int) -> Self { Self(Double(value) / 1e9) }
}

/// Where and when something is done. See Apple's documentation of `Scheduler`.
public protocol Scheduler {
  /// Does something on this scheduler, after some seconds.
  func schedule(afterSeconds seconds: Double, _ action: @escaping () -> Void)
}

extension DispatchQueue: Scheduler {
  /// Runs the closure on the queue, asynchronously even without a delay.
  public func schedule(afterSeconds seconds: Double, _ action: @escaping () -> Void) {
    let carried = Carried(action)
    if seconds <= 0 { return async { carried.value() } }
    asyncAfter(deadline: .now() + seconds) { carried.value() }
  }
}

extension RunLoop: Scheduler {
  /// On the main queue: that is what the main run loop drains.
  public func schedule(afterSeconds seconds: Double, _ action: @escaping () -> Void) {
    DispatchQueue.main.schedule(afterSeconds: seconds, action)
  }
}

extension OperationQueue: Scheduler {
  /// Adds the closure as an operation, when its time has come.
  public func schedule(afterSeconds seconds: Double, _ action: @escaping () -> Void) {
    let carried = Carried(action)
    if seconds <= 0 { return addOperation { carried.value() } }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [self] in addOperation { carried.value() } }
  }
}

/// Does things at once. See Apple's documentation of `ImmediateScheduler`.
public struct ImmediateScheduler: Scheduler, Sendable {
  /// The only instance that is needed.
  public static let shared = ImmediateScheduler()
  /// Calls the closure before it returns; the delay has no effect.
  public func schedule(afterSeconds seconds: Double, _ action: @escaping () -> Void) { action() }
}

extension Publisher {
  /// Hands on values on a scheduler.
  public func receive<S: Scheduler>(on scheduler: S) -> AnyPublisher<Output, Failure> {
    delay(for: 0, scheduler: scheduler)
  }

  /// Hands on values and the end later. The tolerance and the options of Apple's API do not exist here.
  public func delay<S: Scheduler>(for interval: SchedulerTimeInterval, scheduler: S) -> AnyPublisher<Output, Failure> {
    AnyPublisher(of: self) { value, completion in
      let isCancelled = Locked(false)
      let later: (@escaping () -> Void) -> Void = { action in
        scheduler.schedule(afterSeconds: interval.seconds) { if !isCancelled.with({ $0 }) { action() } }
      }
      let subscription = self.subscribe { new in
        later { value(new) }
      } _: { end in
        later { completion(end) }
      }
      return AnyCancellable {
        isCancelled.with { $0 = true }
        subscription.cancel()
      }
    }
  }

  /// Subscribes on a scheduler.
  public func subscribe<S: Scheduler>(on scheduler: S) -> AnyPublisher<Output, Failure> {
    AnyPublisher(of: self) { value, completion in
      let held = Subscriptions()
      scheduler.schedule(afterSeconds: 0) { held.add(self.subscribe(value, completion)) }
      return held.all
    }
  }

  /// Hands on a value when no other has come for some time.
  public func debounce<S: Scheduler>(for dueTime: SchedulerTimeInterval, scheduler: S) -> AnyPublisher<Output, Failure>
  {
    AnyPublisher(of: self) { value, completion in
      let latest = Locked(0)
      let subscription = self.subscribe { new in
        let number = latest.with {
          $0 += 1
          return $0
        }
        scheduler.schedule(afterSeconds: dueTime.seconds) { if latest.with({ $0 }) == number { value(new) } }
      } _: { end in
        scheduler.schedule(afterSeconds: dueTime.seconds) { if latest.with({ $0 }) >= 0 { completion(end) } }
      }
      return AnyCancellable {
        latest.with { $0 = -1 }
        subscription.cancel()
      }
    }
  }

  /// Hands on one value in each length of time: the newest, or the first.
  public func throttle<S: Scheduler>(for interval: SchedulerTimeInterval, scheduler: S, latest: Bool)
    -> AnyPublisher<Output, Failure>
  {
    AnyPublisher(of: self) { value, completion in
      let state = Locked<(pending: Output?, isWaiting: Bool)>((nil, false))
      return self.subscribe { new in
        let starts = state.with { state in
          if latest || state.pending == nil { state.pending = new }
          defer { state.isWaiting = true }
          return !state.isWaiting
        }
        guard starts else { return }
        scheduler.schedule(afterSeconds: interval.seconds) {
          let pending = state.with { state in
            defer { state = (nil, false) }
            return state.pending
          }
          if let pending { value(pending) }
        }
      } _: {
        completion($0)
      }
    }
  }
}
