// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// The SQL of a predicate's node.
enum SQLTerm {
  /// Does not depend on a row: the value, flattened, so that `nil` is `nil`
  /// however many optionals it was wrapped in.
  case constant(Any?)
  /// One value.
  case scalar(SQLScalar)
  /// A composite attribute, or an enum with a column per case.
  case columns(SQLColumns)
  /// A model.
  case row(SQLRow)
  /// A to-many relationship, or the elements of an array attribute.
  case sequence(SQLSequence)
  /// A value that is stored as JSON or as a transformer's bytes.
  case archive(SQLArchive)
  indirect case range(SQLRange)

  var isConstant: Bool {
    if case .constant = self { return true }
    return false
  }

  /// A truth. That it may turn out the same for every row does not make it a
  /// constant: its nodes cannot be evaluated without one.
  static func boolean(_ expression: SQLExpression, _ null: NullMeaning = .never) -> SQLTerm {
    .scalar(SQLScalar(expression: expression, type: .boolean, null: null))
  }
}

/// The meaning of NULL in the value of a term.
///
/// Swift's logic has two values, SQL's has three. Where NULL can only turn up
/// as the last result of a condition (`.isFalse`) it does no harm, since a row
/// is taken for true only; elsewhere the translation removes it.
enum NullMeaning: Int, Comparable {
  /// Does not occur.
  case never
  /// Of a truth: false.
  case isFalse
  /// Of a floating-point number that is not optional.
  case notANumber
  /// Swift's `nil`.
  case absent
  /// Evaluation would have failed (`nil!`, division by zero): the row does not
  /// match, whatever is done with the result.
  case undefined

  static func < (lhs: NullMeaning, rhs: NullMeaning) -> Bool { lhs.rawValue < rhs.rawValue }
}

struct SQLScalar {
  var expression: SQLExpression
  let type: _ColumnType
  var null: NullMeaning
  /// The enum whose raw value it is.
  var enumeration: (any Any.Type)?
  /// Of an optional: elsewhere NULL is not `nil`, but a failed evaluation (`$0.owner!.nickname`).
  var defined: SQLExpression?

  /// As a condition of its own: a boolean column is written so that an index
  /// serves it.
  var condition: SQLExpression {
    if case .column = expression { return .binary(expression, .equal, .yes) }
    return expression
  }

  /// The term with FALSE in place of NULL, where NULL means false.
  var exact: SQLScalar {
    guard null == .isFalse else { return self }
    return SQLScalar(expression: .test(expression, .isTrue), type: .boolean, null: .never)
  }
}

struct SQLColumns {
  var expressions: [SQLExpression]
  /// `.composite` or `.enumeration`.
  let layout: AttributeLayout
  /// `.never`, or `.absent` where all columns NULL means `nil`.
  var null: NullMeaning
  let valueType: any Any.Type
  /// Elsewhere there is no value, not even `nil`, but a failed evaluation (`$0.owner!.address`).
  var defined: SQLExpression?

  var isAbsent: SQLExpression { .all(expressions.map { .test($0, .isNull) }) }
}

struct SQLArchive {
  let expression: SQLExpression
  let isJSON: Bool
  let valueType: any Any.Type
  var null: NullMeaning
  /// For errors.
  let property: String
  /// Of an optional: elsewhere there is no `nil`, but a failed evaluation (`$0.owner!.words`).
  var defined: SQLExpression?
}

struct SQLRange {
  let lower: SQLTerm?
  let upper: SQLTerm?
  let isClosed: Bool
}

/// The meaning of a predicate's variables: its model, and the parameters of the closures around a node.
///
/// They are few, mostly one, which is found sooner than hashed.
struct VariableTerms {
  private var terms: [(key: PredicateExpressions.VariableID, term: SQLTerm)] = []

  subscript(key: PredicateExpressions.VariableID) -> SQLTerm? {
    get { terms.last { $0.key == key }?.term }
    set {
      // The innermost comes last.
      guard let index = terms.lastIndex(where: { $0.key == key }) else {
        if let newValue { terms.append((key, newValue)) }
        return
      }
      if let newValue { terms[index].term = newValue } else { terms.remove(at: index) }
    }
  }
}
