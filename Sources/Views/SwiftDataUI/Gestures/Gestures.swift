// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A gesture with a finger or a mouse. Taps and long presses are supported; all others are accepted and do nothing. See
/// Apple's documentation of `Gesture`.
@MainActor @preconcurrency public protocol Gesture {
  /// What is known of the gesture when it ends.
  associatedtype Value
  var _tap: _TapHandler? { get }
}

public struct _TapHandler {
  let kind: Event.Kind
  var duration = 0.5
  let action: () -> Void

  @MainActor func add(to element: Rendered) {
    element.on(kind) { _ in action() }
    if kind == .longPress { element.attribute("data-press", Self.milliseconds(duration)) }
  }

  static func milliseconds(_ duration: Double) -> String {
    String(Int((duration.isFinite ? min(max(duration, 0.05), 60) : 0.5) * 1000))
  }
}

extension Gesture {
  public var _tap: _TapHandler? { nil }
  /// Adds what is done at the end of the gesture. Of a second call only the first action is run; after a drag,
  /// magnifying or rotating none is.
  public func onEnded(_ action: @escaping (Value) -> Void) -> _EndedGesture<Self> {
    _EndedGesture(gesture: self, action: action)
  }
  /// Movements are not followed. Has no effect in the browser.
  public func onChanged(_ action: @escaping (Value) -> Void) -> Self { self }
  /// Movements are not followed. Has no effect in the browser.
  public func updating<State>(
    _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
  ) -> Self { self }
  /// The second gesture is not looked for. Has no effect in the browser.
  public func simultaneously<Other: Gesture>(with other: Other) -> Self { self }
  /// The second gesture is not looked for. Has no effect in the browser.
  public func sequenced<Other: Gesture>(before other: Other) -> Self { self }
  /// The second gesture is not looked for. Has no effect in the browser.
  public func exclusively<Other: Gesture>(before other: Other) -> Self { self }
}

public struct _EndedGesture<G: Gesture>: Gesture {
  /// What is known of the gesture when it ends.
  public typealias Value = G.Value
  let gesture: G
  let action: (G.Value) -> Void
  public var _tap: _TapHandler? {
    if let tap = gesture as? TapGesture, let action = action as? (()) -> Void {
      return _TapHandler(kind: tap.count > 1 ? .doubleClick : .click, action: { action(()) })
    }
    if let tap = gesture as? SpatialTapGesture, let action = action as? (SpatialTapGesture.Value) -> Void {
      return _TapHandler(
        kind: tap.count > 1 ? .doubleClick : .click, action: { action(SpatialTapGesture.Value(location: .zero)) })
    }
    if let press = gesture as? LongPressGesture, let action = action as? (Bool) -> Void {
      return _TapHandler(kind: .longPress, duration: press.duration, action: { action(true) })
    }
    return gesture._tap
  }
}

