// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Content that cycles through phases: only the first one is shown. See Apple's documentation of `PhaseAnimator`.
public struct PhaseAnimator<Phase: Equatable, Content: View>: View {
  let phases: [Phase]
  let content: (Phase) -> Content
  public init<S: Sequence>(
    _ phases: S, @ViewBuilder content: @escaping (Phase) -> Content,
    animation: @escaping (Phase) -> Animation? = { _ in
      nil
    }
  ) where S.Element == Phase {
    self.phases = Array(phases)
    self.content = content
  }
  public init<S: Sequence>(
    _ phases: S, trigger: some Equatable, @ViewBuilder content: @escaping (Phase) -> Content,
    animation: @escaping (Phase) -> Animation? = { _ in nil }
  ) where S.Element == Phase { self.init(phases, content: content) }
  public var body: some View { phases.first.map(content) }
}

extension View {
  /// Shows the first phase.
  public func phaseAnimator<P: Equatable, V: View>(
    _ phases: some Sequence<P>, trigger: some Equatable, @ViewBuilder content: @escaping (Self, P) -> V,
    animation: @escaping (P) -> Animation? = { _ in nil }
  ) -> some View { phases.first { _ in true }.map { content(self, $0) } }

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
public protocol KeyframeTrackContent<Value> { associatedtype Value }

public struct KeyframeTrack<Root, Part>: Keyframes {
  public typealias Value = Root
  public init<C: KeyframeTrackContent>(
    _ keyPath: WritableKeyPath<Root, Part>, @KeyframeTrackContentBuilder<Part> content: () -> C
  ) {}
}
public struct LinearKeyframe<Value>: KeyframeTrackContent {
  public init(_ to: Value, duration: TimeInterval) {}
}
public struct SpringKeyframe<Value>: KeyframeTrackContent {
  public init(_ to: Value, duration: TimeInterval? = nil, spring: Spring = Spring(), startVelocity: Value? = nil) {}
}
public struct CubicKeyframe<Value>: KeyframeTrackContent {
  public init(_ to: Value, duration: TimeInterval, startVelocity: Value? = nil, endVelocity: Value? = nil) {}
}
public struct MoveKeyframe<Value>: KeyframeTrackContent { public init(_ to: Value) {} }
public struct _KeyframeGroup<Value>: Keyframes, KeyframeTrackContent {}

@resultBuilder public struct KeyframesBuilder<Value> {
  public static func buildExpression<K: Keyframes>(_ expression: K) -> _KeyframeGroup<Value> where K.Value == Value {
    _KeyframeGroup()
  }
  public static func buildBlock(_ tracks: _KeyframeGroup<Value>...) -> _KeyframeGroup<Value> { _KeyframeGroup() }
}
@resultBuilder public struct KeyframeTrackContentBuilder<Value> {
  public static func buildExpression<K: KeyframeTrackContent>(_ expression: K) -> _KeyframeGroup<Value>
  where K.Value == Value { _KeyframeGroup() }
  public static func buildBlock(_ frames: _KeyframeGroup<Value>...) -> _KeyframeGroup<Value> { _KeyframeGroup() }
}

/// The parameters of a spring animation. See Apple's documentation of `Spring`.
public struct Spring: Hashable, Sendable {
  public var duration: TimeInterval
  public var bounce: Double
  public init(duration: TimeInterval = 0.5, bounce: Double = 0) {
    self.duration = duration
    self.bounce = bounce
  }
  public static let smooth = Spring()
  public static let snappy = Spring(bounce: 0.15)
  public static let bouncy = Spring(bounce: 0.3)
}

extension Animation {
  public static func spring(_ spring: Spring, blendDuration: TimeInterval = 0) -> Animation {
    .spring(duration: spring.duration, bounce: spring.bounce)
  }
}
