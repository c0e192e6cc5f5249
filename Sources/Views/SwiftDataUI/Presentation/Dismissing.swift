// SPDX-License-Identifier: Apache-2.0

/// An action that closes a presentation, or goes back. See Apple's documentation of `DismissAction`.
public struct DismissAction {
  let action: () -> Void
  /// Closes the sheet, or goes back, as if the view were called `dismiss`. Does nothing where nothing is presented.
  public func callAsFunction() { action() }
}

/// The state of a presentation, by the name that apps know.
public typealias PresentationMode = _PresentationMode
/// The form of `dismiss` before it. See Apple's documentation of `PresentationMode`.
public struct _PresentationMode {
  /// Whether the view is in a sheet or the like, or on a page over the first one of a stack.
  public let isPresented: Bool
  let action: DismissAction
  /// Closes what is presented, or goes back.
  public mutating func dismiss() { action() }
}

private enum DismissKey: EnvironmentKey { static var defaultValue: DismissAction { DismissAction {} } }
private enum IsPresentedKey: EnvironmentKey { static let defaultValue = false }

extension EnvironmentValues {
  /// Closes the sheet that the view is in, or goes back.
  public var dismiss: DismissAction {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }
  /// Whether the view is in a sheet, cover, popover or alert, or on a page over the first one of a stack.
  public var isPresented: Bool {
    get { self[IsPresentedKey.self] }
    set { self[IsPresentedKey.self] = newValue }
  }
  /// The older form of ``isPresented`` and ``dismiss``: `presentationMode.wrappedValue.dismiss()` closes what is
  /// presented.
  public var presentationMode: Binding<PresentationMode> {
    let mode = PresentationMode(isPresented: isPresented, action: dismiss)
    return .constant(mode)
  }
}
