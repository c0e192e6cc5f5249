// SPDX-License-Identifier: Apache-2.0

import Foundation

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
    tapped(TapGesture(count: count).onEnded(action))
  }
  /// Does something when the view is clicked, and knows where: in the view, whatever the coordinate space. A click by a
  /// key is at zero. See Apple's documentation of `onTapGesture(count:coordinateSpace:perform:)`.
  public func onTapGesture(
    count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = NamedCoordinateSpace.local,
    perform action: @escaping (CGPoint) -> Void
  ) -> some View { tapped(SpatialTapGesture(count: count).onEnded { action($0.location) }) }

  private func tapped(_ tap: some Gesture) -> some View {
    adding(tap._recognizers, .low) { element in
      guard !element.kind.isControl else { return }
      element.role(.button)
      element.attribute(.isFocusable, true)
    }
  }
  /// Does something when the view is held with the mouse or a finger, for 0.05 to 60 seconds, unless a view within does.
  /// The distance has no effect: it is 10 points; `onPressingChanged` is never called. See Apple's documentation of
  /// `onLongPressGesture(minimumDuration:maximumDistance:perform:onPressingChanged:)`.
  public func onLongPressGesture(
    minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
    onPressingChanged: ((Bool) -> Void)? = nil
  ) -> some View {
    adding(LongPressGesture(minimumDuration: minimumDuration).onEnded { _ in action() }._recognizers, .low)
  }
  /// Does something when the view is held, in the order of arguments of former versions; `pressing` is never called.
  public func onLongPressGesture(
    minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, pressing: ((Bool) -> Void)?,
    perform action: @escaping () -> Void
  ) -> some View {
    onLongPressGesture(
      minimumDuration: minimumDuration, maximumDistance: maximumDistance, perform: action, onPressingChanged: pressing)
  }
  /// Runs the actions of a tap, a long press or a drag; other gestures are not followed. What the view does itself comes
  /// first: the action of a button, and the gesture of a view within. A click in a control that lies in the view is the
  /// control's alone. After a drag there is no click.
  public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
    adding(mask.contains(.gesture) ? gesture._recognizers : [], .low)
  }
  /// Runs the actions of a gesture after what the view itself, or one within, does at the same, such as a
  /// button's action.
  public func simultaneousGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
    adding(mask.contains(.gesture) ? gesture._recognizers : [], .same)
  }
  /// Runs the actions of a gesture in place of what the view itself, or one within, does at the same, such as
  /// a button's action.
  public func highPriorityGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
    adding(mask.contains(.gesture) ? gesture._recognizers : [], .high)
  }

  private func adding(
    _ recognizers: [_Recognizer], _ priority: _Recognizer.Priority,
    _ change: @escaping @MainActor (Rendered) -> Void = { _ in }
  ) -> some View {
    ChangedElements(content: self) { element, node in
      // A gap of a long list stands for rows that nobody sees.
      guard !recognizers.isEmpty, node.environment.isEnabled, !element.traits.isGap else { return element }
      return element.changed { element in
        for recognizer in recognizers { recognizer.add(to: element, priority) }
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
