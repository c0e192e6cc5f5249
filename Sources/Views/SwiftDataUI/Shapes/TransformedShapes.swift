// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A shape that is turned or has another size where it is drawn.
public struct _TransformedShape<Base: Shape>: Shape {
  let base: Base
  let transform: Element.Style.Transform
  let anchor: UnitPoint

  /// Returns the outline as it is without the change, which counts only where the shape is drawn.
  public nonisolated func path(in rect: CGRect) -> Path { base.path(in: rect) }
  public nonisolated var _outline: _ShapeOutline { base._outline.transformed(transform, anchor) }
}

extension _ShapeOutline {
  func transformed(_ transform: Element.Style.Transform, _ anchor: UnitPoint) -> _ShapeOutline {
    var copy = self
    copy.transform.insert(transform, at: 0)
    if anchor != .center { copy.anchor = anchor }
    return copy
  }
}

extension Shape {
  /// Scales the shape where it is drawn, by one factor around an anchor. The room it takes stays the same.
  public func scale(_ scale: CGFloat, anchor: UnitPoint = .center) -> _TransformedShape<Self> {
    _TransformedShape(base: self, transform: .scale(scale), anchor: anchor)
  }
  /// Scales the shape where it is drawn, by one factor for each direction.
  public func scale(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> _TransformedShape<Self> {
    _TransformedShape(base: self, transform: .scales(x, y), anchor: anchor)
  }
  /// Turns the shape where it is drawn, clockwise around an anchor.
  public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> _TransformedShape<Self> {
    _TransformedShape(base: self, transform: .rotation(angle), anchor: anchor)
  }
}

extension _TrimmedShape {
  /// Turns the part of the outline where it is drawn, clockwise around an anchor.
  public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> _TrimmedShape {
    _TrimmedShape(
      outline: outline.transformed(.rotation(angle), anchor), start: start, end: end)
  }
  /// Scales the part of the outline where it is drawn, around an anchor.
  public func scale(_ scale: CGFloat, anchor: UnitPoint = .center) -> _TrimmedShape {
    _TrimmedShape(outline: outline.transformed(.scale(scale), anchor), start: start, end: end)
  }
}
