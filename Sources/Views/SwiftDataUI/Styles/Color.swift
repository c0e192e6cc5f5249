// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A color that adapts to light and dark mode. See Apple's documentation of `Color`.
///
/// `Color.cardBackground` is the color `Color("cardBackground")` of the app's assets, for which Xcode declares a
/// property.
@dynamicMemberLookup
public struct Color: Hashable, Sendable {
  /// As CSS; system colors are custom properties.
  let css: String

  init(css: String) { self.css = css }

  /// What the parts of a colour refer to. Has no effect in the browser: all are taken as sRGB.
  public enum RGBColorSpace: Hashable, Sendable { case sRGB, sRGBLinear, displayP3 }

  /// Creates a colour of red, green and blue, each from 0 to 1. All colour spaces are taken as sRGB.
  public init(_ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {
    func part(_ value: Double) -> String { String(Int((min(max(value, 0), 1) * 255).rounded())) }
    css = "rgba(\(part(red)),\(part(green)),\(part(blue)),\(min(max(opacity, 0), 1).number))"
  }

  /// Creates a gray, from black at 0 to white at 1. All colour spaces are taken as sRGB.
  public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
    self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
  }

  /// Creates a colour of hue, saturation and brightness, each from 0 to 1.
  public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
    let lightness = brightness * (1 - saturation / 2)
    let divisor = min(lightness, 1 - lightness)
    let saturation = divisor <= 0 ? 0 : (brightness - lightness) / divisor
    css =
      "hsla(\((hue * 360).number),\((saturation * 100).number)%,\((lightness * 100).number)%,\(opacity.number))"
  }

  /// A color of the app's assets: a custom property of the style sheet, or the accent color where there is none.
  public init(_ name: String, bundle: Bundle? = nil) {
    let plain = name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
    css = "var(--color-\(plain),var(--s-accent))"
  }

  /// Creates a colour from one that the system names.
  public init(_ color: SystemColor) { css = color.css }
  /// Creates a colour from one of UIKit.
  public init(uiColor: SystemColor) { css = uiColor.css }
  /// Creates a colour from one of AppKit.
  public init(nsColor: SystemColor) { css = nsColor.css }

  /// Multiplies the opacity of the color.
  public func opacity(_ opacity: Double) -> Color {
    if opacity >= 1 { return self }
    return Color(css: "color-mix(in srgb,\(css) \((min(max(opacity, 0), 1) * 100).number)%,transparent)")
  }

  /// Mixes the colour with another one, by their sRGB values: a fraction of 0 leaves it, 1 gives the other.
  public func mix(with other: Color, by fraction: Double) -> Color {
    Color(css: "color-mix(in srgb,\(css),\(other.css) \((min(max(fraction, 0), 1) * 100).number)%)")
  }

  /// A gradient from a slightly lighter shade at the top to the colour at the bottom.
  public var gradient: AnyGradient { AnyGradient(color: self) }

  /// Red, in a shade for light and one for dark.
  public static let red = Color(css: "var(--s-red)")
  /// Orange, in a shade for light and one for dark.
  public static let orange = Color(css: "var(--s-orange)")
  /// Yellow, in a shade for light and one for dark.
  public static let yellow = Color(css: "var(--s-yellow)")
  /// Green, in a shade for light and one for dark.
  public static let green = Color(css: "var(--s-green)")
  /// Mint, in a shade for light and one for dark.
  public static let mint = Color(css: "var(--s-mint)")
  /// Teal, in a shade for light and one for dark.
  public static let teal = Color(css: "var(--s-teal)")
  /// Cyan, in a shade for light and one for dark.
  public static let cyan = Color(css: "var(--s-cyan)")
  /// Blue, in a shade for light and one for dark.
  public static let blue = Color(css: "var(--s-blue)")
  /// Indigo, in a shade for light and one for dark.
  public static let indigo = Color(css: "var(--s-indigo)")
  /// Purple, in a shade for light and one for dark.
  public static let purple = Color(css: "var(--s-purple)")
  /// Pink, in a shade for light and one for dark.
  public static let pink = Color(css: "var(--s-pink)")
  /// Brown, in a shade for light and one for dark.
  public static let brown = Color(css: "var(--s-brown)")
  /// White, the same in light and dark.
  public static let white = Color(css: "#fff")
  /// Gray, in a shade for light and one for dark.
  public static let gray = Color(css: "var(--s-gray)")
  /// Black, the same in light and dark.
  public static let black = Color(css: "#000")
  /// Nothing: fully transparent.
  public static let clear = Color(css: "transparent")
  /// The colour of text: nearly black in light, nearly white in dark.
  public static let primary = Color(css: "var(--s-primary)")
  /// The colour of text that matters less.
  public static let secondary = Color(css: "var(--s-secondary)")
  /// The accent colour: `AccentColor` of the app's assets, or blue.
  public static let accentColor = Color(css: "var(--s-accent)")

  /// The parts of a colour, as `resolve(in:)` finds them for light appearance.
  public struct Resolved: Hashable, Sendable {
    /// The parts, from 0 to 1.
    public var red: Float, green: Float, blue: Float, opacity: Float
  }
}