/// A click or a tap.
public struct TapGesture: Gesture {
  /// Nothing is known of a tap.
  public typealias Value = Void
  let count: Int
  /// Creates a gesture of one tap, or of a double click for any greater number.
  public init(count: Int = 1) { self.count = count }
}
/// A tap with its location, which is not known here. See Apple's documentation of `SpatialTapGesture`.
public struct SpatialTapGesture: Gesture {
  /// Where a tap was: always at zero.
  public struct Value: Equatable, Sendable { public var location: CGPoint }
  let count: Int
  /// Creates a gesture of one tap, or of a double click for any greater number; the coordinate space has no effect.
  public init(count: Int = 1, coordinateSpace: CoordinateSpace = .local) { self.count = count }
}
/// A mouse button or a finger that stays where it is for a while.
public struct LongPressGesture: Gesture {
  /// Always true.
  public typealias Value = Bool
  let duration: Double
  /// Creates a gesture of some seconds, from 0.05 to 60. Moving by more than 10 points ends it, whatever the distance
  /// says.
  public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) { duration = minimumDuration }
}
/// A drag, which is accepted but not followed: its actions are never run.
public struct DragGesture: Gesture {
  /// What is known of a drag; the browser tells of none.
  public struct Value: Equatable, Sendable {
    /// Where the drag is.
    public var location: CGPoint
    /// Where the drag has begun.
    public var startLocation: CGPoint
    /// When the drag was there.
    public var time: Date
    /// How far the drag is from where it has begun.
    public var translation: CGSize { CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y) }
    /// The same as ``translation``: nothing is predicted.
    public var predictedEndTranslation: CGSize { translation }
    /// The same as ``location``: nothing is predicted.
    public var predictedEndLocation: CGPoint { location }
    /// Always zero.
    public var velocity: CGSize { .zero }
  }
  /// Creates a drag that is not followed; the distance and the coordinate space have no effect.
  public init(minimumDistance: CGFloat = 10, coordinateSpace: CoordinateSpace = .local) {}
  /// Creates a drag that is not followed; the distance and the coordinate space have no effect.
  @_disfavoredOverload
  public init(minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol) {}
}
/// Two fingers apart or together, which is accepted but not followed: its actions are never run.
public struct MagnificationGesture: Gesture {
  /// The factor of the size.
  public typealias Value = CGFloat
  /// Creates a gesture that is not followed; the delta has no effect.
  public init(minimumScaleDelta: CGFloat = 0.01) {}
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
  public init(minimumScaleDelta: CGFloat = 0.01) {}
}
/// Two fingers that turn, which is accepted but not followed: its actions are never run.
public struct RotationGesture: Gesture {
  /// The angle so far.
  public typealias Value = Angle
  /// Creates a gesture that is not followed.
  public init() {}
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
  public init(minimumAngleDelta: Angle = .degrees(1)) {}
}
/// Whose gestures count, which has no effect in a browser.
public struct GestureMask: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: UInt32
  /// Creates a set of its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Neither this gesture nor those within.
  public static let none: GestureMask = []
  /// This gesture.
  public static let gesture = GestureMask(rawValue: 1)
  /// The gestures of the views within.
  public static let subviews = GestureMask(rawValue: 2)
  /// This gesture and those within.
  public static let all: GestureMask = [.gesture, .subviews]
}

extension View {
  /// Does something when the view is clicked, in place of what a click did there before. For a `count` of two or more
  /// it is a double click. See Apple's documentation of `onTapGesture(count:perform:)`.
  public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
    ChangedElements(content: self) { element, node in
      element.changed { element in
        guard node.environment.isEnabled else { return }
        element.on(count > 1 ? .doubleClick : .click) { _ in action() }
        if element.tag != "button" {
          element.attribute("role", "button")
          element.attribute("tabindex", "0")
        }
      }
    }
  }
  /// Does something when the view is clicked; where is not known. See Apple's documentation of
  /// `onTapGesture(count:coordinateSpace:perform:)`.
  public func onTapGesture(
    count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = NamedCoordinateSpace.local,
    perform action: @escaping (CGPoint) -> Void
  ) -> some View { onTapGesture(count: count) { action(.zero) } }
  /// Does something when the view is held with the mouse or a finger, for 0.05 to 60 seconds. The distance has no
  /// effect: it is 10 points; `onPressingChanged` is never called. See Apple's documentation of
  /// `onLongPressGesture(minimumDuration:maximumDistance:perform:onPressingChanged:)`.
  public func onLongPressGesture(
    minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
    onPressingChanged: ((Bool) -> Void)? = nil
  ) -> some View {
    ChangedElements(content: self) { element, node in
      element.changed { element in
        guard node.environment.isEnabled else { return }
        _TapHandler(kind: .longPress, duration: minimumDuration, action: action).add(to: element)
      }
    }
  }
  /// Runs the action of a tap or a long press, in place of what the same did there before; other gestures are not
  /// followed. The mask has no effect.
  public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View { adding(gesture) }
  /// The same as ``gesture(_:including:)``: also here the action takes the place of what a click did before, a button's
  /// too.
  public func simultaneousGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
    adding(gesture)
  }
  /// The same as ``gesture(_:including:)``.
  public func highPriorityGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
    adding(gesture)
  }

  private func adding<T: Gesture>(_ gesture: T) -> some View {
    changing { element in
      gesture._tap?.add(to: element)
    }
  }

  /// Does something when the mouse comes over the view, with `true`, and when it leaves it. Fingers do not hover.
  public func onHover(perform action: @escaping (Bool) -> Void) -> some View {
    changing { $0.on(.hover) { action($0 != "false") } }
  }
  /// Clicks the view when keys are pressed. Command and Control both stand for either; of keys without a character
  /// Return, Escape and Tab work.
  public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View {
    changing { element in
      element.attribute("data-shortcut", modifiers.names + String(key.character))
    }
  }
  /// Clicks the view when the keys of a shortcut are pressed; nothing is set for nil.
  public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
    changing { element in
      if let shortcut { element.attribute("data-shortcut", shortcut.modifiers.names + String(shortcut.key.character)) }
    }
  }
  /// Does something when a key is pressed while the view, or something within it, has the focus; what the closure
  /// returns has no effect. Only keys with a character other than the space are told of. Of several calls on one view,
  /// the last one counts.
  public func onKeyPress(_ key: KeyEquivalent, action: @escaping () -> KeyPress.Result) -> some View {
    changing { element in
      let name = String(key.character)
      element.attribute("data-keys", name)
      element.on(.key) { if $0 == name { _ = action() } }
    }
  }
  /// Has no effect in the browser.
  public func onDeleteCommand(perform action: (() -> Void)?) -> some View { self }
  /// Has no effect in the browser.
  public func onExitCommand(perform action: (() -> Void)?) -> some View { self }
  /// Has no effect in the browser.
  public func onMoveCommand(perform action: ((Edge) -> Void)?) -> some View { self }
}

