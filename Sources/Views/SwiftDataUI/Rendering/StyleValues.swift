// SPDX-License-Identifier: Apache-2.0

import Foundation

// What styles of elements are about: lengths, places, fonts, lines and effects.

extension Element.Style {
  /// A length at each side, in points.
  package struct Sides: Hashable, Sendable {
    package var top: CGFloat
    package var trailing: CGFloat
    package var bottom: CGFloat
    package var leading: CGFloat

    package init(top: CGFloat, trailing: CGFloat, bottom: CGFloat, leading: CGFloat) {
      self.top = top
      self.trailing = trailing
      self.bottom = bottom
      self.leading = leading
    }

    package init(_ length: CGFloat) { self.init(top: length, trailing: length, bottom: length, leading: length) }
  }

  package enum Dimension: Int, Hashable, Sendable {
    case width, height, minWidth, minHeight, maxWidth, maxHeight
  }

  /// A side, whatever the direction of text.
  package enum Side: Int, Hashable, Sendable { case left, right, top, bottom }

  package enum Length: Hashable, Sendable {
    case points(CGFloat)
    /// A part of the room there is; 1 is all of it.
    case part(Double)
    /// All the room there is, but for some points.
    case allBut(CGFloat)
  }

  /// Where something lies in a direction.
  package enum Place: Hashable, Sendable { case start, center, end, firstBaseline, lastBaseline }

  /// The width of a column or the height of a row.
  package enum Track: Hashable, Sendable {
    case fixed(CGFloat)
    case flexible(CGFloat, CGFloat)
    /// As many as there is room for.
    case adaptive(CGFloat, CGFloat)
  }

  // MARK: Text

  package enum FontSize: Hashable, Sendable {
    case style(Font.TextStyle)
    case points(CGFloat)
    /// Compared with the text around it.
    case scale(Double)
  }

  package enum FontFamily: Hashable, Sendable {
    case serif, rounded, monospaced
    case named(String)
  }

  /// Which letters are small capitals.
  package enum SmallCapitals: Hashable, Sendable { case all, upperCase }

  package enum LineHeight: Hashable, Sendable {
    /// Compared with the size of the font.
    case factor(Double)
    /// The usual one and some points.
    case spacing(CGFloat)
  }

  /// Lines under and through text: all have one pattern and one colour.
  package struct TextLines: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case under, through }
    /// The latest first.
    package var kinds: [Kind]
    /// Nil for what is usual.
    package var pattern: Text.LineStyle.Pattern?
    /// Nil for that of the text.
    package var color: Color?

    /// With a line more, unless there is one of the kind.
    func adding(_ kind: Kind) -> TextLines {
      var copy = self
      if !kinds.contains(kind) { copy.kinds.insert(kind, at: 0) }
      return copy
    }
  }

  // MARK: Edges and effects

  /// How corners are rounded.
  package enum Corners: Hashable, Sendable {
    case radius(CGFloat)
    case ellipse(CGFloat, CGFloat)
    case radii(topLeft: CGFloat, topRight: CGFloat, bottomRight: CGFloat, bottomLeft: CGFloat)
    /// All of the shape is an ellipse.
    case round
    /// The shorter sides are half circles.
    case capsule
    /// As those of what is around it.
    case inherited
  }

  /// What is seen of an element.
  package enum Outline: Hashable, Sendable {
    /// The segments of a path, in points.
    case path(String)
    /// Corners, as parts of the width and the height.
    case polygon([UnitPoint])
    /// As large as there is room for, in the middle.
    case circle
  }

  package struct Line: Hashable, Sendable {
    package var width: CGFloat
    package var isDashed: Bool
    package var color: Color

    package init(width: CGFloat, isDashed: Bool, color: Color) {
      self.width = width
      self.isDashed = isDashed
      self.color = color
    }
  }

  package indirect enum Effect: Hashable, Sendable {
    case shadow(Color, radius: CGFloat, x: CGFloat, y: CGFloat)
    case blur(CGFloat)
    case brightness(Double)
    case contrast(Double)
    case saturation(Double)
    case grayscale(Double)
    case hueRotation(Angle)
    case invert
  }

  package indirect enum Transform: Hashable, Sendable {
    case move(Length, Length)
    case rotation(Angle)
    /// Around an axis in space.
    case spatialRotation(x: CGFloat, y: CGFloat, z: CGFloat, Angle)
    case scale(CGFloat)
    case scales(CGFloat, CGFloat)
    /// Six numbers: what scales, rotates and shears, column by column, then what moves, in points.
    case matrix([CGFloat])
  }

  package enum SheetHeight: Hashable, Sendable {
    case points(CGFloat)
    /// A part of the window.
    case part(Double)
  }
}
