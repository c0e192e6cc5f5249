// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// The content along an axis. See Apple's documentation of `AxisContent`.
@MainActor @preconcurrency public protocol AxisContent {
  var _axes: [_Axis] { get }
}

/// One set of marks of an axis.
public struct _Axis {
  var position = AxisMarkPosition.automatic
  var values = AxisMarkValues.automatic
  /// Nil: a line and a label.
  var parts: ((AxisValue) -> [_AxisPart])?
}

/// What is drawn at one value of an axis.
public enum _AxisPart {
  case gridLine(AxisLook)
  case tick(AxisLook)
  /// The view may be given, or made of the value.
  case label(AnyView?, (AxisValue) -> String?, AxisLook)

  public struct AxisLook {
    var style: _Fill?
    var line: StrokeStyle?
    var font: Font?
    var isCentered: Bool?
  }
}

/// See Apple's documentation of `AxisMark`.
@MainActor @preconcurrency public protocol AxisMark {
  var _parts: [_AxisPart] { get }
}

/// What a builder has collected.
public struct _AxisMarkGroup: AxisMark { public let _parts: [_AxisPart] }
/// What a builder has collected.
public struct _AxisGroup: AxisContent { public let _axes: [_Axis] }

/// See Apple's documentation of `AxisContentBuilder`.
@MainActor @resultBuilder public struct AxisContentBuilder {
  /// Takes one statement of a builder.
  public static func buildExpression<C: AxisContent>(_ content: C) -> _AxisGroup { _AxisGroup(_axes: content._axes) }
  /// Joins the statements of a block, in their order.
  public static func buildBlock(_ parts: _AxisGroup...) -> _AxisGroup { _AxisGroup(_axes: parts.flatMap(\._axes)) }
  /// An `if` without `else`: nothing if the condition is false.
  public static func buildOptional(_ part: _AxisGroup?) -> _AxisGroup { part ?? _AxisGroup(_axes: []) }
  /// The branch of an `if` or `switch` that holds.
  public static func buildEither(first part: _AxisGroup) -> _AxisGroup { part }
  /// The branch of an `if` or `switch` that holds.
  public static func buildEither(second part: _AxisGroup) -> _AxisGroup { part }
  /// Content behind `if #available`, unchanged.
  public static func buildLimitedAvailability(_ part: _AxisGroup) -> _AxisGroup { part }
}

/// See Apple's documentation of `AxisMarkBuilder`.
@MainActor @resultBuilder public struct AxisMarkBuilder {
  /// Takes one statement of a builder.
  public static func buildExpression<M: AxisMark>(_ mark: M) -> _AxisMarkGroup { _AxisMarkGroup(_parts: mark._parts) }
  /// Joins the statements of a block, in their order.
  public static func buildBlock(_ parts: _AxisMarkGroup...) -> _AxisMarkGroup {
    _AxisMarkGroup(_parts: parts.flatMap(\._parts))
  }
  /// An `if` without `else`: nothing if the condition is false.
  public static func buildOptional(_ part: _AxisMarkGroup?) -> _AxisMarkGroup { part ?? _AxisMarkGroup(_parts: []) }
  /// The branch of an `if` or `switch` that holds.
  public static func buildEither(first part: _AxisMarkGroup) -> _AxisMarkGroup { part }
  /// The branch of an `if` or `switch` that holds.
  public static func buildEither(second part: _AxisMarkGroup) -> _AxisMarkGroup { part }
  /// Content behind `if #available`, unchanged.
  public static func buildLimitedAvailability(_ part: _AxisMarkGroup) -> _AxisMarkGroup { part }
}

/// See Apple's documentation of `AxisMarkPosition`.
public struct AxisMarkPosition: Hashable, Sendable {
  let name: String
  /// The trailing edge for the vertical axis, the bottom for the horizontal one.
  public static let automatic = Self(name: "")
  /// The leading edge, for the vertical axis.
  public static let leading = Self(name: "leading")
  /// The trailing edge, for the vertical axis, as without a position.
  public static let trailing = Self(name: "trailing")
  /// The top edge; labels are below the plot here, all the same.
  public static let top = Self(name: "top")
  /// The bottom edge, for the horizontal axis, as without a position.
  public static let bottom = Self(name: "bottom")
}

/// The placement of axis marks: always outside the plot here. See Apple's documentation of `AxisMarkPreset`.
public struct AxisMarkPreset: Sendable {
  /// Outside the plot.
  public static let automatic = Self()
  /// As `automatic` here.
  public static let aligned = Self()
  /// As `automatic` here.
  public static let extended = Self()
  /// As `automatic` here: labels stay outside the plot.
  public static let inset = Self()
}

