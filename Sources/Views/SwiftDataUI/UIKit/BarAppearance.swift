// SPDX-License-Identifier: Apache-2.0

import Foundation

// How UIKit's bars and controls would look. Apps set it once, in an initializer or as a view appears: what is set is
// kept, and a note says that nothing looks different.

extension UIView {
  static func noteAppearance(_ name: String) {
    Diagnostics.noteOnce("'\(name).appearance()' has no effect in a browser.")
  }
}

/// How a bar would look, which is kept but not applied. Use `toolbarBackground(_:for:)`.
@MainActor @preconcurrency open class UIBarAppearance: NSObject {
  /// Creates the usual look.
  public nonisolated override init() { super.init() }
  /// The colour behind the bar, which is not drawn.
  open var backgroundColor: UIColor?
  /// The colour of the line at the bar's edge, which is not drawn.
  open var shadowColor: UIColor?
  /// The picture behind the bar, which is not drawn.
  open var backgroundImage: UIImage?
  /// The picture at the bar's edge, which is not drawn.
  open var shadowImage: UIImage?
  /// Has no effect in the browser.
  open func configureWithDefaultBackground() {}
  /// Has no effect in the browser.
  open func configureWithOpaqueBackground() {}
  /// Has no effect in the browser.
  open func configureWithTransparentBackground() {}
}

/// How a bar of a navigation stack would look, which is kept but not applied.
@MainActor @preconcurrency open class UINavigationBarAppearance: UIBarAppearance {
  /// How a title would look, which is not applied.
  open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// How a large title would look, which is not applied.
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]
}

/// How a tab would look in one state, which is kept but not applied.
@MainActor @preconcurrency public final class UITabBarItemStateAppearance: NSObject {
  /// The colour of the symbol, which is not applied.
  public var iconColor: UIColor?
  /// How the title would look, which is not applied.
  public var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// The colour of the badge, which is not applied.
  public var badgeBackgroundColor: UIColor?
}
/// How tabs would look, which is kept but not applied.
@MainActor @preconcurrency public final class UITabBarItemAppearance: NSObject {
  /// How a tab would look that is not selected.
  public let normal = UITabBarItemStateAppearance()
  /// How a tab would look that is selected.
  public let selected = UITabBarItemStateAppearance()
  /// How a tab would look that cannot be selected.
  public let disabled = UITabBarItemStateAppearance()
}
/// How a bar of tabs would look, which is kept but not applied.
@MainActor @preconcurrency open class UITabBarAppearance: UIBarAppearance {
  /// How tabs with a title below their symbol would look.
  open var stackedLayoutAppearance = UITabBarItemAppearance()
  /// How tabs with a title beside their symbol would look.
  open var inlineLayoutAppearance = UITabBarItemAppearance()
  /// How tabs with a title beside their symbol would look in little room.
  open var compactInlineLayoutAppearance = UITabBarItemAppearance()
}

/// A bar of a navigation stack, of which nothing is shown.
@MainActor @preconcurrency open class UINavigationBar: UIView {
  private static let proxy = UINavigationBar()
  /// The bar that stands for all bars: what is set is kept but not applied.
  public static func appearance() -> UINavigationBar {
    noteAppearance("UINavigationBar")
    return proxy
  }
  /// How the bar would look, which is not applied.
  open var standardAppearance = UINavigationBarAppearance()
  /// How the bar would look in little room, which is not applied.
  open var compactAppearance: UINavigationBarAppearance?
  /// How the bar would look over content that is at its beginning, which is not applied.
  open var scrollEdgeAppearance: UINavigationBarAppearance?
  /// How a title would look, which is not applied.
  open var titleTextAttributes: [NSAttributedString.Key: Any]?
  /// How a large title would look, which is not applied.
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any]?
  /// The colour of the bar, which is not drawn.
  open var barTintColor: UIColor?
  /// Whether what is below would shine through, which it does as the style says.
  open var isTranslucent = true
  /// Has no effect in the browser.
  open func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {}
  /// The picture at the bar's edge, which is not drawn.
  open var shadowImage: UIImage?
}
/// How much room a bar has.
public enum UIBarMetrics: Int, Sendable { case `default`, compact, defaultPrompt, compactPrompt }

/// A bar of tabs, of which nothing is shown.
@MainActor @preconcurrency open class UITabBar: UIView {
  private static let proxy = UITabBar()
  /// The bar that stands for all bars: what is set is kept but not applied.
  public static func appearance() -> UITabBar {
    noteAppearance("UITabBar")
    return proxy
  }
  /// How the bar would look, which is not applied.
  open var standardAppearance = UITabBarAppearance()
  /// How the bar would look over content that is at its end, which is not applied.
  open var scrollEdgeAppearance: UITabBarAppearance?
  /// The colour of the bar, which is not drawn.
  open var barTintColor: UIColor?
  /// The colour of tabs that are not selected, which is not applied.
  open var unselectedItemTintColor: UIColor?
  /// Whether what is below would shine through, which it does as the style says.
  open var isTranslucent = true
  /// The picture behind the bar, which is not drawn.
  open var backgroundImage: UIImage?
  /// The picture at the bar's edge, which is not drawn.
  open var shadowImage: UIImage?
}
