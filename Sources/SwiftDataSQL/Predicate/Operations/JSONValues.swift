import Foundation
import SwiftDataCore

/// Arrays and dictionaries, which are stored as JSON.
extension PredicateTranslator {
  /// A term that must be a sequence of rows or of stored elements.
  func sequence(_ term: SQLTerm, _ node: Any) throws -> SQLSequence {
    switch term {
    case .sequence(let sequence): return sequence
    case .archive(let archive):
      guard archive.isJSON, let type = archive.valueType as? any Sequence.Type else {
        throw unsupported(
          node,
          "The property \(archive.property) is stored as opaque bytes, which cannot be searched.",
          advice: "Store what you search for in a property of its own.")
      }
      func element<S: Sequence>(_ type: S.Type) -> any Any.Type { S.Element.self }
      return SQLSequence(
        origin: .json(archive.expression, element: element(type)), scope: rootScope,
        presence: archive.null == .absent ? .test(archive.expression, .isNotNull) : nil)
    default: throw unsupported(node, "This is not a sequence that the store can search.")
    }
  }

  /// A value that SQLite took out of JSON, as Swift's encoder writes the type.
  func jsonValue(
    _ value: SQLExpression, _ type: any Any.Type, null: NullMeaning, _ node: Any
  ) throws -> SQLTerm {
    let isOptional = type is any AnyOptional.Type
    let type = Self.unwrapped(type)
    let null = isOptional ? max(null, .absent) : null
    if let column = type as? any _ColumnValue.Type {
      switch column._columnType {
      case .string, .url:
        return .scalar(
          SQLScalar(expression: .call(.jsonString, value), type: column._columnType, null: null))
      case .integer16, .integer32, .integer64, .boolean, .double, .date:
        return .scalar(SQLScalar(expression: value, type: column._columnType, null: null))
      case .float:
        return .scalar(
          SQLScalar(expression: .call(.roundToFloat, value), type: .float, null: null))
      case .decimal, .data, .uuid: break
      }
    }
    if let raw = type as? any RawRepresentable.Type, let column = Self.rawColumn(raw) {
      let value = column == .string ? .call(.jsonString, value) : value
      return .scalar(
        SQLScalar(expression: value, type: column, null: null, enumeration: type))
    }
    throw unsupported(
      node, "Elements of type \(type) are stored as JSON in a form that cannot be compared.",
      advice:
        "Make the elements a model of their own, or store what you search for in another property.")
  }

  private static func rawColumn(_ type: any RawRepresentable.Type) -> _ColumnType? {
    func open<R: RawRepresentable>(_ type: R.Type) -> _ColumnType? {
      switch (R.RawValue.self as? any _ColumnValue.Type)?._columnType {
      case let column? where [.string, .integer16, .integer32, .integer64].contains(column): column
      default: nil
      }
    }
    return open(type)
  }
}