/// A key that was pressed, for the name of the result within.
public struct KeyPress: Sendable {
  /// Whether a key was used, which has no effect in a browser.
  public enum Result: Sendable { case handled, ignored }
}

/// A key, by its character.
public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  /// The character of the key. Keys that have none at Apple are told by one of Unicode's private or control characters.
  public var character: Character
  /// Creates a key of a character.
  public init(_ character: Character) { self.character = character }
  /// Creates a key of a character, as in `keyboardShortcut("s")`.
  public init(extendedGraphemeClusterLiteral value: Character) { character = value }
  /// The Return key; works in shortcuts.
  public static let `return` = KeyEquivalent("\r")
  /// The Escape key; works in shortcuts of what appears after the page was loaded, such as a sheet.
  public static let escape = KeyEquivalent("\u{1B}")
  /// The key that deletes backwards, which a browser does not tell of.
  public static let delete = KeyEquivalent("\u{8}")
  /// The key that deletes forwards, which a browser does not tell of.
  public static let deleteForward = KeyEquivalent("\u{7F}")
  /// The space bar; works in shortcuts.
  public static let space = KeyEquivalent(" ")
  /// The Tab key; works in shortcuts.
  public static let tab = KeyEquivalent("\t")
  /// The up arrow, which a browser does not tell of.
  public static let upArrow = KeyEquivalent("\u{F700}")
  /// The down arrow, which a browser does not tell of.
  public static let downArrow = KeyEquivalent("\u{F701}")
  /// The left arrow, which a browser does not tell of.
  public static let leftArrow = KeyEquivalent("\u{F702}")
  /// The right arrow, which a browser does not tell of.
  public static let rightArrow = KeyEquivalent("\u{F703}")
}
/// Keys that are held while another one is pressed.
public struct EventModifiers: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: Int
  /// Creates a set of its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Caps Lock, which shortcuts do not look at.
  public static let capsLock = Self(rawValue: 1)
  /// The Shift key.
  public static let shift = Self(rawValue: 2)
  /// The Control key, for which Command stands as well.
  public static let control = Self(rawValue: 4)
  /// The Option key, which is Alt on other keyboards.
  public static let option = Self(rawValue: 8)
  /// The Command key, for which Control stands as well.
  public static let command = Self(rawValue: 16)
  /// The number pad, which shortcuts do not look at.
  public static let numericPad = Self(rawValue: 32)
  /// All of them.
  public static let all = Self(rawValue: 63)
  var names: String {
    (contains(.control) ? "Control+" : "") + (contains(.option) ? "Alt+" : "") + (contains(.shift) ? "Shift+" : "")
      + (contains(.command) ? "Meta+" : "")
  }
}
/// A key, with the keys that are held meanwhile.
public struct KeyboardShortcut: Hashable, Sendable {
  /// The key.
  public var key: KeyEquivalent
  let mask: Int
  /// The keys that are held meanwhile.
  public var modifiers: EventModifiers { EventModifiers(rawValue: mask) }
  /// Creates a shortcut of a key, with Command held unless others are named.
  public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
    self.key = key
    mask = modifiers.rawValue
  }
  /// The Return key.
  public static let defaultAction = KeyboardShortcut(.return, modifiers: [])
  /// The Escape key; works for what appears after the page was loaded, such as a sheet.
  public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])
}
