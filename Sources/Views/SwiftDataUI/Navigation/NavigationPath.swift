// SPDX-License-Identifier: Apache-2.0

/// The values of the open pages. See Apple's documentation of `NavigationPath`.
public struct NavigationPath: Equatable {
  var elements: [AnyHashable] = []
  /// Creates a path without pages over the first one.
  public init() {}
  /// Creates a path with the values of a sequence, the lowest page first.
  public init<S: Sequence>(_ elements: S) where S.Element: Hashable { self.elements = elements.map { AnyHashable($0) } }
  /// How many pages lie over the first one.
  public var count: Int { elements.count }
  /// Whether the first page is shown.
  public var isEmpty: Bool { elements.isEmpty }
  /// Opens a page for a value.
  public mutating func append<V: Hashable>(_ value: V) { elements.append(AnyHashable(value)) }
  /// Closes pages from the top, all of them if there are fewer than said.
  public mutating func removeLast(_ k: Int = 1) { elements.removeLast(min(k, elements.count)) }
}
