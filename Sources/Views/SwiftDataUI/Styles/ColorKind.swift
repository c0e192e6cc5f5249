// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Color {
  /// What a color is made of.
  package enum Kind: Hashable, Sendable {
    case named(Name)
    /// One of the app's assets, or the accent color where there is none.
    case asset(String)
    /// Red, green and blue of eight bits each.
    case hexadecimal(UInt32)
    case rgb(UInt8, UInt8, UInt8, opacity: Double)
    /// Each from 0 to 1.
    indirect case hsl(Double, saturation: Double, lightness: Double, opacity: Double)
    case clear
    /// More transparent, by a factor.
    indirect case faded(Kind, Double)
    /// A mixture with another one, of which there is a part.
    indirect case mixed(Kind, Kind, Double)
    indirect case adaptive(light: Kind, dark: Kind)
  }

  /// The colors that the host knows, for light and dark.
  package enum Name: CaseIterable, Hashable, Sendable {
    case red, orange, yellow, green, mint, teal, cyan, blue, indigo, purple, pink, brown
    case gray, gray2, gray3, gray4, gray5, gray6
    /// Text, and text that matters less.
    case primary, secondary, tertiary, quaternary
    case accent
    /// The accent color, unless a view above has set another one.
    case tint
    /// The background of a page, or what a view above has set.
    case background
    /// The background of a page, whatever views above have set.
    case page
    case secondaryBackground, tertiaryBackground, groupedBackground, rowBackground
    case separator, fill
    /// The color of text where it is used.
    case text
    /// The color that shapes are filled with, if one is set; otherwise the color of text.
    case shape
  }

  package init(system name: Name) { self.init(kind: .named(name)) }

  /// With one of the system's colors in place of another one.
  func replacing(_ name: Name, with other: Name) -> Color { Color(kind: kind.replacing(name, with: other)) }
}

extension Color.Kind {
  fileprivate func replacing(_ name: Color.Name, with other: Color.Name) -> Self {
    switch self {
    case .named(name): .named(other)
    case .faded(let kind, let part): .faded(kind.replacing(name, with: other), part)
    case .mixed(let one, let two, let part):
      .mixed(one.replacing(name, with: other), two.replacing(name, with: other), part)
    case .adaptive(let light, let dark):
      .adaptive(light: light.replacing(name, with: other), dark: dark.replacing(name, with: other))
    case .named, .asset, .hexadecimal, .rgb, .hsl, .clear: self
    }
  }

  /// Without what has made it transparent.
  var opaque: Self {
    switch self {
    case .faded(let kind, _): kind.opaque
    case .clear: .hexadecimal(0)
    case .rgb(let red, let green, let blue, _): .rgb(red, green, blue, opacity: 1)
    case .hsl(let hue, let saturation, let lightness, _):
      .hsl(hue, saturation: saturation, lightness: lightness, opacity: 1)
    default: self
    }
  }
}
