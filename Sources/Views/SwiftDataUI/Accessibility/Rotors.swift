// SPDX-License-Identifier: Apache-2.0

import Foundation

// Screen readers for browsers find headings, links and controls by themselves, and nothing else can be offered to them.

/// What an entry of a rotor stands in: nothing of it is kept here. See Apple's documentation of
/// `AccessibilityRotorContent`.
public protocol AccessibilityRotorContent {}

/// A place that a rotor would lead to; nothing of it is kept here. See Apple's documentation of
/// `AccessibilityRotorEntry`.
public struct AccessibilityRotorEntry<ID: Hashable>: AccessibilityRotorContent {
  /// Creates an entry with a name for the view with an identifier.
  public init(_ label: Text, id: ID, textRange: Range<String.Index>? = nil, prepare: (() -> Void)? = nil) {}
  /// Creates an entry with a name for the view with an identifier.
  public init(
    _ labelKey: LocalizedStringKey, id: ID, textRange: Range<String.Index>? = nil, prepare: (() -> Void)? = nil
  ) {}
  /// Creates an entry with a name as it is for the view with an identifier.
  @_disfavoredOverload
  public init<L: StringProtocol>(
    _ label: L, id: ID, textRange: Range<String.Index>? = nil, prepare: (() -> Void)? = nil
  ) {}
  /// Creates an entry with a name for a view that has said its identifier in a namespace.
  public init(
    _ label: Text, _ id: ID, in namespace: Namespace.ID, textRange: Range<String.Index>? = nil,
    prepare: (() -> Void)? = nil
  ) {}
  /// Creates an entry with a name as it is for a view that has said its identifier in a namespace.
  @_disfavoredOverload
  public init<L: StringProtocol>(
    _ label: L, _ id: ID, in namespace: Namespace.ID, textRange: Range<String.Index>? = nil,
    prepare: (() -> Void)? = nil
  ) {}
}

/// Entries of a rotor, of which nothing is kept.
public struct _AccessibilityRotorEntries: AccessibilityRotorContent {}

extension ForEach: AccessibilityRotorContent where Content: AccessibilityRotorContent {}

extension ForEach where Content: AccessibilityRotorContent {
  /// Creates entries of a rotor for each element, which `id` tells apart.
  @_disfavoredOverload
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @AccessibilityRotorContentBuilder content: @escaping (Data.Element) -> Content
  ) { self.init(data: data, content: content, id: { $0[keyPath: id] }) }

  /// Creates entries of a rotor for each element.
  @_disfavoredOverload
  public init(_ data: Data, @AccessibilityRotorContentBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID {
    self.init(data: data, content: content, id: { $0.id })
  }
}

/// Takes the entries in the closure of a rotor, and keeps nothing of them.
@resultBuilder public struct AccessibilityRotorContentBuilder {
  /// Takes an entry, of which nothing is kept.
  public static func buildExpression<C: AccessibilityRotorContent>(_ content: C) -> _AccessibilityRotorEntries {
    _AccessibilityRotorEntries()
  }
  /// Takes entries, of which nothing is kept.
  public static func buildBlock(_ entries: _AccessibilityRotorEntries...) -> _AccessibilityRotorEntries {
    _AccessibilityRotorEntries()
  }
  /// Takes entries that may be missing, of which nothing is kept.
  public static func buildOptional(_ entries: _AccessibilityRotorEntries?) -> _AccessibilityRotorEntries {
    _AccessibilityRotorEntries()
  }
  /// Takes the entries of one case, of which nothing is kept.
  public static func buildEither(first entries: _AccessibilityRotorEntries) -> _AccessibilityRotorEntries { entries }
  /// Takes the entries of the other case, of which nothing is kept.
  public static func buildEither(second entries: _AccessibilityRotorEntries) -> _AccessibilityRotorEntries { entries }
}