/// The values that have axis marks. See Apple's documentation of `AxisMarkValues`.
public struct AxisMarkValues: Sendable {
  enum Choice: Sendable {
    case automatic(count: Int?)
    case stride(Double)
    case calendar(Calendar.Component, Int)
    case values([_ChartValue])
  }
  let choice: Choice
  /// Round numbers, dates or names that fit the axis.
  public static let automatic = Self(choice: .automatic(count: nil))
  /// Round values, about as many as `desiredCount`. The bounds are not rounded: the other parameters have no effect
  /// here.
  public static func automatic(
    desiredCount: Int? = nil, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
  ) -> Self { Self(choice: .automatic(count: desiredCount)) }
  /// Round values, about as many as `desiredCount`. The smallest stride and the rounding have no effect here.
  public static func automatic<P: Plottable>(
    minimumStride: P, desiredCount: Int? = nil, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
  ) -> Self { Self(choice: .automatic(count: desiredCount)) }
  /// A value at each multiple of `step`; as `automatic` if it is not a positive number. The rounding has no effect
  /// here.
  public static func stride<P: Plottable>(
    by step: P, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
  ) -> Self {
    guard let number = step.primitivePlottable._chartValue.number, number > 0 else { return .automatic }
    return Self(choice: .stride(number))
  }
  /// A value at the beginning of each day, month, …, or of each `count` of them. The rounding and the calendar have no
  /// effect here.
  public static func stride(
    by component: Calendar.Component, count: Int = 1, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil,
    calendar: Calendar? = nil
  ) -> Self { Self(choice: .calendar(component, max(1, count))) }
}

/// A value with an axis mark. See Apple's documentation of `AxisValue`.
public struct AxisValue {
  public let index: Int
  /// How many values the axis has.
  public let count: Int
  let value: _ChartValue
  /// The value as a type; `nil` if the axis has values of another type.
  public func `as`<P: Plottable>(_ type: P.Type) -> P? { value.as(type) }
}

/// The marks of an axis. See Apple's documentation of `AxisMarks`.
public struct AxisMarks: AxisContent {
  public let _axes: [_Axis]

  /// Marks with a grid line and a label at each value. The preset and the stroke have no effect here.
  public init(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    stroke: StrokeStyle? = nil
  ) { _axes = [_Axis(position: position, values: values)] }

  /// Marks that `content` makes for each value. The preset has no effect here.
  public init<M: AxisMark>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    @AxisMarkBuilder content: @escaping (AxisValue) -> M
  ) { _axes = [_Axis(position: position, values: values, parts: { content($0)._parts })] }

  /// Draws identical marks at every value. The preset has no effect here.
  public init<M: AxisMark>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    @AxisMarkBuilder content: @escaping () -> M
  ) { _axes = [_Axis(position: position, values: values, parts: { _ in content()._parts })] }

  /// Marks with a grid line and a label at the given values. The preset and the stroke have no effect here.
  public init<P: Plottable>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [P],
    stroke: StrokeStyle? = nil
  ) { _axes = [_Axis(position: position, values: Self.choice(values))] }

  /// Marks that `content` makes for each of the given values. The preset has no effect here.
  public init<P: Plottable, M: AxisMark>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [P],
    @AxisMarkBuilder content: @escaping (AxisValue) -> M
  ) { _axes = [_Axis(position: position, values: Self.choice(values), parts: { content($0)._parts })] }

  /// Marks with a grid line and a formatted label at each value. The preset and the stroke have no effect here.
  public init<F: FormatStyle>(
    format: F, preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic,
    values: AxisMarkValues = .automatic, stroke: StrokeStyle? = nil
  ) where F.FormatInput: Plottable, F.FormatOutput == String {
    let label = AxisValueLabel(format: format)
    _axes = [_Axis(position: position, values: values, parts: { _ in AxisGridLine()._parts + label._parts })]
  }

  private static func choice<P: Plottable>(_ values: [P]) -> AxisMarkValues {
    AxisMarkValues(choice: .values(values.map(\.primitivePlottable._chartValue)))
  }
}

/// A grid line across the plot. See Apple's documentation of `AxisGridLine`.
public struct AxisGridLine: AxisMark {
  public let _parts: [_AxisPart]
  /// A line of the given stroke, at the value. It is not centered here: `centered` has no effect.
  public init(centered: Bool? = nil, stroke: StrokeStyle? = nil) {
    _parts = [.gridLine(_AxisPart.AxisLook(line: stroke, isCentered: centered))]
  }
}

