// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What text and shapes are filled with: a color or a gradient.
public struct _Fill: Hashable, Sendable {
  package let kind: Kind

  package indirect enum Kind: Hashable, Sendable {
    case color(Color)
    /// In a direction: clockwise from one upwards; nil for one downwards.
    case linear(Gradient, Angle?)
    /// From a lighter shade at the top.
    case shade(Color)
    case radial(Gradient, center: UnitPoint, radius: CGFloat)
    /// The radius is a part of the width and the height.
    case elliptical(Gradient, center: UnitPoint, radius: CGFloat)
    /// Clockwise from an angle, 0 being on the right.
    case angular(Gradient, center: UnitPoint, start: Angle)
    /// The color of text, or the gradient that it is filled with.
    case foreground
  }

  init(_ kind: Kind) { self.kind = kind }

  package init(_ color: Color) { kind = .color(color) }

  /// The color of text, or the gradient that it is filled with.
  static let foreground = _Fill(.foreground)

  /// The color, if it is only one.
  package var color: Color? { if case .color(let color) = kind { color } else { nil } }

  /// One color, for what cannot be filled with a gradient: lines, symbols.
  package var plain: Color {
    switch kind {
    case .color(let color), .shade(let color): color
    case .linear(let gradient, _), .radial(let gradient, _, _), .elliptical(let gradient, _, _),
      .angular(let gradient, _, _):
      gradient.stops.first?.color ?? Color(system: .text)
    case .foreground: Color(system: .shape)
    }
  }

  /// With one of the system's colors in place of another one.
  func replacing(_ name: Color.Name, with other: Color.Name) -> _Fill {
    mapped { $0.replacing(name, with: other) }
  }

  /// More transparent. The color of text stays as it is where it is filled with a gradient.
  func opacity(_ opacity: Double) -> _Fill { mapped { $0.opacity(opacity) } }

  private func mapped(_ change: (Color) -> Color) -> _Fill {
    func replaced(_ gradient: Gradient) -> Gradient {
      Gradient(stops: gradient.stops.map { .init(color: change($0.color), location: $0.location) })
    }
    switch kind {
    case .color(let color): return _Fill(change(color))
    case .linear(let gradient, let angle): return _Fill(.linear(replaced(gradient), angle))
    case .shade(let color): return _Fill(.shade(change(color)))
    case .radial(let gradient, let center, let radius):
      return _Fill(.radial(replaced(gradient), center: center, radius: radius))
    case .elliptical(let gradient, let center, let radius):
      return _Fill(.elliptical(replaced(gradient), center: center, radius: radius))
    case .angular(let gradient, let center, let start):
      return _Fill(.angular(replaced(gradient), center: center, start: start))
    case .foreground: return self
    }
  }
}

extension _Fill {
  /// The styles that color text with this fill.
  var foreground: [Element.Style] {
    if let color { return [.color(color)] }
    return [.background(self), .backgroundFillsText, .color(.clear), .shapeFill(self), .shapeColor(plain)]
  }

  /// The styles that color what is no text with this fill, an image.
  var foregroundOfOthers: [Element.Style] { [.color(plain), .shapeFill(self), .shapeColor(plain)] }
}
