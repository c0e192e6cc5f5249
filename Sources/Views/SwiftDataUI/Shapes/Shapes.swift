// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A rectangle as large as the room there is. See Apple's documentation of `Rectangle`.
public struct Rectangle: InsettableShape {
  /// Creates a rectangle.
  public nonisolated init() {}
  /// Returns a path of the rectangle itself.
  public nonisolated func path(in rect: CGRect) -> Path { Path(rect) }
  public nonisolated var _outline: _ShapeOutline { _ShapeOutline() }
}

/// A rectangle with four equal round corners. See Apple's documentation of `RoundedRectangle`.
public struct RoundedRectangle: InsettableShape {
  /// The size of the corners in points.
  public var cornerSize: CGSize
  /// How the corners are rounded. Has no effect in the browser.
  public var style: RoundedCornerStyle
  /// Creates a rectangle with corners of a radius in points.
  public nonisolated init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
    cornerSize = CGSize(width: cornerRadius, height: cornerRadius)
    self.style = style
  }
  /// Creates a rectangle with corners of a size, which are parts of an ellipse.
  public nonisolated init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
    self.cornerSize = cornerSize
    self.style = style
  }
  /// Returns the outline in a rectangle.
  public nonisolated func path(in rect: CGRect) -> Path {
    var path = Path()
    path.addRoundedRect(in: rect, cornerSize: cornerSize)
    return path
  }
  public nonisolated var _outline: _ShapeOutline {
    let (width, height) = (cornerSize.width, cornerSize.height)
    return _ShapeOutline(corners: width == height ? .radius(width) : .ellipse(width, height))
  }
}

/// A rectangle whose corners have radii of their own. See Apple's documentation of `UnevenRoundedRectangle`.
public struct UnevenRoundedRectangle: InsettableShape {
  /// The radius of each corner in points.
  public var cornerRadii: RectangleCornerRadii
  /// Creates a rectangle with the radii of its corners. `style` has no effect.
  public nonisolated init(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
    self.cornerRadii = cornerRadii
  }
  /// Creates a rectangle with a radius in points for each corner, which is square where none is given.
  public nonisolated init(
    topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0,
    topTrailingRadius: CGFloat = 0, style: RoundedCornerStyle = .continuous
  ) {
    cornerRadii = RectangleCornerRadii(
      topLeading: topLeadingRadius, bottomLeading: bottomLeadingRadius, bottomTrailing: bottomTrailingRadius,
      topTrailing: topTrailingRadius)
  }
  /// Returns the rectangle with square corners: the radii count only where the shape is drawn.
  public nonisolated func path(in rect: CGRect) -> Path { Path(rect) }
  public nonisolated var _outline: _ShapeOutline {
    _ShapeOutline(
      corners: .radii(
        topLeft: cornerRadii.topLeading, topRight: cornerRadii.topTrailing, bottomRight: cornerRadii.bottomTrailing,
        bottomLeft: cornerRadii.bottomLeading))
  }
}

/// The radii of the corners of a rectangle, in points. See Apple's documentation of `RectangleCornerRadii`.
public struct RectangleCornerRadii: Hashable, Sendable {
  /// The radius of each corner. Leading is left, whatever the direction of the text.
  public var topLeading, bottomLeading, bottomTrailing, topTrailing: CGFloat
  /// Creates radii, 0 where none is given.
  public init(
    topLeading: CGFloat = 0, bottomLeading: CGFloat = 0, bottomTrailing: CGFloat = 0, topTrailing: CGFloat = 0
  ) {
    self.topLeading = topLeading
    self.bottomLeading = bottomLeading
    self.bottomTrailing = bottomTrailing
    self.topTrailing = topTrailing
  }
}

/// A circle in the middle of the room there is. See Apple's documentation of `Circle`.
public struct Circle: InsettableShape {
  /// Creates a circle.
  public nonisolated init() {}
  /// Returns the ellipse that fits in the rectangle: a circle only if that is a square.
  public nonisolated func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
  public nonisolated var _outline: _ShapeOutline { _ShapeOutline(corners: .round, isSquare: true) }
}

/// An ellipse as large as the room there is. See Apple's documentation of `Ellipse`.
public struct Ellipse: InsettableShape {
  /// Creates an ellipse.
  public nonisolated init() {}
  /// Returns the ellipse that fits in the rectangle.
  public nonisolated func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
  public nonisolated var _outline: _ShapeOutline { _ShapeOutline(corners: .round) }
}

/// A rectangle whose shorter sides are half circles. See Apple's documentation of `Capsule`.
public struct Capsule: InsettableShape {
  /// Creates a capsule. `style` has no effect.
  public nonisolated init(style: RoundedCornerStyle = .continuous) {}
  /// Returns the outline in a rectangle, with half its shorter side as the radius of the corners.
  public nonisolated func path(in rect: CGRect) -> Path {
    Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2)
  }
  public nonisolated var _outline: _ShapeOutline { _ShapeOutline(corners: .capsule) }
}

/// A rectangle with the corner radius of the element around it. See Apple's documentation of `ContainerRelativeShape`.
public struct ContainerRelativeShape: InsettableShape {
  /// Creates a shape with the corners of what is around it.
  public nonisolated init() {}
  /// Returns the rectangle with square corners: what is around it counts only where the shape is drawn.
  public nonisolated func path(in rect: CGRect) -> Path { Path(rect) }
  public nonisolated var _outline: _ShapeOutline { _ShapeOutline(corners: .inherited) }
}

/// A type-erased shape.
public struct AnyShape: Shape {
  private let shape: any Shape
  /// Creates a shape that hides the type of another one.
  public nonisolated init<S: Shape>(_ shape: S) { self.shape = shape }
  /// Returns the outline of the shape within.
  public nonisolated func path(in rect: CGRect) -> Path { shape.path(in: rect) }
  public nonisolated var _outline: _ShapeOutline { shape._outline }
}

extension Shape where Self == Rectangle { public static var rect: Rectangle { Rectangle() } }
extension Shape where Self == Circle { public static var circle: Circle { Circle() } }
extension Shape where Self == Ellipse { public static var ellipse: Ellipse { Ellipse() } }
extension Shape where Self == Capsule {
  /// A capsule.
  public static var capsule: Capsule { Capsule() }
  /// A capsule. `style` has no effect.
  public static func capsule(style: RoundedCornerStyle) -> Capsule { Capsule(style: style) }
}
extension Shape where Self == RoundedRectangle {
  /// A rectangle with corners of a radius in points.
  public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
    RoundedRectangle(cornerRadius: cornerRadius, style: style)
  }
}
extension Shape where Self == UnevenRoundedRectangle {
  /// A rectangle with a radius in points for each corner.
  public static func rect(
    topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0,
    topTrailingRadius: CGFloat = 0, style: RoundedCornerStyle = .continuous
  ) -> UnevenRoundedRectangle {
    UnevenRoundedRectangle(
      topLeadingRadius: topLeadingRadius, bottomLeadingRadius: bottomLeadingRadius,
      bottomTrailingRadius: bottomTrailingRadius, topTrailingRadius: topTrailingRadius)
  }
}
extension Shape where Self == ContainerRelativeShape {
  /// A rectangle with the corner radius of the element around it.
  public static var containerRelative: ContainerRelativeShape { ContainerRelativeShape() }
}
