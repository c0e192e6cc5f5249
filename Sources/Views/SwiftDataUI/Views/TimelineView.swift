// SPDX-License-Identifier: Apache-2.0

import Foundation

/// When the content of a ``TimelineView`` changes. See Apple's documentation of `TimelineSchedule`.
public protocol TimelineSchedule {
  /// The dates, in order.
  associatedtype Entries: Sequence where Entries.Element == Date
  /// Returns the dates of changes, of which the first one may be before the start.
  func entries(from startDate: Date, mode: TimelineScheduleMode) -> Entries
}

/// How often content is meant to change: always as often as its schedule says here.
public enum TimelineScheduleMode: Hashable, Sendable {
  /// As often as the schedule says.
  case normal
  /// Less often, to save energy. No page is shown so.
  case lowFrequency
}

/// Content that changes with time, by a schedule. See Apple's documentation of `TimelineView`.
///
/// Each change is sent to the browser, so there are ten a second at most, whatever the schedule says.
public struct TimelineView<Schedule: TimelineSchedule, Content: View>: View {
  let schedule: Schedule
  let content: (TimelineViewDefaultContext) -> Content
  @State private var date = Date.now
  @State private var followed = FollowedSchedule<Schedule>()

  /// What the content is told of the time.
  public struct Context: Sendable {
    /// The date of the schedule that the content is shown for.
    public let date: Date
    /// How often content changes.
    public enum Cadence: Comparable, Sendable { case live, seconds, minutes }
    /// How often the content changes: ten times a second at most.
    public let cadence: Cadence
  }

  /// The shortest time between two changes, in seconds.
  private static var shortest: TimeInterval { 0.1 }

  /// Creates a view that is evaluated at the dates of a schedule. Another schedule, such as one that is paused no more,
  /// begins when the view is handed it.
  ///
  /// ```swift
  /// TimelineView(.periodic(from: .now, by: 1)) { context in Text(context.date, style: .time) }
  /// ```
  public init(_ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content) {
    self.schedule = schedule
    self.content = content
  }

  /// The content, for the latest date of the schedule.
  public var body: some View {
    let followed = followed
    content(TimelineViewDefaultContext(date: date, cadence: .seconds)).task(id: followed.number(of: schedule)) {
      // A view that hands on another schedule whenever the date changes must not be faster than any other.
      let rest = followed.lastChange.addingTimeInterval(Self.shortest).timeIntervalSinceNow
      if rest > 0, (try? await Task.sleep(for: .seconds(min(rest, Self.shortest)))) == nil { return }
      var dates = ScheduledDates(of: schedule, from: followed.start)
      while let next = await dates.next() {
        let now = Date.now
        followed.lastChange = now
        // What lies behind was to be shown before.
        if next <= now {
          date = next
          continue
        }
        let pause = max(next.timeIntervalSince(now), Self.shortest)
        guard pause.isFinite, (try? await Task.sleep(for: .seconds(min(pause, 86_400 * 365)))) != nil else { return }
        date = next
      }
    }
  }
}

/// The dates of a schedule, without those that were missed: after hours out of sight they are many.
@MainActor struct ScheduledDates<Schedule: TimelineSchedule> {
  private let schedule: Schedule
  private var dates: Schedule.Entries.Iterator
  /// The date that comes after those that were missed.
  private var upcoming: Date?
  private var isOver = false
  private var asksAgain = true

  /// After so many missed dates others on the main actor have their turn.
  static var turn: Int { 1000 }
  /// After so many missed dates the schedule is asked for those from now on.
  static var most: Int { 10_000 }

  init(of schedule: Schedule, from start: Date) {
    self.schedule = schedule
    dates = schedule.entries(from: start, mode: .normal).makeIterator()
  }

  /// Returns the latest date that has come since the last call; if none has, the next one. Nil after the last one, or
  /// once the task is cancelled.
  mutating func next() async -> Date? {
    var latest = upcoming
    upcoming = nil
    if let date = latest, date > .now { return date }
    var missed = 0
    while !isOver {
      guard let date = dates.next() else {
        isOver = true
        break
      }
      if date > .now {
        guard let latest else { return date }
        upcoming = date
        return latest
      }
      latest = date
      missed += 1
      if missed.isMultiple(of: Self.turn) { await Task.yield() }
      if Task.isCancelled { return nil }
      if missed == Self.most, asksAgain {
        // Once: a schedule need not go by the date.
        asksAgain = false
        dates = schedule.entries(from: .now, mode: .normal).makeIterator()
      }
    }
    return latest
  }
}

