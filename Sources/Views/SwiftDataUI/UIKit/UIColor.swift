// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The colors of UIKit and AppKit, which apps hand to ``Color``.
public typealias UIColor = SystemColor
public typealias NSColor = SystemColor

extension SystemColor {
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat = 1) {
    self.init(Color(red: red, green: green, blue: blue, opacity: alpha))
  }
  public convenience init(white: CGFloat, alpha: CGFloat = 1) { self.init(Color(white: white, opacity: alpha)) }
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat = 1) {
    self.init(Color(hue: hue, saturation: saturation, brightness: brightness, opacity: alpha))
  }
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }
  public convenience init(_ color: Color) { self.init(css: color.css) }

  /// A color of the app's assets.
  public convenience init?(named name: String) { self.init(Color(name)) }

  /// A color for light and one for dark: the closure is called for both.
  public convenience init(dynamicProvider: (UITraitCollection) -> SystemColor) {
    let light = dynamicProvider(UITraitCollection(userInterfaceStyle: .light))
    let dark = dynamicProvider(UITraitCollection(userInterfaceStyle: .dark))
    self.init(css: light == dark ? light.css : "light-dark(\(light.css),\(dark.css))")
  }

  public func withAlphaComponent(_ alpha: CGFloat) -> SystemColor { SystemColor(Color(css: css).opacity(alpha)) }

  /// The color as a `CGColor`.
  public var cgColor: CGColor { CGColor(color: Color(css: css)) }

  /// The parts of the color in light appearance. False for colors of the app's assets, which only the browser knows.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    guard let parts = ColorParts(css: css) else { return false }
    red?.pointee = parts.red
    green?.pointee = parts.green
    blue?.pointee = parts.blue
    alpha?.pointee = parts.alpha
    return true
  }

  public static let red = SystemColor(Color.red)
  public static let orange = SystemColor(Color.orange)
  public static let yellow = SystemColor(Color.yellow)
  public static let green = SystemColor(Color.green)
  public static let cyan = SystemColor(Color.cyan)
  public static let blue = SystemColor(Color.blue)
  public static let purple = SystemColor(Color.purple)
  public static let magenta = SystemColor(css: "#f0f")
  public static let brown = SystemColor(Color.brown)
  public static let tintColor = SystemColor(Color.accentColor)
  public static let link = SystemColor(Color.blue)
  public static let darkText = SystemColor(css: "#000")
  public static let lightText = SystemColor(css: "rgba(255,255,255,0.6)")
  public static let controlAccentColor = SystemColor(Color.accentColor)
  public static let underPageBackgroundColor = SystemColor(css: "var(--s-grouped-background)")
  public static let quaternaryLabelColor = SystemColor(css: "var(--s-quaternary)")
  public static let tertiaryLabelColor = SystemColor(css: "var(--s-tertiary)")
  public static let selectedContentBackgroundColor = SystemColor(Color.accentColor)
}

/// Light or dark mode: the argument of ``SystemColor/init(dynamicProvider:)``.
public struct UITraitCollection: Hashable, Sendable {
  public let userInterfaceStyle: UIUserInterfaceStyle
  public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }
  public static var current: UITraitCollection { UITraitCollection(userInterfaceStyle: .light) }
}

public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }

/// A color with components: the type of `Color.cgColor` and `UIColor.cgColor`.
public struct CGColor: Hashable, Sendable {
  let color: Color
  /// Red, green, blue and opacity in light appearance; nil for colors of the app's assets.
  public var components: [CGFloat]? { ColorParts(css: color.css).map { [$0.red, $0.green, $0.blue, $0.alpha] } }
  public var numberOfComponents: Int { components?.count ?? 0 }
  public var alpha: CGFloat { components?.last ?? 1 }

  init(color: Color) { self.color = color }
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    color = Color(red: red, green: green, blue: blue, opacity: alpha)
  }
}

extension Color {
  public init(cgColor: CGColor) { self = cgColor.color }
  public init(_ cgColor: CGColor) { self = cgColor.color }
  /// The color as a `CGColor`; nil for colors of the app's assets.
  public var cgColor: CGColor? { ColorParts(css: css) == nil ? nil : CGColor(color: self) }

  /// The parts of the color in light appearance. See Apple's documentation of `Color.resolve(in:)`.
  public func resolve(in environment: EnvironmentValues) -> Resolved {
    let parts = ColorParts(css: css) ?? ColorParts(red: 0, green: 0, blue: 0, alpha: 1)
    return Resolved(
      red: Float(parts.red), green: Float(parts.green), blue: Float(parts.blue), opacity: Float(parts.alpha))
  }
}
