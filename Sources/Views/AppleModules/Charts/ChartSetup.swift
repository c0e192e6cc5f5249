// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// What the modifiers around a chart have said.
struct ChartSetup {
  struct Axis {
    var visibility = Visibility.automatic
    var axes: [_Axis]?
    var label: AnyView?
    var domain: Domain?
  }

  enum Domain {
    case values([_ChartValue])
    case automatic(includesZero: Bool?)
  }

  var x = Axis()
  var y = Axis()
  var legend = Visibility.automatic
  var legendContent: AnyView?
  var colors: [String: _Fill] = [:]
  var range: [_Fill] = []
  var background: ((ChartProxy) -> AnyView)?
  var overlay: ((ChartProxy) -> AnyView)?
}

private struct ChartSetupKey: EnvironmentKey {
  static var defaultValue: ChartSetup { ChartSetup() }
}

extension EnvironmentValues {
  var chartSetup: ChartSetup {
    get { self[ChartSetupKey.self] }
    set { self[ChartSetupKey.self] = newValue }
  }
}

/// The extent of a scale. See Apple's documentation of `ScaleDomain`.
public protocol ScaleDomain {
  var _values: [_ChartValue] { get }
}
extension ClosedRange: ScaleDomain where Bound: Plottable {
  public var _values: [_ChartValue] {
    [lowerBound.primitivePlottable._chartValue, upperBound.primitivePlottable._chartValue]
  }
}
extension Range: ScaleDomain where Bound: Plottable {
  public var _values: [_ChartValue] {
    [lowerBound.primitivePlottable._chartValue, upperBound.primitivePlottable._chartValue]
  }
}
extension Array: ScaleDomain where Element: Plottable {
  public var _values: [_ChartValue] { map(\.primitivePlottable._chartValue) }
}

/// A domain that is derived from the marks. See Apple's documentation of `AutomaticScaleDomain`.
public struct AutomaticScaleDomain: ScaleDomain {
  let includesZero: Bool?
  public var _values: [_ChartValue] { [] }
}
extension ScaleDomain where Self == AutomaticScaleDomain {
  /// The values of the marks, from zero if there are bars, lines or areas.
  public static var automatic: AutomaticScaleDomain { AutomaticScaleDomain(includesZero: nil) }
  /// The values of the marks. `includesZero` decides whether the domain contains zero; `reversed` has no effect here.
  public static func automatic(includesZero: Bool? = nil, reversed: Bool? = nil) -> AutomaticScaleDomain {
    AutomaticScaleDomain(includesZero: includesZero)
  }
}

/// The range of a scale on the screen: always the whole plot here. See Apple's documentation of
/// `PlotDimensionScaleRange`.
public struct PlotDimensionScaleRange: Sendable {
  /// The whole plot.
  public static let plotDimension = Self()
  /// The whole plot: the padding has no effect here.
  public static func plotDimension(padding: CGFloat) -> Self { Self() }
  /// The whole plot: the paddings have no effect here.
  public static func plotDimension(startPadding: CGFloat = 0, endPadding: CGFloat = 0) -> Self { Self() }
}

/// The type of a scale: always linear here. See Apple's documentation of `ScaleType`.
public struct ScaleType: Sendable {
  /// The only type here.
  public static let linear = Self()
  /// Linear here.
  public static let log = Self()
  /// Dates are placed by their time, whatever the type.
  public static let date = Self()
  /// Names are placed in their order, whatever the type.
  public static let category = Self()
  /// Linear here.
  public static let squareRoot = Self()
  /// Linear here.
  public static let symmetricLog = Self()
}

extension View {
  private func chart(_ change: @escaping (inout ChartSetup) -> Void) -> some View {
    transformEnvironment(\.chartSetup, transform: change)
  }

  /// Hides the lines and labels of the horizontal axis, or shows them.
  public func chartXAxis(_ visibility: Visibility) -> some View { chart { $0.x.visibility = visibility } }
  /// Hides the lines and labels of the vertical axis, or shows them.
  public func chartYAxis(_ visibility: Visibility) -> some View { chart { $0.y.visibility = visibility } }
  /// Replaces the marks of the horizontal axis.
  public func chartXAxis<C: AxisContent>(@AxisContentBuilder content: () -> C) -> some View {
    let axes = content()._axes
    return chart { $0.x.axes = axes }
  }
  /// Replaces the marks of the vertical axis.
  public func chartYAxis<C: AxisContent>(@AxisContentBuilder content: () -> C) -> some View {
    let axes = content()._axes
    return chart { $0.y.axes = axes }
  }
  /// A title below the chart. The position, the alignment and the spacing have no effect here.
  public func chartXAxisLabel(
    _ label: String, position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
  ) -> some View { chart { $0.x.label = AnyView(Text(verbatim: label)) } }
  /// A title above the chart. The position, the alignment and the spacing have no effect here.
  public func chartYAxisLabel(
    _ label: String, position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
  ) -> some View { chart { $0.y.label = AnyView(Text(verbatim: label)) } }
  /// A view below the chart as the title of the axis. The other parameters have no effect here.
  public func chartXAxisLabel<C: View>(
    position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> C
  ) -> some View {
    let view = AnyView(content())
    return chart { $0.x.label = view }
  }
  /// A view above the chart as the title of the axis. The other parameters have no effect here.
  public func chartYAxisLabel<C: View>(
    position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> C
  ) -> some View {
    let view = AnyView(content())
    return chart { $0.y.label = view }
  }

