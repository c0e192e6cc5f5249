// SPDX-License-Identifier: Apache-2.0

@_exported import Foundation
import SwiftDataUI

/// What lies on an axis: a number, a point in time, or a name.
public enum _ChartValue: Hashable, Sendable {
  case number(Double)
  case date(Date)
  case category(String)
}

/// A type that charts can place without help: numbers, dates, strings.
public protocol PrimitivePlottableProtocol {
  var _chartValue: _ChartValue { get }
  static func _value(_ value: _ChartValue) -> Self?
}

/// A type that charts can place. See Apple's documentation of `Plottable`.
public protocol Plottable {
  /// The number, date or name that stands for values of the type.
  associatedtype PrimitivePlottable: PrimitivePlottableProtocol
  /// The number, date or name that charts place in place of the value.
  var primitivePlottable: PrimitivePlottable { get }
  /// The value that a number, date or name stands for; `nil` if it stands for none.
  init?(primitivePlottable: PrimitivePlottable)
}

extension Plottable where PrimitivePlottable == Self {
  /// The value itself.
  public var primitivePlottable: Self { self }
  /// The value itself.
  public init?(primitivePlottable: Self) { self = primitivePlottable }
}

extension Plottable where Self: RawRepresentable, RawValue: PrimitivePlottableProtocol {
  /// The raw value.
  public var primitivePlottable: RawValue { rawValue }
  /// The value with a raw value; `nil` if there is none.
  public init?(primitivePlottable: RawValue) { self.init(rawValue: primitivePlottable) }
}

extension PrimitivePlottableProtocol where Self: BinaryInteger {
  public var _chartValue: _ChartValue { .number(Double(self)) }
  public static func _value(_ value: _ChartValue) -> Self? {
    guard case .number(let number) = value else { return nil }
    return Self(exactly: number.rounded())
  }
}

extension PrimitivePlottableProtocol where Self: BinaryFloatingPoint {
  public var _chartValue: _ChartValue { .number(Double(self)) }
  public static func _value(_ value: _ChartValue) -> Self? {
    guard case .number(let number) = value else { return nil }
    return Self(number)
  }
}

extension Int: Plottable, PrimitivePlottableProtocol {}
extension Int8: Plottable, PrimitivePlottableProtocol {}
extension Int16: Plottable, PrimitivePlottableProtocol {}
extension Int32: Plottable, PrimitivePlottableProtocol {}
extension Int64: Plottable, PrimitivePlottableProtocol {}
extension UInt: Plottable, PrimitivePlottableProtocol {}
extension UInt8: Plottable, PrimitivePlottableProtocol {}
extension UInt16: Plottable, PrimitivePlottableProtocol {}
extension UInt32: Plottable, PrimitivePlottableProtocol {}
extension UInt64: Plottable, PrimitivePlottableProtocol {}
extension Double: Plottable, PrimitivePlottableProtocol {}
extension Float: Plottable, PrimitivePlottableProtocol {}
extension CGFloat: Plottable, PrimitivePlottableProtocol {}

extension Decimal: Plottable, PrimitivePlottableProtocol {
  public var _chartValue: _ChartValue { .number(NSDecimalNumber(decimal: self).doubleValue) }
  public static func _value(_ value: _ChartValue) -> Decimal? {
    guard case .number(let number) = value else { return nil }
    return Decimal(number)
  }
}

extension String: Plottable, PrimitivePlottableProtocol {
  public var _chartValue: _ChartValue { .category(self) }
  public static func _value(_ value: _ChartValue) -> String? {
    guard case .category(let name) = value else { return nil }
    return name
  }
}

extension Date: Plottable, PrimitivePlottableProtocol {
  public var _chartValue: _ChartValue { .date(self) }
  public static func _value(_ value: _ChartValue) -> Date? {
    guard case .date(let date) = value else { return nil }
    return date
  }
}

/// A value with its label. See Apple's documentation of `PlottableValue`.
public struct PlottableValue<Value: Plottable> {
  let plotted: Plotted

  /// A value with the label that the table for screen readers has.
  public static func value(_ label: String, _ value: Value) -> Self {
    Self(plotted: Plotted(label: label, value: value.primitivePlottable._chartValue))
  }

  /// A value with a label, as text.
  @_disfavoredOverload public static func value(_ label: LocalizedStringKey, _ value: Value) -> Self {
    Self(plotted: Plotted(label: label.plain, value: value.primitivePlottable._chartValue))
  }

  /// A value with the text of a label.
  @_disfavoredOverload public static func value(_ label: Text, _ value: Value) -> Self {
    Self(plotted: Plotted(label: label.plain, value: value.primitivePlottable._chartValue))
  }
}

extension PlottableValue where Value == Date {
  /// The time from the beginning of a day, month, … to its end.
  public static func value(
    _ label: String, _ value: Date, unit: Calendar.Component, calendar: Calendar = .autoupdatingCurrent
  ) -> Self {
    guard let interval = calendar.dateInterval(of: unit, for: value) else { return .value(label, value) }
    return Self(plotted: Plotted(label: label, value: .date(interval.start), end: .date(interval.end)))
  }
}

extension PlottableValue {
  /// All values of a range.
  public static func value(_ label: String, _ range: Range<Value>) -> Self where Value: Comparable {
    Self(
      plotted: Plotted(
        label: label, value: range.lowerBound.primitivePlottable._chartValue,
        end: range.upperBound.primitivePlottable._chartValue))
  }
}

/// A value on an axis without its type.
struct Plotted {
  var label: String
  var value: _ChartValue
  /// Where it ends, if it is a range.
  var end: _ChartValue?

  var number: Double? { value.number }
}

extension _ChartValue {
  /// Numbers, and dates in seconds.
  var number: Double? {
    switch self {
    case .number(let number): number.isFinite ? number : nil
    case .date(let date): date.timeIntervalSinceReferenceDate
    case .category: nil
    }
  }

  var text: String {
    switch self {
    case .number(let number): number.formatted(.number.precision(.fractionLength(0...2)))
    case .date(let date): date.formatted(date: .abbreviated, time: .omitted)
    case .category(let name): name
    }
  }

  func `as`<P: Plottable>(_ type: P.Type) -> P? {
    P.PrimitivePlottable._value(self).flatMap { P(primitivePlottable: $0) }
  }
}
