// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A color that adapts to light and dark mode. See Apple's documentation of `Color`.
///
/// `Color.cardBackground` is the color `Color("cardBackground")` of the app's assets, for which Xcode declares a
/// property.
@dynamicMemberLookup
public struct Color: Hashable, Sendable {
  package let kind: Kind

  package init(kind: Kind) { self.kind = kind }

  /// What the parts of a colour refer to. Has no effect in the browser: all are taken as sRGB.
  public enum RGBColorSpace: Hashable, Sendable { case sRGB, sRGBLinear, displayP3 }

  /// Creates a colour of red, green and blue, each from 0 to 1. All colour spaces are taken as sRGB.
  public init(_ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {
    func part(_ value: Double) -> UInt8 { UInt8((min(max(value.isNaN ? 0 : value, 0), 1) * 255).rounded()) }
    kind = .rgb(part(red), part(green), part(blue), opacity: min(max(opacity, 0), 1))
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
    kind = .hsl(hue, saturation: saturation, lightness: lightness, opacity: opacity)
  }

  /// A color of the app's assets, or the accent color where there is none of the name.
  public init(_ name: String, bundle: Bundle? = nil) { kind = .asset(name) }

  /// Creates a colour that is the same as another one, for what may be handed any kind of colour.
  @_disfavoredOverload
  public init(_ color: Color) { self = color }
  /// Creates a colour from one that the system names.
  public init(_ color: SystemColor) { kind = color.kind }
  /// Creates a colour from one of UIKit.
  public init(uiColor: SystemColor) { kind = uiColor.kind }
  /// Creates a colour from one of AppKit.
  public init(nsColor: SystemColor) { kind = nsColor.kind }

  /// Multiplies the opacity of the color.
  public func opacity(_ opacity: Double) -> Color {
    if opacity >= 1 { return self }
    return Color(kind: .faded(kind, max(opacity, 0)))
  }

  /// Mixes the colour with another one, by their sRGB values: a fraction of 0 leaves it, 1 gives the other.
  public func mix(with other: Color, by fraction: Double) -> Color {
    Color(kind: .mixed(kind, other.kind, min(max(fraction, 0), 1)))
  }

  /// A gradient from a slightly lighter shade at the top to the colour at the bottom.
  public var gradient: AnyGradient { AnyGradient(color: self) }

  /// Red, in a shade for light and one for dark.
  public static let red = Color(system: .red)
  /// Orange, in a shade for light and one for dark.
  public static let orange = Color(system: .orange)
  /// Yellow, in a shade for light and one for dark.
  public static let yellow = Color(system: .yellow)
  /// Green, in a shade for light and one for dark.
  public static let green = Color(system: .green)
  /// Mint, in a shade for light and one for dark.
  public static let mint = Color(system: .mint)
  /// Teal, in a shade for light and one for dark.
  public static let teal = Color(system: .teal)
  /// Cyan, in a shade for light and one for dark.
  public static let cyan = Color(system: .cyan)
  /// Blue, in a shade for light and one for dark.
  public static let blue = Color(system: .blue)
  /// Indigo, in a shade for light and one for dark.
  public static let indigo = Color(system: .indigo)
  /// Purple, in a shade for light and one for dark.
  public static let purple = Color(system: .purple)
  /// Pink, in a shade for light and one for dark.
  public static let pink = Color(system: .pink)
  /// Brown, in a shade for light and one for dark.
  public static let brown = Color(system: .brown)
  /// White, the same in light and dark.
  public static let white = Color(kind: .hexadecimal(0xFF_FFFF))
  /// Gray, in a shade for light and one for dark.
  public static let gray = Color(system: .gray)
  /// Black, the same in light and dark.
  public static let black = Color(kind: .hexadecimal(0))
  /// Nothing: fully transparent.
  public static let clear = Color(kind: .clear)
  /// The colour of text: nearly black in light, nearly white in dark.
  public static let primary = Color(system: .primary)
  /// The colour of text that matters less.
  public static let secondary = Color(system: .secondary)
  /// The accent colour: `AccentColor` of the app's assets, or blue.
  public static let accentColor = Color(system: .accent)

  /// The parts of a colour, as `resolve(in:)` finds them for light appearance.
  public struct Resolved: Hashable, Sendable {
    /// The parts, from 0 to 1.
    public var red: Float, green: Float, blue: Float, opacity: Float
  }
}

/// Colors that the system names: the common ones of `UIColor` and `NSColor`.
public final class SystemColor: Hashable, Sendable {
  package let kind: Color.Kind

  init(kind: Color.Kind) { self.kind = kind }

  convenience init(system name: Color.Name) { self.init(kind: .named(name)) }

  public static func == (lhs: SystemColor, rhs: SystemColor) -> Bool { lhs.kind == rhs.kind }
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }

