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
    public typealias Output = Value
    public typealias Failure = Never

    public func subscribe(
      _ receiveValue: @escaping (Value) -> Void, _ receiveCompletion: @escaping (Subscribers.Completion<Never>) -> Void
    ) -> AnyCancellable { AnyCancellable(follow(receiveValue)) }
  }

  /// Tells before each change of the object's `@Published` properties, and what is announced with `send()`.
  extension ObservableObjectPublisher: Publisher {
    public typealias Output = Void
    public typealias Failure = Never

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
    public typealias Output = Notification
    public typealias Failure = Never

    public let center: NotificationCenter
    public let name: Notification.Name
    public let object: AnyObject?

    public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
      self.center = center
      self.name = name
      self.object = object
    }

    public func subscribe(
      _ receiveValue: @escaping (Notification) -> Void,
      _ receiveCompletion: @escaping (Subscribers.Completion<Never>) -> Void
    ) -> AnyCancellable {
      let carried = Carrier(receiveValue)
      let center = center
      let token = center.addObserver(forName: name, object: object, queue: nil) { carried.receive($0) }
      return AnyCancellable { center.removeObserver(token) }
    }
  }

  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
    Publisher(center: self, name: name, object: object)
  }
}

// Unchecked: notifications arrive where they are posted, as at Apple.
private struct Carrier: @unchecked Sendable {
  let receive: (Notification) -> Void
  init(_ receive: @escaping (Notification) -> Void) { self.receive = receive }
}
