import Foundation

extension Shape {
  /// The shape around its middle, larger or smaller.
  public func scale(_ scale: CGFloat, anchor: UnitPoint = .center) -> some View { scaleEffect(scale, anchor: anchor) }
  public func scale(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
    scaleEffect(x: x, y: y, anchor: anchor)
  }
  public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
    rotationEffect(angle, anchor: anchor)
  }
}
