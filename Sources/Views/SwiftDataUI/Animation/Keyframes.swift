// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Shows the content with the values of the last keyframes, from the beginning on: how it comes to them is not shown.
  public func keyframeAnimator<Value, V: View, K: Keyframes>(
    initialValue: Value, repeating: Bool = true, @ViewBuilder content: @escaping (Self, Value) -> V,
    @KeyframesBuilder<Value> keyframes: @escaping (Value) -> K
  ) -> some View {
    inPart("keyframeAnimator", Self.onlyTheEnd)
    return content(self, keyframes(initialValue).last(of: initialValue))
  }

  /// Shows the content with the value before the first keyframe, and with those of the last keyframes as soon as the
  /// trigger has changed: how it comes to them is not shown.
  public func keyframeAnimator<Value, V: View, K: Keyframes>(
    initialValue: Value, trigger: some Equatable, @ViewBuilder content: @escaping (Self, Value) -> V,
    @KeyframesBuilder<Value> keyframes: @escaping (Value) -> K
  ) -> some View {
    inPart("keyframeAnimator", Self.onlyTheEnd)
    return TriggeredKeyframes(
      trigger: trigger, before: { content(self, initialValue) },
      after: { content(self, keyframes(initialValue).last(of: initialValue)) })
  }

  private static var onlyTheEnd: String { "its content is shown as it is after the last keyframe" }
}

/// Content with the values of keyframes, of which the last ones are shown. See Apple's documentation of
/// `KeyframeAnimator`.
public struct KeyframeAnimator<Value, KeyframePath: Keyframes, Content: View>: View {
  private let before: () -> Content
  private let after: () -> Content
  private let trigger: TaskIdentity?

  /// Creates a view of the content after the last keyframes.
  public init(
    initialValue: Value, repeating: Bool = true, @ViewBuilder content: @escaping (Value) -> Content,
    @KeyframesBuilder<Value> keyframes: @escaping (Value) -> KeyframePath
  ) {
    after = { content(keyframes(initialValue).last(of: initialValue)) }
    before = after
    trigger = nil
  }
  /// Creates a view of the content before the first keyframe, and of that after the last ones as soon as the trigger has
  /// changed.
  public init(
    initialValue: Value, trigger: some Equatable, @ViewBuilder content: @escaping (Value) -> Content,
    @KeyframesBuilder<Value> keyframes: @escaping (Value) -> KeyframePath
  ) {
    before = { content(initialValue) }
    after = { content(keyframes(initialValue).last(of: initialValue)) }
    self.trigger = TaskIdentity(trigger)
  }

  /// The content before or after the keyframes.
  public var body: some View {
    TriggeredKeyframes(trigger: trigger, before: before, after: after)
      .inPart("KeyframeAnimator", "its content is shown as it is after the last keyframe")
  }
}

/// Content before and after keyframes.
struct TriggeredKeyframes<Content: View, Trigger: Equatable>: View {
  let trigger: Trigger
  let before: () -> Content
  let after: () -> Content
  @State private var isOver = false

  var body: some View { (isOver ? after() : before()).onChange(of: trigger) { isOver = true } }
}

/// Values at times, of which the last ones are shown. See Apple's documentation of `Keyframes`.
public protocol Keyframes<Value> { associatedtype Value }
/// What stands in a ``KeyframeTrack``: values at times, of which the last one is shown.
public protocol KeyframeTrackContent<Value> { associatedtype Value }

/// Keyframes of this module: what they end with.
private protocol EndingKeyframes {
  func end(_ value: Any) -> Any
}

/// Keyframes of a property that are of this module: the value that they end with.
private protocol EndingTrackContent {
  var end: Any? { get }
}

extension Keyframes {
  /// The value after the last keyframes.
  func last<V>(of value: V) -> V { (self as? any EndingKeyframes)?.end(value) as? V ?? value }
}

