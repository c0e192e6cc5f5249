// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An outline, under the name of Core Graphics.
public typealias CGPath = Path
public typealias CGMutablePath = Path

extension Path {
  public nonisolated init(_ path: Path) { self = path }
  public nonisolated var cgPath: Path { self }
}

/// Corners of a rectangle. See Apple's documentation of `UIRectCorner`.
public struct UIRectCorner: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let topLeft = UIRectCorner(rawValue: 1)
  public static let topRight = UIRectCorner(rawValue: 2)
  public static let bottomLeft = UIRectCorner(rawValue: 4)
  public static let bottomRight = UIRectCorner(rawValue: 8)
  public static let allCorners: UIRectCorner = [.topLeft, .topRight, .bottomLeft, .bottomRight]
}

/// An outline of UIKit's, which apps use to round single corners. See Apple's documentation of `UIBezierPath`.
public final class UIBezierPath {
  public var cgPath: Path

  public init() { cgPath = Path() }
  public init(rect: CGRect) { cgPath = Path(rect) }
  public init(ovalIn rect: CGRect) { cgPath = Path(ellipseIn: rect) }
  public init(cgPath: Path) { self.cgPath = cgPath }
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init(
      roundedRect: rect, byRoundingCorners: .allCorners, cornerRadii: CGSize(width: cornerRadius, height: cornerRadius))
  }

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

  public func move(to point: CGPoint) { cgPath.move(to: point) }
  public func addLine(to point: CGPoint) { cgPath.addLine(to: point) }
  public func addCurve(to end: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    cgPath.addCurve(to: end, control1: controlPoint1, control2: controlPoint2)
  }
  public func addQuadCurve(to end: CGPoint, controlPoint: CGPoint) {
    cgPath.addQuadCurve(to: end, control: controlPoint)
  }
  public func close() { cgPath.closeSubpath() }
}
