// SPDX-License-Identifier: Apache-2.0

/// Whether a list is edited. See Apple's documentation of `EditMode`.
public enum EditMode: Hashable, Sendable {
  case inactive, transient, active
  public var isEditing: Bool { self != .inactive }
}

private enum EditModeKey: EnvironmentKey { static var defaultValue: Binding<EditMode>? { nil } }

extension EnvironmentValues {
  public var editMode: Binding<EditMode>? {
    get { self[EditModeKey.self] }
    set { self[EditModeKey.self] = newValue }
  }

  var isEditing: Bool { editMode?.wrappedValue.isEditing ?? false }
}
