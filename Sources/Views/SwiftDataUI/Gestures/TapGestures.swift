// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A click or a tap.
public struct TapGesture: Gesture {
  /// Nothing is known of a tap.
  public typealias Value = Void
  let count: Int
  /// Creates a gesture of one tap, or of a double click for any greater number.
  public init(count: Int = 1) { self.count = count }
  public var _recognizers: [_Recognizer] { [_Recognizer(count > 1 ? .doubleClick : .click) { _ in () }] }
}

/// A tap with its location. See Apple's documentation of `SpatialTapGesture`.
public struct SpatialTapGesture: Gesture {
  /// Where a tap was: in the view that has the gesture. A tap by a key is at zero.
  public struct Value: Equatable, Sendable {
    /// Where the tap was.
    public var location: CGPoint
  }
  let count: Int
  /// Creates a gesture of one tap, or of a double click for any greater number; the coordinate space is the view's own.
  public init(count: Int = 1, coordinateSpace: CoordinateSpace = .local) { self.count = count }
  /// Creates a gesture of one tap, or of a double click for any greater number; the coordinate space is the view's own.
  @_disfavoredOverload
  public init(count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol) { self.count = count }
  public var _recognizers: [_Recognizer] {
    var tap = _Recognizer(count > 1 ? .doubleClick : .click) { Value(location: $0.location) }
    tap.tellsPlace = true
    return [tap]
  }
}

/// A mouse button or a finger that stays where it is for a while.
public struct LongPressGesture: Gesture {
  /// Always true.
  public typealias Value = Bool
  let duration: Double
  /// Creates a gesture of some seconds, from 0.05 to 60. Moving by more than 10 points ends it, whatever the distance
  /// says.
  public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) { duration = minimumDuration }
  public var _recognizers: [_Recognizer] {
    var press = _Recognizer(.longPress) { _ in true }
    press.duration = duration
    return [press]
  }
}

/// Two fingers apart or together, which is accepted but not followed: its actions are never run.
public struct MagnificationGesture: Gesture {
  /// The factor of the size.
  public typealias Value = CGFloat
  /// Creates a gesture that is not followed; the delta has no effect.
  public init(minimumScaleDelta: CGFloat = 0.01) { Diagnostics.noteUnfollowed("MagnificationGesture") }
  public var _recognizers: [_Recognizer] { [] }
}

/// Two fingers apart or together, which is accepted but not followed: its actions are never run.
public struct MagnifyGesture: Gesture {
  /// What is known of the gesture; the browser tells of none.
  public struct Value: Equatable, Sendable {
    /// The factor of the size.
    public var magnification: CGFloat
    /// Always zero.
    public var velocity: CGFloat { 0 }
    /// Always the centre.
    public var startAnchor: UnitPoint { .center }
    /// Always zero.
    public var startLocation: CGPoint { .zero }
  }
  /// Creates a gesture that is not followed; the delta has no effect.
  public init(minimumScaleDelta: CGFloat = 0.01) { Diagnostics.noteUnfollowed("MagnifyGesture") }
  public var _recognizers: [_Recognizer] { [] }
}

/// Two fingers that turn, which is accepted but not followed: its actions are never run.
public struct RotationGesture: Gesture {
  /// The angle so far.
  public typealias Value = Angle
  /// Creates a gesture that is not followed.
  public init() { Diagnostics.noteUnfollowed("RotationGesture") }
  public var _recognizers: [_Recognizer] { [] }
}

/// Two fingers that turn, which is accepted but not followed: its actions are never run.
public struct RotateGesture: Gesture {
  /// What is known of the gesture; the browser tells of none.
  public struct Value: Equatable, Sendable {
    /// The angle so far.
    public var rotation: Angle
    /// Always zero.
    public var velocity: Angle { .zero }
  }
  /// Creates a gesture that is not followed; the angle has no effect.
  public init(minimumAngleDelta: Angle = .degrees(1)) { Diagnostics.noteUnfollowed("RotateGesture") }
  public var _recognizers: [_Recognizer] { [] }
}

extension Diagnostics {
  fileprivate static func noteUnfollowed(_ name: String) {
    noteOnce("'\(name)' is not followed in a browser: its actions are never run.")
  }
}
