// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Says whether texts contain a match of a regular expression, in bounded time.
///
/// Swift's engine tries one way after another: `(a+)+$` takes twice as long for each further `a`, and nothing can stop
/// it. A pattern with several ways to divide a text among its parts is searched without backtracking instead. One
/// that cannot be, because of a backreference for example, is refused if it could take exponential time.
package struct PatternSearch: @unchecked Sendable {
  // Unchecked: a compiled `Regex` is never changed, but does not say that it is `Sendable`.

  private enum Engine {
    case backtracking(Regex<AnyRegexOutput>)
    case automaton(PatternAutomaton)
  }

  private let engine: Engine

  /// - Throws: ``SwiftDataError/unsupportedPredicate`` if the pattern does not compile, or could take exponential time.
  init(_ pattern: String) throws {
    let regex: Regex<AnyRegexOutput>
    do {
      regex = try Regex(pattern)
    } catch {
      throw SwiftDataError(
        .unsupportedPredicate, "The pattern does not compile.",
        advice: "Check the regular expression.", underlying: error)
    }
    guard let (node, options) = PatternParser.parse(pattern) else {
      // Nothing is known of its structure.
      guard pattern.count(where: { "*+{|?".contains($0) }) < 2 else { throw Self.unbounded }
      engine = .backtracking(regex)
      return
    }
    if node.isCostly, node.isRegular, let automaton = PatternAutomaton(node, options: options) {
      engine = .automaton(automaton)
    } else if node.isExponential {
      throw Self.unbounded
    } else {
      engine = .backtracking(regex)
    }
  }

  private static var unbounded: SwiftDataError {
    SwiftDataError(
      .unsupportedPredicate,
      "The regular expression could take exponential time for some texts.",
      advice: "Do not repeat groups that contain alternatives, or use atomic groups, such as (?>a+), "
        + "and possessive quantifiers, such as a++.")
  }

  package func matches(in text: String) -> Bool {
    switch engine {
    case .backtracking(let regex): text.contains(regex)
    case .automaton(let automaton): automaton.matches(in: text)
    }
  }

  // MARK: Known patterns

  /// Compiled once: a scan asks for each row.
  private static let known = Mutex<[String: PatternSearch]>([:])

  /// The search for a pattern.
  package static func search(_ pattern: String) throws -> PatternSearch {
    if let search = known.withLock({ $0[pattern] }) { return search }
    let search = try PatternSearch(pattern)
    known.withLock { known in
      // Patterns typed by people would otherwise gather forever.
      if known.count >= 64 { known.removeAll() }
      known[pattern] = search
    }
    return search
  }
}
