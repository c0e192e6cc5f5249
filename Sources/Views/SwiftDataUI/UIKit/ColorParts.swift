// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The numbers of a color, in light appearance.
struct ColorParts: Equatable {
  var red: CGFloat
  var green: CGFloat
  var blue: CGFloat
  var alpha: CGFloat

  init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Nil for what is no number here: a color of the app's assets, a mixture.
  init?(_ kind: Color.Kind) {
    switch kind {
    case .clear: self.init(red: 0, green: 0, blue: 0, alpha: 0)
    case .hexadecimal(let value): self.init(hexadecimal: value)
    case .rgb(let red, let green, let blue, let opacity):
      self.init(red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255, alpha: opacity)
    case .hsl(let hue, let saturation, let lightness, let opacity):
      self.init(hue: hue * 360, saturation: saturation, lightness: lightness, alpha: opacity)
    case .faded(let kind, let part):
      guard var parts = ColorParts(kind) else { return nil }
      parts.alpha *= min(part, 1)
      self = parts
    case .named(let name):
      guard let value = Self.named[name] else { return nil }
      self.init(hexadecimal: value)
    case .asset, .mixed, .adaptive: return nil
    }
  }

  private init(hexadecimal value: UInt32) {
    self.init(
      red: CGFloat(value >> 16 & 255) / 255, green: CGFloat(value >> 8 & 255) / 255, blue: CGFloat(value & 255) / 255,
      alpha: 1)
  }

  private init(hue: CGFloat, saturation: CGFloat, lightness: CGFloat, alpha: CGFloat) {
    let range = saturation * min(lightness, 1 - lightness)
    func part(_ number: CGFloat) -> CGFloat {
      let position = (number + hue / 30).truncatingRemainder(dividingBy: 12)
      return lightness - range * max(-1, min(position - 3, 9 - position, 1))
    }
    self.init(red: part(0), green: part(8), blue: part(4), alpha: alpha)
  }

  /// The system's colors in light appearance, as the host shows them.
  private static let named: [Color.Name: UInt32] = [
    .red: 0xE0362C, .orange: 0xEE8A00, .yellow: 0xDFA900, .green: 0x2A9D47, .mint: 0x00A79E, .teal: 0x2492A8,
    .cyan: 0x2196C9, .blue: 0x0A6FE8, .indigo: 0x5552CF, .purple: 0x9D4BD0, .pink: 0xE02F57, .brown: 0x8F7350,
    .gray: 0x85858B, .accent: 0x0A6FE8, .primary: 0x161618, .background: 0xFFFFFF,
  ]
}
