// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Shows the content with the value before the first keyframe.
  public func keyframeAnimator<Value, V: View, K: Keyframes>(
    initialValue: Value, repeating: Bool = true, @ViewBuilder content: @escaping (Self, Value) -> V,
    @KeyframesBuilder<Value> keyframes: @escaping (Value) -> K
  ) -> some View { content(self, initialValue) }

  /// Shows the content with the value before the first keyframe.
  public func keyframeAnimator<Value, V: View, K: Keyframes>(
    initialValue: Value, trigger: some Equatable, @ViewBuilder content: @escaping (Self, Value) -> V,
    @KeyframesBuilder<Value> keyframes: @escaping (Value) -> K
  ) -> some View { content(self, initialValue) }
}

/// Values at times. They are accepted and not shown. See Apple's documentation of `Keyframes`.
public protocol Keyframes<Value> { associatedtype Value }
/// What stands in a ``KeyframeTrack``: values at times, which are not shown.
public protocol KeyframeTrackContent<Value> { associatedtype Value }

/// The keyframes of one property, which are accepted and not shown.
public struct KeyframeTrack<Root, Part>: Keyframes {
  /// The type that has the property.
  public typealias Value = Root
  /// Creates a track of which nothing is kept; the closure is not called.
  public init<C: KeyframeTrackContent>(
    _ keyPath: WritableKeyPath<Root, Part>, @KeyframeTrackContentBuilder<Part> content: () -> C
  ) {}
}
/// A keyframe that would be reached evenly; it keeps nothing.
public struct LinearKeyframe<Value>: KeyframeTrackContent {
  /// Creates a keyframe, of whose value and seconds nothing is kept.
  public init(_ to: Value, duration: TimeInterval) {}
}
/// A keyframe that would be reached like a spring; it keeps nothing.
public struct SpringKeyframe<Value>: KeyframeTrackContent {
  /// Creates a keyframe, of whose value, seconds and spring nothing is kept.
  public init(_ to: Value, duration: TimeInterval? = nil, spring: Spring = Spring(), startVelocity: Value? = nil) {}
}
/// A keyframe that would be reached on a smooth curve; it keeps nothing.
public struct CubicKeyframe<Value>: KeyframeTrackContent {
  /// Creates a keyframe, of whose value, seconds and velocities nothing is kept.
  public init(_ to: Value, duration: TimeInterval, startVelocity: Value? = nil, endVelocity: Value? = nil) {}
}
/// A keyframe that would be jumped to; it keeps nothing.
public struct MoveKeyframe<Value>: KeyframeTrackContent { public init(_ to: Value) {} }
public struct _KeyframeGroup<Value>: Keyframes, KeyframeTrackContent {}

/// Takes the tracks in the closure of a `keyframeAnimator`, and keeps nothing of them.
@resultBuilder public struct KeyframesBuilder<Value> {
  /// Takes a track, of which nothing is kept.
  public static func buildExpression<K: Keyframes>(_ expression: K) -> _KeyframeGroup<Value> where K.Value == Value {
    _KeyframeGroup()
  }
  /// Takes tracks, of which nothing is kept.
  public static func buildBlock(_ tracks: _KeyframeGroup<Value>...) -> _KeyframeGroup<Value> { _KeyframeGroup() }
}
/// Takes the keyframes in the closure of a ``KeyframeTrack``, and keeps nothing of them.
@resultBuilder public struct KeyframeTrackContentBuilder<Value> {
  /// Takes a keyframe, of which nothing is kept.
  public static func buildExpression<K: KeyframeTrackContent>(_ expression: K) -> _KeyframeGroup<Value>
  where K.Value == Value { _KeyframeGroup() }
  /// Takes keyframes, of which nothing is kept.
  public static func buildBlock(_ frames: _KeyframeGroup<Value>...) -> _KeyframeGroup<Value> { _KeyframeGroup() }
}

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
