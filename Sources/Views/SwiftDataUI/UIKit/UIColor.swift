// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The colors of UIKit and AppKit, which apps hand to ``Color``.
public typealias UIColor = SystemColor
/// The colours of AppKit, which are those of UIKit.
public typealias NSColor = SystemColor

extension SystemColor {
  /// Creates a colour from its parts in sRGB, each from 0 to 1. What is beyond is taken for the nearer bound.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat = 1) {
    self.init(Color(red: red, green: green, blue: blue, opacity: alpha))
  }
  /// Creates a grey, from 0 for black to 1 for white.
  public convenience init(white: CGFloat, alpha: CGFloat = 1) { self.init(Color(white: white, opacity: alpha)) }
  /// Creates a colour from hue, saturation and brightness, each from 0 to 1.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat = 1) {
    self.init(Color(hue: hue, saturation: saturation, brightness: brightness, opacity: alpha))
  }
  /// Creates a colour from its parts. They are taken for parts in sRGB: colours beyond it are not shown.
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }
  /// Creates the same colour as a ``Color``.
  public convenience init(_ color: Color) { self.init(kind: color.kind) }

  /// A colour of the app's assets, by its name. Never nil: the accent colour is shown if the assets have no such
  /// colour.
  public convenience init?(named name: String) { self.init(Color(name)) }

  /// A color for light and one for dark: the closure is called for both.
  public convenience init(dynamicProvider: (UITraitCollection) -> SystemColor) {
    let light = dynamicProvider(UITraitCollection(userInterfaceStyle: .light))
    let dark = dynamicProvider(UITraitCollection(userInterfaceStyle: .dark))
    self.init(kind: light == dark ? light.kind : .adaptive(light: light.kind, dark: dark.kind))
  }

  /// Returns the colour with another opacity, from 0 to 1. Where only the browser knows how transparent the colour is, as
  /// `separator` and colours of a closure for light and dark, that is multiplied by the number.
  public func withAlphaComponent(_ alpha: CGFloat) -> SystemColor {
    SystemColor(Color(kind: kind.opaque).opacity(alpha))
  }

  /// The color as a `CGColor`.
  public var cgColor: CGColor { CGColor(color: Color(kind: kind)) }

  /// The parts of the colour in light appearance, from 0 to 1.
  ///
  /// - Returns: False if only the browser knows the parts, as for colours of the app's assets, those of a closure for
  /// light and dark, mixtures, and some colours of the system, such as `separator`. The pointers are left alone then.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    guard let parts = ColorParts(kind) else { return false }
    red?.pointee = parts.red
    green?.pointee = parts.green
    blue?.pointee = parts.blue
    alpha?.pointee = parts.alpha
    return true
  }

  /// The system's red, as ``Color/red``.
  public static let red = SystemColor(Color.red)
  /// The system's orange, as ``Color/orange``.
  public static let orange = SystemColor(Color.orange)
  /// The system's yellow, as ``Color/yellow``.
  public static let yellow = SystemColor(Color.yellow)
  /// The system's green, as ``Color/green``.
  public static let green = SystemColor(Color.green)
  /// The system's cyan, as ``Color/cyan``.
  public static let cyan = SystemColor(Color.cyan)
  /// The system's blue, as ``Color/blue``.
  public static let blue = SystemColor(Color.blue)
  /// The system's purple, as ``Color/purple``.
  public static let purple = SystemColor(Color.purple)
  /// Red and blue at their full strength.
  public static let magenta = SystemColor(kind: .hexadecimal(0xFF_00FF))
  /// The system's brown, as ``Color/brown``.
  public static let brown = SystemColor(Color.brown)
  /// The app's accent colour. A `tint(_:)` of the views around it does not count.
  public static let tintColor = SystemColor(Color.accentColor)
  /// The colour of links, which is the system's blue.
  public static let link = SystemColor(Color.blue)
  /// Black, for text on light backgrounds.
  public static let darkText = SystemColor(kind: .hexadecimal(0))
  /// White with an opacity of 60 percent, for text on dark backgrounds.
  public static let lightText = SystemColor(kind: .rgb(255, 255, 255, opacity: 0.6))
  /// The accent colour of AppKit's controls, which is the app's.
  public static let controlAccentColor = SystemColor(Color.accentColor)
  /// The background of a control that is chosen, which is the app's accent colour.
  public static let selectedControlColor = SystemColor(Color.accentColor)
  /// The background beside a page, which is that of grouped lists.
  public static let underPageBackgroundColor = SystemColor(system: .groupedBackground)
  /// Text of the fourth rank.
  public static let quaternaryLabelColor = SystemColor(system: .quaternary)
  /// Text of the third rank.
  public static let tertiaryLabelColor = SystemColor(system: .tertiary)
  /// The background of selected rows, which is the app's accent colour.
  public static let selectedContentBackgroundColor = SystemColor(Color.accentColor)
}

/// Light or dark mode: the argument of ``SystemColor/init(dynamicProvider:)``.
public struct UITraitCollection: Hashable, Sendable {
  /// Whether the colour is asked for light or for dark.
  public let userInterfaceStyle: UIUserInterfaceStyle
  /// Creates traits for an appearance.
  public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }
  /// Always light: the server does not know which appearance the browser shows.
  public static var current: UITraitCollection { UITraitCollection(userInterfaceStyle: .light) }
}

/// An appearance. Traits hand colours `light` and `dark`.
public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }

/// A color with components: the type of `Color.cgColor` and `UIColor.cgColor`.
public struct CGColor: Hashable, Sendable {
  let color: Color
  /// Red, green, blue and opacity in light appearance; nil if only the browser knows them, as for colours of the app's
  /// assets.
  public var components: [CGFloat]? { ColorParts(color.kind).map { [$0.red, $0.green, $0.blue, $0.alpha] } }
  /// Always four, or zero for colours whose parts are not known.
  public var numberOfComponents: Int { components?.count ?? 0 }
  /// The opacity from 0 to 1; 1 for colours whose parts are not known.
  public var alpha: CGFloat { components?.last ?? 1 }

  init(color: Color) { self.color = color }
  /// Creates a colour from its parts in sRGB, each from 0 to 1.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    color = Color(red: red, green: green, blue: blue, opacity: alpha)
  }
}

extension Color {
  /// Creates the same colour as a Core Graphics one.
  public init(cgColor: CGColor) { self = cgColor.color }
  /// Creates the same colour as a Core Graphics one.
  public init(_ cgColor: CGColor) { self = cgColor.color }
  /// The colour as others take it; nil if only the browser knows its parts, as for colours of the app's assets.
  public var cgColor: CGColor? { ColorParts(kind) == nil ? nil : CGColor(color: self) }

  /// The parts of the colour in light appearance; black if only the browser knows them. The environment is not read.
  /// See Apple's documentation of `Color.resolve(in:)`.
  public func resolve(in environment: EnvironmentValues) -> Resolved {
    let parts = ColorParts(kind) ?? ColorParts(red: 0, green: 0, blue: 0, alpha: 1)
    return Resolved(
      red: Float(parts.red), green: Float(parts.green), blue: Float(parts.blue), opacity: Float(parts.alpha))
  }
}
