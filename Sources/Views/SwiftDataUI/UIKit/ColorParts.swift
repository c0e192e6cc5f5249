// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The numbers of a color, read back from its CSS.
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
  init?(css: String) {
    if css == "transparent" {
      self.init(red: 0, green: 0, blue: 0, alpha: 0)
    } else if css.hasPrefix("#") {
      self.init(hex: css.dropFirst())
    } else if css.hasPrefix("rgba("), let parts = Self.numbers(css.dropFirst(5)), parts.count == 4 {
      self.init(red: parts[0] / 255, green: parts[1] / 255, blue: parts[2] / 255, alpha: parts[3])
    } else if css.hasPrefix("hsla("), let parts = Self.numbers(css.dropFirst(5)), parts.count == 4 {
      self.init(hue: parts[0], saturation: parts[1] / 100, lightness: parts[2] / 100, alpha: parts[3])
    } else if css.hasPrefix("color-mix(in srgb,"), css.hasSuffix("%,transparent)") {
      // What 'opacity(_:)' writes.
      let inner = css.dropFirst(18).dropLast(14)
      guard let space = inner.lastIndex(of: " "), let share = Double(inner[inner.index(after: space)...]),
        var parts = ColorParts(css: String(inner[..<space]))
      else { return nil }
      parts.alpha *= share / 100
      self = parts
    } else if css.hasPrefix("var(--s-"), let hex = Self.named[String(css.dropFirst(8).dropLast())] {
      self.init(hex: hex[...])
    } else {
      return nil
    }
  }

  private init?(hex: Substring) {
    let digits = hex.count == 3 ? hex.map { "\($0)\($0)" }.joined() : String(hex)
    guard digits.count == 6, let value = UInt32(digits, radix: 16) else { return nil }
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

  private static func numbers(_ text: Substring) -> [CGFloat]? {
    let parts = text.dropLast().split(separator: ",").map { Double($0.replacing("%", with: "")) }
    return parts.contains { $0 == nil } ? nil : parts.map { CGFloat($0 ?? 0) }
  }

  /// The system's colors in light appearance, as the style sheet has them.
  private static let named = [
    "red": "e0362c", "orange": "ee8a00", "yellow": "dfa900", "green": "2a9d47", "mint": "00a79e", "teal": "2492a8",
    "cyan": "2196c9", "blue": "0a6fe8", "indigo": "5552cf", "purple": "9d4bd0", "pink": "e02f57", "brown": "8f7350",
    "gray": "85858b", "accent": "0a6fe8", "primary": "161618", "background": "fff",
  ]
}