/// What the content of any timeline view is told: of one type, so that what a closure makes of it says which view it is.
/// See Apple's documentation of `TimelineViewDefaultContext`.
public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>.Context

/// The schedule that a view goes by, and since when.
@MainActor private final class FollowedSchedule<Schedule> {
  private var schedule: Schedule?
  private var number = 0
  private(set) var start = Date.now
  /// When the content was last shown for another date.
  var lastChange = Date.distantPast

  nonisolated init() {}

  /// Another number for each schedule that is not the one before.
  func number(of schedule: Schedule) -> Int {
    if let former = self.schedule {
      if PropertyLayout.of(Schedule.self).isSame(former, schedule) { return number }
      number += 1
      start = .now
    }
    self.schedule = schedule
    return number
  }
}

/// A schedule of dates at the same distance. See Apple's documentation of `PeriodicTimelineSchedule`.
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
  let start: Date
  let interval: TimeInterval

  /// Creates a schedule that begins with a date; an interval below a tenth of a second counts as one.
  public init(from startDate: Date, by interval: TimeInterval) {
    start = startDate
    self.interval = interval.isFinite ? max(interval, 0.1) : 86_400
  }

  /// Returns the dates from the last one before the start on, without end.
  public func entries(from startDate: Date, mode: TimelineScheduleMode) -> AnySequence<Date> {
    let interval = interval
    let steps = max(0, (startDate.timeIntervalSince(start) / interval).rounded(.down))
    let first = start.addingTimeInterval(steps * interval)
    return AnySequence { () -> AnyIterator<Date> in
      var passed = 0.0
      return AnyIterator {
        // Those that were missed are left out.
        let missed = (Date.now.timeIntervalSince(first) / interval).rounded(.down)
        defer { passed = max(passed, missed) + 1 }
        return first.addingTimeInterval(max(passed, missed) * interval)
      }
    }
  }
}

/// A schedule of each new minute. See Apple's documentation of `EveryMinuteTimelineSchedule`.
public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
  /// Creates the schedule.
  public init() {}
  /// Returns the beginnings of minutes, without end.
  public func entries(from startDate: Date, mode: TimelineScheduleMode) -> AnySequence<Date> {
    let minute = (startDate.timeIntervalSinceReferenceDate / 60).rounded(.down) * 60
    return PeriodicTimelineSchedule(from: Date(timeIntervalSinceReferenceDate: minute), by: 60)
      .entries(from: startDate, mode: mode)
  }
}

/// A schedule of dates that are given. See Apple's documentation of `ExplicitTimelineSchedule`.
public struct ExplicitTimelineSchedule<Entries: Sequence>: TimelineSchedule where Entries.Element == Date {
  let dates: Entries
  /// Creates a schedule of dates in order.
  public init(_ dates: Entries) { self.dates = dates }
  /// Returns the dates.
  public func entries(from startDate: Date, mode: TimelineScheduleMode) -> Entries { dates }
}

/// A schedule for what moves: ten times a second here. See Apple's documentation of `AnimationTimelineSchedule`.
public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
  let interval: TimeInterval
  let isPaused: Bool
  /// Creates a schedule with a shortest interval, of a tenth of a second at least. While it is paused it has no dates.
  public init(minimumInterval: Double? = nil, paused: Bool = false) {
    interval = minimumInterval ?? 0.1
    isPaused = paused
  }
  /// Returns the dates, without end unless it is paused.
  public func entries(from startDate: Date, mode: TimelineScheduleMode) -> AnySequence<Date> {
    if isPaused { return AnySequence([]) }
    return PeriodicTimelineSchedule(from: startDate, by: interval).entries(from: startDate, mode: mode)
  }
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
  /// Dates at the same distance.
  public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule {
    PeriodicTimelineSchedule(from: startDate, by: interval)
  }
}
extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
  /// The beginning of each minute.
  public static var everyMinute: EveryMinuteTimelineSchedule { EveryMinuteTimelineSchedule() }
}
extension TimelineSchedule where Self == AnimationTimelineSchedule {
  /// For what moves: ten times a second here.
  public static var animation: AnimationTimelineSchedule { AnimationTimelineSchedule() }
  /// For what moves: at an interval, of a tenth of a second at least.
  public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> AnimationTimelineSchedule {
    AnimationTimelineSchedule(minimumInterval: minimumInterval, paused: paused)
  }
}
extension TimelineSchedule {
  /// Dates that are given, in order.
  public static func explicit<S: Sequence>(_ dates: S) -> ExplicitTimelineSchedule<S>
  where Self == ExplicitTimelineSchedule<S>, S.Element == Date { ExplicitTimelineSchedule(dates) }
}
