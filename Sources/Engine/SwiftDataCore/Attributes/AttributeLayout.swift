// SPDX-License-Identifier: Apache-2.0

/// How the values of one attribute lie in the columns of its entity's table,
/// as Core Data's model would describe it.
package indirect enum AttributeLayout: Sendable {
  /// One column of the attribute's own name.
  case scalar(_ColumnType)
  /// An enum with raw values: a composite of one element, which has the
  /// attribute's own name and holds the raw value.
  case rawValue(_ColumnType)
  /// An enum without raw values. A case without associated values has a column, which holds its name while it is the
  /// chosen one; one with associated values has a composite of them. The columns of all other cases are NULL.
  case enumeration([LayoutElement])
  /// A Codable struct: a column (or more) per stored property.
  case composite([LayoutElement])
  /// One column of bytes that cannot be searched: JSON.
  case archive
  /// One column of bytes that a `ValueTransformer` makes.
  case transformable(String?)

  /// How many columns values of this layout take.
  package var columnCount: Int {
    switch self {
    case .scalar, .rawValue, .archive, .transformable: 1
    case .enumeration(let elements), .composite(let elements):
      elements.reduce(0) { $0 + $1.layout.columnCount }
    }
  }
}

/// One named part of a composite attribute.
package struct LayoutElement: Sendable {
  package let name: String
  package let isOptional: Bool
  package let layout: AttributeLayout
  package let valueType: any Any.Type

  package init(name: String, isOptional: Bool, layout: AttributeLayout, valueType: any Any.Type) {
    self.name = name
    self.isOptional = isOptional
    self.layout = layout
    self.valueType = valueType
  }
}

extension LayoutElement {
  /// Which of the columns of all elements are whose.
  package static func ranges(of elements: [LayoutElement]) -> [Range<Int>] {
    var next = 0
    return elements.map { element in
      defer { next += element.layout.columnCount }
      return next..<(next + element.layout.columnCount)
    }
  }
}
