// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A gradient of colors. See Apple's documentation of `Gradient`.
public struct Gradient: Hashable, Sendable, ShapeStyle {
  /// A colour at a place of a gradient.
  public struct Stop: Hashable, Sendable {
    /// The colour at the place.
    public var color: Color
    /// The place, from 0 at the start to 1 at the end.
    public var location: CGFloat
    /// Creates a colour at a place.
    public init(color: Color, location: CGFloat) {
      self.color = color
      self.location = location
    }
  }

  /// The colours and their places. Where only one colour can be shown, it is the first.
  public var stops: [Stop]

  /// Creates a gradient of colours at places.
  public init(stops: [Stop]) { self.stops = stops }

  /// Creates a gradient of colours at equal distances.
  public init(colors: [Color]) {
    let last = max(colors.count - 1, 1)
    stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / CGFloat(last)) }
  }

  public var _style: _Fill { _Fill(.linear(self, nil)) }
}

/// The gradient of one color: `Color.blue.gradient`.
public struct AnyGradient: Hashable, Sendable, ShapeStyle {
  let color: Color?
  var gradient: Gradient?
  init(color: Color) { self.color = color }
  /// Creates a style of a gradient, drawn from the top to the bottom.
  public init(_ gradient: Gradient) {
    color = nil
    self.gradient = gradient
  }
  public var _style: _Fill { color.map { _Fill(.shade($0)) } ?? gradient?._style ?? _Fill(Color.clear) }
}

/// A point of a unit square. See Apple's documentation of `UnitPoint`.
public struct UnitPoint: Hashable, Sendable {
  /// How far from the left, from 0 to 1.
  public var x: CGFloat
  /// How far from the top, from 0 to 1.
  public var y: CGFloat
  /// Creates the point at the top left.
  public init() { self.init(x: 0, y: 0) }
  /// Creates a point.
  public init(x: CGFloat, y: CGFloat) {
    self.x = x
    self.y = y
  }
  /// The point at the top left.
  public static let zero = UnitPoint(x: 0, y: 0)
  /// The middle.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// The middle of the left edge, whatever the direction of text.
  public static let leading = UnitPoint(x: 0, y: 0.5)
  /// The middle of the right edge, whatever the direction of text.
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  /// The middle of the upper edge.
  public static let top = UnitPoint(x: 0.5, y: 0)
  /// The middle of the lower edge.
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  /// The corner at the top left.
  public static let topLeading = UnitPoint(x: 0, y: 0)
  /// The corner at the top right.
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  /// The corner at the bottom left.
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  /// The corner at the bottom right.
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}

/// A gradient along a line. See Apple's documentation of `LinearGradient`.
///
/// The points say in which direction it runs. It always runs over the whole of what it fills, also if they are closer.
public struct LinearGradient: Hashable, ShapeStyle {
  let gradient: Gradient
  let start: UnitPoint
  let end: UnitPoint
  /// Creates a gradient along the direction from one point to another.
  public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
    self.gradient = gradient
    start = startPoint
    end = endPoint
  }
  /// Creates a gradient of colours at equal distances.
  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
  }
  /// Creates a gradient of colours at places.
  public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
  }
  public var _style: _Fill {
    _Fill(.linear(gradient, Angle(radians: atan2(Double(end.x - start.x), Double(start.y - end.y)))))
  }
}

/// A gradient outwards from a point, in circles. See Apple's documentation of `RadialGradient`.
public struct RadialGradient: Hashable, ShapeStyle {
  let gradient: Gradient
  let center: UnitPoint
  let radius: CGFloat
  /// Creates a gradient that ends at a radius in points. It begins in the middle: `startRadius` has no effect.
  public init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
    self.gradient = gradient
    self.center = center
    radius = endRadius
  }
  /// Creates a gradient of colours at equal distances. `startRadius` has no effect.
  public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
    self.init(gradient: Gradient(colors: colors), center: center, startRadius: startRadius, endRadius: endRadius)
  }
  /// Creates a gradient of colours at places. `startRadius` has no effect.
  public init(stops: [Gradient.Stop], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
    self.init(gradient: Gradient(stops: stops), center: center, startRadius: startRadius, endRadius: endRadius)
  }
  public var _style: _Fill { _Fill(.radial(gradient, center: center, radius: radius)) }
}

