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
  var style: _Fill?
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
  /// What screen readers are told instead of the value.
  var valueText: String?
  /// Whether screen readers are told of the mark at all.
  var isHidden = false
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
  /// A size in points.
  public init(integerLiteral value: Int) { size = .fixed(CGFloat(value)) }
  /// A size in points.
  public init(floatLiteral value: Double) { size = .fixed(CGFloat(value)) }
  /// Seven tenths of the room of a bar; the whole radius of a sector.
  public static let automatic = MarkDimension(.automatic)
  /// A size in points: the most that a vertical bar takes, or the radius of a sector in a pie of 200 points. Has no
  /// effect on horizontal bars.
  public static func fixed(_ size: CGFloat) -> Self { Self(.fixed(size)) }
  /// The whole radius of a sector without so many points, in a pie of 200 points. Bars are as with `automatic` here.
  public static func inset(_ size: CGFloat) -> Self { Self(.inset(size)) }
  /// A part of the room of a bar, or of the radius of a pie.
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
  /// Marks at one position are stacked.
  public static let standard = Self(name: "standard")
  /// As `standard` here: heights are not scaled to the same total.
  public static let normalized = Self(name: "normalized")
  /// As `standard` here: stacks begin at zero.
  public static let center = Self(name: "center")
  /// Marks at one position overlap.
  public static let unstacked = Self(name: "unstacked")
}

/// The interpolation between points. See Apple's documentation of `InterpolationMethod`.
public struct InterpolationMethod: Hashable, Sendable {
  enum Shape: Sendable { case linear, smooth, stepStart, stepCenter, stepEnd }
  let shape: Shape
  /// Straight lines.
  public static let linear = Self(shape: .linear)
  /// A smooth line that does not overshoot; straight beyond 200 points.
  public static let monotone = Self(shape: .smooth)
  /// As `monotone` here.
  public static let catmullRom = Self(shape: .smooth)
  /// As `monotone` here.
  public static let cardinal = Self(shape: .smooth)
  /// Steps that rise or fall at the first of two points.
  public static let stepStart = Self(shape: .stepStart)
  /// Steps that rise or fall in the middle between two points.
  public static let stepCenter = Self(shape: .stepCenter)
  /// Steps that rise or fall at the second of two points.
  public static let stepEnd = Self(shape: .stepEnd)
  /// As `monotone` here: `alpha` has no effect.
  public static func catmullRom(alpha: CGFloat) -> Self { catmullRom }
  /// As `monotone` here: `tension` has no effect.
  public static func cardinal(tension: CGFloat) -> Self { cardinal }
}

/// The position of an annotation. See Apple's documentation of `AnnotationPosition`.
public struct AnnotationPosition: Hashable, Sendable {
  let name: String
  /// Above the mark.
  public static let automatic = Self(name: "top")
  /// Above the mark.
  public static let top = Self(name: "top")
  /// At the lower edge of the mark, or at the axis below it.
  public static let bottom = Self(name: "bottom")
  /// Before the mark.
  public static let leading = Self(name: "leading")
  /// After the mark.
  public static let trailing = Self(name: "trailing")
  /// In the middle of the mark.
  public static let overlay = Self(name: "overlay")
  /// Above the leading corner of the mark.
  public static let topLeading = Self(name: "topLeading")
  /// Above the trailing corner of the mark.
  public static let topTrailing = Self(name: "topTrailing")
  /// At the lower leading corner of the mark.
  public static let bottomLeading = Self(name: "bottomLeading")
  /// At the lower trailing corner of the mark.
  public static let bottomTrailing = Self(name: "bottomTrailing")
}

/// The symbol of a point: always a circle here. See Apple's documentation of `BasicChartSymbolShape`.
public struct BasicChartSymbolShape: ChartSymbolShape {
  /// A circle.
  public static let circle = Self()
  /// A circle, as all symbols here.
  public static let square = Self()
  /// A circle, as all symbols here.
  public static let triangle = Self()
  /// A circle, as all symbols here.
  public static let diamond = Self()
  /// A circle, as all symbols here.
  public static let pentagon = Self()
  /// A circle, as all symbols here.
  public static let plus = Self()
  /// A circle, as all symbols here.
  public static let cross = Self()
  /// A circle, as all symbols here.
  public static let asterisk = Self()
  /// Points are filled: has no effect in the browser.
  public func strokeBorder(lineWidth: CGFloat = 1) -> Self { self }
}

/// See Apple's documentation of `ChartSymbolShape`.
public protocol ChartSymbolShape: Sendable {}

extension ChartSymbolShape where Self == BasicChartSymbolShape {
  /// A circle.
  public static var circle: BasicChartSymbolShape { BasicChartSymbolShape() }
  /// A circle, as all symbols here.
  public static var square: BasicChartSymbolShape { BasicChartSymbolShape() }
  /// A circle, as all symbols here.
  public static var triangle: BasicChartSymbolShape { BasicChartSymbolShape() }
  /// A circle, as all symbols here.
  public static var diamond: BasicChartSymbolShape { BasicChartSymbolShape() }
  /// A circle, as all symbols here.
  public static var pentagon: BasicChartSymbolShape { BasicChartSymbolShape() }
  /// A circle, as all symbols here.
  public static var plus: BasicChartSymbolShape { BasicChartSymbolShape() }
  /// A circle, as all symbols here.
  public static var cross: BasicChartSymbolShape { BasicChartSymbolShape() }
  /// A circle, as all symbols here.
  public static var asterisk: BasicChartSymbolShape { BasicChartSymbolShape() }
}

extension Circle: ChartSymbolShape {}
extension Rectangle: ChartSymbolShape {}
extension RoundedRectangle: ChartSymbolShape {}
extension Capsule: ChartSymbolShape {}
extension Ellipse: ChartSymbolShape {}
