// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Numbers and texts.
extension RandomPredicates {
  /// A number that can be computed with: no leaf is greater than 30 or so.
  mutating func small(_ subject: Subject, _ depth: Int) -> Expr<Int> {
    guard depth > 0 else {
      switch one(of: 5) {
      case 0: return Build.member(Build.path(subject, \.children) as Expr<[Sample]>, \.count)
      case 1: return Build.member(Build.path(subject, \.labels) as Expr<[Samples.Label]>, \.count)
      case 2: return Build.member(Build.path(subject, \.string) as Expr<String>, \.count)
      case 3: return Build.member(Build.path(subject, \.level) as Expr<Samples.Level>, \.rawValue)
      default: return Build.value(Int.random(in: -3...3, using: &random))
      }
    }
    switch one(of: 8) {
    case 0, 1:
      return Build.arithmetic(
        small(subject, depth - 1), pick([.add, .subtract, .multiply]), small(subject, depth - 1))
    case 2:
      return Build.divide(
        small(subject, depth - 1), Build.value(pick([-2, 1, 2, 3])), remainder: coin())
    case 3: return Build.minus(small(subject, depth - 1))
    case 4: return Build.choose(condition(subject, depth - 1), small(subject, depth - 1), small(subject, 0))
    case 5:
      return Build.count(
        Build.path(subject, \.children), closure { maker, child in maker.condition(child, depth - 1) })
    case 6:
      return Build.coalesce(Build.lookUp(Build.path(subject, \.table), pick(["x", "y", "z", ""])), small(subject, 0))
    default: return small(subject, 0)
    }
  }

  mutating func number(_ subject: Subject, _ depth: Int) -> Expr<Int> {
    switch one(of: 6) {
    case 0: return Build.path(subject, \.int)
    case 1: return Build.value(Odd.int(&random))
    case 2: return Build.coalesce(optionalNumber(subject, depth - 1), number(subject, depth - 1))
    case 3 where mayUnwrap:
      mayUnwrap = false
      defer { mayUnwrap = true }
      return Build.unwrap(
        Build.choose(
          coin() ? condition(subject, 0) : condition(subject, 1), Build.path(subject, \.optionalInt),
          Build.member(Build.path(subject, \.place) as Expr<Samples.Place>, \.zip)))
    default: return small(subject, max(0, depth - 1))
    }
  }

  mutating func optionalNumber(_ subject: Subject, _ depth: Int) -> Expr<Int?> {
    switch one(of: depth > 0 ? 8 : 4) {
    case 0: return Build.path(subject, \.optionalInt)
    case 1: return Build.value(Odd.maybe(&random) { Odd.int(&$0) })
    case 2: return Build.member(Build.path(subject, \.place) as Expr<Samples.Place>, \.zip)
    case 3: return Build.extremum(Build.path(subject, \.numbers), greatest: coin())
    case 4:
      return Build.map(Build.path(subject, \.parent), closure { maker, parent in maker.number(parent, depth - 1) })
    case 5:
      return Build.flatMap(
        Build.path(subject, \.parent), closure { maker, parent in maker.optionalNumber(parent, depth - 1) })
    case 6:
      // Whether the condition failed or the number is nil could not be told apart: that is refused.
      let unwraps = mayUnwrap
      mayUnwrap = false
      defer { mayUnwrap = unwraps }
      return Build.choose(
        condition(subject, depth - 1), optionalNumber(subject, 0), optionalNumber(subject, depth - 1))
    default:
      return Build.flatMap(Build.path(subject, \.optionalPlace), closure { _, place in Build.path(place, \.zip) })
    }
  }

