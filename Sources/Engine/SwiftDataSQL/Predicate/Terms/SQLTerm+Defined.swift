// SPDX-License-Identifier: Apache-2.0

/// Evaluation fails where `!` finds nothing, and the row does not match then, whatever is asked of the result. In most
/// terms NULL says so (``NullMeaning/undefined``). An optional behind a `!`, as in `$0.owner!.nickname`, needs NULL for its
/// `nil`, and a query over rows is never NULL: these know by a condition where they are defined.
extension SQLTerm {
  /// `nil` if that is everywhere, or if NULL tells.
  var defined: SQLExpression? {
    switch self {
    case .scalar(let scalar): scalar.defined
    case .row(let row): row.defined
    case .sequence(let sequence): sequence.defined
    case .columns(let columns):
      columns.null == .undefined ? .any(columns.expressions.map { .test($0, .isNotNull) }) : nil
    case .archive(let archive):
      archive.null == .undefined ? .test(archive.expression, .isNotNull) : nil
    case .constant, .range: nil
    }
  }

  /// The term, whose evaluation fails where a condition does not hold; its columns are NULL there.
  func failing(unless condition: SQLExpression?) -> SQLTerm {
    guard let condition else { return self }
    switch self {
    case .scalar(var scalar):
      if scalar.null == .absent {
        scalar.defined = .all([condition, scalar.defined ?? .yes])
      } else {
        scalar.null = .undefined
      }
      return .scalar(scalar)
    case .row(var row):
      if row.null == .absent {
        row.defined = .all([condition, row.defined ?? .yes])
      } else {
        row.null = .undefined
      }
      return .row(row)
    case .sequence(var sequence):
      sequence.require(condition)
      return .sequence(sequence)
    case .archive(var archive):
      if archive.null == .never { archive.null = .undefined }
      return .archive(archive)
    // All columns may be NULL in a value that is there, too.
    case .columns, .constant, .range: return self
    }
  }
}

extension PredicateTranslator {
  /// What is asked of terms, which fails where one of them does.
  func whereDefined(_ terms: [SQLTerm], _ scalar: SQLScalar) -> SQLScalar {
    let conditions = terms.compactMap(\.defined)
    guard !conditions.isEmpty else { return scalar }
    // NULL as false must not meet NULL as failure.
    var result = scalar.exact
    result.expression = .when(
      .all(conditions), result.type == .boolean ? result.condition : result.expression)
    result.null = .undefined
    return result
  }

  /// As above, of a condition that is never NULL.
  func whereDefined(_ terms: [SQLTerm], isTrue condition: SQLExpression) -> SQLScalar {
    whereDefined(terms, SQLScalar(expression: condition, type: .boolean, null: .never))
  }
}
