// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Enums whose associated values are in a store as JSON, in one column for each case.
package enum StoredPayloads {
  /// An enum with associated values in an attribute.
  package struct Enumeration: Sendable {
    /// From the attribute's name on.
    package let path: [String]
    /// Which of the attribute's columns are the enum's.
    package let columns: Range<Int>
    /// Each case whose associated values have columns of their own.
    package let cases: [String]
    // Codecs are constants.
    nonisolated(unsafe) let codec: AnyAttributeCodec

    /// The enum's columns for a value, and whether they hold all that the JSON does.
    ///
    /// - Parameter payload: the JSON of the column of a case.
    /// - Throws: an error if the JSON is not of that case.
    package func columns(
      ofJSON payload: Data, case name: String
    ) throws -> (columns: [ColumnConstant], isExact: Bool) {
      try codec.columns(ofJSON: payload, case: name)
    }
  }

  /// The enums of an attribute; of enums within enums, the outermost.
  package static func enumerations(of property: _Property) -> [Enumeration] {
    guard case .attribute(let layout) = property.description.kind else { return [] }
    return enumerations(layout, property.description.valueType, [property.name], first: 0)
  }

  private static func enumerations(
    _ layout: AttributeLayout, _ type: any Any.Type, _ path: [String], first: Int
  ) -> [Enumeration] {
    switch layout {
    case .enumeration(let cases):
      let spread = cases.filter { if case .composite = $0.layout { true } else { false } }
      guard !spread.isEmpty, let codec = AttributeCodecs.make(type)?.element else { return [] }
      return [
        Enumeration(
          path: path, columns: first..<(first + layout.columnCount), cases: spread.map(\.name), codec: codec)
      ]
    case .composite(let elements):
      return zip(elements, LayoutElement.ranges(of: elements)).flatMap { element, range in
        enumerations(element.layout, element.valueType, path + [element.name], first: first + range.lowerBound)
      }
    case .scalar, .rawValue, .archive, .transformable: return []
    }
  }
}
