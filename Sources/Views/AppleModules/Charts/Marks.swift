// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// A bar. See Apple's documentation of `BarMark`.
public struct BarMark: ChartContent, MarkedContent {
  public typealias Body = Never
  let marks: [Mark]

  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic,
    stacking: MarkStackingMethod = .standard
  ) { marks = [Mark(kind: .bar, x: x.plotted, y: y.plotted, width: width, height: height, stacking: stacking)] }

  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, width: MarkDimension = .automatic
  ) { marks = [Mark(kind: .bar, x: x.plotted, y: yStart.plotted, yEnd: yEnd.plotted, width: width)] }

  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, height: MarkDimension = .automatic
  ) { marks = [Mark(kind: .bar, x: xStart.plotted, xEnd: xEnd.plotted, y: y.plotted, height: height)] }

  public init<X: Plottable>(
    x: PlottableValue<X>, stacking: MarkStackingMethod = .standard
  ) { marks = [Mark(kind: .bar, x: x.plotted, y: Plotted(label: "", value: .category("")), stacking: stacking)] }

  public init<Y: Plottable>(
    y: PlottableValue<Y>, stacking: MarkStackingMethod = .standard
  ) { marks = [Mark(kind: .bar, x: Plotted(label: "", value: .category("")), y: y.plotted, stacking: stacking)] }
}

/// A point of a line. See Apple's documentation of `LineMark`.
public struct LineMark: ChartContent, MarkedContent {
  public typealias Body = Never
  let marks: [Mark]

  public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    marks = [Mark(kind: .line, x: x.plotted, y: y.plotted)]
  }
  public init<X: Plottable, Y: Plottable, S: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>
  ) { marks = [Mark(kind: .line, x: x.plotted, y: y.plotted, series: series.plotted.value.text)] }
}

/// A point on the edge of an area. See Apple's documentation of `AreaMark`.
public struct AreaMark: ChartContent, MarkedContent {
  public typealias Body = Never
  let marks: [Mark]

  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, stacking: MarkStackingMethod = .standard
  ) { marks = [Mark(kind: .area, x: x.plotted, y: y.plotted, stacking: stacking)] }
  public init<X: Plottable, Y: Plottable, S: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>, stacking: MarkStackingMethod = .standard
  ) {
    marks = [
      Mark(kind: .area, x: x.plotted, y: y.plotted, series: series.plotted.value.text, stacking: stacking)
    ]
  }
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) { marks = [Mark(kind: .area, x: x.plotted, y: yStart.plotted, yEnd: yEnd.plotted)] }
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
  public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    marks = [Mark(kind: .point, x: x.plotted, y: y.plotted)]
  }
}

/// A rule across the chart. See Apple's documentation of `RuleMark`.
public struct RuleMark: ChartContent, MarkedContent {
  public typealias Body = Never
  let marks: [Mark]
  public init<X: Plottable>(x: PlottableValue<X>) { marks = [Mark(kind: .rule, x: x.plotted)] }
  public init<Y: Plottable>(y: PlottableValue<Y>) { marks = [Mark(kind: .rule, y: y.plotted)] }
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) { marks = [Mark(kind: .rule, x: x.plotted, y: yStart.plotted, yEnd: yEnd.plotted)] }
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>
  ) { marks = [Mark(kind: .rule, x: xStart.plotted, xEnd: xEnd.plotted, y: y.plotted)] }
}

/// A rectangle. See Apple's documentation of `RectangleMark`.
public struct RectangleMark: ChartContent, MarkedContent {
  public typealias Body = Never
  let marks: [Mark]
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic
  ) { marks = [Mark(kind: .rectangle, x: x.plotted, y: y.plotted, width: width, height: height)] }
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) {
    marks = [
      Mark(kind: .rectangle, x: xStart.plotted, xEnd: xEnd.plotted, y: yStart.plotted, yEnd: yEnd.plotted)
    ]
  }
  public init<X: Plottable>(xStart: PlottableValue<X>, xEnd: PlottableValue<X>) {
    marks = [Mark(kind: .rectangle, x: xStart.plotted, xEnd: xEnd.plotted)]
  }
  public init<Y: Plottable>(yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>) {
    marks = [Mark(kind: .rectangle, y: yStart.plotted, yEnd: yEnd.plotted)]
  }
}

/// A sector of a pie or donut chart. See Apple's documentation of `SectorMark`.
public struct SectorMark: ChartContent, MarkedContent {
  public typealias Body = Never
  let marks: [Mark]
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