  /// The background of a page: white, or nearly black in dark.
  public static let systemBackground = SystemColor(system: .background)
  /// The background of what is grouped on a page.
  public static let secondarySystemBackground = SystemColor(system: .secondaryBackground)
  /// The background of what is grouped in a group.
  public static let tertiarySystemBackground = SystemColor(system: .tertiaryBackground)
  /// The background behind a grouped list.
  public static let systemGroupedBackground = SystemColor(system: .groupedBackground)
  /// The background of the rows of a grouped list.
  public static let secondarySystemGroupedBackground = SystemColor(system: .rowBackground)
  /// The background of what is grouped in a row; the same as behind the list.
  public static let tertiarySystemGroupedBackground = SystemColor(system: .groupedBackground)
  /// The background of a window, which is that of a page.
  public static let windowBackgroundColor = SystemColor(system: .background)
  /// The background of large controls, which is that of rows.
  public static let controlBackgroundColor = SystemColor(system: .rowBackground)
  /// The background of text, which is that of a page.
  public static let textBackgroundColor = SystemColor(system: .background)
  /// The lines between rows, by AppKit's name.
  public static let separatorColor = SystemColor(system: .separator)
  /// The lines between rows, by UIKit's name.
  public static let separator = SystemColor(system: .separator)
  /// The lines between rows. Here it is transparent, as ``separator`` is.
  public static let opaqueSeparator = SystemColor(system: .separator)
  /// The colour of text, by UIKit's name.
  public static let label = SystemColor(system: .primary)
  /// The colour of text, by AppKit's name.
  public static let labelColor = SystemColor(system: .primary)
  /// The colour of text that matters less, by UIKit's name.
  public static let secondaryLabel = SystemColor(system: .secondary)
  /// The colour of text that matters less, by AppKit's name.
  public static let secondaryLabelColor = SystemColor(system: .secondary)
  /// The colour of text of the third rank.
  public static let tertiaryLabel = SystemColor(system: .tertiary)
  /// The colour of text of the fourth rank.
  public static let quaternaryLabel = SystemColor(system: .quaternary)
  /// The colour for placeholders, which is that of text of the third rank.
  public static let placeholderText = SystemColor(system: .tertiary)
  /// A transparent gray that fills small controls.
  public static let systemFill = SystemColor(system: .fill)
  /// A transparent gray that fills controls, the same as ``systemFill``.
  public static let secondarySystemFill = SystemColor(system: .fill)
  /// A transparent gray that fills fields, the same as ``systemFill``.
  public static let tertiarySystemFill = SystemColor(system: .fill)
  /// A transparent gray that fills large areas, the same as ``systemFill``.
  public static let quaternarySystemFill = SystemColor(system: .fill)
  /// The red of ``Color``, for light and dark.
  public static let systemRed = SystemColor(system: .red)
  /// The orange of ``Color``, for light and dark.
  public static let systemOrange = SystemColor(system: .orange)
  /// The yellow of ``Color``, for light and dark.
  public static let systemYellow = SystemColor(system: .yellow)
  /// The green of ``Color``, for light and dark.
  public static let systemGreen = SystemColor(system: .green)
  /// The mint of ``Color``, for light and dark.
  public static let systemMint = SystemColor(system: .mint)
  /// The teal of ``Color``, for light and dark.
  public static let systemTeal = SystemColor(system: .teal)
  /// The cyan of ``Color``, for light and dark.
  public static let systemCyan = SystemColor(system: .cyan)
  /// The blue of ``Color``, for light and dark.
  public static let systemBlue = SystemColor(system: .blue)
  /// The indigo of ``Color``, for light and dark.
  public static let systemIndigo = SystemColor(system: .indigo)
  /// The purple of ``Color``, for light and dark.
  public static let systemPurple = SystemColor(system: .purple)
  /// The pink of ``Color``, for light and dark.
  public static let systemPink = SystemColor(system: .pink)
  /// The brown of ``Color``, for light and dark.
  public static let systemBrown = SystemColor(system: .brown)
  /// The gray of ``Color``, for light and dark.
  public static let systemGray = SystemColor(system: .gray)
  /// The second of six grays, each closer to the background.
  public static let systemGray2 = SystemColor(system: .gray2)
  /// The third of six grays.
  public static let systemGray3 = SystemColor(system: .gray3)
  /// The fourth of six grays.
  public static let systemGray4 = SystemColor(system: .gray4)
  /// The fifth of six grays.
  public static let systemGray5 = SystemColor(system: .gray5)
  /// The last of six grays, hardly more than a background.
  public static let systemGray6 = SystemColor(system: .gray6)
  /// A light gray, the same in light and dark.
  public static let lightGray = SystemColor(kind: .hexadecimal(0xAA_AAAA))
  /// A dark gray, the same in light and dark.
  public static let darkGray = SystemColor(kind: .hexadecimal(0x55_5555))
  /// A middle gray, the same in light and dark.
  public static let gray = SystemColor(kind: .hexadecimal(0x80_8080))
  /// White, the same in light and dark.
  public static let white = SystemColor(kind: .hexadecimal(0xFF_FFFF))
  /// Black, the same in light and dark.
  public static let black = SystemColor(kind: .hexadecimal(0))
  /// Nothing: fully transparent.
  public static let clear = SystemColor(kind: .clear)
}

extension Color: View, PrimitiveView {
  public typealias Body = Never

  func update(_ node: Node) {}

  func assemble(_ node: Node) -> Output {
    let element = node.element(.box, [.color])
    element.style(.background(_style))
    element.grows = [.horizontal, .vertical]
    return Output(element)
  }
}
