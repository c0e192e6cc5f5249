// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A shape that is turned or has another size where it is drawn.
public struct _TransformedShape<Base: Shape>: Shape {
  let base: Base
  let transform: String
  let anchor: UnitPoint

  public nonisolated func path(in rect: CGRect) -> Path { base.path(in: rect) }
  public nonisolated var _outline: _ShapeOutline { base._outline.transformed(transform, anchor) }
}

extension _ShapeOutline {
  func transformed(_ transform: String, _ anchor: UnitPoint) -> _ShapeOutline {
    var copy = self
    // What is said last happens last, and stands first in CSS.
    copy.transform = [transform, self.transform].compactMap(\.self).joined(separator: " ")
    if anchor != .center { copy.origin = anchor.css }
    return copy
  }
}

extension Shape {
  /// The shape around its middle, larger or smaller.
  public func scale(_ scale: CGFloat, anchor: UnitPoint = .center) -> _TransformedShape<Self> {
    _TransformedShape(base: self, transform: "scale(\(scale.number))", anchor: anchor)
  }
  public func scale(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> _TransformedShape<Self> {
    _TransformedShape(base: self, transform: "scale(\(x.number),\(y.number))", anchor: anchor)
  }
  public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> _TransformedShape<Self> {
    _TransformedShape(base: self, transform: "rotate(\(angle.degrees.number)deg)", anchor: anchor)
  }
}

extension _TrimmedShape {
  public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> _TrimmedShape {
    _TrimmedShape(
      outline: outline.transformed("rotate(\(angle.degrees.number)deg)", anchor), start: start, end: end)
  }
  public func scale(_ scale: CGFloat, anchor: UnitPoint = .center) -> _TrimmedShape {
    _TrimmedShape(outline: outline.transformed("scale(\(scale.number))", anchor), start: start, end: end)
  }
}
