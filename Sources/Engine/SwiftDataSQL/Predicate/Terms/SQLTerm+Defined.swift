// SPDX-License-Identifier: Apache-2.0

/// Evaluation fails where `!` finds nothing, and the row does not match then, whatever is asked of the result. In most
/// terms NULL says so (``NullMeaning/undefined``). An optional behind a `!`, as in `$0.owner!.nickname`, needs NULL for its
/// `nil`, and a query over rows is never NULL: these know by a condition where they are defined.
extension SQLTerm {
  /// `nil` if that is everywhere, or if NULL tells.
  var defined: SQLExpression? {
    switch self {
    case .scalar(let scalar): scalar.null == .absent ? scalar.defined : nil
    case .row(let row): row.defined
    case .sequence(let sequence): sequence.defined
    case .columns(let columns):
      columns.null == .undefined ? .any(columns.expressions.map { .test($0, .isNotNull) }) : columns.defined
    case .archive(let archive):
      archive.null == .undefined ? .test(archive.expression, .isNotNull) : archive.defined
    case .constant, .range: nil
    }
  }

  /// As ``defined``, with a condition also where NULL tells.
  var evaluable: SQLExpression? {
    switch self {
    case .scalar(let scalar) where scalar.null == .undefined:
      scalar.defined ?? .test(scalar.expression, .isNotNull)
    case .row(let row) where row.null == .undefined: .test(row.key, .isNotNull)
    default: defined
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
        // What is not a number is NULL, too.
        if scalar.null == .notANumber { scalar.defined = condition }
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
      if archive.null == .absent {
        archive.defined = .all([condition, archive.defined ?? .yes])
      } else {
        archive.null = .undefined
      }
      return .archive(archive)
    // All columns may be NULL in a value that is there, too.
    case .columns(var columns):
      columns.defined = .all([condition, columns.defined ?? .yes])
      return .columns(columns)
    case .constant, .range: return self
    }
  }

  /// As above, of a term whose columns are not NULL there by themselves.
  func emptied(unless condition: SQLExpression?) -> SQLTerm {
    guard let condition else { return self }
    switch self {
    case .scalar(let scalar):
      var result = scalar.exact
      result.expression = .when(condition, result.type == .boolean ? result.condition : result.expression)
      return SQLTerm.scalar(result).failing(unless: condition)
    case .row(let row):
      let result = SQLRow(
        key: .when(condition, row.key), entity: row.entity, scope: row.scope, null: row.null, defined: row.defined)
      return SQLTerm.row(result).failing(unless: condition)
    case .columns(var columns):
      columns.expressions = columns.expressions.map { .when(condition, $0) }
      return SQLTerm.columns(columns).failing(unless: condition)
    case .archive(let archive):
      let result = SQLArchive(
        expression: .when(condition, archive.expression), isJSON: archive.isJSON, valueType: archive.valueType,
        null: archive.null, property: archive.property, defined: archive.defined)
      return SQLTerm.archive(result).failing(unless: condition)
    case .sequence: return failing(unless: condition)
    case .constant, .range: return self
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

  /// A truth that terms have nothing to do with, as that no row is one which is in no store; it fails where they do.
  func truth(_ value: Bool, of terms: [SQLTerm]) -> SQLScalar {
    let conditions = terms.compactMap(\.evaluable)
    guard !conditions.isEmpty else { return truth(value) }
    return SQLScalar(expression: .when(.all(conditions), value ? .yes : .no), type: .boolean, null: .undefined)
  }

  /// A test that fails where a term does that it needs, even if it would not get to use it.
  ///
  /// - Parameter condition: is never NULL where the term can be evaluated.
  func whereEvaluable(_ term: SQLTerm, _ condition: SQLExpression) -> SQLScalar {
    guard let evaluable = term.evaluable else {
      return SQLScalar(expression: condition, type: .boolean, null: .never)
    }
    return SQLScalar(expression: .when(evaluable, condition), type: .boolean, null: .undefined)
  }

  /// As above, of a condition that is never NULL.
  func whereDefined(_ terms: [SQLTerm], isTrue condition: SQLExpression) -> SQLScalar {
    whereDefined(terms, SQLScalar(expression: condition, type: .boolean, null: .never))
  }
}
