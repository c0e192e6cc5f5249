// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A shape that is filled or stroked. See Apple's documentation of `Shape`.
public protocol Shape: View, Sendable {
  /// The outline in a rectangle.
  nonisolated func path(in rect: CGRect) -> Path
  /// The outline as a host draws it.
  nonisolated var _outline: _ShapeOutline { get }
}

/// An outline as a host draws it: round corners, or a path.
public struct _ShapeOutline: Hashable, Sendable {
  var corners: Element.Style.Corners?
  /// Whether the shape is as wide as it is high.
  var isSquare = false
  /// A path in a square of 100.
  var path: String?
  /// What is done with the shape where it is drawn, and the point that stays.
  var transform: [Element.Style.Transform] = []
  var anchor: UnitPoint?
  /// How much smaller than its room the shape is at each side, in points.
  var inset: CGFloat = 0

  @MainActor func apply(to element: Rendered) {
    if let corners { element.style(.corners(corners)) }
    if let path { element.style(.clip(.path(path))) }
  }
}

extension Shape {
  public nonisolated var _outline: _ShapeOutline {
    _ShapeOutline(path: path(in: CGRect(x: 0, y: 0, width: 100, height: 100)).svg)
  }

  public var body: some View { ShapeView(outline: _outline, fill: .foreground, stroke: nil) }

  /// Fills the shape. See Apple's documentation of `fill(_:style:)`.
  ///
  /// A gradient fills the built-in shapes; an outline of the app's own takes its first colour. `style` has no effect.
  public func fill<S: ShapeStyle>(_ content: S, style: FillStyle = FillStyle()) -> _FilledShape {
    _FilledShape(outline: _outline, fill: content._style)
  }
  /// Fills the shape with the foreground style. `style` has no effect.
  public func fill(style: FillStyle = FillStyle()) -> _FilledShape {
    _FilledShape(outline: _outline, fill: .foreground)
  }

  /// Draws the outline. See Apple's documentation of `stroke(_:lineWidth:)`.
  ///
  /// A gradient gives the line its first colour. The line of built-in shapes lies inside their edge.
  public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true) -> _FilledShape {
    stroke(content, style: StrokeStyle(lineWidth: lineWidth))
  }
  /// Draws the outline with a line of a style of its own.
  ///
  /// Of that, the width counts everywhere, caps and dashes as the app gives them only for outlines of the app's own.
  public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle, antialiased: Bool = true) -> _FilledShape {
    _FilledShape(outline: _outline, fill: nil, stroke: Stroke(style: content._style, line: style))
  }
  /// Draws the outline in the foreground style, with a solid line.
  public func stroke(lineWidth: CGFloat = 1) -> _FilledShape {
    _FilledShape(
      outline: _outline, fill: nil, stroke: Stroke(style: .foreground, line: StrokeStyle(lineWidth: lineWidth)))
  }
  /// Draws the outline in the foreground style, with a line of a style of its own.
  public func stroke(style: StrokeStyle) -> _FilledShape {
    _FilledShape(outline: _outline, fill: nil, stroke: Stroke(style: .foreground, line: style))
  }

  /// Leaves of the outline what lies between two fractions of its length.
  ///
  /// This shows where a style and a line are given, as in `stroke(.red, lineWidth: 4)`; a fill and other strokes show
  /// the whole shape. Apart from `Circle`, the built-in shapes are drawn as an ellipse when trimmed.
  public func trim(from start: CGFloat = 0, to end: CGFloat = 1) -> _TrimmedShape {
    _TrimmedShape(outline: _outline, start: start, end: end)
  }
  /// Gives the shape a fixed size in points. The result is a view, no shape that could be filled or stroked.
  public func size(width: CGFloat, height: CGFloat) -> some View { frame(width: width, height: height) }
}

/// A shape that can draw its border inside its edge. See Apple's documentation of `InsettableShape`.
public protocol InsettableShape: Shape {}

extension InsettableShape {
  /// Returns the shape smaller by some points at each side, where it is drawn; what it clips or fills as a background
  /// stays as large as it is.
  public func inset(by amount: CGFloat) -> some InsettableShape { _InsetShape(base: self, amount: amount) }
  /// Draws a border in a style, as `stroke(_:lineWidth:antialiased:)` does.
  ///
  /// Inside the edge for the built-in shapes, along it for outlines of the app's own.
  public func strokeBorder<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true)
    -> _FilledShape
  {
    stroke(content, lineWidth: lineWidth)
  }
  /// Draws a border in a style, with a line of a style of its own.
  public func strokeBorder<S: ShapeStyle>(_ content: S, style: StrokeStyle, antialiased: Bool = true) -> _FilledShape {
    stroke(content, style: style)
  }
  /// Draws a border in the foreground style, with a solid line.
  public func strokeBorder(lineWidth: CGFloat = 1, antialiased: Bool = true) -> _FilledShape {
    stroke(lineWidth: lineWidth)
  }
  /// Draws a border in the foreground style, with a line of a style of its own.
  public func strokeBorder(style: StrokeStyle, antialiased: Bool = true) -> _FilledShape { stroke(style: style) }
}

