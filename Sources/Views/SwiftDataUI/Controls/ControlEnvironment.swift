// SPDX-License-Identifier: Apache-2.0

/// How large controls are. See Apple's documentation of `ControlSize`.
public enum ControlSize: CaseIterable, Hashable, Sendable { case mini, small, regular, large, extraLarge }

private enum IsEnabledKey: EnvironmentKey { static let defaultValue = true }
private enum ControlSizeKey: EnvironmentKey { static let defaultValue = ControlSize.regular }
private enum CloseMenuKey: EnvironmentKey { static var defaultValue: (@MainActor () -> Void)? { nil } }
private enum LabelsHiddenKey: EnvironmentKey { static let defaultValue = false }

extension EnvironmentValues {
  /// Whether controls can be used.
  public var isEnabled: Bool {
    get { self[IsEnabledKey.self] }
    set { self[IsEnabledKey.self] = newValue }
  }

  /// The size of controls; only buttons are drawn by it.
  public var controlSize: ControlSize {
    get { self[ControlSizeKey.self] }
    set { self[ControlSizeKey.self] = newValue }
  }

  /// Closes the menu or dialog around a button.
  var closeMenu: (@MainActor () -> Void)? {
    get { self[CloseMenuKey.self] }
    set { self[CloseMenuKey.self] = newValue }
  }

  var labelsHidden: Bool {
    get { self[LabelsHiddenKey.self] }
    set { self[LabelsHiddenKey.self] = newValue }
  }
}

extension View {
  /// Whether controls within can be used. See Apple's documentation of `disabled(_:)`.
  public func disabled(_ disabled: Bool) -> some View {
    EnvironmentWriter(
      content: self, change: { if disabled { $0.isEnabled = false } }, isSame: { $0.isEnabled == $1.isEnabled })
  }

  /// Sets the size of the controls within. Buttons are drawn in three sizes: `mini` like `small`, `extraLarge` like
  /// `large`; other controls stay as they are.
  public func controlSize(_ size: ControlSize) -> some View { environment(\.controlSize, size) }

  /// Hides the labels of controls, but not from screen readers.
  public func labelsHidden() -> some View { environment(\.labelsHidden, true) }
}
