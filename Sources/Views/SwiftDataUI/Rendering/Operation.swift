// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A change of the tree of elements that a host shows. Applied one after the other, in the order given.
package enum Operation: Equatable, Sendable {
  /// Adds an element with all that it contains; at the end if `before` is nil.
  case insert(Element, parent: ElementID, before: ElementID?)

  /// Moves an element that is shown; at the end if `before` is nil.
  case move(ElementID, parent: ElementID, before: ElementID?)

  /// Removes an element with all that it contains.
  case remove(ElementID)

  /// Sets an attribute, or removes it if `value` is nil.
  case attribute(ElementID, name: Element.Attribute.Name, value: Element.Attribute.Value?)

  /// Replaces the look of an element.
  case look(ElementID, Element.Look)

  /// Sets the text of an element without children.
  case text(ElementID, String)

  /// Replaces the kinds of events that the host reports about an element.
  case events(ElementID, [Event.Kind])

  /// Asks the host for something that is no part of the tree.
  case command(Command)

  /// How a change is shown little by little.
  package struct Motion: Equatable, Sendable {
    /// In milliseconds.
    package var duration: Int
    package var easing: Easing
    /// In milliseconds.
    package var delay: Int
    /// 0: without end.
    package var iterations: Int
    /// Whether every second time goes back.
    package var alternates: Bool
  }

  package enum Command: Equatable, Sendable {
    /// The address of what is shown now: a path, with a query if needed. `push` makes an entry in the browser's history.
    case location(String, push: Bool)
    case title(String)
    case focus(ElementID?)
    case scroll(to: ElementID, anchor: String?)
    /// Opens an address of another site in a new window.
    case open(String)
    case colorScheme(String?)
    /// Tells the person something that is no part of what the page shows: what they did was not done, and why.
    case notice(String)
    /// Puts a text into the browser's clipboard.
    case copy(String)
    /// Offers a text to other apps, or copies it where the browser cannot.
    case share(String)
    /// Lets the browser save a file with a name.
    case save(name: String, Data)
    /// The operations after it are shown little by little.
    case animate(Motion)
  }
}
