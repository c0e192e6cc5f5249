// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// A mark as a value: where it lies, and how it is drawn.
struct Mark {
  enum Kind { case bar, line, point, area, rule, rectangle, sector }

  var kind: Kind
  var x: Plotted?
  var xEnd: Plotted?
  var y: Plotted?
  var yEnd: Plotted?
  var angle: Plotted?
  /// What the points of one line have in common, if it is not the color.
  var series: String?
  var width = MarkDimension.automatic
  var height = MarkDimension.automatic
  var stacking = MarkStackingMethod.standard
  var innerRadius = MarkDimension.automatic
  var outerRadius = MarkDimension.automatic
  var angularInset: CGFloat = 0
  var look = MarkLook()

  /// Whether the mark stands on the vertical axis, so that its length lies along the horizontal one.
  var isHorizontal: Bool {
    guard kind == .bar, case .number = x?.value, let y else { return false }
    if case .number = y.value { return y.end != nil || xEnd != nil }
    return true
  }
}

/// How a mark is drawn. What is nil was not said, and may be said further outside.
struct MarkLook {
  var style: _StyleText?
  /// By what the color is chosen.
  var group: Plotted?
  /// By what bars lie beside each other.
  var position: Plotted?
  var opacity: Double?
  var line: StrokeStyle?
  var interpolation: InterpolationMethod?
  var symbolSize: CGFloat?
  var hasSymbol = false
  var cornerRadius: CGFloat?
  var label: String?
  var zIndex: Double?
  var annotations: [MarkAnnotation] = []
}

struct MarkAnnotation {
  let position: AnnotationPosition
  let spacing: CGFloat
  let view: AnyView
}

/// The width of a bar, or the size of a radius. See Apple's documentation of `MarkDimension`.
public struct MarkDimension: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  enum Size: Sendable { case automatic, fixed(CGFloat), inset(CGFloat), ratio(CGFloat) }
  let size: Size
  init(_ size: Size) { self.size = size }
  public init(integerLiteral value: Int) { size = .fixed(CGFloat(value)) }
  public init(floatLiteral value: Double) { size = .fixed(CGFloat(value)) }
  public static let automatic = MarkDimension(.automatic)
  public static func fixed(_ size: CGFloat) -> Self { Self(.fixed(size)) }
  public static func inset(_ size: CGFloat) -> Self { Self(.inset(size)) }
  public static func ratio(_ ratio: CGFloat) -> Self { Self(.ratio(ratio)) }

  /// The part of the room that it takes.
  func share(automatic: Double) -> Double {
    switch size {
    case .ratio(let ratio): min(max(ratio, 0.01), 1)
    case .automatic, .fixed, .inset: automatic
    }
  }
}

/// The stacking of marks at the same position. See Apple's documentation of `MarkStackingMethod`.
public struct MarkStackingMethod: Hashable, Sendable {
  let name: String
  public static let standard = Self(name: "standard")
  public static let normalized = Self(name: "normalized")
  public static let center = Self(name: "center")
  public static let unstacked = Self(name: "unstacked")
}

/// The interpolation between points. See Apple's documentation of `InterpolationMethod`.
public struct InterpolationMethod: Hashable, Sendable {
  enum Shape: Sendable { case linear, smooth, stepStart, stepCenter, stepEnd }
  let shape: Shape
  public static let linear = Self(shape: .linear)
  public static let monotone = Self(shape: .smooth)
  public static let catmullRom = Self(shape: .smooth)
  public static let cardinal = Self(shape: .smooth)
  public static let stepStart = Self(shape: .stepStart)
  public static let stepCenter = Self(shape: .stepCenter)
  public static let stepEnd = Self(shape: .stepEnd)
  public static func catmullRom(alpha: CGFloat) -> Self { catmullRom }
  public static func cardinal(tension: CGFloat) -> Self { cardinal }
}

/// The position of an annotation. See Apple's documentation of `AnnotationPosition`.
public struct AnnotationPosition: Hashable, Sendable {
  let name: String
  public static let automatic = Self(name: "top")
  public static let top = Self(name: "top")
  public static let bottom = Self(name: "bottom")
  public static let leading = Self(name: "leading")
  public static let trailing = Self(name: "trailing")
  public static let overlay = Self(name: "overlay")
  public static let topLeading = Self(name: "topLeading")
  public static let topTrailing = Self(name: "topTrailing")
  public static let bottomLeading = Self(name: "bottomLeading")
  public static let bottomTrailing = Self(name: "bottomTrailing")
}

/// The symbol of a point: always a circle here. See Apple's documentation of `BasicChartSymbolShape`.
public struct BasicChartSymbolShape: ChartSymbolShape {
  public static let circle = Self()
  public static let square = Self()
  public static let triangle = Self()
  public static let diamond = Self()
  public static let pentagon = Self()
  public static let plus = Self()
  public static let cross = Self()
  public static let asterisk = Self()
  public func strokeBorder(lineWidth: CGFloat = 1) -> Self { self }
}

/// See Apple's documentation of `ChartSymbolShape`.
public protocol ChartSymbolShape: Sendable {}

extension ChartSymbolShape where Self == BasicChartSymbolShape {
  public static var circle: BasicChartSymbolShape { BasicChartSymbolShape() }
  public static var square: BasicChartSymbolShape { BasicChartSymbolShape() }
  public static var triangle: BasicChartSymbolShape { BasicChartSymbolShape() }
  public static var diamond: BasicChartSymbolShape { BasicChartSymbolShape() }
  public static var pentagon: BasicChartSymbolShape { BasicChartSymbolShape() }
  public static var plus: BasicChartSymbolShape { BasicChartSymbolShape() }
  public static var cross: BasicChartSymbolShape { BasicChartSymbolShape() }
  public static var asterisk: BasicChartSymbolShape { BasicChartSymbolShape() }
}

extension Circle: ChartSymbolShape {}
extension Rectangle: ChartSymbolShape {}
extension RoundedRectangle: ChartSymbolShape {}
extension Capsule: ChartSymbolShape {}
extension Ellipse: ChartSymbolShape {}
