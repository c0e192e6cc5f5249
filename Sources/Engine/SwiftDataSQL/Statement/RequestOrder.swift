// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

extension PredicateTranslator {
  /// The ordering of a request; rows that are equal in it are in the order of
  /// their keys. SQLite puts NULL first when ascending, as `nil` sorts.
  func order(of request: RowRequest, _ root: SQLRow) throws -> [SQLOrder] {
    var order: [SQLOrder] = []
    for key in request.sort {
      let isNeverNull = isNeverNull(key, root)
      order += try expressions(key, root).map {
        SQLOrder(expression: $0, isAscending: key.isAscending, isNeverNull: isNeverNull)
      }
    }
    order.append(SQLOrder(expression: root.key, isAscending: true, isNeverNull: true))
    return order
  }

  private func isNeverNull(_ key: SortKey, _ root: SQLRow) -> Bool {
    if key.path.properties.isEmpty { return true }
    guard case .scalar(let scalar)? = try? term(key.path, of: root, key.path) else { return false }
    return scalar.null == .never
  }

  private func expressions(_ key: SortKey, _ root: SQLRow) throws -> [SQLExpression] {
    func unsupported(_ reason: String) -> SwiftDataError {
      SwiftDataError(
        .unsupportedSortDescriptor, reason, entity: root.entity.name,
        property: (key.path.properties + key.path.elements).joined(separator: "."),
        advice: "Sort by attributes, or by attributes of to-one relationships.")
    }
    // No step at all: the row itself, by its identifier.
    if key.path.properties.isEmpty { return [root.key] }
    let term: SQLTerm
    do { term = try self.term(key.path, of: root, key.path) } catch {
      throw unsupported("The path does not lead to a stored property.")
    }
    switch term {
    case .scalar(let scalar):
      switch key.order {
      case .standardString: return [.collated(scalar.expression, .standard)]
      case .localizedString: return [.collated(scalar.expression, .localized)]
      case .plain:
        return [scalar.type == .decimal ? decimalOrder(scalar.expression) : scalar.expression]
      }
    case .columns(let columns):
      guard case .enumeration(let cases) = columns.layout else {
        throw unsupported("A value with several columns cannot be sorted by.")
      }
      // In the order in which the cases are declared.
      let branches = LayoutElement.ranges(of: cases).enumerated().map { index, range in
        SQLBranch(
          condition: .any(columns.expressions[range].map { .test($0, .isNotNull) }),
          value: .verbatim("\(index)"))
      }
      return [.choice(branches, otherwise: nil)]
    case .row, .sequence: throw unsupported("A relationship cannot be sorted by.")
    case .archive: throw unsupported("The value is stored as bytes, which cannot be sorted by.")
    case .constant, .range: return []
    }
  }
}
