// SPDX-License-Identifier: Apache-2.0

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
