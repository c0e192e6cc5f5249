// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A number (or another value) that the store computes over many rows.
///
/// ```swift
/// let (count, minutes) = try context.aggregate(
///   FetchDescriptor<Track>(predicate: #Predicate { $0.genre == "Rock" }),
///   .count, .sum(\.minutes))
/// ```
///
/// `nil` is ignored, as is NaN, which a store keeps as `NULL`.
public struct Aggregate<Model: PersistentModel, Value>: Sendable {
  let function: ProjectionRequest.Function
  // Key paths are immutable, though not marked as such.
  nonisolated(unsafe) let keyPath: PartialKeyPath<Model>?
  let decoder: ColumnDecoder<Value>
}

/// A type of numbers that can be added up, and the type of the sum.
public protocol SummableAttribute {
  /// `Int` for integers of every width, `Double` for floating-point numbers.
  associatedtype Total: Sendable
}

extension SummableAttribute where Self: FixedWidthInteger { public typealias Total = Int }
extension Int: SummableAttribute {}
extension Int8: SummableAttribute {}
extension Int16: SummableAttribute {}
extension Int32: SummableAttribute {}
extension Int64: SummableAttribute {}
extension UInt: SummableAttribute {}
extension UInt8: SummableAttribute {}
extension UInt16: SummableAttribute {}
extension UInt32: SummableAttribute {}
extension UInt64: SummableAttribute {}
extension Double: SummableAttribute { public typealias Total = Double }
extension Float: SummableAttribute { public typealias Total = Double }
extension Decimal: SummableAttribute { public typealias Total = Decimal }

extension Aggregate where Value == Int {
  /// The number of rows.
  public static var count: Self { Self(function: .count, keyPath: nil, decoder: .attribute()) }

  /// The number of rows in which the property is not `nil`.
  public static func count<V>(_ keyPath: KeyPath<Model, V>) -> Self {
    Self(function: .count, keyPath: keyPath, decoder: .attribute())
  }

  /// The number of different values. Strings are different if their code points are.
  public static func countDistinct<V>(_ keyPath: KeyPath<Model, V>) -> Self {
    Self(function: .countDistinct, keyPath: keyPath, decoder: .attribute())
  }
}

extension Aggregate {
  /// The sum; zero without rows. Integers are summed in 64 bits, and a sum
  /// that does not fit throws; decimals are summed exactly.
  public static func sum<V: SummableAttribute>(_ keyPath: KeyPath<Model, V>) -> Self
  where Value == V.Total {
    Self(function: .sum, keyPath: keyPath, decoder: .attribute())
  }

  /// The sum of the values that are not `nil`; zero without any.
  public static func sum<V: SummableAttribute>(_ keyPath: KeyPath<Model, V?>) -> Self
  where Value == V.Total {
    Self(function: .sum, keyPath: keyPath, decoder: .attribute())
  }

  /// The average; `nil` without rows.
  public static func average<V: SummableAttribute>(_ keyPath: KeyPath<Model, V>) -> Self
  where Value == Double? {
    Self(function: .average, keyPath: keyPath, decoder: .average(of: V.self))
  }

  /// The average of the values that are not `nil`; `nil` without any.
  public static func average<V: SummableAttribute>(_ keyPath: KeyPath<Model, V?>) -> Self
  where Value == Double? {
    Self(function: .average, keyPath: keyPath, decoder: .average(of: V.self))
  }

  /// The average of decimals, as a decimal; `nil` without rows.
  public static func average(_ keyPath: KeyPath<Model, Decimal>) -> Self where Value == Decimal? {
    Self(function: .average, keyPath: keyPath, decoder: .attribute())
  }

  /// The average of the values that are not `nil`; `nil` without any.
  public static func average(_ keyPath: KeyPath<Model, Decimal?>) -> Self where Value == Decimal? {
    Self(function: .average, keyPath: keyPath, decoder: .attribute())
  }

  /// The smallest value; `nil` without rows. Strings are compared as by Swift's `<`.
  public static func minimum<V: Comparable>(_ keyPath: KeyPath<Model, V>) -> Self
  where Value == V? {
    Self(function: .minimum, keyPath: keyPath, decoder: .attribute())
  }

  /// The smallest value that is not `nil`; `nil` without any.
  public static func minimum<V: Comparable>(_ keyPath: KeyPath<Model, V?>) -> Self
  where Value == V? {
    Self(function: .minimum, keyPath: keyPath, decoder: .attribute())
  }

  /// The greatest value; `nil` without rows. Strings are compared as by Swift's `<`.
  public static func maximum<V: Comparable>(_ keyPath: KeyPath<Model, V>) -> Self
  where Value == V? {
    Self(function: .maximum, keyPath: keyPath, decoder: .attribute())
  }

  /// The greatest value that is not `nil`; `nil` without any.
  public static func maximum<V: Comparable>(_ keyPath: KeyPath<Model, V?>) -> Self
  where Value == V? {
    Self(function: .maximum, keyPath: keyPath, decoder: .attribute())
  }
}