/// A shape that is smaller than its room.
struct _InsetShape<Base: InsettableShape>: InsettableShape {
  let base: Base
  let amount: CGFloat

  nonisolated func path(in rect: CGRect) -> Path { base.path(in: rect.insetBy(dx: amount, dy: amount)) }

  nonisolated var _outline: _ShapeOutline {
    var outline = base._outline
    outline.inset += amount
    outline.corners = outline.corners?.inset(by: amount)
    return outline
  }
}

extension Element.Style.Corners {
  /// With the same middles, in a smaller shape.
  fileprivate nonisolated func inset(by amount: CGFloat) -> Self {
    // A square corner stays one.
    func shorter(_ length: CGFloat) -> CGFloat { length == 0 ? 0 : max(length - amount, 0) }
    return switch self {
    case .radius(let radius): .radius(shorter(radius))
    case .ellipse(let width, let height): .ellipse(shorter(width), shorter(height))
    case .radii(let topLeft, let topRight, let bottomRight, let bottomLeft):
      .radii(
        topLeft: shorter(topLeft), topRight: shorter(topRight), bottomRight: shorter(bottomRight),
        bottomLeft: shorter(bottomLeft))
    case .round, .capsule, .inherited: self
    }
  }
}

/// The style of a stroke. See Apple's documentation of `StrokeStyle`.
public struct StrokeStyle: Hashable, Sendable {
  /// The width of the line in points.
  public var lineWidth: CGFloat
  /// How the line ends. Has no effect on the built-in shapes, unless they are trimmed.
  public var lineCap: CGLineCap
  /// How two parts of the line meet. Has no effect in the browser.
  public var lineJoin: CGLineJoin
  /// How far corners may stick out. Has no effect in the browser.
  public var miterLimit: CGFloat
  /// The lengths of dashes and gaps in points; on the built-in shapes the browser chooses them.
  public var dash: [CGFloat]
  /// Where in the dashes the line begins. Has no effect in the browser.
  public var dashPhase: CGFloat

  /// Creates a style of lines: by default a solid one, one point wide.
  public init(
    lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: CGFloat = 10,
    dash: [CGFloat] = [], dashPhase: CGFloat = 0
  ) {
    self.lineWidth = lineWidth
    self.lineCap = lineCap
    self.lineJoin = lineJoin
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashPhase = dashPhase
  }
}

/// How a line ends.
public enum CGLineCap: String, Hashable, Sendable { case butt, round, square }
/// How two parts of a line meet. Has no effect in the browser.
public enum CGLineJoin: String, Hashable, Sendable { case miter, round, bevel }
/// How a corner is rounded: in the browser always as a part of a circle or an ellipse.
public enum RoundedCornerStyle: Hashable, Sendable { case circular, continuous }

/// How a shape is filled. Has no effect in the browser. See Apple's documentation of `FillStyle`.
public struct FillStyle: Hashable, Sendable {
  /// Whether overlapping parts stay empty, by the even-odd rule. Has no effect in the browser.
  public var isEOFilled: Bool
  /// Whether edges are smoothed. Browsers always do.
  public var isAntialiased: Bool
  /// Creates a way to fill, which is kept and not looked at.
  public init(eoFill: Bool = false, antialiased: Bool = true) {
    isEOFilled = eoFill
    isAntialiased = antialiased
  }
}

struct Stroke: Hashable, Sendable {
  let style: _Fill
  let line: StrokeStyle
}

/// A shape with a fill and maybe a line around it.
public struct _FilledShape: Sendable {
  let outline: _ShapeOutline
  let fill: _Fill?
  var stroke: Stroke?
  var start: CGFloat = 0
  var end: CGFloat = 1

  /// Draws a solid line around the filled shape.
  public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true) -> _FilledShape {
    stroke(content, style: StrokeStyle(lineWidth: lineWidth))
  }
  /// Draws a line of a style of its own around the filled shape, in place of one that it had.
  public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle, antialiased: Bool = true) -> _FilledShape {
    var copy = self
    copy.stroke = Stroke(style: content._style, line: style)
    return copy
  }
  /// Draws a border around the filled shape, as `stroke(_:lineWidth:antialiased:)` does.
  public func strokeBorder<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true)
    -> _FilledShape
  {
    stroke(content, lineWidth: lineWidth)
  }
  /// Fills the shape with another style. A line around it stays.
  public func fill<S: ShapeStyle>(_ content: S, style: FillStyle = FillStyle()) -> _FilledShape {
    _FilledShape(outline: outline, fill: content._style, stroke: stroke, start: start, end: end)
  }
}