/// The keyframes of one property, of which the last one is shown.
public struct KeyframeTrack<Root, Part>: Keyframes, EndingKeyframes {
  /// The type that has the property.
  public typealias Value = Root
  private let change: (Any) -> Any

  /// Creates a track of keyframes.
  public init<C: KeyframeTrackContent>(
    _ keyPath: WritableKeyPath<Root, Part>, @KeyframeTrackContentBuilder<Part> content: () -> C
  ) {
    let end = (content() as? any EndingTrackContent)?.end as? Part
    change = { value in
      guard let end, var root = value as? Root else { return value }
      root[keyPath: keyPath] = end
      return root
    }
  }

  /// Creates a track of keyframes of the whole value, for values that have no parts.
  public init<C: KeyframeTrackContent>(@KeyframeTrackContentBuilder<Root> content: () -> C) where Root == Part {
    self.init(\.self, content: content)
  }

  fileprivate func end(_ value: Any) -> Any { change(value) }
}
/// A keyframe that is reached evenly; its seconds are not kept.
public struct LinearKeyframe<Value>: KeyframeTrackContent, EndingTrackContent {
  fileprivate let end: Any?
  /// Creates a keyframe, of whose seconds nothing is kept.
  public init(_ to: Value, duration: TimeInterval) { end = to }
}
/// A keyframe that is reached like a spring; its seconds are not kept.
public struct SpringKeyframe<Value>: KeyframeTrackContent, EndingTrackContent {
  fileprivate let end: Any?
  /// Creates a keyframe, of whose seconds and spring nothing is kept.
  public init(_ to: Value, duration: TimeInterval? = nil, spring: Spring = Spring(), startVelocity: Value? = nil) {
    end = to
  }
}
/// A keyframe that is reached on a smooth curve; its seconds are not kept.
public struct CubicKeyframe<Value>: KeyframeTrackContent, EndingTrackContent {
  fileprivate let end: Any?
  /// Creates a keyframe, of whose seconds and velocities nothing is kept.
  public init(_ to: Value, duration: TimeInterval, startVelocity: Value? = nil, endVelocity: Value? = nil) { end = to }
}
/// A keyframe that is jumped to.
public struct MoveKeyframe<Value>: KeyframeTrackContent, EndingTrackContent {
  fileprivate let end: Any?
  /// Creates a keyframe.
  public init(_ to: Value) { end = to }
}
public struct _KeyframeGroup<Value>: Keyframes, KeyframeTrackContent {
  /// In their order: those of one property go by the last one.
  fileprivate var tracks: [any EndingKeyframes] = []
  fileprivate var end: Any?
}

extension _KeyframeGroup: EndingKeyframes, EndingTrackContent {
  fileprivate func end(_ value: Any) -> Any { tracks.reduce(value) { $1.end($0) } }
}

/// Takes the tracks in the closure of a `keyframeAnimator`.
@resultBuilder public struct KeyframesBuilder<Value> {
  /// Takes a track.
  public static func buildExpression<K: Keyframes>(_ expression: K) -> _KeyframeGroup<Value> where K.Value == Value {
    _KeyframeGroup(tracks: (expression as? any EndingKeyframes).map { [$0] } ?? [])
  }
  /// Takes tracks.
  public static func buildBlock(_ tracks: _KeyframeGroup<Value>...) -> _KeyframeGroup<Value> {
    _KeyframeGroup(tracks: tracks)
  }
}
/// Takes the keyframes in the closure of a ``KeyframeTrack``.
@resultBuilder public struct KeyframeTrackContentBuilder<Value> {
  /// Takes a keyframe.
  public static func buildExpression<K: KeyframeTrackContent>(_ expression: K) -> _KeyframeGroup<Value>
  where K.Value == Value { _KeyframeGroup(end: (expression as? any EndingTrackContent)?.end) }
  /// Takes keyframes, of which the last one counts.
  public static func buildBlock(_ frames: _KeyframeGroup<Value>...) -> _KeyframeGroup<Value> {
    _KeyframeGroup(end: frames.last { $0.end != nil }?.end)
  }
}
