// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The order that an enum's values have in a store: that of its columns, whatever `<` of the program says.
struct StoredEnumOrder {
  private let codec: AnyAttributeCodec
  private let description: _ModelDescription

  /// - Parameters:
  ///   - type: `nil` comes of any other than an enum that has columns which a store can sort by.
  ///   - description: Of the model that is sorted.
  init?(_ type: any Any.Type, _ description: _ModelDescription) {
    guard TypeReflection.kind(of: type) == .enumeration, let codec = AttributeCodecs.make(type) else { return nil }
    switch codec.layout {
    case .rawValue, .enumeration: break
    case .scalar, .composite, .archive, .transformable: return nil
    }
    self.codec = codec
    self.description = description
  }

  /// - Parameter lhs: A value of the enum, or of an optional one.
  func compare(_ lhs: Any, _ rhs: Any) -> ComparisonResult { Self.compare(rank(lhs), rank(rhs)) }

  /// What a statement sorts by: the raw value, or the number of the case whose columns have something.
  private func rank(_ value: Any) -> ColumnConstant {
    guard let columns = try? ConstantColumns.columns(of: value, codec: codec, description) else { return .null }
    guard case .enumeration(let cases) = codec.layout else { return columns.first ?? .null }
    let index = LayoutElement.ranges(of: cases).firstIndex { range in columns[range].contains { $0 != .null } }
    return index.map { .integer(Int64($0)) } ?? .null
  }

  private static func compare(_ lhs: ColumnConstant, _ rhs: ColumnConstant) -> ComparisonResult {
    switch (lhs, rhs) {
    case (.null, .null): .orderedSame
    case (.null, _): .orderedAscending
    case (_, .null): .orderedDescending
    case (.integer(let left), .integer(let right)): order(left < right, right < left)
    case (.real(let left), .real(let right)): order(left < right, right < left)
    // A decimal is either.
    case (.integer(let left), .real(let right)): order(Double(left) < right, right < Double(left))
    case (.real(let left), .integer(let right)): order(left < Double(right), Double(right) < left)
    case (.text(let left), .text(let right)):
      order(left.utf8.lexicographicallyPrecedes(right.utf8), right.utf8.lexicographicallyPrecedes(left.utf8))
    case (.bytes(let left), .bytes(let right)):
      order(left.lexicographicallyPrecedes(right), right.lexicographicallyPrecedes(left))
    default: .orderedSame
    }
  }

  private static func order(_ isBefore: Bool, _ isAfter: Bool) -> ComparisonResult {
    isBefore ? .orderedAscending : isAfter ? .orderedDescending : .orderedSame
  }
}