/// Colors that the system names: the common ones of `UIColor` and `NSColor`.
public final class SystemColor: Hashable, Sendable {
  let css: String

  init(css: String) { self.css = css }

  public static func == (lhs: SystemColor, rhs: SystemColor) -> Bool { lhs.css == rhs.css }
  public func hash(into hasher: inout Hasher) { hasher.combine(css) }

  /// The background of a page: white, or nearly black in dark.
  public static let systemBackground = SystemColor(css: "var(--s-background)")
  /// The background of what is grouped on a page.
  public static let secondarySystemBackground = SystemColor(css: "var(--s-secondary-background)")
  /// The background of what is grouped in a group.
  public static let tertiarySystemBackground = SystemColor(css: "var(--s-tertiary-background)")
  /// The background behind a grouped list.
  public static let systemGroupedBackground = SystemColor(css: "var(--s-grouped-background)")
  /// The background of the rows of a grouped list.
  public static let secondarySystemGroupedBackground = SystemColor(css: "var(--s-row-background)")
  /// The background of what is grouped in a row; the same as behind the list.
  public static let tertiarySystemGroupedBackground = SystemColor(css: "var(--s-grouped-background)")
  /// The background of a window, which is that of a page.
  public static let windowBackgroundColor = SystemColor(css: "var(--s-background)")
  /// The background of large controls, which is that of rows.
  public static let controlBackgroundColor = SystemColor(css: "var(--s-row-background)")
  /// The background of text, which is that of a page.
  public static let textBackgroundColor = SystemColor(css: "var(--s-background)")
  /// The lines between rows, by AppKit's name.
  public static let separatorColor = SystemColor(css: "var(--s-separator)")
  /// The lines between rows, by UIKit's name.
  public static let separator = SystemColor(css: "var(--s-separator)")
  /// The lines between rows. Here it is transparent, as ``separator`` is.
  public static let opaqueSeparator = SystemColor(css: "var(--s-separator)")
  /// The colour of text, by UIKit's name.
  public static let label = SystemColor(css: "var(--s-primary)")
  /// The colour of text, by AppKit's name.
  public static let labelColor = SystemColor(css: "var(--s-primary)")
  /// The colour of text that matters less, by UIKit's name.
  public static let secondaryLabel = SystemColor(css: "var(--s-secondary)")
  /// The colour of text that matters less, by AppKit's name.
  public static let secondaryLabelColor = SystemColor(css: "var(--s-secondary)")
  /// The colour of text of the third rank.
  public static let tertiaryLabel = SystemColor(css: "var(--s-tertiary)")
  /// The colour of text of the fourth rank.
  public static let quaternaryLabel = SystemColor(css: "var(--s-quaternary)")
  /// The colour for placeholders, which is that of text of the third rank.
  public static let placeholderText = SystemColor(css: "var(--s-tertiary)")
  /// A transparent gray that fills small controls.
  public static let systemFill = SystemColor(css: "var(--s-fill)")
  /// A transparent gray that fills controls, the same as ``systemFill``.
  public static let secondarySystemFill = SystemColor(css: "var(--s-fill)")
  /// A transparent gray that fills fields, the same as ``systemFill``.
  public static let tertiarySystemFill = SystemColor(css: "var(--s-fill)")
  /// A transparent gray that fills large areas, the same as ``systemFill``.
  public static let quaternarySystemFill = SystemColor(css: "var(--s-fill)")
  /// The red of ``Color``, for light and dark.
  public static let systemRed = SystemColor(css: "var(--s-red)")
  /// The orange of ``Color``, for light and dark.
  public static let systemOrange = SystemColor(css: "var(--s-orange)")
  /// The yellow of ``Color``, for light and dark.
  public static let systemYellow = SystemColor(css: "var(--s-yellow)")
  /// The green of ``Color``, for light and dark.
  public static let systemGreen = SystemColor(css: "var(--s-green)")
  /// The mint of ``Color``, for light and dark.
  public static let systemMint = SystemColor(css: "var(--s-mint)")
  /// The teal of ``Color``, for light and dark.
  public static let systemTeal = SystemColor(css: "var(--s-teal)")
  /// The cyan of ``Color``, for light and dark.
  public static let systemCyan = SystemColor(css: "var(--s-cyan)")
  /// The blue of ``Color``, for light and dark.
  public static let systemBlue = SystemColor(css: "var(--s-blue)")
  /// The indigo of ``Color``, for light and dark.
  public static let systemIndigo = SystemColor(css: "var(--s-indigo)")
  /// The purple of ``Color``, for light and dark.
  public static let systemPurple = SystemColor(css: "var(--s-purple)")
  /// The pink of ``Color``, for light and dark.
  public static let systemPink = SystemColor(css: "var(--s-pink)")
  /// The brown of ``Color``, for light and dark.
  public static let systemBrown = SystemColor(css: "var(--s-brown)")
  /// The gray of ``Color``, for light and dark.
  public static let systemGray = SystemColor(css: "var(--s-gray)")
  /// The second of six grays, each closer to the background.
  public static let systemGray2 = SystemColor(css: "var(--s-gray2)")
  /// The third of six grays.
  public static let systemGray3 = SystemColor(css: "var(--s-gray3)")
  /// The fourth of six grays.
  public static let systemGray4 = SystemColor(css: "var(--s-gray4)")
  /// The fifth of six grays.
  public static let systemGray5 = SystemColor(css: "var(--s-gray5)")
  /// The last of six grays, hardly more than a background.
  public static let systemGray6 = SystemColor(css: "var(--s-gray6)")
  /// A light gray, the same in light and dark.
  public static let lightGray = SystemColor(css: "#aaa")
  /// A dark gray, the same in light and dark.
  public static let darkGray = SystemColor(css: "#555")
  /// A middle gray, the same in light and dark.
  public static let gray = SystemColor(css: "#808080")
  /// White, the same in light and dark.
  public static let white = SystemColor(css: "#fff")
  /// Black, the same in light and dark.
  public static let black = SystemColor(css: "#000")
  /// Nothing: fully transparent.
  public static let clear = SystemColor(css: "transparent")
}

extension Color: View, PrimitiveView {
  public typealias Body = Never

  func update(_ node: Node) {}

  func assemble(_ node: Node) -> Output {
    let element = node.element(.box, [.color])
    element.style("background", css)
    element.grows = [.horizontal, .vertical]
    return Output(element)
  }
}
