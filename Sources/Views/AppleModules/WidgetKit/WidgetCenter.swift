// SPDX-License-Identifier: Apache-2.0

/// Widgets do not exist in the browser; apps may ask for their renewal. See Apple's documentation of `WidgetCenter`.
public final class WidgetCenter: Sendable {
  /// The only center.
  public static let shared = WidgetCenter()

  /// Has no effect in the browser.
  public func reloadAllTimelines() {}

  /// Has no effect in the browser.
  public func reloadTimelines(ofKind kind: String) {}
}
