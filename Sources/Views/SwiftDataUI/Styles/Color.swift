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

  public enum RGBColorSpace: Hashable, Sendable { case sRGB, sRGBLinear, displayP3 }

  public init(_ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {
    func part(_ value: Double) -> String { String(Int((min(max(value, 0), 1) * 255).rounded())) }
    css = "rgba(\(part(red)),\(part(green)),\(part(blue)),\(min(max(opacity, 0), 1).number))"
  }

  public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
    self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
  }

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

  public init(_ color: SystemColor) { css = color.css }
  public init(uiColor: SystemColor) { css = uiColor.css }
  public init(nsColor: SystemColor) { css = nsColor.css }

  /// Multiplies the opacity of the color.
  public func opacity(_ opacity: Double) -> Color {
    if opacity >= 1 { return self }
    return Color(css: "color-mix(in srgb,\(css) \((min(max(opacity, 0), 1) * 100).number)%,transparent)")
  }

  public func mix(with other: Color, by fraction: Double) -> Color {
    Color(css: "color-mix(in srgb,\(css),\(other.css) \((min(max(fraction, 0), 1) * 100).number)%)")
  }

  public var gradient: AnyGradient { AnyGradient(color: self) }

  public static let red = Color(css: "var(--s-red)")
  public static let orange = Color(css: "var(--s-orange)")
  public static let yellow = Color(css: "var(--s-yellow)")
  public static let green = Color(css: "var(--s-green)")
  public static let mint = Color(css: "var(--s-mint)")
  public static let teal = Color(css: "var(--s-teal)")
  public static let cyan = Color(css: "var(--s-cyan)")
  public static let blue = Color(css: "var(--s-blue)")
  public static let indigo = Color(css: "var(--s-indigo)")
  public static let purple = Color(css: "var(--s-purple)")
  public static let pink = Color(css: "var(--s-pink)")
  public static let brown = Color(css: "var(--s-brown)")
  public static let white = Color(css: "#fff")
  public static let gray = Color(css: "var(--s-gray)")
  public static let black = Color(css: "#000")
  public static let clear = Color(css: "transparent")
  public static let primary = Color(css: "var(--s-primary)")
  public static let secondary = Color(css: "var(--s-secondary)")
  public static let accentColor = Color(css: "var(--s-accent)")

  public struct Resolved: Hashable, Sendable {
    public var red: Float, green: Float, blue: Float, opacity: Float
  }
}

/// Colors that the system names: the common ones of `UIColor` and `NSColor`.
public final class SystemColor: Hashable, Sendable {
  let css: String

  init(css: String) { self.css = css }

  public static func == (lhs: SystemColor, rhs: SystemColor) -> Bool { lhs.css == rhs.css }
  public func hash(into hasher: inout Hasher) { hasher.combine(css) }

  public static let systemBackground = SystemColor(css: "var(--s-background)")
  public static let secondarySystemBackground = SystemColor(css: "var(--s-secondary-background)")
  public static let tertiarySystemBackground = SystemColor(css: "var(--s-tertiary-background)")
  public static let systemGroupedBackground = SystemColor(css: "var(--s-grouped-background)")
  public static let secondarySystemGroupedBackground = SystemColor(css: "var(--s-row-background)")
  public static let tertiarySystemGroupedBackground = SystemColor(css: "var(--s-grouped-background)")
  public static let windowBackgroundColor = SystemColor(css: "var(--s-background)")
  public static let controlBackgroundColor = SystemColor(css: "var(--s-row-background)")
  public static let textBackgroundColor = SystemColor(css: "var(--s-background)")
  public static let separatorColor = SystemColor(css: "var(--s-separator)")
  public static let separator = SystemColor(css: "var(--s-separator)")
  public static let opaqueSeparator = SystemColor(css: "var(--s-separator)")
  public static let label = SystemColor(css: "var(--s-primary)")
  public static let labelColor = SystemColor(css: "var(--s-primary)")
  public static let secondaryLabel = SystemColor(css: "var(--s-secondary)")
  public static let secondaryLabelColor = SystemColor(css: "var(--s-secondary)")
  public static let tertiaryLabel = SystemColor(css: "var(--s-tertiary)")
  public static let quaternaryLabel = SystemColor(css: "var(--s-quaternary)")
  public static let placeholderText = SystemColor(css: "var(--s-tertiary)")
  public static let systemFill = SystemColor(css: "var(--s-fill)")
  public static let secondarySystemFill = SystemColor(css: "var(--s-fill)")
  public static let tertiarySystemFill = SystemColor(css: "var(--s-fill)")
  public static let quaternarySystemFill = SystemColor(css: "var(--s-fill)")
  public static let systemRed = SystemColor(css: "var(--s-red)")
  public static let systemOrange = SystemColor(css: "var(--s-orange)")
  public static let systemYellow = SystemColor(css: "var(--s-yellow)")
  public static let systemGreen = SystemColor(css: "var(--s-green)")
  public static let systemMint = SystemColor(css: "var(--s-mint)")
  public static let systemTeal = SystemColor(css: "var(--s-teal)")
  public static let systemCyan = SystemColor(css: "var(--s-cyan)")
  public static let systemBlue = SystemColor(css: "var(--s-blue)")
  public static let systemIndigo = SystemColor(css: "var(--s-indigo)")
  public static let systemPurple = SystemColor(css: "var(--s-purple)")
  public static let systemPink = SystemColor(css: "var(--s-pink)")
  public static let systemBrown = SystemColor(css: "var(--s-brown)")
  public static let systemGray = SystemColor(css: "var(--s-gray)")
  public static let systemGray2 = SystemColor(css: "var(--s-gray2)")
  public static let systemGray3 = SystemColor(css: "var(--s-gray3)")
  public static let systemGray4 = SystemColor(css: "var(--s-gray4)")
  public static let systemGray5 = SystemColor(css: "var(--s-gray5)")
  public static let systemGray6 = SystemColor(css: "var(--s-gray6)")
  public static let lightGray = SystemColor(css: "#aaa")
  public static let darkGray = SystemColor(css: "#555")
  public static let gray = SystemColor(css: "#808080")
  public static let white = SystemColor(css: "#fff")
  public static let black = SystemColor(css: "#000")
  public static let clear = SystemColor(css: "transparent")
}

extension Color: View, PrimitiveView {
  public typealias Body = Never

  func update(_ node: Node) {}

  func assemble(_ node: Node) -> Output {
    let element = node.element("div", [.color])
    element.style("background", css)
    element.grows = [.horizontal, .vertical]
    return Output(element)
  }
}
