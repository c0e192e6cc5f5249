// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization
import Testing

/// What Observation has since Swift 6.4, where the toolchain lacks it.
@Suite struct ObservationTrackingTests {
  @Model final class Activity {
    var name: String
    var isComplete = false
    @Transient var token: ObservationTracking.Token?
    init(_ name: String) { self.name = name }
  }

  @Observable final class Counter {
    var first = 0
    var second = 0
  }

  final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  private static func name(_ kind: ObservationTracking.Event.Kind) -> String {
    if kind == .initial { return "initial" }
    if kind == .willSet { return "willSet" }
    return kind == .didSet ? "didSet" : "deinit"
  }

  @Test func oneChangeIsTold() {
    let counter = Counter()
    let log = Log()
    let sum = withObservationTracking(options: [.willSet, .didSet]) {
      counter.first + counter.second
    } onChange: { event in
      log.add(
        "\(Self.name(event.kind)) \(event.matches(\Counter.first)) \(event.matches(\Counter.second))")
    }
    #expect(sum == 0)
    counter.second = 1
    counter.first = 2
    #expect(log.all == ["willSet false true", "didSet false true"])
  }

  @Test(arguments: [ObservationTracking.Options.willSet, .didSet, [.willSet, .didSet], []])
  func onlyWhatWasAskedForIsTold(options: ObservationTracking.Options) {
    let activity = Activity("a")
    let log = Log()
    withObservationTracking(options: options) {
      _ = activity.name
    } onChange: {
      log.add(Self.name($0.kind))
    }
    activity.isComplete = true
    activity.name = "b"
    activity.name = "c"
    var expected: [String] = []
    if options.contains(.willSet) { expected.append("willSet") }
    if options.contains(.didSet) { expected.append("didSet") }
    #expect(log.all == expected)
  }

  @Test func aCancelledEventIsTheLast() {
    let activity = Activity("a")
    let log = Log()
    withObservationTracking(options: [.willSet, .didSet, .deinit]) {
      _ = activity.name
    } onChange: { event in
      log.add(Self.name(event.kind))
      event.cancel()
    }
    activity.name = "b"
    #expect(log.all == ["willSet"])
  }

  /// The new value is there when the change is told.
  @Test func didSetComesAfterTheChange() {
    let counter = Counter()
    nonisolated(unsafe) let same = counter
    let log = Log()
    withObservationTracking(options: [.willSet, .didSet]) {
      _ = counter.first
    } onChange: { _ in
      log.add("\(same.first)")
    }
    counter.first = 5
    #expect(log.all == ["0", "5"])
  }

  @Test func aModelThatGoesIsTold() {
    let log = Log()
    var activity: Activity? = Activity("a")
    withObservationTracking(options: [.didSet, .deinit]) {
      _ = activity?.name
      _ = activity?.isComplete
    } onChange: { event in
      log.add("\(Self.name(event.kind)) \(event.matches(\Activity.name))")
    }
    activity?.name = "b"
    #expect(log.all == ["didSet true"])
    activity = nil
    #expect(log.all == ["didSet true", "deinit false"])
  }

  @Test func whatIsThrownComesBack() {
    struct Refused: Error {}
    let counter = Counter()
    let log = Log()
    #expect(throws: Refused.self) {
      try withObservationTracking(options: .didSet) { () throws(Refused) in
        _ = counter.first
        throw Refused()
      } onChange: { _ in
        log.add("told")
      }
    }
    counter.first = 1
    #expect(log.all.isEmpty)
  }

  @Test func optionsAreASet() {
    var options: ObservationTracking.Options = [.willSet]
    #expect(options.insert(.deinit).inserted && !options.insert(.willSet).inserted)
    #expect(options.contains(.deinit) && !options.contains(.didSet))
    #expect(options.remove(.willSet) == .willSet && options.remove(.didSet) == nil)
    #expect(options == .deinit && options.union(.didSet).subtracting(.deinit) == .didSet)
    #expect(options.update(with: .deinit) == .deinit && ObservationTracking.Options().isEmpty)
  }

  /// Waits for what the main actor does soon.
  @MainActor
  private func wait(until isDone: () -> Bool) async {
    for _ in 0..<100_000 {
      guard !isDone() else { break }
      await Task.yield()
    }
  }

  @Test @MainActor func aContinuousObservationGoesOn() async {
    let activity = Activity("a")
    var log: [String] = []
    let token = withContinuousObservation(options: .didSet) { event in
      MainActor.assertIsolated()
      log.append(
        "\(Self.name(event.kind)) \(activity.name) \(activity.isComplete) \(event.matches(\Activity.name))")
    }
    await wait { log.count == 1 }
    activity.name = "b"
    activity.name = "c"
    await wait { log.count == 2 }
    activity.isComplete = true
    await wait { log.count == 3 }
    #expect(log == ["initial a false false", "didSet c false true", "didSet c true false"])
    token.cancel()
    activity.name = "d"
    for _ in 0..<100 { await Task.yield() }
    #expect(log.count == 3)
  }

  /// As the session's sample has it: the observed model keeps the token.
  @Test @MainActor func aModelKeepsItsToken() async throws {
    let container = try ModelContainer(
      for: Activity.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let activity = Activity("a")
    container.mainContext.insert(activity)
    var completions = 0
    activity.token = withContinuousObservation(options: .didSet) { [weak activity] event in
      _ = activity?.isComplete
      if event.matches(\Activity.isComplete) { completions += 1 }
    }
    for _ in 0..<100 { await Task.yield() }
    activity.isComplete = true
    await wait { completions == 1 }
    activity.name = "b"
    for _ in 0..<100 { await Task.yield() }
    #expect(completions == 1)
    activity.token = nil
  }

  @Test @MainActor func anEventEndsAContinuousObservation() async {
    let counter = Counter()
    var count = 0
    let token = withContinuousObservation(options: [.willSet]) { event in
      _ = counter.first
      count += 1
      if event.kind != .initial { event.cancel() }
    }
    await wait { count == 1 }
    counter.first = 1
    await wait { count == 2 }
    counter.first = 2
    for _ in 0..<100 { await Task.yield() }
    #expect(count == 2)
    _ = consume token
  }
}
