// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationCompatibility

#if !canImport(Darwin)
  @_exported import protocol FoundationCompatibility.ObservableObject
  @_exported import class FoundationCompatibility.ObservableObjectPublisher
  @_exported import struct FoundationCompatibility.Published
#endif

// What comes with Combine but is not declared there: observable objects, whose protocol Foundation brings along on
// Apple's platforms, and publishers of Foundation.

#if !canImport(Darwin)
  /// The values of a property: `$fontSize`.
  extension Published.Publisher: Publisher {
    /// The type of the values.
    public typealias Output = Value
    /// There are no errors.
    public typealias Failure = Never

    /// Hands on the current value, and each new one before it is set.
    public func subscribe(
      _ receiveValue: @escaping (Value) -> Void, _ receiveCompletion: @escaping (Subscribers.Completion<Never>) -> Void
    ) -> AnyCancellable { AnyCancellable(follow(receiveValue)) }
  }

  /// Tells before each change of the object's `@Published` properties, and what is announced with `send()`.
  extension ObservableObjectPublisher: Publisher {
    /// There is no value: a change is about to happen.
    public typealias Output = Void
    /// There are no errors.
    public typealias Failure = Never

    /// Calls the closure before each change.
    public func subscribe(
      _ receiveValue: @escaping (()) -> Void, _ receiveCompletion: @escaping (Subscribers.Completion<Never>) -> Void
    ) -> AnyCancellable { AnyCancellable(follow { receiveValue(()) }) }
  }

  extension Publisher where Failure == Never {
    /// Sets a `@Published` property to each value, as long as its object lives.
    public func assign(to published: inout FoundationCompatibility.Published<Output>.Publisher) {
      let setter = published.setter
      published.keep(sink { setter($0) })
    }
  }
#endif

extension NotificationCenter {
  /// Notifications of one name. See Apple's documentation of `NotificationCenter.Publisher`.
  public struct Publisher: CombineCompatibility.Publisher {
    /// The type of the values.
    public typealias Output = Notification
    /// There are no errors.
    public typealias Failure = Never

    /// Where notifications are posted.
    public let center: NotificationCenter
    /// Their name.
    public let name: Notification.Name
    /// Whose notifications come; those of all if `nil`.
    public let object: AnyObject?

    /// Notifications with a name, of one object or of all.
    public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
      self.center = center
      self.name = name
      self.object = object
    }

    /// Calls the closure where notifications are posted, on the thread that posts them.
    public func subscribe(
      _ receiveValue: @escaping (Notification) -> Void,
      _ receiveCompletion: @escaping (Subscribers.Completion<Never>) -> Void
    ) -> AnyCancellable {
      let carried = Carried(receiveValue)
      let center = center
      let token = center.addObserver(forName: name, object: object, queue: nil) { carried.value($0) }
      return AnyCancellable { center.removeObserver(token) }
    }
  }

  /// The notifications with a name, of one object or of all.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
    Publisher(center: self, name: name, object: object)
  }
}
