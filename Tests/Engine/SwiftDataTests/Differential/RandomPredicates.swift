// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Random conditions on a sample, out of the whole grammar.
///
/// Integers that are computed with stay small: `evaluate` traps where the result does not fit.
struct RandomPredicates {
  typealias Subject = PredicateExpressions.Variable<Sample>

  var random: SeededGenerator
  let identifiers: [PersistentIdentifier]
  /// Not in closures: Swift gives up at the first element whose value is missing, the store passes over it.
  var mayUnwrap = false

  static func make(seed: UInt64, identifiers: [PersistentIdentifier]) -> Predicate<Sample> {
    Predicate { subject in
      var maker = RandomPredicates(random: SeededGenerator(seed: seed), identifiers: identifiers)
      maker.mayUnwrap = maker.coin()
      return maker.condition(subject, 1 + maker.one(of: 3))
    }
  }

  mutating func one(of count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  mutating func coin() -> Bool { Bool.random(using: &random) }
  mutating func pick<T>(_ choices: [T]) -> T { choices[one(of: choices.count)] }

  /// A closure that makes the same tree whenever it is run.
  mutating func closure<V, R>(
    _ body: @escaping (inout RandomPredicates, PredicateExpressions.Variable<V>) -> Expr<R>
  ) -> (PredicateExpressions.Variable<V>) -> Expr<R> {
    let seed = random.next()
    let identifiers = identifiers
    return { variable in
      var maker = RandomPredicates(random: SeededGenerator(seed: seed), identifiers: identifiers)
      return body(&maker, variable)
    }
  }

  mutating func order() -> PredicateExpressions.ComparisonOperator {
    pick([.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual])
  }

  mutating func comparison<V: Comparable>(_ lhs: Expr<V>, _ rhs: Expr<V>) -> Expr<Bool> {
    switch one(of: 3) {
    case 0: Build.equal(lhs, rhs, negated: coin())
    default: Build.compare(lhs, order(), rhs)
    }
  }

  // MARK: Conditions

  mutating func condition(_ subject: Subject, _ depth: Int) -> Expr<Bool> {
    guard depth > 0 else { return leaf(subject) }
    switch one(of: 9) {
    case 0: return Build.and(condition(subject, depth - 1), condition(subject, depth - 1))
    case 1: return Build.or(condition(subject, depth - 1), condition(subject, depth - 1))
    case 2: return Build.not(condition(subject, depth - 1))
    case 3:
      return Build.choose(
        condition(subject, depth - 1), condition(subject, depth - 1), condition(subject, depth - 1))
    case 4: return Build.equal(condition(subject, depth - 1), condition(subject, depth - 1), negated: coin())
    case 5, 6: return relation(subject, depth)
    default: return values(subject, depth)
    }
  }

  /// Comparisons of values.
  mutating func values(_ subject: Subject, _ depth: Int) -> Expr<Bool> {
    switch one(of: 10) {
    case 0, 1: return comparison(number(subject, depth), number(subject, depth))
    case 2: return comparison(real(subject, depth), real(subject, depth))
    case 3: return comparison(text(subject, depth), text(subject, depth))
    case 4: return Build.text(pick(Build.TextTest.allCases), text(subject, depth), text(subject, 0))
    case 5: return Build.equal(optionalNumber(subject, depth), optionalNumber(subject, depth), negated: coin())
    case 6: return Build.equal(optionalText(subject, depth), optionalText(subject, depth), negated: coin())
    case 7: return Build.isNil(coin() ? optionalNumber(subject, depth) : optionalNumber(subject, 0), negated: coin())
    case 8:
      let bounds = [Odd.int(&random), Odd.int(&random)].sorted()
      return Build.contains(bounds[0]...bounds[1], number(subject, depth))
    default:
      let list = (0..<one(of: 4)).map { _ in Odd.string(&random) }
      return Build.contains(Build.value(list), text(subject, depth))
    }
  }

  /// Conditions without parts.
  private mutating func leaf(_ subject: Subject) -> Expr<Bool> {
    switch one(of: 14) {
    case 0: return Build.path(subject, \.flag)
    case 1:
      return Build.equal(Build.path(subject, \.optionalFlag), Build.value(pick([true, false, nil])), negated: coin())
    case 2: return Build.coalesce(Build.path(subject, \.optionalFlag), Build.value(coin()))
    case 3: return Build.value(coin())
    case 4: return Build.equal(Build.path(subject, \.kind), Build.value(pick(Samples.Kind.allCases)), negated: coin())
    case 5:
      return Build.equal(
        Build.path(subject, \.optionalKind), Build.value(pick([.a, .b, nil] as [Samples.Kind?])), negated: coin())
    case 6: return Build.equal(Build.path(subject, \.uuid), Build.value(pick(Odd.uuids)))
    case 7: return comparison(Build.path(subject, \.date), Build.value(Odd.date(&random)))
    case 8:
      return Build.equal(
        Build.path(subject, \.optionalDate), Build.value(Odd.maybe(&random) { Odd.date(&$0) }), negated: coin())
    case 9: return Build.contains(Build.path(subject, \.words), Build.value(Odd.string(&random)))
    case 10: return Build.contains(Build.path(subject, \.numbers), number(subject, 0))
    case 11: return Build.contains(Build.value(identifiers), Build.path(subject, \.persistentModelID))
    case 12: return Build.member(Build.path(subject, \.string) as Expr<String>, \.isEmpty)
    default: return Build.contains(Build.value([Samples.Level.low, .high]), Build.path(subject, \.level))
    }
  }
}