  /// Hides the legend, or shows it if marks are colored by values.
  public func chartLegend(_ visibility: Visibility) -> some View { chart { $0.legend = visibility } }
  /// Shows the legend below the chart: the parameters have no effect here.
  public func chartLegend(
    position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
  ) -> some View { chart { $0.legend = .visible } }
  /// A view in place of the legend, below the chart. The other parameters have no effect here.
  public func chartLegend<C: View>(
    position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> C
  ) -> some View {
    let view = AnyView(content())
    return chart { $0.legendContent = view }
  }

  /// Sets the extent of the horizontal axis. The range and the type have no effect here.
  public func chartXScale<D: ScaleDomain>(
    domain: D, range: PlotDimensionScaleRange = .plotDimension, type: ScaleType? = nil
  ) -> some View {
    let domain = Self.domain(domain)
    return chart { $0.x.domain = domain }
  }
  /// Sets the extent of the vertical axis. The range and the type have no effect here.
  public func chartYScale<D: ScaleDomain>(
    domain: D, range: PlotDimensionScaleRange = .plotDimension, type: ScaleType? = nil
  ) -> some View {
    let domain = Self.domain(domain)
    return chart { $0.y.domain = domain }
  }
  /// Has no effect in the browser.
  public func chartXScale(range: PlotDimensionScaleRange, type: ScaleType? = nil) -> some View {
    withoutEffect("chartXScale")
  }
  /// Has no effect in the browser.
  public func chartYScale(range: PlotDimensionScaleRange, type: ScaleType? = nil) -> some View {
    withoutEffect("chartYScale")
  }
  /// All scales are linear. Has no effect in the browser.
  public func chartXScale(type: ScaleType?) -> some View { withoutEffect("chartXScale") }
  /// All scales are linear. Has no effect in the browser.
  public func chartYScale(type: ScaleType?) -> some View { withoutEffect("chartYScale") }

  private static func domain<D: ScaleDomain>(_ domain: D) -> ChartSetup.Domain {
    if let automatic = domain as? AutomaticScaleDomain { return .automatic(includesZero: automatic.includesZero) }
    return .values(domain._values)
  }

  /// Colors for values that marks are colored by.
  public func chartForegroundStyleScale<D: Plottable, S: ShapeStyle>(_ mapping: KeyValuePairs<D, S>) -> some View {
    let pairs = mapping.map { ($0.key.primitivePlottable._chartValue.text, $0.value._style) }
    return chart { for (name, style) in pairs { $0.colors[name] = style } }
  }
  /// The colors of `range` for the values of `domain`, in their order.
  public func chartForegroundStyleScale<D: Plottable, S: ShapeStyle>(domain: [D], range: [S]) -> some View {
    let pairs = zip(domain, range).map { ($0.primitivePlottable._chartValue.text, $1._style) }
    return chart { for (name, style) in pairs { $0.colors[name] = style } }
  }
  /// The colors that `mapping` gives for the values of `domain`.
  public func chartForegroundStyleScale<D: Plottable, S: ShapeStyle>(
    domain: [D], mapping: @escaping (D) -> S
  ) -> some View {
    let pairs = domain.map { ($0.primitivePlottable._chartValue.text, mapping($0)._style) }
    return chart { for (name, style) in pairs { $0.colors[name] = style } }
  }
  /// The colors for values that have none, in the order in which the values come; again from the first if there are
  /// more values.
  public func chartForegroundStyleScale<S: ShapeStyle>(range: [S]) -> some View {
    let styles = range.map(\._style)
    return chart { $0.range = styles }
  }
  /// Points are circles. Has no effect in the browser.
  public func chartSymbolScale<D: Plottable, S: ChartSymbolShape>(_ mapping: KeyValuePairs<D, S>) -> some View {
    withoutEffect("chartSymbolScale")
  }
  /// Lines are told apart by their colors. Has no effect in the browser.
  public func chartLineStyleScale<D: Plottable>(_ mapping: KeyValuePairs<D, StrokeStyle>) -> some View {
    withoutEffect("chartLineStyleScale")
  }

