// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The parameters of a spring animation. See Apple's documentation of `Spring`.
public struct Spring: Hashable, Sendable {
  /// How long the spring takes to come to rest about, in seconds.
  public var duration: TimeInterval
  /// How far the spring swings: 0 for not at all.
  public var bounce: Double
  /// Creates a spring of some seconds.
  public init(duration: TimeInterval = 0.5, bounce: Double = 0) {
    self.duration = duration
    self.bounce = bounce
  }
  /// A spring of 0.5 seconds that does not swing.
  public static let smooth = Spring()
  /// A spring of 0.5 seconds that swings a little.
  public static let snappy = Spring(bounce: 0.15)
  /// A spring of 0.5 seconds that swings.
  public static let bouncy = Spring(bounce: 0.3)
}

extension Animation {
  /// Returns an animation with the duration of a spring; its bounce is not kept.
  public static func spring(_ spring: Spring, blendDuration: TimeInterval = 0) -> Animation {
    .spring(duration: spring.duration, bounce: spring.bounce)
  }
}
