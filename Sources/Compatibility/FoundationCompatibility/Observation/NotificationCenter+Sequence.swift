// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  extension NotificationCenter {
    /// The notifications of a name as they are posted: Foundation's method, which Foundation lacks on this platform.
    ///
    /// ```swift
    /// for await _ in NotificationCenter.default.notifications(named: ModelContext.didSave) {
    ///   reload()
    /// }
    /// ```
    ///
    /// A loop over the sequence gets all later notifications, in order, and ends with its task.
    ///
    /// - Parameters:
    ///   - name: The name of the notifications.
    ///   - object: The sender of the notifications; any sender if `nil`.
    public func notifications(
      named name: Notification.Name, object: (any AnyObject & Sendable)? = nil
    ) -> Notifications {
      Notifications(center: self, name: name, object: object)
    }

    /// The notifications that a center posts.
    public final class Notifications: AsyncSequence, Sendable {
      /// The type of the elements.
      public typealias Element = Notification

      private let center: NotificationCenter
      private let name: Notification.Name
      private let object: (any AnyObject & Sendable)?

      init(center: NotificationCenter, name: Notification.Name, object: (any AnyObject & Sendable)?) {
        self.center = center
        self.name = name
        self.object = object
      }

      /// Begins to observe the center.
      public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncStream.makeStream(of: Carried<Notification>.self)
        let token = center.addObserver(forName: name, object: object, queue: nil) { notification in
          continuation.yield(Carried(notification))
        }
        let observation = Observation(center: center, token: token)
        continuation.onTermination = { _ in observation.end() }
        return Iterator(stream: stream.makeAsyncIterator())
      }

      /// Observes until the iterator or its task ends.
      private struct Observation: Sendable {
        let center: NotificationCenter
        // It is handed back to its center only, which any thread may call.
        nonisolated(unsafe) let token: any NSObjectProtocol

        func end() { center.removeObserver(token) }
      }

      /// Waits for one notification after the other.
      public struct Iterator: AsyncIteratorProtocol {
        fileprivate var stream: AsyncStream<Carried<Notification>>.Iterator

        /// The next notification; `nil` once the task has been cancelled.
        public mutating func next() async -> Notification? { await stream.next()?.value }
      }
    }
  }
#endif
