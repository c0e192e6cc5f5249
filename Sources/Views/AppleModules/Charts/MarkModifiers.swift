// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

extension ChartContent {
  /// The content as it is: says once that a modifier does nothing here.
  func withoutEffect(_ name: String) -> Self {
    Accepted.withoutEffect(name, of: "a mark")
    return self
  }

  private func looking(_ change: (inout MarkLook) -> Void) -> _ChartGroup {
    _ChartGroup(
      marks: chartMarks(self).map {
        var mark = $0
        change(&mark.look)
        return mark
      })
  }

  /// Sets the color of the marks. Colors set further inside are kept.
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some ChartContent {
    looking { if $0.style == nil { $0.style = style._style } }
  }
  /// A color for each value; a legend names them.
  public func foregroundStyle<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
    looking { if $0.group == nil { $0.group = value.plotted } }
  }
  /// Bars of different values lie beside each other.
  public func position<D: Plottable>(
    by value: PlottableValue<D>, axis: Axis? = nil, span: MarkDimension = .automatic
  ) -> some ChartContent { looking { if $0.position == nil { $0.position = value.plotted } } }
  /// Multiplies the opacity of the marks.
  public func opacity(_ opacity: Double) -> some ChartContent { looking { $0.opacity = ($0.opacity ?? 1) * opacity } }
  /// Sets the width, the ends and the dashes of lines and rules. Styles set further inside are kept. Joins have no
  /// effect here.
  public func lineStyle(_ style: StrokeStyle) -> some ChartContent { looking { if $0.line == nil { $0.line = style } } }
  /// Lines are told apart by their colors. Has no effect in the browser.
  public func lineStyle<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent { withoutEffect("lineStyle") }
  /// Sets how the points of lines and areas are joined. Methods set further inside are kept.
  public func interpolationMethod(_ method: InterpolationMethod) -> some ChartContent {
    looking { if $0.interpolation == nil { $0.interpolation = method } }
  }
  /// Shows the points of a line.
  public func symbol<S: ChartSymbolShape>(_ symbol: S) -> some ChartContent { looking { $0.hasSymbol = true } }
  /// Shows the points of a line as circles, colored by the value.
  public func symbol<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
    looking {
      $0.hasSymbol = true
      if $0.group == nil { $0.group = value.plotted }
    }
  }
  /// Shows the points of a line, as circles.
  public func symbol<V: View>(@ViewBuilder symbol: () -> V) -> some ChartContent { looking { $0.hasSymbol = true } }
  /// - Parameter area: in square points.
  public func symbolSize(_ area: CGFloat) -> some ChartContent { looking { $0.symbolSize = area } }
  /// The size of points: circles with the area of the rectangle.
  public func symbolSize(_ size: CGSize) -> some ChartContent { looking { $0.symbolSize = size.width * size.height } }
  /// Points have one size. Has no effect in the browser.
  public func symbolSize<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent { withoutEffect("symbolSize") }
  /// Rounds the corners of bars and rectangles. The style has no effect here.
  public func cornerRadius(_ radius: CGFloat, style: RoundedCornerStyle = .continuous) -> some ChartContent {
    looking { $0.cornerRadius = radius }
  }
  /// Rounds the corners of bars and rectangles by 4 points, whatever the shape is.
  public func clipShape<S: Shape>(_ shape: S) -> some ChartContent { looking { $0.cornerRadius = 4 } }
  /// Sets which marks of one kind lie above others. Lines are above areas and bars, and points above lines.
  public func zIndex(_ value: Double) -> some ChartContent { looking { $0.zIndex = value } }
  /// Has no effect in the browser.
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some ChartContent { withoutEffect("offset") }
  /// Has no effect in the browser.
  public func offset(_ offset: CGSize) -> some ChartContent { withoutEffect("offset") }
  /// Has no effect in the browser.
  public func offset(yStart: CGFloat = 0, yEnd: CGFloat = 0) -> some ChartContent { withoutEffect("offset") }
  /// Has no effect in the browser.
  public func blur(radius: CGFloat) -> some ChartContent { withoutEffect("blur") }
  /// Has no effect in the browser.
  public func shadow(color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> some ChartContent {
    withoutEffect("shadow")
  }
  /// Has no effect in the browser.
  public func alignsMarkStylesWithPlotArea(_ aligns: Bool = true) -> some ChartContent {
    withoutEffect("alignsMarkStylesWithPlotArea")
  }
  /// Sets the name of the marks in the table for screen readers.
  public func accessibilityLabel(_ label: String) -> some ChartContent { looking { $0.label = label } }
  /// Sets the name of the marks in the table for screen readers.
  @_disfavoredOverload public func accessibilityLabel(_ label: LocalizedStringKey) -> some ChartContent {
    looking { $0.label = label.plain }
  }
  /// Sets the name of the marks in the table for screen readers.
  @_disfavoredOverload public func accessibilityLabel(_ label: Text) -> some ChartContent {
    looking { $0.label = label.plain }
  }
  /// Sets what the table for screen readers says instead of the marks' values.
  public func accessibilityValue(_ value: String) -> some ChartContent { looking { $0.valueText = value } }
  /// Sets what the table for screen readers says instead of the marks' values.
  @_disfavoredOverload public func accessibilityValue(_ value: LocalizedStringKey) -> some ChartContent {
    looking { $0.valueText = value.plain }
  }
  /// Sets what the table for screen readers says instead of the marks' values.
  @_disfavoredOverload public func accessibilityValue(_ value: Text) -> some ChartContent {
    looking { $0.valueText = value.plain }
  }
  /// Leaves the marks out of the table for screen readers.
  public func accessibilityHidden(_ hidden: Bool) -> some ChartContent { looking { $0.isHidden = hidden } }
  /// Has no effect in the browser.
  public func accessibilityIdentifier(_ identifier: String) -> some ChartContent {
    withoutEffect("accessibilityIdentifier")
  }

  /// A view at each mark. See Apple's documentation of `annotation(position:alignment:spacing:content:)`.
  public func annotation<C: View>(
    position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
    overflowResolution: AnnotationOverflowResolution = .automatic, @ViewBuilder content: () -> C
  ) -> some ChartContent {
    let annotation = MarkAnnotation(position: position, spacing: spacing ?? 4, view: AnyView(content()))
    return looking { $0.annotations.append(annotation) }
  }
  /// A view at each mark, which asks for its context; the size in the context is always zero here.
  public func annotation<C: View>(
    position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
    overflowResolution: AnnotationOverflowResolution = .automatic, @ViewBuilder content: (AnnotationContext) -> C
  ) -> some ChartContent {
    annotation(position: position, alignment: alignment, spacing: spacing) { content(AnnotationContext()) }
  }
}

