// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How a change is shown little by little, by the browser. See Apple's documentation of `Animation`.
///
/// The whole page takes part in what one change shows: what moves, what changes its size, color or opacity, what comes and
/// what goes. Nothing moves for people who have asked their browser for less motion.
public struct Animation: Hashable, Sendable {
  var duration: Double
  var easing: Easing
  var delay = 0.0
  /// 0: without end.
  var iterations = 1
  var alternates = false

  /// The animation of 0.35 seconds that ``withAnimation(_:_:)`` takes unless it is given another one.
  public static let `default` = Animation(duration: 0.35)
  /// An even animation of 0.35 seconds.
  public static let linear = Animation(duration: 0.35, easing: .linear)
  /// An animation of 0.35 seconds that begins slowly.
  public static let easeIn = Animation(duration: 0.35, easing: .easeIn)
  /// An animation of 0.35 seconds that ends slowly.
  public static let easeOut = Animation(duration: 0.35, easing: .easeOut)
  /// An animation of 0.35 seconds that begins and ends slowly.
  public static let easeInOut = Animation(duration: 0.35)
  /// A spring of 0.5 seconds.
  public static let spring = Animation(SpringCurve(response: 0.5, damping: 1))
  /// A spring of 0.15 seconds, for what follows a finger.
  public static let interactiveSpring = Animation(SpringCurve(response: 0.15, damping: 0.86))
  /// A spring of 0.5 seconds that does not swing.
  public static let smooth = Animation(SpringCurve(response: 0.5, damping: 1))
  /// A spring of 0.5 seconds that swings a little.
  public static let snappy = Animation(SpringCurve(response: 0.5, damping: 0.85))
  /// A spring of 0.5 seconds that swings.
  public static let bouncy = Animation(SpringCurve(response: 0.5, damping: 0.7))

  /// Returns an even animation of some seconds.
  public static func linear(duration: Double) -> Animation { Animation(duration: duration, easing: .linear) }
  /// Returns an animation of some seconds that begins slowly.
  public static func easeIn(duration: Double) -> Animation { Animation(duration: duration, easing: .easeIn) }
  /// Returns an animation of some seconds that ends slowly.
  public static func easeOut(duration: Double) -> Animation { Animation(duration: duration, easing: .easeOut) }
  /// Returns an animation of some seconds that begins and ends slowly.
  public static func easeInOut(duration: Double) -> Animation { Animation(duration: duration) }
  /// Returns a spring of some seconds that does not swing unless a bounce is given.
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    spring(duration: duration, bounce: extraBounce)
  }
  /// Returns a spring of some seconds that swings a little.
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    spring(duration: duration, bounce: 0.15 + extraBounce)
  }
  /// Returns a spring of some seconds that swings.
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    spring(duration: duration, bounce: 0.3 + extraBounce)
  }
  /// Returns a spring of some seconds, which swings the more the greater the bounce is, up to 1; how it blends with the
  /// animation before has no effect.
  public static func spring(duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Animation {
    spring(response: duration, dampingFraction: 1 - bounce)
  }
  /// Returns a spring with the time in seconds that it takes to swing once, and how it is damped: 1 and more does not
  /// swing. How it blends with the animation before has no effect.
  public static func spring(response: Double, dampingFraction: Double = 0.8, blendDuration: Double = 0) -> Animation {
    Animation(SpringCurve(response: response, damping: dampingFraction))
  }
  /// Returns a spring for what follows a finger.
  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
  ) -> Animation { spring(response: response, dampingFraction: dampingFraction) }
  /// Returns a spring by its mass, stiffness and damping; the velocity at the beginning has no effect.
  public static func interpolatingSpring(
    mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) -> Animation {
    guard mass > 0, stiffness > 0 else { return .default }
    let frequency = (stiffness / mass).squareRoot()
    return spring(response: 2 * .pi / frequency, dampingFraction: damping / (2 * mass * frequency))
  }
  /// Returns an animation of some seconds whose curve has two control points.
  public static func timingCurve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = 0.35
  ) -> Animation {
    guard [x1, y1, x2, y2].allSatisfy(\.isFinite) else { return Animation(duration: duration) }
    return Animation(duration: duration, easing: .curve(min(max(x1, 0), 1), y1, min(max(x2, 0), 1), y2))
  }

  private init(_ curve: SpringCurve) { self.init(duration: curve.duration, easing: curve.easing) }

  init(duration: Double, easing: Easing = .curve(0.42, 0, 0.58, 1)) {
    self.duration = duration
    self.easing = easing
  }

  private func changed(_ change: (inout Animation) -> Void) -> Animation {
    var copy = self
    change(&copy)
    return copy
  }

  /// Returns an animation that begins some seconds later.
  public func delay(_ delay: Double) -> Animation { changed { $0.delay += delay } }
  /// Returns an animation that is faster by a factor.
  public func speed(_ speed: Double) -> Animation {
    speed > 0 && speed.isFinite
      ? changed {
        $0.duration /= speed
        $0.delay /= speed
      } : self
  }
  /// Returns an animation that runs several times, every second time backwards unless it should not. What comes, goes or
  /// moves does so once.
  public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation {
    changed {
      $0.iterations = max(1, repeatCount)
      $0.alternates = autoreverses
    }
  }
  /// Returns an animation that runs until what it changes is changed again or gone.
  public func repeatForever(autoreverses: Bool = true) -> Animation {
    changed {
      $0.iterations = 0
      $0.alternates = autoreverses
    }
  }

  var motion: Operation.Motion {
    func milliseconds(_ seconds: Double) -> Int { seconds.isFinite ? Int(min(max(seconds, 0), 600) * 1000) : 0 }
    return Operation.Motion(
      duration: milliseconds(duration), easing: easing, delay: milliseconds(delay), iterations: iterations,
      alternates: alternates)
  }
}

