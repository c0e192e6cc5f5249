// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An outline of lines and curves. See Apple's documentation of `Path`.
///
/// Shown as a view, it is drawn in a square of 100 that is stretched to the size of the view: 50 is half the width, not
/// 50 points.
public struct Path: Hashable, Sendable, Shape {
  private var steps: [String] = []
  private var last = CGPoint.zero

  /// Creates an empty path.
  public nonisolated init() {}
  /// Creates a path of one rectangle.
  public nonisolated init(_ rect: CGRect) { addRect(rect) }
  /// Creates a path of one rectangle with round corners, whose radius is in points. `style` has no effect.
  public nonisolated init(roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
    addRoundedRect(in: rect, cornerSize: CGSize(width: cornerRadius, height: cornerRadius))
  }
  /// Creates a path of the ellipse that fits in a rectangle.
  public nonisolated init(ellipseIn rect: CGRect) { addEllipse(in: rect) }
  /// Creates an empty path and lets a closure draw it.
  public nonisolated init(_ make: (inout Path) -> Void) {
    var path = Path()
    make(&path)
    self = path
  }

  nonisolated var svg: String { steps.joined() }
  /// Returns the path as it is, whatever the rectangle.
  public nonisolated func path(in rect: CGRect) -> Path { self }
  /// Whether nothing has been added yet.
  public nonisolated var isEmpty: Bool { steps.isEmpty }
  /// The point that the last line or curve led to, or nil if there is none.
  ///
  /// Closing a subpath or adding another path does not move it.
  public nonisolated var currentPoint: CGPoint? { isEmpty ? nil : last }

  private nonisolated mutating func add(_ command: String, _ points: CGPoint...) {
    steps.append(command + points.map { "\($0.x.number) \($0.y.number)" }.joined(separator: " "))
    if let point = points.last { last = point }
  }

  /// Begins a subpath at a point.
  public nonisolated mutating func move(to point: CGPoint) { add("M", point) }
  /// Adds a straight line to a point.
  public nonisolated mutating func addLine(to point: CGPoint) { add("L", point) }
  /// Adds a quadratic Bézier curve to a point.
  public nonisolated mutating func addQuadCurve(to point: CGPoint, control: CGPoint) { add("Q", control, point) }
  /// Adds a cubic Bézier curve to a point.
  public nonisolated mutating func addCurve(to point: CGPoint, control1: CGPoint, control2: CGPoint) {
    add("C", control1, control2, point)
  }
  /// Begins a subpath at the first point and adds straight lines to the others.
  public nonisolated mutating func addLines(_ points: [CGPoint]) {
    for (index, point) in points.enumerated() { index == 0 ? move(to: point) : addLine(to: point) }
  }
  /// Closes the subpath with a straight line to where it began.
  public nonisolated mutating func closeSubpath() { steps.append("Z") }
  /// Adds a rectangle as a closed subpath.
  public nonisolated mutating func addRect(_ rect: CGRect) {
    addLines([
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY),
      CGPoint(x: rect.minX, y: rect.maxY),
    ])
    closeSubpath()
  }
  /// Adds a rectangle with round corners as a closed subpath.
  ///
  /// The corners are in points, at most half as large as the rectangle, and parts of an ellipse: `style` has no effect.
  public nonisolated mutating func addRoundedRect(
    in rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous
  ) {
    let (x, y) = (min(cornerSize.width, rect.width / 2), min(cornerSize.height, rect.height / 2))
    func arc(_ point: CGPoint) {
      steps.append("A\(x.number) \(y.number) 0 0 1 \(point.x.number) \(point.y.number)")
    }
    move(to: CGPoint(x: rect.minX + x, y: rect.minY))
    addLine(to: CGPoint(x: rect.maxX - x, y: rect.minY))
    arc(CGPoint(x: rect.maxX, y: rect.minY + y))
    addLine(to: CGPoint(x: rect.maxX, y: rect.maxY - y))
    arc(CGPoint(x: rect.maxX - x, y: rect.maxY))
    addLine(to: CGPoint(x: rect.minX + x, y: rect.maxY))
    arc(CGPoint(x: rect.minX, y: rect.maxY - y))
    addLine(to: CGPoint(x: rect.minX, y: rect.minY + y))
    arc(CGPoint(x: rect.minX + x, y: rect.minY))
    closeSubpath()
  }
  /// Adds the ellipse that fits in a rectangle as a closed subpath.
  public nonisolated mutating func addEllipse(in rect: CGRect) {
    let radii = "\((rect.width / 2).number) \((rect.height / 2).number)"
    move(to: CGPoint(x: rect.midX, y: rect.minY))
    steps.append("A\(radii) 0 0 1 \(rect.midX.number) \(rect.maxY.number)")
    steps.append("A\(radii) 0 0 1 \(rect.midX.number) \(rect.minY.number)")
    closeSubpath()
  }
  /// Adds an arc of a circle, after a straight line from the current point to where it begins.
  ///
  /// Angles begin on the right. As y points down, the arc runs clockwise on the screen unless `clockwise` is true. Of more
  /// than a full turn one is drawn.
  public nonisolated mutating func addArc(
    center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool
  ) {
    func point(_ radians: Double) -> CGPoint {
      CGPoint(x: center.x + radius * cos(radians), y: center.y + radius * sin(radians))
    }
    let (start, turn) = (startAngle.radians, 2 * Double.pi)
    guard start.isFinite, endAngle.radians.isFinite else { return }
    if isEmpty { move(to: point(start)) } else { addLine(to: point(start)) }
    let direction: Double = clockwise ? -1 : 1
    var sweep = (endAngle.radians - start) * direction
    // Against the direction: the arc goes the other way round, and whole turns of that are none.
    if sweep < 0 {
      let rest = sweep.truncatingRemainder(dividingBy: turn)
      sweep = rest < -1e-9 ? rest + turn : 0
    }
    // A full turn may be a little less after divisions.
    if sweep > turn - 1e-9 { sweep = turn }
    func arc(to radians: Double, isLarge: Bool) {
      let end = point(radians)
      let flags = "\(isLarge ? 1 : 0) \(clockwise ? 0 : 1)"
      steps.append("A\(radius.number) \(radius.number) 0 \(flags) \(end.x.number) \(end.y.number)")
      last = end
    }
    if sweep == turn {
      // SVG draws no arc that ends where it began.
      arc(to: start + direction * .pi, isLarge: false)
      arc(to: start, isLarge: false)
    } else {
      arc(to: endAngle.radians, isLarge: sweep > .pi)
    }
  }
  /// Adds everything that another path consists of.
  public nonisolated mutating func addPath(_ path: Path) { steps += path.steps }
}
