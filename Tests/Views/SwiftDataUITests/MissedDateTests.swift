// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

/// Ten dates a second, from the one on that it is asked for.
private struct Ticks: TimelineSchedule {
  let log: TickLog
  func entries(from startDate: Date, mode: TimelineScheduleMode) -> AnySequence<Date> {
    let log = log
    log.asked += 1
    return AnySequence { () -> AnyIterator<Date> in
      var next = startDate
      return AnyIterator {
        log.made += 1
        defer { next = next.addingTimeInterval(0.1) }
        return next
      }
    }
  }
}

private final class TickLog: @unchecked Sendable {
  var asked = 0
  var made = 0
}

/// What a timeline does when it is shown again.
@MainActor @Suite struct MissedDateTests {
  @Test func aDayOutOfSightIsPassedOver() async throws {
    let log = TickLog()
    let before = Date.now
    var dates = ScheduledDates(of: Ticks(log: log), from: before.addingTimeInterval(-86_400))
    let next = await dates.next()
    let latest = try #require(next)
    #expect(latest >= before && latest <= .now)
    #expect(log.asked == 2 && log.made < 2 * ScheduledDates<Ticks>.most)
    let following = await dates.next()
    #expect(following.map { $0 > latest } == true)
  }

  @Test func ofDatesThatAreOverTheLastOneIsShown() async {
    let past = (0..<25_000).map { Date(timeIntervalSince1970: Double($0)) }
    var dates = ScheduledDates(of: ExplicitTimelineSchedule(past), from: .now)
    let last = await dates.next()
    #expect(last == past.last)
    let none = await dates.next()
    #expect(none == nil)
  }

  @Test func nothingIsShownOnceTheViewIsGone() async {
    let task = Task { @MainActor () -> Date? in
      var dates = ScheduledDates(of: ExplicitTimelineSchedule([Date.distantPast, .distantPast]), from: .now)
      return await dates.next()
    }
    task.cancel()
    let shown = await task.value
    #expect(shown == nil)
  }
}
