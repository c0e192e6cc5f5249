// SPDX-License-Identifier: Apache-2.0

import Foundation

// Foundation's description of a predicate knows Foundation's nodes only, and traps at others, such as
// `hasPrefix`. Its protocol is closed, so that description is avoided.

#if !canImport(Darwin)
  extension DefaultStringInterpolation {
    /// `"\(predicate)"`: the tree of the predicate, with nodes of any type.
    public mutating func appendInterpolation<each Input>(_ predicate: Predicate<repeat each Input>) {
      appendLiteral("Predicate(\(predicate.expression))")
    }

    /// `"\(predicate)"` of an optional.
    public mutating func appendInterpolation<each Input>(_ predicate: Predicate<repeat each Input>?) {
      if let predicate { appendInterpolation(predicate) } else { appendLiteral("nil") }
    }
  }

  extension String {
    /// The tree of a predicate, with nodes of any type.
    public init<each Input>(describing predicate: Predicate<repeat each Input>) { self = "\(predicate)" }

    /// The tree of a predicate, or `nil`.
    public init<each Input>(describing predicate: Predicate<repeat each Input>?) { self = "\(predicate)" }

    /// The tree of a predicate, as `String(describing:)` has it.
    public init<each Input>(reflecting predicate: Predicate<repeat each Input>) { self = "\(predicate)" }

    /// The tree of a predicate, as `String(describing:)` has it.
    public init<each Input>(reflecting predicate: Predicate<repeat each Input>?) { self = "\(predicate)" }
  }

  /// Prints the tree of a predicate, with nodes of any type.
  ///
  /// One predicate alone: of several things in one `print`, write the predicate as `"\(predicate)"`.
  public func print<each Input>(_ predicate: Predicate<repeat each Input>, terminator: String = "\n") {
    Swift.print("\(predicate)", terminator: terminator)
  }

  /// Prints the tree of a predicate, or `nil`.
  public func print<each Input>(_ predicate: Predicate<repeat each Input>?, terminator: String = "\n") {
    Swift.print("\(predicate)", terminator: terminator)
  }

  /// Prints the tree of a predicate, as `print` does.
  public func debugPrint<each Input>(_ predicate: Predicate<repeat each Input>, terminator: String = "\n") {
    Swift.print("\(predicate)", terminator: terminator)
  }

  /// Prints the tree of a predicate, or `nil`.
  public func debugPrint<each Input>(_ predicate: Predicate<repeat each Input>?, terminator: String = "\n") {
    Swift.print("\(predicate)", terminator: terminator)
  }
#endif

extension FetchDescriptor: CustomStringConvertible {
  /// A description of the fetch: without it, printing a descriptor would use Foundation's description of its predicate.
  public var description: String {
    var parts: [String] = []
    if let predicate { parts.append("predicate: \(predicate.expression)") }
    if !sortBy.isEmpty {
      parts.append(
        "sortBy: ["
          + sortBy.map { "\($0.order) \($0.keyPath.map { "\($0)" } ?? "?")" }.joined(separator: ", ") + "]")
    }
    if let fetchLimit { parts.append("fetchLimit: \(fetchLimit)") }
    if let fetchOffset { parts.append("fetchOffset: \(fetchOffset)") }
    if !includePendingChanges { parts.append("includePendingChanges: false") }
    return "FetchDescriptor<\(T.self)>(\(parts.joined(separator: ", ")))"
  }
}
