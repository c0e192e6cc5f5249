// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization

/// Syncs after each save and now and then, and waits longer after each failure.
package struct SyncLoop: Sendable {
  let driver: SyncDriver
  let interval: Duration
  let wake: Wake
  private static let longest: Double = 300

  init(driver: SyncDriver, interval: Duration, wake: Wake) {
    self.driver = driver
    self.interval = Self.pause(interval)
    self.wake = wake
  }

  /// Until the task is cancelled.
  func run(_ wakes: AsyncStream<Void>) async {
    let clock = ContinuousClock()
    var failures = 0
    var earliest = clock.now
    var timer: Task<Void, any Error>?
    var listeners: [String: Task<Void, Never>] = [:]
    defer { for listener in listeners.values { listener.cancel() } }
    follow(await driver.followedZones, &listeners)
    for await _ in wakes {
      // What has woken it before it was paused is still told.
      if Task.isCancelled { break }
      // A save does not make a server better. The status counts it.
      guard clock.now >= earliest else {
        try? await driver.exclusively { try $0.look() }
        continue
      }
      timer?.cancel()
      var pause = interval
      do {
        try await driver.exclusively { try await $0.round() }
        failures = 0
        follow(await driver.followedZones, &listeners)
      } catch {
        failures += 1
        pause = Self.pause(after: error, failures: failures, fraction: Double.random(in: 0.5...1))
        earliest = clock.now + pause
      }
      timer = Task { [wake, pause] in
        try await Task.sleep(for: pause)
        wake.yield()
      }
    }
    timer?.cancel()
  }

  /// Listens to these zones, and to no others any more.
  private func follow(_ zones: [String], _ listeners: inout [String: Task<Void, Never>]) {
    for (zone, listener) in listeners where !zones.contains(zone) {
      listener.cancel()
      listeners[zone] = nil
    }
    for zone in zones where listeners[zone] == nil { listeners[zone] = Task { await listen(to: zone) } }
  }

  /// Wakes the loop when the server has something new. Who cannot listen asks from time to time.
  private func listen(to zone: String) async {
    var failures = 0
    while !Task.isCancelled, let changes = driver.transport.changes(inZone: zone) {
      var last: UInt64?
      var failure: any Error = SyncError.unreachable(reason: "")
      do {
        for try await number in changes {
          failures = 0
          // The device's own uploads are told, too. Numbers only grow, unless the zone begins anew: it was erased, or comes
          // from a backup. So a smaller one than the last is news, and so is the first one, whatever it is.
          let isAnew = last.map { number < $0 } ?? true
          last = number
          if isAnew ? await driver.isElsewhere(number, in: zone) : await driver.isBehind(number, in: zone) {
            wake.yield()
          }
        }
      } catch {
        failure = error
        // The next message will be told, and so will the app.
        if error as? SyncError == .signInNeeded || error.isUpdateNeeded { wake.yield() }
        // The share is gone; the loop asks which there are.
        if case SyncError.forbidden? = error as? SyncError, zone != driver.options.zone { wake.yield() }
      }
      failures += 1
      let pause = Self.pause(after: failure, failures: failures, fraction: Double.random(in: 0.5...1))
      try? await Task.sleep(for: pause)
    }
  }

  /// Rounds without a pause would keep the device and the server busy for ever; and some clocks cannot add a pause without end.
  package static func pause(_ interval: Duration) -> Duration { min(max(interval, .seconds(1)), .seconds(31_536_000)) }

  /// What the server says, or twice as long each time. Not the same for all devices, or they would come back together.
  package static func pause(after error: any Error, failures: Int, fraction: Double) -> Duration {
    if case SyncError.tryLater(let seconds?) = error { return .seconds(Double(min(seconds, 86_400)) + fraction) }
    // Nothing but an update helps, or an administrator who wants no update any more.
    if error.isUpdateNeeded { return .seconds(longest * fraction) }
    return .seconds(min(longest, pow(2, Double(min(failures, 16)))) * fraction)
  }
}

extension Error {
  /// Whether the server wants a later version of the app.
  var isUpdateNeeded: Bool {
    if case .updateNeeded? = self as? SyncError { true } else { false }
  }
}

/// Tells a loop that there may be something to do; several times are one.
final class Wake: Sendable {
  private let continuation = Mutex<AsyncStream<Void>.Continuation?>(nil)

  /// For one loop: the stream ends with its task.
  func stream() -> AsyncStream<Void> {
    let (stream, new) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuation.withLock { $0 = new }
    return stream
  }

  func yield() { _ = continuation.withLock { $0?.yield() } }
}

/// Reads what the app saves while sync is paused, which no loop does then.
final class PausedLook: Sendable {
  private let driver: SyncDriver
  private let state = Mutex((isPaused: false, isWaiting: false))

  init(_ driver: SyncDriver) { self.driver = driver }

  /// - Parameter isPaused: `false` at first: nothing is read before sync is asked for the first time.
  func setPaused(_ isPaused: Bool) { state.withLock { $0.isPaused = isPaused } }

  /// Several saves are one look.
  func look() {
    let isFirst = state.withLock { state in
      guard state.isPaused, !state.isWaiting else { return false }
      state.isWaiting = true
      return true
    }
    guard isFirst else { return }
    Task { [driver, self] in
      try? await driver.exclusively { driver in
        self.state.withLock { $0.isWaiting = false }
        try driver.look()
      }
    }
  }
}

/// Wakes the loop when the app saves.
final class SaveObserver: Sendable {
  // Handed back to its center only, which may be called from anywhere.
  nonisolated(unsafe) private let token: any NSObjectProtocol

  init(_ container: ModelContainer, _ wake: Wake, _ pausedLook: PausedLook) {
    token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: nil, queue: nil) {
      [weak container] notification in
      guard let context = notification.object as? ModelContext, context.author != StoreHistory.author,
        context.container == container
      else { return }
      wake.yield()
      pausedLook.look()
    }
  }

  deinit { NotificationCenter.default.removeObserver(token) }
}
