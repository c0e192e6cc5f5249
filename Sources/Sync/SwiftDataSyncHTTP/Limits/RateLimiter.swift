// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import Synchronization

/// How often each of many may come: `burst` times at once, and `rate` times a second from then on.
package final class RateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var time: Double
  }

  private let rate: Double
  private let burst: Double
  /// Who has not come for long is forgotten when there are so many.
  private let capacity: Int
  private let buckets = Mutex<[ExactText: Bucket]>([:])

  package init(rate: Double, burst: Double, capacity: Int = 100_000) {
    (self.rate, self.burst, self.capacity) = (rate, max(burst, 1), capacity)
  }

  /// Counts one, if there is room for it.
  ///
  /// - Parameter now: Seconds of a clock that only goes forward.
  /// - Returns: How many seconds to wait, at least 1; nil: it may go on.
  package func take(_ key: String, now: Double) -> Int? {
    let key = ExactText(key)
    return buckets.withLock { buckets in
      if buckets.count >= capacity, buckets[key] == nil { forget(&buckets, now) }
      var bucket = filled(buckets[key], now)
      defer { buckets[key] = bucket }
      guard bucket.tokens < 1 else {
        bucket.tokens -= 1
        return nil
      }
      return wait(bucket)
    }
  }

  /// How many seconds to wait, without counting; nil: it may go on.
  package func wait(_ key: String, now: Double) -> Int? {
    buckets.withLock { buckets in
      guard let known = buckets[ExactText(key)] else { return nil }
      let bucket = filled(known, now)
      return bucket.tokens < 1 ? wait(bucket) : nil
    }
  }

  private func wait(_ bucket: Bucket) -> Int {
    guard rate > 0 else { return 86_400 }
    return Int(min(max(((1 - bucket.tokens) / rate).rounded(.up), 1), 86_400))
  }

  private func filled(_ bucket: Bucket?, _ now: Double) -> Bucket {
    guard let bucket else { return Bucket(tokens: burst, time: now) }
    return Bucket(tokens: min(burst, bucket.tokens + max(now - bucket.time, 0) * rate), time: max(now, bucket.time))
  }

  /// Those who may come as often as anybody new need not be known. If all others are too many, all are forgotten: rather
  /// let some in than refuse all, or need ever more memory.
  private func forget(_ buckets: inout [ExactText: Bucket], _ now: Double) {
    buckets = buckets.filter { filled($0.value, now).tokens < burst }
    if buckets.count >= capacity { buckets = [:] }
  }
}
