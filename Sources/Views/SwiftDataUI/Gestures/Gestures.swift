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
  /// What is known of the gesture when it ends.
  let value: Any
  /// What is done then, in order; nothing at first.
  var actions: [() -> Void] = []

  /// Whose action runs where an element does something at such an event already.
  enum Priority {
    /// What is within comes first: the action of a control, the gesture of a view inside.
    case low
    /// Both run, what is within first.
    case same
    /// The gesture comes first.
    case high
  }

  @MainActor func add(to element: Rendered, _ priority: Priority) {
    guard !actions.isEmpty else { return }
    let isTaken = element.handlers.contains { $0.kind == kind }
    if isTaken, priority == .low { return }
    let actions = actions
    let action: (String?) -> Void = { _ in for action in actions { action() } }
    if priority != .low, !element.kind.takesFocus {
      if element.traits.gestures[kind] != .high { element.traits.gestures[kind] = priority }
      // The page's script asks: most controls are the browser's alone.
      if kind == .click {
        element.attribute(.tapsFirst, element.traits.gestures[kind] == .high)
      }
    }
    if priority == .same { element.also(on: kind, action) } else { element.on(kind, action) }
    // What is held long enough for the one that was there is so for the other.
    if kind == .longPress, !isTaken || priority == .high {
      element.attribute(.pressDuration, Self.milliseconds(duration))
    }
  }

  static func milliseconds(_ duration: Double) -> String {
    String(Int((duration.isFinite ? min(max(duration, 0.05), 60) : 0.5) * 1000))
  }
}

extension Gesture {
  public var _tap: _TapHandler? { nil }
  /// Adds what is done at the end of the gesture, after what was added before. After a drag, magnifying or rotating
  /// nothing is done.
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
    guard var tap = gesture._tap, let value = tap.value as? G.Value else { return nil }
    let action = action
    tap.actions.append { action(value) }
    return tap
  }
}

/// A click or a tap.
public struct TapGesture: Gesture {
  /// Nothing is known of a tap.
  public typealias Value = Void
  let count: Int
  /// Creates a gesture of one tap, or of a double click for any greater number.
  public init(count: Int = 1) { self.count = count }
  public var _tap: _TapHandler? { _TapHandler(kind: count > 1 ? .doubleClick : .click, value: ()) }
}
/// A tap with its location, which is not known here. See Apple's documentation of `SpatialTapGesture`.
public struct SpatialTapGesture: Gesture {
  /// Where a tap was: always at zero.
  public struct Value: Equatable, Sendable { public var location: CGPoint }
  let count: Int
  /// Creates a gesture of one tap, or of a double click for any greater number; the coordinate space has no effect.
  public init(count: Int = 1, coordinateSpace: CoordinateSpace = .local) { self.count = count }
  public var _tap: _TapHandler? {
    _TapHandler(kind: count > 1 ? .doubleClick : .click, value: Value(location: .zero))
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
  public var _tap: _TapHandler? { _TapHandler(kind: .longPress, duration: duration, value: true) }
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
    /// Equals ``translation``; the end is not predicted.
    public var predictedEndTranslation: CGSize { translation }
    /// Equals ``location``; the end is not predicted.
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
/// Whose gestures count. Without ``gesture`` the one that is added does not; those of the views within always count in a
/// browser.
public struct GestureMask: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: UInt32
  /// Creates a set of its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Neither this gesture nor those within, which count all the same in a browser.
  public static let none: GestureMask = []
  /// This gesture.
  public static let gesture = GestureMask(rawValue: 1)
  /// The gestures of the views within.
  public static let subviews = GestureMask(rawValue: 2)
  /// This gesture and those within.
  public static let all: GestureMask = [.gesture, .subviews]
}

extension View {
  /// Does something when the view is clicked, unless what is clicked does something itself: the action of a button, and
  /// the gesture of a view within, come first. For a `count` of two or more it is a double click. See Apple's
  /// documentation of `onTapGesture(count:perform:)`.
  public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
    let tap = _TapHandler(kind: count > 1 ? .doubleClick : .click, value: (), actions: [action])
    return adding(tap, .low) { element in
      guard !element.kind.isControl else { return }
      element.role(.button)
      element.attribute(.isFocusable, true)
    }
  }
  /// Does something when the view is clicked; where is not known. See Apple's documentation of
  /// `onTapGesture(count:coordinateSpace:perform:)`.
  public func onTapGesture(
    count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = NamedCoordinateSpace.local,
    perform action: @escaping (CGPoint) -> Void
  ) -> some View { onTapGesture(count: count) { action(.zero) } }
  /// Does something when the view is held with the mouse or a finger, for 0.05 to 60 seconds, unless a view within does.
  /// The distance has no effect: it is 10 points; `onPressingChanged` is never called. See Apple's documentation of
  /// `onLongPressGesture(minimumDuration:maximumDistance:perform:onPressingChanged:)`.
  public func onLongPressGesture(
    minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
    onPressingChanged: ((Bool) -> Void)? = nil
  ) -> some View {
    adding(_TapHandler(kind: .longPress, duration: minimumDuration, value: true, actions: [action]), .low)
  }
  /// Runs the action of a tap or a long press; other gestures are not followed. What the view does itself comes first:
  /// the action of a button, and the gesture of a view within. A click in a control that lies in the view is the
  /// control's alone.
  public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
    adding(mask.contains(.gesture) ? gesture._tap : nil, .low)
  }
  /// Runs the action of a tap or a long press after what the view itself, or one within, does at the same, such as a
  /// button's action.
  public func simultaneousGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
    adding(mask.contains(.gesture) ? gesture._tap : nil, .same)
  }
  /// Runs the action of a tap or a long press in place of what the view itself, or one within, does at the same, such as
  /// a button's action.
  public func highPriorityGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
    adding(mask.contains(.gesture) ? gesture._tap : nil, .high)
  }

  private func adding(
    _ tap: _TapHandler?, _ priority: _TapHandler.Priority, _ change: @escaping @MainActor (Rendered) -> Void = { _ in }
  ) -> some View {
    ChangedElements(content: self) { element, node in
      // A gap of a long list stands for rows that nobody sees.
      guard let tap, node.environment.isEnabled, !element.traits.isGap else { return element }
      return element.changed { element in
        tap.add(to: element, priority)
        change(element)
      }
    }
  }

  /// Does something when the mouse comes over the view, with `true`, and when it leaves it. Fingers do not hover.
  public func onHover(perform action: @escaping (Bool) -> Void) -> some View {
    changing { $0.on(.hover) { action($0 != "false") } }
  }
  /// Clicks the view when keys are pressed. Command and Control both stand for either. While somebody types in a field,
  /// only Return, Escape and keys that are pressed with Command, Option or Shift do.
  public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View {
    changing { $0.attribute(.shortcut, modifiers.names + key.name) }
  }
  /// Clicks the view when the keys of a shortcut are pressed; nothing is set for nil.
  public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
    changing { element in
      if let shortcut { element.attribute(.shortcut, shortcut.modifiers.names + shortcut.key.name) }
    }
  }
  /// Does something when a key is pressed while the view, or something within it, has the focus. The browser does nothing
  /// more with the key, also after `ignored`: that leaves it to what was added to the view later for the same key.
  public func onKeyPress(_ key: KeyEquivalent, action: @escaping () -> KeyPress.Result) -> some View {
    changing { element in
      let name = key.name
      var keys = element.attributes.first { $0.name == .keys }?.value.words ?? []
      if !keys.contains(name) { keys.append(name) }
      element.attribute(.keys, keys.joined(separator: " "))
      element.traits.keyPresses.append(KeyPressAction(key: name, action: action))
      let actions = element.traits.keyPresses
      element.on(.key) { pressed in
        for each in actions where each.key == pressed { if each.action() == .handled { return } }
      }
    }
  }
  /// Has no effect in the browser.
  public func onDeleteCommand(perform action: (() -> Void)?) -> some View { withoutEffect("onDeleteCommand") }
  /// Has no effect in the browser.
  public func onExitCommand(perform action: (() -> Void)?) -> some View { withoutEffect("onExitCommand") }
  /// Has no effect in the browser.
  public func onMoveCommand(perform action: ((Edge) -> Void)?) -> some View { withoutEffect("onMoveCommand") }
}