  /// A view over the plot. The proxy converts no values here, and the alignment has no effect.
  public func chartOverlay<C: View>(
    alignment: Alignment = .center, @ViewBuilder content: @escaping (ChartProxy) -> C
  ) -> some View { chart { $0.overlay = { AnyView(content($0)) } } }
  /// A view behind the marks. The proxy converts no values here, and the alignment has no effect.
  public func chartBackground<C: View>(
    alignment: Alignment = .center, @ViewBuilder content: @escaping (ChartProxy) -> C
  ) -> some View { chart { $0.background = { AnyView(content($0)) } } }
  /// Has no effect in the browser.
  public func chartPlotStyle<C: View>(@ViewBuilder content: @escaping (ChartPlotContent) -> C) -> some View {
    withoutEffect("chartPlotStyle")
  }
}

/// The plot area that a plot style changes. See Apple's documentation of `ChartPlotContent`.
public struct ChartPlotContent: View {
  public var body: some View { EmptyView() }
}

extension View {
  /// Nothing can be chosen in a chart. Has no effect in the browser.
  public func chartXSelection<P: Plottable>(value: Binding<P?>) -> some View { withoutEffect("chartXSelection") }
  /// Nothing can be chosen in a chart. Has no effect in the browser.
  public func chartXSelection<P: Plottable & Comparable>(range: Binding<ClosedRange<P>?>) -> some View {
    withoutEffect("chartXSelection")
  }
  /// Nothing can be chosen in a chart. Has no effect in the browser.
  public func chartYSelection<P: Plottable>(value: Binding<P?>) -> some View { withoutEffect("chartYSelection") }
  /// Nothing can be chosen in a chart. Has no effect in the browser.
  public func chartAngleSelection<P: Plottable>(value: Binding<P?>) -> some View {
    withoutEffect("chartAngleSelection")
  }
  /// All of the chart is shown at once. Has no effect in the browser.
  public func chartScrollableAxes(_ axes: Axis.Set) -> some View { withoutEffect("chartScrollableAxes") }
  /// All of the chart is shown at once. Has no effect in the browser.
  public func chartXVisibleDomain<P: Plottable>(length: P) -> some View { withoutEffect("chartXVisibleDomain") }
  /// All of the chart is shown at once. Has no effect in the browser.
  public func chartYVisibleDomain<P: Plottable>(length: P) -> some View { withoutEffect("chartYVisibleDomain") }
  /// All of the chart is shown at once. Has no effect in the browser.
  public func chartScrollPosition<P: Plottable>(x: Binding<P>) -> some View { withoutEffect("chartScrollPosition") }
  /// All of the chart is shown at once. Has no effect in the browser.
  public func chartScrollPosition<P: Plottable>(initialX: P) -> some View { withoutEffect("chartScrollPosition") }
  /// All of the chart is shown at once. Has no effect in the browser.
  public func chartScrollTargetBehavior(_ behavior: ChartScrollTargetBehavior) -> some View {
    withoutEffect("chartScrollTargetBehavior")
  }
}

/// The position at which scrolling a chart ends. See Apple's documentation of `ChartScrollTargetBehavior`.
public struct ChartScrollTargetBehavior: Sendable {
  /// Where scrolling ends; has no effect here, because charts do not scroll.
  public enum Alignment: Sendable {
    /// Has no effect in the browser.
    case page
    /// Has no effect in the browser.
    case matching(DateComponents)
    /// Has no effect in the browser.
    public static func unit<P: Plottable>(_ unit: P) -> Self { .page }
  }
  /// Has no effect in the browser.
  public static let paging = Self()
  /// Has no effect in the browser.
  public static func valueAligned<P: Plottable>(unit: P, majorAlignment: Alignment? = nil) -> Self { Self() }
  /// Has no effect in the browser.
  public static func valueAligned(
    matching: DateComponents, majorAlignment: Alignment? = nil
  ) -> Self { Self() }
}

/// Gives the frame of the asking view as that of the plot; does not convert values. See Apple's documentation of
/// `ChartProxy`.
public struct ChartProxy: Sendable {
  /// An anchor of the plot, which a geometry reader resolves to the frame of the asking view.
  public var plotFrame: Anchor<CGRect>? { Anchor() }
  /// An anchor of the plot, which a geometry reader resolves to the frame of the asking view.
  public var plotAreaFrame: Anchor<CGRect> { Anchor() }
  /// Always zero: the size is known only in the browser.
  public var plotSize: CGSize { .zero }
  /// Always zero: the size is known only in the browser.
  public var plotAreaSize: CGSize { .zero }
  /// Always `nil`: positions are not converted.
  public func value<P: Plottable>(atX position: CGFloat, as type: P.Type = P.self) -> P? { nil }
  /// Always `nil`: positions are not converted.
  public func value<P: Plottable>(atY position: CGFloat, as type: P.Type = P.self) -> P? { nil }
  /// Always `nil`: positions are not converted.
  public func value<X: Plottable, Y: Plottable>(
    at position: CGPoint, as type: (X, Y).Type = (X, Y).self
  ) -> (X, Y)? { nil }
  /// Always `nil`: values are not converted.
  public func position<P: Plottable>(forX value: P) -> CGFloat? { nil }
  /// Always `nil`: values are not converted.
  public func position<P: Plottable>(forY value: P) -> CGFloat? { nil }
}
