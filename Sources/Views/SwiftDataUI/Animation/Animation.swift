// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The animation of a change. Accepted everywhere; the host decides how changes look. See Apple's documentation of
/// `Animation`.
public struct Animation: Hashable, Sendable {
  var duration: Double

  public static let `default` = Animation(duration: 0.35)
  public static let linear = Animation(duration: 0.35)
  public static let easeIn = Animation(duration: 0.35)
  public static let easeOut = Animation(duration: 0.35)
  public static let easeInOut = Animation(duration: 0.35)
  public static let spring = Animation(duration: 0.5)
  public static let interactiveSpring = Animation(duration: 0.15)
  public static let smooth = Animation(duration: 0.5)
  public static let snappy = Animation(duration: 0.5)
  public static let bouncy = Animation(duration: 0.5)

  public static func linear(duration: Double) -> Animation { Animation(duration: duration) }
  public static func easeIn(duration: Double) -> Animation { Animation(duration: duration) }
  public static func easeOut(duration: Double) -> Animation { Animation(duration: duration) }
  public static func easeInOut(duration: Double) -> Animation { Animation(duration: duration) }
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation(duration: duration)
  }
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation(duration: duration)
  }
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation(duration: duration)
  }
  public static func spring(duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Animation {
    Animation(duration: duration)
  }
  public static func spring(response: Double, dampingFraction: Double = 0.8, blendDuration: Double = 0) -> Animation {
    Animation(duration: response)
  }
  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
  ) -> Animation { Animation(duration: response) }
  public static func interpolatingSpring(
    mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) -> Animation { Animation(duration: 0.5) }
  public static func timingCurve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = 0.35
  ) -> Animation { Animation(duration: duration) }

  public func delay(_ delay: Double) -> Animation { self }
  public func speed(_ speed: Double) -> Animation { self }
  public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation { self }
  public func repeatForever(autoreverses: Bool = true) -> Animation { self }
}

/// The context of a state change, such as its animation. See Apple's documentation of `Transaction`.
public struct Transaction: Sendable {
  public var animation: Animation?
  public var disablesAnimations = false
  public var isContinuous = false
  public init(animation: Animation? = nil) { self.animation = animation }
}

/// Changes something, animated. See Apple's documentation of `withAnimation`.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }

public func withAnimation<Result>(
  _ animation: Animation? = .default, completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
  _ body: () throws -> Result, completion: @escaping () -> Void
) rethrows -> Result {
  // In a turn of its own, as at the end of an animation: what the body has changed is shown by then.
  let completed = AnimationCompletion(action: completion)
  defer { Task { @MainActor in completed.action() } }
  return try body()
}

// Unchecked: called once, on the main actor, as at Apple.
private struct AnimationCompletion: @unchecked Sendable {
  let action: () -> Void
}

public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
  try body()
}

public struct AnimationCompletionCriteria: Hashable, Sendable {
  let isRemoved: Bool
  public static let logicallyComplete = AnimationCompletionCriteria(isRemoved: false)
  public static let removed = AnimationCompletionCriteria(isRemoved: true)
}
