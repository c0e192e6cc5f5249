// SPDX-License-Identifier: Apache-2.0

/// A node of what a view shows: its kind, attributes, and either text or children.
///
/// Views are evaluated to a tree of elements; a host (the web server, a test) shows the tree and applies the
/// ``Operation``s that follow. The tree is a value: two trees can be compared, and sent to another thread.
package struct Element: Equatable, Sendable {
  /// Stays the same as long as the view keeps its identity.
  package var id: ElementID

  /// What it is; the host knows how to show each kind.
  package var kind: Kind

  /// How it looks, apart from what ``Attribute/Name/style`` says.
  package var look: Look

  /// In order of appearance; no name appears twice. Values are not escaped.
  package var attributes: [Attribute]

  /// The text inside. An element with text has no children. Not escaped.
  package var text: String?

  package var children: [Element]

  /// What the host reports about this element (``Event``).
  package var events: [Event.Kind]

  /// What a style sheet can rely on.
  package struct Look: Equatable, Sendable {
    package var classes: [StyleClass]
    /// Classes for a style sheet of the program's own, separated by spaces.
    package var names: String
    /// In which directions it takes all the room there is.
    package var grows: Axis.Set

    package init(_ classes: [StyleClass] = [], names: String = "", grows: Axis.Set = []) {
      self.classes = classes
      self.names = names
      self.grows = grows
    }

    package var isPlain: Bool { classes.isEmpty && names.isEmpty && grows.isEmpty }
  }

  package init(
    id: ElementID, kind: Kind, look: Look = Look(), attributes: [Attribute] = [], text: String? = nil,
    children: [Element] = [], events: [Event.Kind] = []
  ) {
    self.id = id
    self.kind = kind
    self.look = look
    self.attributes = attributes
    self.text = text
    self.children = children
    self.events = events
  }
}

/// The name of an element within one session: random, so that nobody can guess one of another session.
package struct ElementID: Hashable, Sendable, LosslessStringConvertible {
  package let rawValue: UInt64

  /// Draws a name of 51 bits. With a number of two bits more it is one that a script's numbers hold exactly.
  package init() {
    rawValue = UInt64.random(in: 1..<(1 << 51))
  }

  /// The name of another element that belongs to this one.
  func numbered(_ number: UInt8) -> ElementID { ElementID(rawValue: rawValue | UInt64(number & 3) << 51) }

  private init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The name that a host sent back, in base 36; nil if it is none.
  package init?(_ description: String) {
    guard let value = UInt64(description, radix: 36), (1..<(1 << 53)).contains(value) else { return nil }
    rawValue = value
  }

  package var description: String {
    String(rawValue, radix: 36)
  }
}