/// A tick beside the plot: not drawn here, but its space is reserved. See Apple's documentation of `AxisTick`.
public struct AxisTick: AxisMark {
  public let _parts: [_AxisPart]
  /// The length of a tick; has no effect here, because ticks are not drawn.
  public struct Length: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Has no effect in the browser.
    public init(integerLiteral value: Int) {}
    /// Has no effect in the browser.
    public init(floatLiteral value: Double) {}
    init() {}
    /// Has no effect in the browser.
    public static let automatic = Self()
    /// Has no effect in the browser.
    public static let label = Self()
    /// Has no effect in the browser.
    public static let longestLabel = Self()
  }
  /// A tick, which is not drawn: the parameters have no effect here.
  public init(centered: Bool? = nil, length: Length = .automatic, stroke: StrokeStyle? = nil) {
    _parts = [.tick(_AxisPart.AxisLook(line: stroke, isCentered: centered))]
  }
}

/// The label of an axis value. See Apple's documentation of `AxisValueLabel`.
public struct AxisValueLabel: AxisMark {
  public let _parts: [_AxisPart]

  /// The value as text. Only `centered` has an effect here: it moves the label to the middle between two values.
  public init(
    centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
    orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil
  ) { _parts = [.label(nil, { _ in nil }, _AxisPart.AxisLook(isCentered: centered))] }

  /// The value in a format. Of the other parameters, only `centered` has an effect here.
  public init<F: FormatStyle>(
    format: F, centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
    orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil
  ) where F.FormatInput: Plottable, F.FormatOutput == String {
    _parts = [
      .label(nil, { $0.as(F.FormatInput.self).map(format.format) }, _AxisPart.AxisLook(isCentered: centered))
    ]
  }

  /// A view as the label. Of the other parameters, only `centered` has an effect here.
  public init<C: View>(
    centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
    orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil, @ViewBuilder content: () -> C
  ) { _parts = [.label(AnyView(content()), { _ in nil }, _AxisPart.AxisLook(isCentered: centered))] }

  /// A text as the label. Of the other parameters, only `centered` has an effect here.
  public init(
    _ text: String, centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
    orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil
  ) { _parts = [.label(AnyView(Text(verbatim: text)), { _ in nil }, _AxisPart.AxisLook(isCentered: centered))] }
}

/// See Apple's documentation of `AxisValueLabelCollisionResolution`.
public struct AxisValueLabelCollisionResolution: Sendable {
  /// Has no effect in the browser.
  public static let automatic = Self()
  /// Has no effect in the browser.
  public static let greedy = Self()
  /// Has no effect in the browser.
  public static let disabled = Self()
  /// Has no effect in the browser.
  public static let truncate = Self()
  /// Has no effect in the browser.
  public static func greedy(priority: Double = 0, minimumSpacing: CGFloat? = nil) -> Self { Self() }
}

/// See Apple's documentation of `AxisValueLabelOrientation`.
public struct AxisValueLabelOrientation: Sendable {
  /// Horizontal, as all labels here.
  public static let automatic = Self()
  /// Horizontal, as all labels here.
  public static let horizontal = Self()
  /// Labels stay horizontal here.
  public static let vertical = Self()
  /// Labels stay horizontal here.
  public static let verticalReversed = Self()
}

extension AxisMark {
  /// The mark as it is: says once that a modifier does nothing here.
  func withoutEffect(_ name: String) -> Self {
    Accepted.withoutEffect(name, of: "an axis mark")
    return self
  }

  private func looking(_ change: (inout _AxisPart.AxisLook) -> Void) -> _AxisMarkGroup {
    _AxisMarkGroup(
      _parts: _parts.map { part in
        switch part {
        case .gridLine(var look):
          change(&look)
          return .gridLine(look)
        case .tick(var look):
          change(&look)
          return .tick(look)
        case .label(let view, let text, var look):
          change(&look)
          return .label(view, text, look)
        }
      })
  }
  /// Sets the color of lines and labels. Colors set further inside are kept.
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some AxisMark {
    looking { if $0.style == nil { $0.style = style._style } }
  }
  /// Sets the font of labels; `.caption2` unless it is set.
  public func font(_ font: Font?) -> some AxisMark { looking { if $0.font == nil { $0.font = font } } }
  /// Has no effect in the browser.
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some AxisMark { withoutEffect("offset") }
}