/// A gradient around a point. See Apple's documentation of `AngularGradient`.
public struct AngularGradient: Hashable, ShapeStyle {
  let gradient: Gradient
  let center: UnitPoint
  let start: Angle
  let end: Angle
  /// Creates a gradient clockwise from one angle to another, 0 being on the right. Its last colour fills the rest.
  public init(gradient: Gradient, center: UnitPoint, startAngle: Angle, endAngle: Angle) {
    self.gradient = gradient
    self.center = center
    start = startAngle
    end = endAngle
  }
  /// Creates a gradient of colours at equal distances, from one angle to another.
  public init(colors: [Color], center: UnitPoint, startAngle: Angle, endAngle: Angle) {
    self.init(gradient: Gradient(colors: colors), center: center, startAngle: startAngle, endAngle: endAngle)
  }
  /// Creates a gradient of colours at places, from one angle to another.
  public init(stops: [Gradient.Stop], center: UnitPoint, startAngle: Angle, endAngle: Angle) {
    self.init(gradient: Gradient(stops: stops), center: center, startAngle: startAngle, endAngle: endAngle)
  }
  /// Creates a gradient once around, clockwise from an angle.
  public init(gradient: Gradient, center: UnitPoint, angle: Angle = .zero) {
    self.init(gradient: gradient, center: center, startAngle: angle, endAngle: angle + .degrees(360))
  }
  /// Creates a gradient of colours at equal distances, once around.
  public init(colors: [Color], center: UnitPoint, angle: Angle = .zero) {
    self.init(gradient: Gradient(colors: colors), center: center, angle: angle)
  }
  /// Creates a gradient of colours at places, once around.
  public init(stops: [Gradient.Stop], center: UnitPoint, angle: Angle = .zero) {
    self.init(gradient: Gradient(stops: stops), center: center, angle: angle)
  }
  public var _style: _Fill {
    let part = CGFloat((end.degrees - start.degrees) / 360)
    let stops = gradient.stops.map { Gradient.Stop(color: $0.color, location: $0.location * part) }
    return _Fill(.angular(Gradient(stops: stops), center: center, start: start))
  }
}

/// A gradient outwards from a point, in ellipses. See Apple's documentation of `EllipticalGradient`.
public struct EllipticalGradient: Hashable, ShapeStyle {
  let gradient: Gradient
  let center: UnitPoint
  let radius: CGFloat
  /// Creates a gradient that ends at a part of the width and the height. `startRadiusFraction` has no effect.
  public init(
    gradient: Gradient, center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
  ) {
    self.gradient = gradient
    self.center = center
    radius = endRadiusFraction
  }
  /// Creates a gradient of colours at equal distances. `startRadiusFraction` has no effect.
  public init(
    colors: [Color], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
  ) {
    self.init(gradient: Gradient(colors: colors), center: center, endRadiusFraction: endRadiusFraction)
  }
  /// Creates a gradient of colours at places. `startRadiusFraction` has no effect.
  public init(
    stops: [Gradient.Stop], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0,
    endRadiusFraction: CGFloat = 0.5
  ) {
    self.init(gradient: Gradient(stops: stops), center: center, endRadiusFraction: endRadiusFraction)
  }
  public var _style: _Fill { _Fill(.elliptical(gradient, center: center, radius: radius)) }
}

/// An angle in radians or degrees. See Apple's documentation of `Angle`.
public struct Angle: Hashable, Comparable, Sendable {
  /// The angle in radians.
  public var radians: Double
  /// The angle in degrees.
  public var degrees: Double {
    get { radians * 180 / .pi }
    set { radians = newValue * .pi / 180 }
  }
  /// No angle.
  public static let zero = Angle(radians: 0)
  /// Creates an angle of 0.
  public init() { radians = 0 }
  /// Creates an angle from radians.
  public init(radians: Double) { self.radians = radians }
  /// Creates an angle from degrees.
  public init(degrees: Double) { radians = degrees * .pi / 180 }
  /// Returns an angle of radians.
  public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }
  /// Returns an angle of degrees.
  public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
  /// Whether an angle is smaller than another. Angles of more than a full turn stay what they are.
  public static func < (lhs: Angle, rhs: Angle) -> Bool { lhs.radians < rhs.radians }
  /// Returns the sum of two angles.
  public static func + (lhs: Angle, rhs: Angle) -> Angle { Angle(radians: lhs.radians + rhs.radians) }
  /// Returns the difference of two angles.
  public static func - (lhs: Angle, rhs: Angle) -> Angle { Angle(radians: lhs.radians - rhs.radians) }
  /// Returns a multiple of an angle.
  public static func * (lhs: Angle, rhs: Double) -> Angle { Angle(radians: lhs.radians * rhs) }
  /// Returns a part of an angle.
  public static func / (lhs: Angle, rhs: Double) -> Angle { Angle(radians: lhs.radians / rhs) }
  /// Returns the angle in the other direction.
  public static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }
}

extension LinearGradient: View, StyleView { public typealias Body = Never }
extension RadialGradient: View, StyleView { public typealias Body = Never }
extension AngularGradient: View, StyleView { public typealias Body = Never }
extension EllipticalGradient: View, StyleView { public typealias Body = Never }

/// A style as a view: it fills the room there is.
protocol StyleView: PrimitiveView, ShapeStyle {}

extension StyleView {
  func update(_ node: Node) {}

  func assemble(_ node: Node) -> Output {
    let element = node.element(.box, [.color])
    element.style(.background(_style))
    element.grows = [.horizontal, .vertical]
    return Output(element)
  }
}
