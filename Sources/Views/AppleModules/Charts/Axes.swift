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
    var style: _StyleText?
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
  public static func buildExpression<C: AxisContent>(_ content: C) -> _AxisGroup { _AxisGroup(_axes: content._axes) }
  public static func buildBlock(_ parts: _AxisGroup...) -> _AxisGroup { _AxisGroup(_axes: parts.flatMap(\._axes)) }
  public static func buildOptional(_ part: _AxisGroup?) -> _AxisGroup { part ?? _AxisGroup(_axes: []) }
  public static func buildEither(first part: _AxisGroup) -> _AxisGroup { part }
  public static func buildEither(second part: _AxisGroup) -> _AxisGroup { part }
  public static func buildLimitedAvailability(_ part: _AxisGroup) -> _AxisGroup { part }
}

/// See Apple's documentation of `AxisMarkBuilder`.
@MainActor @resultBuilder public struct AxisMarkBuilder {
  public static func buildExpression<M: AxisMark>(_ mark: M) -> _AxisMarkGroup { _AxisMarkGroup(_parts: mark._parts) }
  public static func buildBlock(_ parts: _AxisMarkGroup...) -> _AxisMarkGroup {
    _AxisMarkGroup(_parts: parts.flatMap(\._parts))
  }
  public static func buildOptional(_ part: _AxisMarkGroup?) -> _AxisMarkGroup { part ?? _AxisMarkGroup(_parts: []) }
  public static func buildEither(first part: _AxisMarkGroup) -> _AxisMarkGroup { part }
  public static func buildEither(second part: _AxisMarkGroup) -> _AxisMarkGroup { part }
  public static func buildLimitedAvailability(_ part: _AxisMarkGroup) -> _AxisMarkGroup { part }
}

/// See Apple's documentation of `AxisMarkPosition`.
public struct AxisMarkPosition: Hashable, Sendable {
  let name: String
  public static let automatic = Self(name: "")
  public static let leading = Self(name: "leading")
  public static let trailing = Self(name: "trailing")
  public static let top = Self(name: "top")
  public static let bottom = Self(name: "bottom")
}

/// The placement of axis marks: always outside the plot here. See Apple's documentation of `AxisMarkPreset`.
public struct AxisMarkPreset: Sendable {
  public static let automatic = Self()
  public static let aligned = Self()
  public static let extended = Self()
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
  public static let automatic = Self(choice: .automatic(count: nil))
  public static func automatic(
    desiredCount: Int? = nil, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
  ) -> Self { Self(choice: .automatic(count: desiredCount)) }
  public static func automatic<P: Plottable>(
    minimumStride: P, desiredCount: Int? = nil, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
  ) -> Self { Self(choice: .automatic(count: desiredCount)) }
  public static func stride<P: Plottable>(
    by step: P, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
  ) -> Self {
    guard let number = step.primitivePlottable._chartValue.number, number > 0 else { return .automatic }
    return Self(choice: .stride(number))
  }
  public static func stride(
    by component: Calendar.Component, count: Int = 1, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil,
    calendar: Calendar? = nil
  ) -> Self { Self(choice: .calendar(component, max(1, count))) }
}

/// A value with an axis mark. See Apple's documentation of `AxisValue`.
public struct AxisValue {
  public let index: Int
  public let count: Int
  let value: _ChartValue
  public func `as`<P: Plottable>(_ type: P.Type) -> P? { value.as(type) }
}

/// The marks of an axis. See Apple's documentation of `AxisMarks`.
public struct AxisMarks: AxisContent {
  public let _axes: [_Axis]

  public init(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    stroke: StrokeStyle? = nil
  ) { _axes = [_Axis(position: position, values: values)] }

  public init<M: AxisMark>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    @AxisMarkBuilder content: @escaping (AxisValue) -> M
  ) { _axes = [_Axis(position: position, values: values, parts: { content($0)._parts })] }

  public init<M: AxisMark>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    @AxisMarkBuilder content: @escaping () -> M
  ) { _axes = [_Axis(position: position, values: values, parts: { _ in content()._parts })] }

  public init<P: Plottable>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [P],
    stroke: StrokeStyle? = nil
  ) { _axes = [_Axis(position: position, values: Self.choice(values))] }

  public init<P: Plottable, M: AxisMark>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [P],
    @AxisMarkBuilder content: @escaping (AxisValue) -> M
  ) { _axes = [_Axis(position: position, values: Self.choice(values), parts: { content($0)._parts })] }

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
  public init(centered: Bool? = nil, stroke: StrokeStyle? = nil) {
    _parts = [.gridLine(_AxisPart.AxisLook(line: stroke, isCentered: centered))]
  }
}

/// A tick beside the plot: not drawn here, but its space is reserved. See Apple's documentation of `AxisTick`.
public struct AxisTick: AxisMark {
  public let _parts: [_AxisPart]
  public struct Length: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    public init(integerLiteral value: Int) {}
    public init(floatLiteral value: Double) {}
    init() {}
    public static let automatic = Self()
    public static let label = Self()
    public static let longestLabel = Self()
  }
  public init(centered: Bool? = nil, length: Length = .automatic, stroke: StrokeStyle? = nil) {
    _parts = [.tick(_AxisPart.AxisLook(line: stroke, isCentered: centered))]
  }
}

/// The label of an axis value. See Apple's documentation of `AxisValueLabel`.
public struct AxisValueLabel: AxisMark {
  public let _parts: [_AxisPart]

  public init(
    centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
    orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil
  ) { _parts = [.label(nil, { _ in nil }, _AxisPart.AxisLook(isCentered: centered))] }

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

  public init<C: View>(
    centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
    orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil, @ViewBuilder content: () -> C
  ) { _parts = [.label(AnyView(content()), { _ in nil }, _AxisPart.AxisLook(isCentered: centered))] }

  public init(
    _ text: String, centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
    orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil
  ) { _parts = [.label(AnyView(Text(verbatim: text)), { _ in nil }, _AxisPart.AxisLook(isCentered: centered))] }
}

/// See Apple's documentation of `AxisValueLabelCollisionResolution`.
public struct AxisValueLabelCollisionResolution: Sendable {
  public static let automatic = Self()
  public static let greedy = Self()
  public static let disabled = Self()
  public static let truncate = Self()
  public static func greedy(priority: Double = 0, minimumSpacing: CGFloat? = nil) -> Self { Self() }
}

/// See Apple's documentation of `AxisValueLabelOrientation`.
public struct AxisValueLabelOrientation: Sendable {
  public static let automatic = Self()
  public static let horizontal = Self()
  public static let vertical = Self()
  public static let verticalReversed = Self()
}

extension AxisMark {
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
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some AxisMark {
    looking { if $0.style == nil { $0.style = style._style } }
  }
  public func font(_ font: Font?) -> some AxisMark { looking { if $0.font == nil { $0.font = font } } }
  /// Has no effect in the browser.
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some AxisMark { self }
}
