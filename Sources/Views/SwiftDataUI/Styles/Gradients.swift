// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A gradient of colors. See Apple's documentation of `Gradient`.
public struct Gradient: Hashable, Sendable, ShapeStyle {
  public struct Stop: Hashable, Sendable {
    public var color: Color
    public var location: CGFloat
    public init(color: Color, location: CGFloat) {
      self.color = color
      self.location = location
    }
  }

  public var stops: [Stop]

  public init(stops: [Stop]) { self.stops = stops }

  public init(colors: [Color]) {
    let last = max(colors.count - 1, 1)
    stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / CGFloat(last)) }
  }

  var plain: String? { stops.first?.color.css }
  var list: String { stops.map { "\($0.color.css) \(($0.location * 100).number)%" }.joined(separator: ",") }
  public var _style: _StyleText { _StyleText("linear-gradient(\(list))", isImage: true, plain: plain) }
}

/// The gradient of one color: `Color.blue.gradient`.
public struct AnyGradient: Hashable, Sendable, ShapeStyle {
  let color: Color?
  var gradient: Gradient?
  init(color: Color) { self.color = color }
  public init(_ gradient: Gradient) {
    color = nil
    self.gradient = gradient
  }
  public var _style: _StyleText {
    guard let color else { return gradient?._style ?? _StyleText("transparent") }
    return _StyleText(
      "linear-gradient(color-mix(in srgb,\(color.css),#fff 15%),\(color.css))", isImage: true, plain: color.css)
  }
}

/// A point of a unit square. See Apple's documentation of `UnitPoint`.
public struct UnitPoint: Hashable, Sendable {
  public var x: CGFloat
  public var y: CGFloat
  public init() { self.init(x: 0, y: 0) }
  public init(x: CGFloat, y: CGFloat) {
    self.x = x
    self.y = y
  }
  public static let zero = UnitPoint(x: 0, y: 0)
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  public static let leading = UnitPoint(x: 0, y: 0.5)
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  public static let top = UnitPoint(x: 0.5, y: 0)
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  public static let topLeading = UnitPoint(x: 0, y: 0)
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)
  var css: String { "\((x * 100).number)% \((y * 100).number)%" }
}

public struct LinearGradient: Hashable, ShapeStyle {
  let gradient: Gradient
  let start: UnitPoint
  let end: UnitPoint
  public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
    self.gradient = gradient
    start = startPoint
    end = endPoint
  }
  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
  }
  public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
  }
  public var _style: _StyleText {
    let angle = atan2(Double(end.x - start.x), Double(start.y - end.y)) * 180 / .pi
    return _StyleText("linear-gradient(\(angle.number)deg,\(gradient.list))", isImage: true, plain: gradient.plain)
  }
}

public struct RadialGradient: Hashable, ShapeStyle {
  let gradient: Gradient
  let center: UnitPoint
  let radius: CGFloat
  public init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
    self.gradient = gradient
    self.center = center
    radius = endRadius
  }
  public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
    self.init(gradient: Gradient(colors: colors), center: center, startRadius: startRadius, endRadius: endRadius)
  }
  public init(stops: [Gradient.Stop], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
    self.init(gradient: Gradient(stops: stops), center: center, startRadius: startRadius, endRadius: endRadius)
  }
  public var _style: _StyleText {
    _StyleText(
      "radial-gradient(circle \(radius.pixels) at \(center.css),\(gradient.list))", isImage: true,
      plain: gradient.plain)
  }
}

public struct AngularGradient: Hashable, ShapeStyle {
  let gradient: Gradient
  let center: UnitPoint
  let start: Angle
  let end: Angle
  public init(gradient: Gradient, center: UnitPoint, startAngle: Angle, endAngle: Angle) {
    self.gradient = gradient
    self.center = center
    start = startAngle
    end = endAngle
  }
  public init(colors: [Color], center: UnitPoint, startAngle: Angle, endAngle: Angle) {
    self.init(gradient: Gradient(colors: colors), center: center, startAngle: startAngle, endAngle: endAngle)
  }
  public init(stops: [Gradient.Stop], center: UnitPoint, startAngle: Angle, endAngle: Angle) {
    self.init(gradient: Gradient(stops: stops), center: center, startAngle: startAngle, endAngle: endAngle)
  }
  public init(gradient: Gradient, center: UnitPoint, angle: Angle = .zero) {
    self.init(gradient: gradient, center: center, startAngle: angle, endAngle: angle + .degrees(360))
  }
  public init(colors: [Color], center: UnitPoint, angle: Angle = .zero) {
    self.init(gradient: Gradient(colors: colors), center: center, angle: angle)
  }
  public init(stops: [Gradient.Stop], center: UnitPoint, angle: Angle = .zero) {
    self.init(gradient: Gradient(stops: stops), center: center, angle: angle)
  }
  public var _style: _StyleText {
    let part = CGFloat((end.degrees - start.degrees) / 360)
    let stops = gradient.stops.map { Gradient.Stop(color: $0.color, location: $0.location * part) }
    let list = Gradient(stops: stops).list
    return _StyleText(
      "conic-gradient(from \((start.degrees + 90).number)deg at \(center.css),\(list))", isImage: true,
      plain: gradient.plain)
  }
}

/// See Apple's documentation of `EllipticalGradient`.
public struct EllipticalGradient: Hashable, ShapeStyle {
  let gradient: Gradient
  let center: UnitPoint
  let radius: CGFloat
  public init(
    gradient: Gradient, center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
  ) {
    self.gradient = gradient
    self.center = center
    radius = endRadiusFraction
  }
  public init(
    colors: [Color], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
  ) {
    self.init(gradient: Gradient(colors: colors), center: center, endRadiusFraction: endRadiusFraction)
  }
  public init(
    stops: [Gradient.Stop], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0,
    endRadiusFraction: CGFloat = 0.5
  ) {
    self.init(gradient: Gradient(stops: stops), center: center, endRadiusFraction: endRadiusFraction)
  }
  public var _style: _StyleText {
    let size = (radius * 100).number + "%"
    return _StyleText(
      "radial-gradient(ellipse \(size) \(size) at \(center.css),\(gradient.list))", isImage: true,
      plain: gradient.plain)
  }
}

/// See Apple's documentation of `Angle`.
public struct Angle: Hashable, Comparable, Sendable {
  public var radians: Double
  public var degrees: Double {
    get { radians * 180 / .pi }
    set { radians = newValue * .pi / 180 }
  }
  public static let zero = Angle(radians: 0)
  public init() { radians = 0 }
  public init(radians: Double) { self.radians = radians }
  public init(degrees: Double) { radians = degrees * .pi / 180 }
  public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }
  public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
  public static func < (lhs: Angle, rhs: Angle) -> Bool { lhs.radians < rhs.radians }
  public static func + (lhs: Angle, rhs: Angle) -> Angle { Angle(radians: lhs.radians + rhs.radians) }
  public static func - (lhs: Angle, rhs: Angle) -> Angle { Angle(radians: lhs.radians - rhs.radians) }
  public static func * (lhs: Angle, rhs: Double) -> Angle { Angle(radians: lhs.radians * rhs) }
  public static func / (lhs: Angle, rhs: Double) -> Angle { Angle(radians: lhs.radians / rhs) }
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
    let element = node.element("div", [.color])
    element.style("background", _style.text)
    element.grows = [.horizontal, .vertical]
    return Output(element)
  }
}
