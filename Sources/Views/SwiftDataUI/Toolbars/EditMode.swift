// SPDX-License-Identifier: Apache-2.0

/// Whether a list is edited. See Apple's documentation of `EditMode`.
public enum EditMode: Hashable, Sendable {
  /// Rows cannot be edited, are edited for a moment, or are edited.
  case inactive, transient, active
  /// Whether rows are edited, for a moment or longer.
  public var isEditing: Bool { self != .inactive }
}

private enum EditModeKey: EnvironmentKey { static var defaultValue: Binding<EditMode>? { nil } }
private enum PageEditModeKey: EnvironmentKey { static var defaultValue: StoredLocation<EditMode>? { nil } }

extension EnvironmentValues {
  /// Whether lists within are edited, as an ``EditButton`` says. Each page of a stack, and each column of a split view,
  /// has a mode of its own, unless the program sets one further out; elsewhere it is nil outside of a view with a toolbar.
  ///
  /// Rows with swipe actions of their own show a Delete button as well while they are edited. Rows that can be deleted
  /// have a mark at the beginning that brings the button into sight; where several rows can be selected, they have one
  /// that says whether the row is. A row that is edited leads nowhere: a click selects it.
  public var editMode: Binding<EditMode>? {
    get { self[EditModeKey.self] }
    set { self[EditModeKey.self] = newValue }
  }

  /// Gives a page a mode of its own, unless the program has set one further out.
  mutating func setEditMode(ofPage location: StoredLocation<EditMode>) {
    if let editMode, editMode.location !== self[PageEditModeKey.self] { return }
    editMode = Binding(location: location)
    self[PageEditModeKey.self] = location
  }

  var isEditing: Bool { editMode?.wrappedValue.isEditing ?? false }
}

/// A button that starts and ends editing. See Apple's documentation of `EditButton`.
public struct EditButton: View {
  @Environment(\.editMode) private var editMode
  /// Creates a button "Edit", which says "Done" while one edits. It works on the lists of its page, in a view with a
  /// `toolbar` and in its items, or where ``EnvironmentValues/editMode`` is set.
  public init() {}
  public var body: some View {
    let isEditing = editMode?.wrappedValue.isEditing ?? false
    Button(OwnWords.text(isEditing ? "Done" : "Edit")) { editMode?.wrappedValue = isEditing ? .inactive : .active }
  }
}
