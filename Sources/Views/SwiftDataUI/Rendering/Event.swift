// SPDX-License-Identifier: Apache-2.0

/// Something that happened to an element on the host: a click, a new value of a field.
package struct Event: Equatable, Sendable {
  package var element: ElementID
  package var kind: Kind

  /// What the field holds now, the row that was moved, …: see ``Kind``.
  package var value: String?

  package init(_ element: ElementID, _ kind: Kind, value: String? = nil) {
    self.element = element
    self.kind = kind
    self.value = value
  }

  package enum Kind: String, CaseIterable, Sendable {
    /// `value` is where, "X Y", if ``Element/Attribute/Name/tellsPlace`` is set.
    case click
    case doubleClick
    /// A button of the mouse, or a finger, stays for as long as ``Element/Attribute/Name/pressDuration`` says.
    case longPress
    /// The pointer moves while it is down. `value` is "PHASE HELD X0 Y0 X Y VX VY LEFT TOP": "move", "end" or "cancel"; 1 if
    /// it was held for a long press before; where it began, where it is, and how fast it is, in points of the element and a
    /// second; where on the page the element was at the beginning.
    case drag
    /// Each change of a field while one types; `value` is its text.
    case input
    /// A choice is made, or a field is left after a change; `value` is the field's value, for a checkbox "true" or "false".
    case change
    /// Return in a field.
    case submit
    case focus
    case blur
    /// The focus comes to the element or something in it, or goes elsewhere: `value` is "true" or "false".
    case focusWithin
    case hover
    /// A dialog, a popover or a disclosure was closed or opened by the browser itself; `value` is "true" if it is open now.
    case toggle
    /// Rows of a long list have come in sight; `value` is "FIRST-LAST", the indexes of the rows wanted.
    case window
    /// How large the element is, at first and after each change; `value` is "WIDTHxHEIGHT".
    case size
    /// Where the element is, at first and after each change; `value` is "X Y WIDTH HEIGHT", from the upper left corner of
    /// the outermost element around it, or itself, that hears of this, too.
    case frame
    /// How large the views in a ``StyleClass/placed`` are, and how much room is around it, at first and after each change;
    /// `value` is "WIDTH HEIGHT", and for each view ";ELEMENT LEAST WIDTH HEIGHT", with " WIDTH:HEIGHT" for each of the
    /// ``Element/Attribute/Name/askedWidths``.
    case measure
    /// A row was dragged to the place of another one of its list; `value` is "before:ELEMENT" or "after:ELEMENT", the
    /// other row by name: places change while one drags.
    case reorder
    /// A part of a file that somebody has chosen; `value` is "OFFSET/SIZE/NAME", a line feed, and the bytes in base64. The
    /// next part comes when this one was handled. In a ``StyleClass/fileChooser``, which may take several, "INDEX/COUNT/"
    /// comes first.
    case upload
    /// Somebody copies, cuts or pastes while the focus is in the element; `value` is the text that is pasted.
    case copy, cut, paste
    /// Something is dragged over the element: `value` is "over" or "out". Or it is dropped there: "X Y ELEMENT", or "X Y", a
    /// line feed and text from elsewhere.
    case drop
    /// A key that the element asked for; `value` is its name.
    case key
    /// The page was reached by back, forward or an address; `value` is the path with its query.
    case location

    /// Whether somebody has done something to the element, which a control that is disabled does not let happen.
    package var isAction: Bool {
      switch self {
      case .click, .doubleClick, .longPress, .drag, .input, .change, .submit, .reorder, .upload, .copy, .cut, .paste,
        .drop,
        .key:
        true
      case .focus, .blur, .focusWithin, .hover, .toggle, .window, .size, .frame, .measure, .location: false
      }
    }
  }
}
