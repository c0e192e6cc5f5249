// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An outline, under the name of Core Graphics.
public typealias CGPath = Path
/// An outline that can be added to, which is ``Path`` as well.
public typealias CGMutablePath = Path

extension Path {
  /// Creates a copy of an outline.
  public nonisolated init(_ path: Path) { self = path }
  /// The outline itself: it is already what Core Graphics would take.
  public nonisolated var cgPath: Path { self }
}

/// Corners of a rectangle. See Apple's documentation of `UIRectCorner`.
public struct UIRectCorner: OptionSet, Hashable, Sendable {
  /// The corners as bits: 1, 2, 4 and 8.
  public let rawValue: UInt
  /// Creates a set of corners from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The corner at the top on the left.
  public static let topLeft = UIRectCorner(rawValue: 1)
  /// The corner at the top on the right.
  public static let topRight = UIRectCorner(rawValue: 2)
  /// The corner at the bottom on the left.
  public static let bottomLeft = UIRectCorner(rawValue: 4)
  /// The corner at the bottom on the right.
  public static let bottomRight = UIRectCorner(rawValue: 8)
  /// All four corners.
  public static let allCorners: UIRectCorner = [.topLeft, .topRight, .bottomLeft, .bottomRight]
}

/// An outline of UIKit's, which apps use to round single corners. See Apple's documentation of `UIBezierPath`.
public final class UIBezierPath {
  /// The outline that was drawn so far.
  public var cgPath: Path

  /// Creates an empty outline.
  public init() { cgPath = Path() }
  /// Creates the outline of a rectangle.
  public init(rect: CGRect) { cgPath = Path(rect) }
  /// Creates the outline of the ellipse that fits in a rectangle.
  public init(ovalIn rect: CGRect) { cgPath = Path(ellipseIn: rect) }
  /// Creates an outline from another one.
  public init(cgPath: Path) { self.cgPath = cgPath }
  /// Creates the outline of a rectangle with four round corners, whose radius is in points.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init(
      roundedRect: rect, byRoundingCorners: .allCorners, cornerRadii: CGSize(width: cornerRadius, height: cornerRadius))
  }

  /// Creates the outline of a rectangle of which the corners named are round.
  ///
  /// Of the radii the width counts for both directions, at most half of the shorter side. A corner is a quadratic
  /// curve, which is as close to an arc as the eye can tell.
  public init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
    let radius = max(0, min(cornerRadii.width, min(rect.width, rect.height) / 2))
    func length(_ corner: UIRectCorner) -> CGFloat { corners.contains(corner) ? radius : 0 }
    var path = Path()
    // From corner to corner, clockwise; a quadratic curve is as close to an arc as the eye can tell.
    path.move(to: CGPoint(x: rect.minX + length(.topLeft), y: rect.minY))
    path.addLine(to: CGPoint(x: rect.maxX - length(.topRight), y: rect.minY))
    path.addQuadCurve(
      to: CGPoint(x: rect.maxX, y: rect.minY + length(.topRight)), control: CGPoint(x: rect.maxX, y: rect.minY))
    path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY - length(.bottomRight)))
    path.addQuadCurve(
      to: CGPoint(x: rect.maxX - length(.bottomRight), y: rect.maxY), control: CGPoint(x: rect.maxX, y: rect.maxY))
    path.addLine(to: CGPoint(x: rect.minX + length(.bottomLeft), y: rect.maxY))
    path.addQuadCurve(
      to: CGPoint(x: rect.minX, y: rect.maxY - length(.bottomLeft)), control: CGPoint(x: rect.minX, y: rect.maxY))
    path.addLine(to: CGPoint(x: rect.minX, y: rect.minY + length(.topLeft)))
    path.addQuadCurve(
      to: CGPoint(x: rect.minX + length(.topLeft), y: rect.minY), control: CGPoint(x: rect.minX, y: rect.minY))
    path.closeSubpath()
    cgPath = path
  }

  /// Begins another part of the outline at a point.
  public func move(to point: CGPoint) { cgPath.move(to: point) }
  /// Adds a line from the current point.
  public func addLine(to point: CGPoint) { cgPath.addLine(to: point) }
  /// Adds a cubic curve from the current point.
  public func addCurve(to end: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    cgPath.addCurve(to: end, control1: controlPoint1, control2: controlPoint2)
  }
  /// Adds a quadratic curve from the current point.
  public func addQuadCurve(to end: CGPoint, controlPoint: CGPoint) {
    cgPath.addQuadCurve(to: end, control: controlPoint)
  }
  /// Closes the current part with a line to its beginning.
  public func close() { cgPath.closeSubpath() }
}
