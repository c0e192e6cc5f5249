// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A unique namespace. See Apple's documentation of `Namespace`.
@propertyWrapper
public struct Namespace: DynamicProperty {
  /// A name of a ``Namespace``.
  public struct ID: Hashable, Sendable {
    let number: Int
  }
  private var id = ID(number: 0)
  /// Creates a name, which is the view's own as soon as the view is shown.
  public init() {}
  /// The name.
  public var wrappedValue: ID { id }
}

extension Namespace: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) {
    let name = connection as? NamespaceName ?? NamespaceName()
    connection = name
    id = ID(number: name.number)
  }
}

/// The number of a namespace: a view may have several.
@MainActor private final class NamespaceName {
  private static var last = 0
  let number: Int

  init() {
    Self.last += 1
    number = Self.last
  }
}

/// A length that grows with the text size: unchanged here, because the browser zooms. See Apple's documentation of
/// `ScaledMetric`.
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
  /// The length in points as it was given: the browser scales it with all else.
  public let wrappedValue: Value
  /// Creates a length in points.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  /// Creates a length in points; the style of text has no effect.
  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { self.wrappedValue = wrappedValue }
}
