// SPDX-License-Identifier: Apache-2.0

/// Enums in a model: composites that say so.
extension AttributeDescription {
  /// Whether the composite stands for an enum.
  package var isEnumeration: Bool {
    guard type == .composite, !elements.isEmpty else { return false }
    switch userInfo["EnumType"] {
    case .bool(true): return true
    case .number(let value): return value != 0
    default: return false
    }
  }

  /// Whether the enum is stored by its raw value: in one element of its own name.
  package var hasRawValues: Bool {
    isEnumeration && elements.count == 1 && elements.first?.name == name
      && elements.first?.type != .composite && userInfo["enum"] == nil
  }

  /// Whether the element of an enum is a case with associated values that have columns.
  package func isCaseWithColumns(_ element: AttributeDescription) -> Bool {
    isEnumeration && !hasRawValues && element.type == .composite
  }

  /// Of a chosen case whose associated values are NULL in all columns, what this library puts into the first one:
  /// something without length, of the kind that the column's values are not. True for text, false for bytes.
  package var marksEmptyCaseByText: Bool {
    switch leaves.first?.attribute.type {
    case .binaryData, .uuid, .transformable: true
    default: false
    }
  }

  /// The columns, counted from the attribute's first, that may have such a mark; with whether it is text.
  package var emptyCaseMarks: [Int: Bool] { emptyCaseMarks(from: 0, depth: 0) }

  private func emptyCaseMarks(from first: Int, depth: Int) -> [Int: Bool] {
    guard type == .composite, depth < Self.maximumDepth else { return [:] }
    var marks: [Int: Bool] = [:]
    var next = first
    for element in elements {
      if isCaseWithColumns(element) { marks[next] = element.marksEmptyCaseByText }
      marks.merge(element.emptyCaseMarks(from: next, depth: depth + 1)) { $1 }
      next += element.leaves.count
    }
    return marks
  }

  /// The attribute as this library's stores had it before cases with associated values had a column for each: those
  /// were JSON in one column, called after the case.
  package var withJSONPayloads: AttributeDescription {
    guard type == .composite else { return self }
    var attribute = self
    attribute.elements = elements.map { element in
      guard isEnumeration, element.type == .composite else { return element.withJSONPayloads }
      var payload = AttributeDescription(name: element.name, type: .binaryData)
      payload.isOptional = true
      return payload
    }
    return attribute
  }
}

extension ManagedObjectModel {
  /// The model with ``AttributeDescription/withJSONPayloads``.
  package var withJSONPayloads: ManagedObjectModel {
    var model = self
    for entity in model.entities.indices {
      model.entities[entity].attributes = model.entities[entity].attributes.map(\.withJSONPayloads)
    }
    return model
  }
}