/// A rotor that systems have of their own. See Apple's documentation of `AccessibilitySystemRotor`.
public struct AccessibilitySystemRotor: Hashable, Sendable {
  let name: String
  /// Headings, which screen readers find by themselves.
  public static let headings = Self(name: "headings")
  /// Headings of one level, which screen readers find by themselves.
  public static func headings(level: AccessibilityHeadingLevel) -> Self { Self(name: "headings \(level)") }
  /// Links, which screen readers find by themselves.
  public static let links = Self(name: "links")
  /// Links, visited or not, which screen readers find by themselves.
  public static func links(visited: Bool) -> Self { Self(name: "links \(visited)") }
  /// Bold text.
  public static let boldText = Self(name: "boldText")
  /// Italic text.
  public static let italicText = Self(name: "italicText")
  /// Underlined text.
  public static let underlineText = Self(name: "underlineText")
  /// Misspelled words.
  public static let misspelledWords = Self(name: "misspelledWords")
  /// Pictures, which screen readers find by themselves.
  public static let images = Self(name: "images")
  /// Text fields, which screen readers find by themselves.
  public static let textFields = Self(name: "textFields")
  /// Tables, which screen readers find by themselves.
  public static let tables = Self(name: "tables")
  /// Lists, which screen readers find by themselves.
  public static let lists = Self(name: "lists")
  /// Landmarks, which screen readers find by themselves.
  public static let landmarks = Self(name: "landmarks")
}

extension View {
  /// Has no effect in the browser.
  public func accessibilityRotor<C: AccessibilityRotorContent>(
    _ label: Text, @AccessibilityRotorContentBuilder entries: @escaping () -> C
  ) -> some View { withoutEffect("accessibilityRotor") }
  /// Has no effect in the browser.
  public func accessibilityRotor<C: AccessibilityRotorContent>(
    _ labelKey: LocalizedStringKey, @AccessibilityRotorContentBuilder entries: @escaping () -> C
  ) -> some View { withoutEffect("accessibilityRotor") }
  /// Has no effect in the browser.
  @_disfavoredOverload
  public func accessibilityRotor<L: StringProtocol, C: AccessibilityRotorContent>(
    _ label: L, @AccessibilityRotorContentBuilder entries: @escaping () -> C
  ) -> some View { withoutEffect("accessibilityRotor") }
  /// Has no effect in the browser.
  public func accessibilityRotor<C: AccessibilityRotorContent>(
    _ systemRotor: AccessibilitySystemRotor, @AccessibilityRotorContentBuilder entries: @escaping () -> C
  ) -> some View { withoutEffect("accessibilityRotor") }
  /// Has no effect in the browser.
  public func accessibilityRotor<E: Identifiable>(
    _ labelKey: LocalizedStringKey, entries: [E], entryLabel: KeyPath<E, String>
  ) -> some View { withoutEffect("accessibilityRotor") }
  /// Has no effect in the browser.
  @_disfavoredOverload
  public func accessibilityRotor<L: StringProtocol, E: Identifiable>(
    _ label: L, entries: [E], entryLabel: KeyPath<E, String>
  ) -> some View { withoutEffect("accessibilityRotor") }
  /// Has no effect in the browser.
  public func accessibilityRotor<E, ID: Hashable>(
    _ labelKey: LocalizedStringKey, entries: [E], entryID: KeyPath<E, ID>, entryLabel: KeyPath<E, String>
  ) -> some View { withoutEffect("accessibilityRotor") }
  /// Has no effect in the browser.
  @_disfavoredOverload
  public func accessibilityRotor<L: StringProtocol, E, ID: Hashable>(
    _ label: L, entries: [E], entryID: KeyPath<E, ID>, entryLabel: KeyPath<E, String>
  ) -> some View { withoutEffect("accessibilityRotor") }
  /// Has no effect in the browser.
  public func accessibilityRotorEntry<ID: Hashable>(id: ID, in namespace: Namespace.ID) -> some View {
    withoutEffect("accessibilityRotorEntry")
  }
}