/// A key that was pressed, for the name of the result within.
public struct KeyPress: Sendable {
  /// Whether a key was used; ``View/onKeyPress(_:action:)`` says what that means here.
  public enum Result: Sendable { case handled, ignored }
}

/// What one `onKeyPress` of an element does.
struct KeyPressAction {
  let key: String
  let action: () -> KeyPress.Result
}

/// A key, by its character.
public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  /// The character of the key. Keys that have none at Apple are told by one of Unicode's private or control characters.
  public var character: Character
  /// Creates a key of a character.
  public init(_ character: Character) { self.character = character }
  /// Creates a key of a character, as in `keyboardShortcut("s")`.
  public init(extendedGraphemeClusterLiteral value: Character) { character = value }
  /// The name by which the page's script knows the key: that of the browser for keys without a character, which no
  /// attribute of an element may hold. ``View/keyboardShortcut(_:modifiers:)`` and `onKeyPress` use it.
  var name: String {
    switch self {
    case .return: "Enter"
    case .escape: "Escape"
    case .delete: "Backspace"
    case .deleteForward: "Delete"
    case .space: "Space"
    case .tab: "Tab"
    case .upArrow: "ArrowUp"
    case .downArrow: "ArrowDown"
    case .leftArrow: "ArrowLeft"
    case .rightArrow: "ArrowRight"
    default: String(character)
    }
  }
  /// The Return key.
  public static let `return` = KeyEquivalent("\r")
  /// The Escape key.
  public static let escape = KeyEquivalent("\u{1B}")
  /// The key that deletes backwards.
  public static let delete = KeyEquivalent("\u{8}")
  /// The key that deletes forwards.
  public static let deleteForward = KeyEquivalent("\u{7F}")
  /// The space bar.
  public static let space = KeyEquivalent(" ")
  /// The Tab key.
  public static let tab = KeyEquivalent("\t")
  /// The up arrow.
  public static let upArrow = KeyEquivalent("\u{F700}")
  /// The down arrow.
  public static let downArrow = KeyEquivalent("\u{F701}")
  /// The left arrow.
  public static let leftArrow = KeyEquivalent("\u{F702}")
  /// The right arrow.
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
  /// The Escape key.
  public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])
}