extension _FilledShape: View {
  public var body: some View {
    ShapeView(outline: outline, fill: fill, stroke: stroke, start: start, end: end)
  }
}

/// A part of an outline.
public struct _TrimmedShape: Shape {
  let outline: _ShapeOutline
  let start: CGFloat
  let end: CGFloat

  /// Returns the ellipse in the rectangle, whatever was trimmed.
  public nonisolated func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
  public nonisolated var _outline: _ShapeOutline { outline }

  /// Draws the part that is left with a line of a style of its own. Dashes count for a `Circle` only.
  public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle, antialiased: Bool = true) -> _FilledShape {
    _FilledShape(
      outline: outline, fill: nil, stroke: Stroke(style: content._style, line: style), start: start, end: end)
  }
  /// Draws the part that is left with a solid line.
  public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true) -> _FilledShape {
    stroke(content, style: StrokeStyle(lineWidth: lineWidth))
  }
}

/// Shows a shape: as a box with round corners where that does, else as a drawing.
struct ShapeView: PrimitiveView {
  let outline: _ShapeOutline
  let fill: _Fill?
  let stroke: Stroke?
  var start: CGFloat = 0
  var end: CGFloat = 1

  func update(_ node: Node) {}

  func assemble(_ node: Node) -> Output {
    let isTrimmed = start > 0 || end < 1
    let element = outline.path == nil && !isTrimmed ? box(node) : drawing(node, isTrimmed)
    element.grows = [.horizontal, .vertical]
    if !outline.transform.isEmpty { element.style(.transform(outline.transform)) }
    if let anchor = outline.anchor { element.style(.transformAnchor(anchor)) }
    if outline.inset != 0 {
      element.style(.inset(outline.inset))
      // A drawing is as large as its room, and the margin comes on top.
      if element.kind == .drawing {
        element.style(.size(.width, .allBut(2 * outline.inset)))
        element.style(.size(.height, .allBut(2 * outline.inset)))
      }
    }
    return Output(element)
  }

  private func box(_ node: Node) -> Rendered {
    let element = node.element(.box, [.shape])
    if outline.isSquare { element.add(.square) }
    if let corners = outline.corners { element.style(.corners(corners)) }
    if let fill { element.style(.background(fill)) }
    if outline.isSquare, stroke == nil {
      // A circle lies in the middle of its room, whatever that is. Effects are those of the circle, not of the room.
      element.style(.clip(.circle))
      element.stage = .effect
    }
    if let stroke {
      element.style(
        .border(
          .init(width: stroke.line.lineWidth, isDashed: !stroke.line.dash.isEmpty, color: stroke.style.plain)))
    }
    return element
  }

  /// A part of a circle, clockwise from the right. Dashes are not that: browsers measure those of lines whose width is
  /// not scaled in another unit.
  private static func arc(_ start: CGFloat, _ end: CGFloat) -> String {
    let start = min(max(start, 0), 1)
    let end = min(max(end, 0), 1)
    guard end > start else { return "" }
    func point(_ part: CGFloat) -> String {
      let angle = Double(part) * 2 * .pi
      func rounded(_ value: Double) -> String { ((value * 1000).rounded() / 1000).number }
      return "\(rounded(50 + 50 * cos(angle))) \(rounded(50 + 50 * sin(angle)))"
    }
    // Two halves: an arc to where it began is none.
    let middle = (start + end) / 2
    return "M\(point(start))A50 50 0 0 1 \(point(middle))A50 50 0 0 1 \(point(end))"
  }

  private func drawing(_ node: Node, _ isTrimmed: Bool) -> Rendered {
    let path = node.element(.path, key: 1)
    let isArc = isTrimmed && outline.path == nil && outline.isSquare
    path.attribute(
      .outline, isArc ? Self.arc(start, end) : outline.path ?? "M50 0A50 50 0 0 1 50 100A50 50 0 0 1 50 0Z")
    path.attribute(.keepsLineWidth, true)
    path.style(.fill(fill?.plain))
    if let stroke {
      path.style(.stroke(stroke.style.plain))
      path.style(.strokeWidth(stroke.line.lineWidth))
      path.style(.strokeCap(stroke.line.lineCap))
      if !stroke.line.dash.isEmpty { path.style(.strokeDash(stroke.line.dash)) }
    }
    if isTrimmed, !isArc {
      path.attribute(.length, "1")
      path.style(.strokeDash([max(0, end - start), 1]))
      path.style(.strokeStart(start))
    }
    let drawing = node.element(.drawing, [.drawing], children: [path])
    drawing.attribute(.coordinates, "0 0 100 100")
    drawing.attribute(.keepsProportions, outline.isSquare)
    drawing.attribute(.isHidden, true)
    return drawing
  }
}