  mutating func real(_ subject: Subject, _ depth: Int) -> Expr<Double> {
    guard depth > 0 else {
      switch one(of: 3) {
      case 0: return Build.path(subject, \.double)
      case 1: return Build.value(Odd.double(&random))
      default: return Build.coalesce(Build.path(subject, \.optionalDouble), Build.value(Odd.double(&random)))
      }
    }
    switch one(of: 6) {
    case 0:
      return Build.arithmetic(
        real(subject, depth - 1), pick([.add, .subtract, .multiply]), real(subject, depth - 1))
    // A zero of the row would keep its sign in memory, but not in the store.
    case 1: return Build.divide(real(subject, depth - 1), Build.value(pick([-2, 0.5, 3, .infinity])))
    case 2: return Build.minus(real(subject, depth - 1))
    case 3: return Build.choose(condition(subject, depth - 1), real(subject, 0), real(subject, depth - 1))
    default: return real(subject, 0)
    }
  }

  mutating func text(_ subject: Subject, _ depth: Int) -> Expr<String> {
    guard depth > 0 else {
      switch one(of: 4) {
      case 0: return Build.value(Odd.string(&random))
      case 1: return Build.member(Build.path(subject, \.place) as Expr<Samples.Place>, \.city)
      default: return Build.path(subject, \.string)
      }
    }
    switch one(of: 6) {
    case 0: return Build.coalesce(optionalText(subject, depth - 1), text(subject, depth - 1))
    case 1: return Build.text(pick(Build.TextChange.allCases), text(subject, depth - 1))
    case 2: return Build.choose(condition(subject, depth - 1), text(subject, depth - 1), text(subject, 0))
    case 3: return Build.member(Build.path(subject, \.kind) as Expr<Samples.Kind>, \.rawValue)
    default: return text(subject, 0)
    }
  }

  mutating func optionalText(_ subject: Subject, _ depth: Int) -> Expr<String?> {
    switch one(of: depth > 0 ? 6 : 2) {
    case 0: return Build.path(subject, \.optionalString)
    case 1: return Build.value(Odd.maybe(&random) { Odd.string(&$0) })
    case 2:
      return Build.map(Build.path(subject, \.parent), closure { maker, parent in maker.text(parent, depth - 1) })
    case 3:
      return Build.flatMap(
        Build.path(subject, \.parent), closure { maker, parent in maker.optionalText(parent, depth - 1) })
    case 4: return Build.map(Build.path(subject, \.optionalPlace), closure { _, place in Build.path(place, \.city) })
    default: return Build.extremum(Build.path(subject, \.words), greatest: coin())
    }
  }

  /// Conditions on the objects and elements that a sample leads to.
  mutating func relation(_ subject: Subject, _ depth: Int) -> Expr<Bool> {
    let quantifier = pick([Build.Quantifier.any, .all, .filtered])
    switch one(of: 7) {
    case 0:
      return Build.equal(Build.path(subject, \.parent), PredicateExpressions.NilLiteral<Sample>(), negated: coin())
    case 1:
      return Build.elements(
        Build.path(subject, \.labels), quantifier,
        closure { maker, label in
          maker.coin()
            ? Build.equal(Build.path(label, \.name), maker.text(subject, 0), negated: maker.coin())
            : maker.comparison(Build.path(label, \.weight), maker.number(subject, 0))
        })
    case 2:
      return Build.elements(
        Build.path(subject, \.words), quantifier,
        closure { maker, word in
          Build.text(maker.pick([.contains, .hasPrefix, .standard]), word, maker.text(subject, 0))
        })
    case 3:
      return Build.elements(
        Build.path(subject, \.numbers), quantifier,
        closure { maker, number in maker.comparison(number, maker.number(subject, 0)) })
    case 4:
      let test: Expr<Bool?> = Build.map(
        Build.path(subject, \.parent), closure { maker, parent in maker.condition(parent, depth - 1) })
      return coin()
        ? Build.coalesce(test, Build.value(coin())) : Build.equal(test, Build.value(coin()), negated: coin())
    default:
      return Build.elements(
        Build.path(subject, \.children), quantifier,
        closure { maker, child in
          maker.one(of: 3) == 0
            ? maker.comparison(maker.number(child, 0), maker.number(subject, 0))
            : maker.condition(child, depth - 1)
        })
    }
  }
}
