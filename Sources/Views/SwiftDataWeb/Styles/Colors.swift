// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataUI

// Colors and gradients as CSS.

extension Color {
  var css: String { kind.css }
}

extension Color.Kind {
  var css: String {
    switch self {
    case .named(let name): name.css
    case .asset(let name): "var(\(AssetCatalogName.property(ofColor: name)),var(--s-accent))"
    case .hexadecimal(let value): Self.hexadecimal(value)
    case .rgb(let red, let green, let blue, let opacity): "rgba(\(red),\(green),\(blue),\(opacity.number))"
    case .hsl(let hue, let saturation, let lightness, let opacity):
      "hsla(\((hue * 360).number),\(saturation.percent),\(lightness.percent),\(opacity.number))"
    case .clear: "transparent"
    case .faded(let kind, let part): "color-mix(in srgb,\(kind.css) \(part.percent),transparent)"
    case .mixed(let one, let other, let part): "color-mix(in srgb,\(one.css),\(other.css) \(part.percent))"
    case .adaptive(let light, let dark): "light-dark(\(light.css),\(dark.css))"
    }
  }

  /// With three digits where that is enough.
  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    let all = Array(String(repeating: "0", count: max(0, 6 - digits.count)) + digits)
    let isShort = all[0] == all[1] && all[2] == all[3] && all[4] == all[5]
    return "#" + (isShort ? String([all[0], all[2], all[4]]) : String(all))
  }
}

extension Color.Name {
  /// A custom property of the style sheet.
  var css: String {
    switch self {
    case .red: "var(--s-red)"
    case .orange: "var(--s-orange)"
    case .yellow: "var(--s-yellow)"
    case .green: "var(--s-green)"
    case .mint: "var(--s-mint)"
    case .teal: "var(--s-teal)"
    case .cyan: "var(--s-cyan)"
    case .blue: "var(--s-blue)"
    case .indigo: "var(--s-indigo)"
    case .purple: "var(--s-purple)"
    case .pink: "var(--s-pink)"
    case .brown: "var(--s-brown)"
    case .gray: "var(--s-gray)"
    case .gray2: "var(--s-gray2)"
    case .gray3: "var(--s-gray3)"
    case .gray4: "var(--s-gray4)"
    case .gray5: "var(--s-gray5)"
    case .gray6: "var(--s-gray6)"
    case .primary: "var(--s-primary)"
    case .secondary: "var(--s-secondary)"
    case .tertiary: "var(--s-tertiary)"
    case .quaternary: "var(--s-quaternary)"
    case .accent: "var(--s-accent)"
    case .tint: "var(--s-tint,var(--s-accent))"
    case .background: "var(--s-background)"
    case .page: "var(--s-plain-page)"
    case .secondaryBackground: "var(--s-secondary-background)"
    case .tertiaryBackground: "var(--s-tertiary-background)"
    case .groupedBackground: "var(--s-grouped-background)"
    case .rowBackground: "var(--s-row-background)"
    case .separator: "var(--s-separator)"
    case .fill: "var(--s-fill)"
    case .text: "currentColor"
    case .shape: "var(--s-plain,currentColor)"
    }
  }
}

/// The names of colors of the app's assets.
enum AssetCatalogName {
  /// The custom property for a color.
  static func property(ofColor name: String) -> String {
    "--color-" + name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
  }
}

extension _Fill {
  var css: String {
    switch kind {
    case .color(let color): color.css
    case .linear(let gradient, let angle):
      "linear-gradient(\(angle.map { "\($0.degrees.number)deg," } ?? "")\(gradient.css))"
    case .shade(let color): "linear-gradient(\(color.mix(with: .white, by: 0.15).css),\(color.css))"
    case .radial(let gradient, let center, let radius):
      "radial-gradient(circle \(radius.css) at \(center.css),\(gradient.css))"
    case .elliptical(let gradient, let center, let radius):
      "radial-gradient(ellipse \(Double(radius).percent) \(Double(radius).percent) at \(center.css),\(gradient.css))"
    // A browser's angles begin at the top.
    case .angular(let gradient, let center, let start):
      "conic-gradient(from \((start.degrees + 90).number)deg at \(center.css),\(gradient.css))"
    case .foreground: "var(--s-shape,currentColor)"
    }
  }
}

extension Gradient {
  fileprivate var css: String {
    stops.map { "\($0.color.css) \(Double($0.location).percent)" }.joined(separator: ",")
  }
}