/// How a change goes from 0 to 1.
package enum Easing: Hashable, Sendable {
  case linear, easeIn, easeOut
  /// A curve with two control points: x and y of each.
  case curve(Double, Double, Double, Double)
  /// Places at equal distances of time, evenly from one to the next.
  case places([Double])
}

/// The way of a spring from 0 to 1.
private struct SpringCurve {
  let duration: Double
  let easing: Easing

  init(response: Double, damping: Double) {
    let response = response.isFinite && response > 0 ? min(response, 60) : 0.001
    let damping = damping.isFinite ? min(max(damping, 0.05), 10) : 1
    let frequency = 2 * Double.pi / response
    func place(_ time: Double) -> Double {
      if damping < 1 {
        let swinging = frequency * (1 - damping * damping).squareRoot()
        let wave = cos(swinging * time) + damping * frequency / swinging * sin(swinging * time)
        return 1 - exp(-damping * frequency * time) * wave
      }
      // Heavily damped springs come to rest as slowly as a critical one here.
      return 1 - exp(-frequency * time) * (1 + frequency * time)
    }
    // Until it is closer than a thousandth.
    let slowest = min(damping, 1) * frequency
    let rest = min(60, (log(1000) + (damping >= 1 ? 2.3 : 0)) / slowest)
    let steps = 40
    duration = rest
    easing = .places(
      (0...steps).map { step in
        step == steps ? 1 : (place(rest * Double(step) / Double(steps)) * 1000).rounded() / 1000
      })
  }
}

/// With which animation the code that runs now changes what views show.
enum AnimationScope {
  @TaskLocal static var current: Animation?
}

/// What goes with a change. See Apple's documentation of `Transaction`.
public struct Transaction: Sendable {
  /// The animation of the change.
  public var animation: Animation?
  /// Whether animations are left out.
  public var disablesAnimations = false
  /// Whether the change is one of many, as while one drags; nothing reads it.
  public var isContinuous = false
  /// Creates a transaction with an animation.
  public init(animation: Animation? = nil) { self.animation = animation }
}

/// Runs a closure and returns its result; what it changes is shown little by little. See Apple's documentation of
/// `withAnimation`.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  // Without an animation, what is around it has none either.
  try AnimationScope.$current.withValue(animation, operation: body)
}

/// Runs a closure, and calls `completion` in a turn of the main actor's afterwards, also if the closure throws an
/// error: before the browser has shown the end of the animation, whatever the criteria.
public func withAnimation<Result>(
  _ animation: Animation? = .default, completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
  _ body: () throws -> Result, completion: @escaping () -> Void
) rethrows -> Result {
  // In a turn of its own, as at the end of an animation: what the body has changed is known by then.
  let completed = AnimationCompletion(action: completion)
  defer { Task { @MainActor in completed.action() } }
  return try withAnimation(animation, body)
}

// Unchecked: called once, on the main actor, as at Apple.
private struct AnimationCompletion: @unchecked Sendable {
  let action: () -> Void
}

/// Runs a closure and returns its result; what it changes is shown with the animation of the transaction.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
  try withAnimation(transaction.disablesAnimations ? nil : transaction.animation, body)
}

/// When an animation counts as completed, which makes no difference here.
public struct AnimationCompletionCriteria: Hashable, Sendable {
  let isRemoved: Bool
  /// Completed as soon as it has all but come to rest.
  public static let logicallyComplete = AnimationCompletionCriteria(isRemoved: false)
  /// Completed when nothing of it moves any more.
  public static let removed = AnimationCompletionCriteria(isRemoved: true)
}
