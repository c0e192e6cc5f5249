// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An outline of lines and curves. See Apple's documentation of `Path`.
public struct Path: Hashable, Sendable, Shape {
  private var steps: [String] = []
  private var last = CGPoint.zero

  public nonisolated init() {}
  public nonisolated init(_ rect: CGRect) { addRect(rect) }
  public nonisolated init(roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
    addRoundedRect(in: rect, cornerSize: CGSize(width: cornerRadius, height: cornerRadius))
  }
  public nonisolated init(ellipseIn rect: CGRect) { addEllipse(in: rect) }
  public nonisolated init(_ make: (inout Path) -> Void) {
    var path = Path()
    make(&path)
    self = path
  }

  nonisolated var svg: String { steps.joined() }
  public nonisolated func path(in rect: CGRect) -> Path { self }
  public nonisolated var isEmpty: Bool { steps.isEmpty }
  public nonisolated var currentPoint: CGPoint? { isEmpty ? nil : last }

  private nonisolated mutating func add(_ command: String, _ points: CGPoint...) {
    steps.append(command + points.map { "\($0.x.number) \($0.y.number)" }.joined(separator: " "))
    if let point = points.last { last = point }
  }

  public nonisolated mutating func move(to point: CGPoint) { add("M", point) }
  public nonisolated mutating func addLine(to point: CGPoint) { add("L", point) }
  public nonisolated mutating func addQuadCurve(to point: CGPoint, control: CGPoint) { add("Q", control, point) }
  public nonisolated mutating func addCurve(to point: CGPoint, control1: CGPoint, control2: CGPoint) {
    add("C", control1, control2, point)
  }
  public nonisolated mutating func addLines(_ points: [CGPoint]) {
    for (index, point) in points.enumerated() { index == 0 ? move(to: point) : addLine(to: point) }
  }
  public nonisolated mutating func closeSubpath() { steps.append("Z") }
  public nonisolated mutating func addRect(_ rect: CGRect) {
    addLines([
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY),
      CGPoint(x: rect.minX, y: rect.maxY),
    ])
    closeSubpath()
  }
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
  public nonisolated mutating func addEllipse(in rect: CGRect) {
    let radii = "\((rect.width / 2).number) \((rect.height / 2).number)"
    move(to: CGPoint(x: rect.midX, y: rect.minY))
    steps.append("A\(radii) 0 0 1 \(rect.midX.number) \(rect.maxY.number)")
    steps.append("A\(radii) 0 0 1 \(rect.midX.number) \(rect.minY.number)")
    closeSubpath()
  }
  public nonisolated mutating func addArc(
    center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool
  ) {
    let start = CGPoint(x: center.x + radius * cos(startAngle.radians), y: center.y + radius * sin(startAngle.radians))
    let end = CGPoint(x: center.x + radius * cos(endAngle.radians), y: center.y + radius * sin(endAngle.radians))
    if isEmpty { move(to: start) } else { addLine(to: start) }
    var sweep = endAngle.radians - startAngle.radians
    if clockwise { sweep = -sweep }
    while sweep < 0 { sweep += 2 * .pi }
    let isLarge = sweep > .pi ? 1 : 0
    steps.append("A\(radius.number) \(radius.number) 0 \(isLarge) \(clockwise ? 0 : 1) \(end.x.number) \(end.y.number)")
    last = end
  }
  public nonisolated mutating func addPath(_ path: Path) { steps += path.steps }
}
