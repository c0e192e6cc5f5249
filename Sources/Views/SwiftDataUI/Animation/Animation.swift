// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How a change is animated. Accepted everywhere, without effect in a browser: changes are shown at once. Only a
/// duration in seconds is kept, so that animations of equal duration are equal. See Apple's documentation of
/// `Animation`.
public struct Animation: Hashable, Sendable {
  var duration: Double

  /// The animation of 0.35 seconds that ``withAnimation(_:_:)`` takes unless it is given another one.
  public static let `default` = Animation(duration: 0.35)
  /// An even animation of 0.35 seconds.
  public static let linear = Animation(duration: 0.35)
  /// An animation of 0.35 seconds that begins slowly.
  public static let easeIn = Animation(duration: 0.35)
  /// An animation of 0.35 seconds that ends slowly.
  public static let easeOut = Animation(duration: 0.35)
  /// An animation of 0.35 seconds that begins and ends slowly.
  public static let easeInOut = Animation(duration: 0.35)
  /// A spring of 0.5 seconds.
  public static let spring = Animation(duration: 0.5)
  /// A spring of 0.15 seconds, for what follows a finger.
  public static let interactiveSpring = Animation(duration: 0.15)
  /// A spring of 0.5 seconds that does not swing.
  public static let smooth = Animation(duration: 0.5)
  /// A spring of 0.5 seconds that swings a little.
  public static let snappy = Animation(duration: 0.5)
  /// A spring of 0.5 seconds that swings.
  public static let bouncy = Animation(duration: 0.5)

  /// Returns an even animation of some seconds.
  public static func linear(duration: Double) -> Animation { Animation(duration: duration) }
  /// Returns an animation of some seconds that begins slowly.
  public static func easeIn(duration: Double) -> Animation { Animation(duration: duration) }
  /// Returns an animation of some seconds that ends slowly.
  public static func easeOut(duration: Double) -> Animation { Animation(duration: duration) }
  /// Returns an animation of some seconds that begins and ends slowly.
  public static func easeInOut(duration: Double) -> Animation { Animation(duration: duration) }
  /// Returns a spring of some seconds that does not swing; the bounce is not kept.
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation(duration: duration)
  }
  /// Returns a spring of some seconds that swings a little; the bounce is not kept.
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation(duration: duration)
  }
  /// Returns a spring of some seconds that swings; the bounce is not kept.
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation(duration: duration)
  }
  /// Returns a spring of some seconds; how it swings and blends is not kept.
  public static func spring(duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Animation {
    Animation(duration: duration)
  }
  /// Returns a spring whose response, in seconds, is kept as its duration; how it is damped and blends is not.
  public static func spring(response: Double, dampingFraction: Double = 0.8, blendDuration: Double = 0) -> Animation {
    Animation(duration: response)
  }
  /// Returns a spring for what follows a finger, whose response in seconds is kept as its duration.
  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
  ) -> Animation { Animation(duration: response) }
  /// Returns a spring of 0.5 seconds, whatever its mass, stiffness, damping and velocity.
  public static func interpolatingSpring(
    mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) -> Animation { Animation(duration: 0.5) }
  /// Returns an animation of some seconds; the curve's points are not kept.
  public static func timingCurve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = 0.35
  ) -> Animation { Animation(duration: duration) }

  /// Returns the animation as it is; the delay is not kept.
  public func delay(_ delay: Double) -> Animation { self }
  /// Returns the animation as it is; the speed is not kept.
  public func speed(_ speed: Double) -> Animation { self }
  /// Returns the animation as it is: nothing is repeated.
  public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation { self }
  /// Returns the animation as it is: nothing is repeated.
  public func repeatForever(autoreverses: Bool = true) -> Animation { self }
}

/// What goes with a change; nothing here reads it. See Apple's documentation of `Transaction`.
public struct Transaction: Sendable {
  /// The animation of the change, which nothing reads.
  public var animation: Animation?
  /// Whether animations within are left out, which nothing reads.
  public var disablesAnimations = false
  /// Whether the change is one of many, as while one drags; nothing reads it.
  public var isContinuous = false
  /// Creates a transaction with an animation.
  public init(animation: Animation? = nil) { self.animation = animation }
}

/// Runs a closure and returns its result; what it changes is shown at once. See Apple's documentation of
/// `withAnimation`.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }

/// Runs a closure, and calls `completion` in a turn of the main actor's afterwards, also if the closure throws an
/// error.
/// What it changes is shown at once; the animation and the criteria have no effect.
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

/// Runs a closure and returns its result; the transaction has no effect.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
  try body()
}

/// When an animation counts as completed, which makes no difference here.
public struct AnimationCompletionCriteria: Hashable, Sendable {
  let isRemoved: Bool
  /// Completed as soon as it has all but come to rest.
  public static let logicallyComplete = AnimationCompletionCriteria(isRemoved: false)
  /// Completed when nothing of it moves any more.
  public static let removed = AnimationCompletionCriteria(isRemoved: true)
}
