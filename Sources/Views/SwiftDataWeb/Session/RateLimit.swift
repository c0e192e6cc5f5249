// SPDX-License-Identifier: Apache-2.0

/// Lets a number of things through in a second, and some more at once.
struct RateLimit {
  private let perSecond: Double
  private let burst: Double
  private var left: Double
  private var last: ContinuousClock.Instant

  init(perSecond: Int, burst: Int, now: ContinuousClock.Instant = .now) {
    self.perSecond = Double(max(1, perSecond))
    self.burst = Double(max(1, burst))
    left = self.burst
    last = now
  }

  /// Whether one more is let through.
  mutating func take(now: ContinuousClock.Instant = .now) -> Bool {
    let passed = last.duration(to: now)
    last = now
    left = min(
      burst, left + perSecond * (Double(passed.components.seconds) + Double(passed.components.attoseconds) * 1e-18))
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
