// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// A bar. See Apple's documentation of `BarMark`.
public struct BarMark: ChartContent, MarkedContent {
  public typealias Body = Never
  let marks: [Mark]

  /// A bar from zero to a value, over or beside a name, a date or a number. Which of the axes has the numbers decides
  /// its direction.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic,
    stacking: MarkStackingMethod = .standard
  ) { marks = [Mark(kind: .bar, x: x.plotted, y: y.plotted, width: width, height: height, stacking: stacking)] }

  /// A vertical bar between two values.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, width: MarkDimension = .automatic
  ) { marks = [Mark(kind: .bar, x: x.plotted, y: yStart.plotted, yEnd: yEnd.plotted, width: width)] }

  /// A horizontal bar between two values.
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, height: MarkDimension = .automatic
  ) { marks = [Mark(kind: .bar, x: xStart.plotted, xEnd: xEnd.plotted, y: y.plotted, height: height)] }

  /// A part of one horizontal bar: all marks are stacked.
  public init<X: Plottable>(
    x: PlottableValue<X>, stacking: MarkStackingMethod = .standard
  ) { marks = [Mark(kind: .bar, x: x.plotted, y: Plotted(label: "", value: .category("")), stacking: stacking)] }

  /// A part of one vertical bar: all marks are stacked.
  public init<Y: Plottable>(
    y: PlottableValue<Y>, stacking: MarkStackingMethod = .standard
  ) { marks = [Mark(kind: .bar, x: Plotted(label: "", value: .category("")), y: y.plotted, stacking: stacking)] }
}

/// A point of a line. See Apple's documentation of `LineMark`.
public struct LineMark: ChartContent, MarkedContent {
  public typealias Body = Never
  let marks: [Mark]

  /// A point of a line. Marks of one color are one line.
  public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    marks = [Mark(kind: .line, x: x.plotted, y: y.plotted)]
  }
  /// A point of the line of a series.
  public init<X: Plottable, Y: Plottable, S: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>
  ) { marks = [Mark(kind: .line, x: x.plotted, y: y.plotted, series: series.plotted.value.text)] }
}

/// A point on the edge of an area. See Apple's documentation of `AreaMark`.
public struct AreaMark: ChartContent, MarkedContent {
  public typealias Body = Never
  let marks: [Mark]

  /// A point on the edge of an area that begins at zero. Areas of several colors are stacked.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, stacking: MarkStackingMethod = .standard
  ) { marks = [Mark(kind: .area, x: x.plotted, y: y.plotted, stacking: stacking)] }
  /// A point on the edge of the area of a series. Several areas are stacked.
  public init<X: Plottable, Y: Plottable, S: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>, stacking: MarkStackingMethod = .standard
  ) {
    marks = [
      Mark(kind: .area, x: x.plotted, y: y.plotted, series: series.plotted.value.text, stacking: stacking)
    ]
  }
  /// A point on both edges of an area, which is not stacked.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) { marks = [Mark(kind: .area, x: x.plotted, y: yStart.plotted, yEnd: yEnd.plotted)] }
  /// A point on both edges of the area of a series, which is not stacked.
  public init<X: Plottable, Y: Plottable, S: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, series: PlottableValue<S>
  ) {
    marks = [
      Mark(kind: .area, x: x.plotted, y: yStart.plotted, yEnd: yEnd.plotted, series: series.plotted.value.text)
    ]
  }
}

/// A point. See Apple's documentation of `PointMark`.
public struct PointMark: ChartContent, MarkedContent {
  public typealias Body = Never
  let marks: [Mark]
  /// A circle at two values.
  public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    marks = [Mark(kind: .point, x: x.plotted, y: y.plotted)]
  }
}

/// A rule across the chart. See Apple's documentation of `RuleMark`.
public struct RuleMark: ChartContent, MarkedContent {
  public typealias Body = Never
  let marks: [Mark]
  /// A vertical rule over the whole height.
  public init<X: Plottable>(x: PlottableValue<X>) { marks = [Mark(kind: .rule, x: x.plotted)] }
  /// A horizontal rule over the whole width.
  public init<Y: Plottable>(y: PlottableValue<Y>) { marks = [Mark(kind: .rule, y: y.plotted)] }
  /// A vertical rule between two values.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) { marks = [Mark(kind: .rule, x: x.plotted, y: yStart.plotted, yEnd: yEnd.plotted)] }
  /// A horizontal rule between two values.
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>
  ) { marks = [Mark(kind: .rule, x: xStart.plotted, xEnd: xEnd.plotted, y: y.plotted)] }
}

/// A rectangle. See Apple's documentation of `RectangleMark`.
public struct RectangleMark: ChartContent, MarkedContent {
  public typealias Body = Never
  let marks: [Mark]
  /// A rectangle around a point. Without dimensions it takes seven tenths of the room there, as a bar does.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic
  ) { marks = [Mark(kind: .rectangle, x: x.plotted, y: y.plotted, width: width, height: height)] }
  /// A rectangle between two values of each axis.
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) {
    marks = [
      Mark(kind: .rectangle, x: xStart.plotted, xEnd: xEnd.plotted, y: yStart.plotted, yEnd: yEnd.plotted)
    ]
  }
  /// A rectangle over the whole height.
  public init<X: Plottable>(xStart: PlottableValue<X>, xEnd: PlottableValue<X>) {
    marks = [Mark(kind: .rectangle, x: xStart.plotted, xEnd: xEnd.plotted)]
  }
  /// A rectangle over the whole width.
  public init<Y: Plottable>(yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>) {
    marks = [Mark(kind: .rectangle, y: yStart.plotted, yEnd: yEnd.plotted)]
  }
}

/// A sector of a pie or donut chart. See Apple's documentation of `SectorMark`.
public struct SectorMark: ChartContent, MarkedContent {
  public typealias Body = Never
  let marks: [Mark]
  /// A sector whose angle is the share of its value in the sum of all. The inset is drawn as a border in the color of
  /// the background.
  public init<A: Plottable>(
    angle: PlottableValue<A>, innerRadius: MarkDimension = .automatic, outerRadius: MarkDimension = .automatic,
    angularInset: CGFloat? = nil
  ) {
    marks = [
      Mark(
        kind: .sector, angle: angle.plotted, innerRadius: innerRadius, outerRadius: outerRadius,
        angularInset: angularInset ?? 0)
    ]
  }
}
