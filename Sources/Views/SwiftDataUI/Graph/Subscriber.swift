// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftDataCore
import Synchronization

/// What a node hands to whatever it reads, to be told when that changes: from any thread, at most once until it has
/// been evaluated again.
final class Subscriber: ModelReader, Hashable, @unchecked Sendable {
  // Unchecked: 'node' is read and set on the main actor only.
  // Unsafe: a node that ends, or goes, takes itself out. A weak reference would give each node a side table.
  nonisolated(unsafe) unowned(unsafe) var node: Node?
  private let inbox: Inbox
  private let state = Atomic<UInt8>(0)
  private let reading = Atomic<UInt32>(0)

  private static let waiting: UInt8 = 1
  private static let ended: UInt8 = 2

  init(_ inbox: Inbox) { self.inbox = inbox }

  func invalidate() {
    guard state.compareExchange(expected: 0, desired: Self.waiting, ordering: .acquiringAndReleasing).exchanged else {
      return
    }
    inbox.add(self)
  }

  /// The node is about to be evaluated.
  func clear() {
    _ = state.compareExchange(expected: Self.waiting, desired: 0, ordering: .acquiringAndReleasing)
    reading.wrappingAdd(1, ordering: .relaxed)
  }

  var isWaiting: Bool { state.load(ordering: .acquiring) == Self.waiting }
  var hasEnded: Bool { state.load(ordering: .acquiring) == Self.ended }

  func end() { state.store(Self.ended, ordering: .releasing) }

  static func == (lhs: Subscriber, rhs: Subscriber) -> Bool { lhs === rhs }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Subscriber {
  func propertyWillChange() { invalidate() }
  var readingNumber: UInt32 { reading.load(ordering: .relaxed) }
}

/// The nodes of a graph that have to be evaluated again. The first one wakes the graph, on the main actor's next turn.
final class Inbox: Sendable {
  private struct State {
    var subscribers: [Subscriber] = []
    var isScheduled = false
    /// How what has changed is to be shown.
    var animation: Animation?
  }

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func add(_ subscriber: Subscriber) {
    let animation = AnimationScope.current
    let isFirst = state.withLock { state in
      if let animation { state.animation = animation }
      state.subscribers.append(subscriber)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { wake() }
  }

  /// Wakes the graph though no node has changed.
  func schedule() {
    let animation = AnimationScope.current
    let isFirst = state.withLock { state in
      if let animation { state.animation = animation }
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { wake() }
  }

  /// Whether the graph has been woken, and has not looked yet.
  var isScheduled: Bool { state.withLock { $0.isScheduled } }

  /// Whether a change since the last time was made with an animation.
  var hasAnimation: Bool { state.withLock { $0.animation != nil } }

  /// The animation that a change since the last time was made with.
  func takeAnimation() -> Animation? {
    state.withLock { state in
      defer { state.animation = nil }
      return state.animation
    }
  }

  func take() -> [Subscriber] {
    state.withLock { state in
      state.isScheduled = false
      defer { state.subscribers = [] }
      return state.subscribers
    }
  }
}

/// The readers of a value since its last change.
final class SubscriberSet: Sendable {
  private struct State {
    /// Mostly there is one: a set takes more room than all else here.
    var first: Subscriber?
    var others: Set<Subscriber> = []
    /// Readers that have ended are cleared away when there are this many.
    var limit = 32
    var changes = 0
  }

  private let state = Mutex(State())

  /// Notes the node that is reading now.
  func read() {
    guard let reader = MainTurn.reader else { return }
    state.withLock { state in
      guard let first = state.first, first !== reader, !first.hasEnded else {
        state.first = reader
        return
      }
      guard state.others.insert(reader).inserted, state.others.count > state.limit else { return }
      state.others = state.others.filter { !$0.hasEnded }
      state.limit = max(32, state.others.count * 2)
    }
  }

  var changeCount: Int { state.withLock { $0.changes } }

  /// Tells them all.
  func changed() {
    let (first, others) = state.withLock { state in
      state.changes += 1
      defer { (state.first, state.others) = (nil, []) }
      return (state.first, state.others)
    }
    first?.invalidate()
    for reader in others { reader.invalidate() }
  }
}

/// What a node has read of observable objects, once: ends when the node reads anew, or is gone.
///
/// Observation keeps what was read until something of it changes. A row that comes in sight again and again would be
/// noted by its model each time, and never be forgotten. So each reading reads a property of its own besides, and pretends
/// to change it in the end.
final class Reading: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let ended = Atomic(false)

  private var mark: Int { 0 }

  var isOver: Bool { ended.load(ordering: .relaxed) }

  func note() { registrar.access(self, keyPath: \.mark) }

  func end() {
    ended.store(true, ordering: .relaxed)
    registrar.willSet(self, keyPath: \.mark)
    registrar.didSet(self, keyPath: \.mark)
  }
}