/// The space for an annotation, which is not known here. See Apple's documentation of `AnnotationContext`.
public struct AnnotationContext: Sendable {
  /// Always zero: the size is known only in the browser.
  public var targetSize: CGSize { .zero }
}

/// The treatment of annotations that do not fit; has no effect here. See Apple's documentation of
/// `AnnotationOverflowResolution`.
public struct AnnotationOverflowResolution: Sendable {
  /// What happens at an edge; has no effect here.
  public struct Strategy: Sendable {
    /// Has no effect in the browser.
    public static let automatic = Self()
    /// Has no effect in the browser.
    public static let disabled = Self()
    /// Has no effect in the browser.
    public static let fit = Self()
    /// Has no effect in the browser.
    public static let padScale = Self()
    /// Has no effect in the browser.
    public static func fit(to boundary: Boundary) -> Self { Self() }
  }
  /// What annotations stay within; has no effect here.
  public struct Boundary: Sendable {
    /// Has no effect in the browser.
    public static let automatic = Self()
    /// Has no effect in the browser.
    public static let chart = Self()
    /// Has no effect in the browser.
    public static let plot = Self()
  }
  /// Has no effect in the browser.
  public init(x: Strategy = .automatic, y: Strategy = .automatic) {}
  /// Annotations may be outside the chart.
  public static let automatic = Self()
}
