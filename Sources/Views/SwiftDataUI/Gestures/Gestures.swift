// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A gesture with a finger or a mouse. Taps and long presses are supported; all others are accepted and do nothing. See
/// Apple's documentation of `Gesture`.
@MainActor @preconcurrency public protocol Gesture {
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

public struct TapGesture: Gesture {
  public typealias Value = Void
  let count: Int
  public init(count: Int = 1) { self.count = count }
}
/// A tap with its location, which is not known here. See Apple's documentation of `SpatialTapGesture`.
public struct SpatialTapGesture: Gesture {
  public struct Value: Equatable, Sendable { public var location: CGPoint }
  let count: Int
  public init(count: Int = 1, coordinateSpace: CoordinateSpace = .local) { self.count = count }
}
public struct LongPressGesture: Gesture {
  public typealias Value = Bool
  let duration: Double
  public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) { duration = minimumDuration }
}
public struct DragGesture: Gesture {
  public struct Value: Equatable, Sendable {
    public var location: CGPoint
    public var startLocation: CGPoint
    public var time: Date
    public var translation: CGSize { CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y) }
    public var predictedEndTranslation: CGSize { translation }
    public var predictedEndLocation: CGPoint { location }
    public var velocity: CGSize { .zero }
  }
  public init(minimumDistance: CGFloat = 10, coordinateSpace: CoordinateSpace = .local) {}
  @_disfavoredOverload
  public init(minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol) {}
}
public struct MagnificationGesture: Gesture {
  public typealias Value = CGFloat
  public init(minimumScaleDelta: CGFloat = 0.01) {}
}
public struct MagnifyGesture: Gesture {
  public struct Value: Equatable, Sendable {
    public var magnification: CGFloat
    public var velocity: CGFloat { 0 }
    public var startAnchor: UnitPoint { .center }
    public var startLocation: CGPoint { .zero }
  }
  public init(minimumScaleDelta: CGFloat = 0.01) {}
}
public struct RotationGesture: Gesture {
  public typealias Value = Angle
  public init() {}
}
public struct RotateGesture: Gesture {
  public struct Value: Equatable, Sendable {
    public var rotation: Angle
    public var velocity: Angle { .zero }
  }
  public init(minimumAngleDelta: Angle = .degrees(1)) {}
}
public struct GestureMask: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let none: GestureMask = []
  public static let gesture = GestureMask(rawValue: 1)
  public static let subviews = GestureMask(rawValue: 2)
  public static let all: GestureMask = [.gesture, .subviews]
}

extension View {
  /// Does something when the view is clicked. See Apple's documentation of `onTapGesture(count:perform:)`.
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
  /// Does something when the view is held with the mouse or a finger. See Apple's documentation of
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
  public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View { adding(gesture) }
  public func simultaneousGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
    adding(gesture)
  }
  public func highPriorityGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
    adding(gesture)
  }

  private func adding<T: Gesture>(_ gesture: T) -> some View {
    changing { element in
      gesture._tap?.add(to: element)
    }
  }

  public func onHover(perform action: @escaping (Bool) -> Void) -> some View {
    changing { $0.on(.hover) { action($0 != "false") } }
  }
  public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View {
    changing { element in
      element.attribute("data-shortcut", modifiers.names + String(key.character))
    }
  }
  public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
    changing { element in
      if let shortcut { element.attribute("data-shortcut", shortcut.modifiers.names + String(shortcut.key.character)) }
    }
  }
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

public struct KeyPress: Sendable {
  public enum Result: Sendable { case handled, ignored }
}

public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  public var character: Character
  public init(_ character: Character) { self.character = character }
  public init(extendedGraphemeClusterLiteral value: Character) { character = value }
  public static let `return` = KeyEquivalent("\r")
  public static let escape = KeyEquivalent("\u{1B}")
  public static let delete = KeyEquivalent("\u{8}")
  public static let deleteForward = KeyEquivalent("\u{7F}")
  public static let space = KeyEquivalent(" ")
  public static let tab = KeyEquivalent("\t")
  public static let upArrow = KeyEquivalent("\u{F700}")
  public static let downArrow = KeyEquivalent("\u{F701}")
  public static let leftArrow = KeyEquivalent("\u{F702}")
  public static let rightArrow = KeyEquivalent("\u{F703}")
}
public struct EventModifiers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let capsLock = Self(rawValue: 1)
  public static let shift = Self(rawValue: 2)
  public static let control = Self(rawValue: 4)
  public static let option = Self(rawValue: 8)
  public static let command = Self(rawValue: 16)
  public static let numericPad = Self(rawValue: 32)
  public static let all = Self(rawValue: 63)
  var names: String {
    (contains(.control) ? "Control+" : "") + (contains(.option) ? "Alt+" : "") + (contains(.shift) ? "Shift+" : "")
      + (contains(.command) ? "Meta+" : "")
  }
}
public struct KeyboardShortcut: Hashable, Sendable {
  public var key: KeyEquivalent
  let mask: Int
  public var modifiers: EventModifiers { EventModifiers(rawValue: mask) }
  public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
    self.key = key
    mask = modifiers.rawValue
  }
  public static let defaultAction = KeyboardShortcut(.return, modifiers: [])
  public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])
}
