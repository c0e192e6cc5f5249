// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncHTTP
import SyncSimulation
import Testing

/// How often one may come, by a clock of the test's.
@Suite struct RateLimiterTests {
  @Test func aBurstAndThenTheRate() {
    let limiter = RateLimiter(rate: 2, burst: 3)
    for _ in 0..<3 { #expect(limiter.take("a", now: 10) == nil) }
    #expect(limiter.take("a", now: 10) == 1 && limiter.wait("a", now: 10) == 1)
    // Others do not feel it.
    #expect(limiter.wait("b", now: 10) == nil && limiter.take("b", now: 10) == nil)
    #expect(limiter.take("a", now: 10.5) == nil && limiter.take("a", now: 10.5) == 1)
    for _ in 0..<3 { #expect(limiter.take("a", now: 100) == nil) }
    #expect(limiter.take("a", now: 100) == 1)
    // A clock that goes back gives nothing.
    #expect(limiter.take("a", now: 50) == 1 && limiter.take("a", now: 100) == 1)
    let slow = RateLimiter(rate: 0.1, burst: 1)
    #expect(slow.take("a", now: 0) == nil && slow.take("a", now: 0) == 10 && slow.take("a", now: 7.5) == 3)
    let never = RateLimiter(rate: 0, burst: 1)
    #expect(never.take("a", now: 0) == nil && never.take("a", now: 1e9) == 86_400)
  }

  /// In no span of time more than the burst and what the rate gives; who waits as long as is said is let in.
  @Test(arguments: Seeds.all(20)) func neverMoreThanTheRate(seed: UInt64) {
    var random = SeededRandom(seed)
    let (rate, burst) = (Double(1 + random.below(20)), Double(1 + random.below(10)))
    let limiter = RateLimiter(rate: rate, burst: burst)
    var now = 0.0
    var taken: [Double] = []
    for _ in 0..<500 {
      now += Double(random.below(200)) / 1_000
      if let wait = limiter.take("a", now: now) {
        #expect(wait >= 1, "seed \(seed)")
        if random.chance(10) {
          now += Double(wait)
          #expect(limiter.take("a", now: now) == nil, "seed \(seed)")
          taken.append(now)
        }
      } else {
        taken.append(now)
      }
    }
    for first in stride(from: 0, to: taken.count, by: 7) {
      for last in first..<taken.count {
        let count = Double(last - first + 1)
        #expect(count <= burst + (taken[last] - taken[first]) * rate + 0.001, "seed \(seed)")
      }
    }
  }

  /// Two names that look alike are two accounts, and neither waits for the other.
  @Test func namesAreComparedByTheirBytes() {
    let limiter = RateLimiter(rate: 1, burst: 1)
    #expect(limiter.take("jos\u{e9}", now: 0) == nil && limiter.take("jos\u{e9}", now: 0) == 1)
    #expect(limiter.wait("jose\u{301}", now: 0) == nil && limiter.take("jose\u{301}", now: 0) == nil)
  }

  /// Many who come once need no memory for ever.
  @Test func oneWhoIsNewIsAlwaysLetIn() {
    let limiter = RateLimiter(rate: 1, burst: 1, capacity: 100)
    for index in 0..<100 { #expect(limiter.take("\(index)", now: 0) == nil) }
    #expect(limiter.take("5", now: 0) == 1)
    // All are forgotten rather than one more being refused.
    #expect(limiter.take("new", now: 0) == nil)
    #expect(limiter.take("5", now: 0) == nil)
  }
}
