// SPDX-License-Identifier: Apache-2.0

/// The structure of a regular expression. What matches one character, or holds at a position, is left as it is
/// written: Swift's own engine says what it means.
indirect enum PatternNode {
  /// Matches one character: `a`, `.`, `\d`, `[a-z]`.
  case character(String)
  /// Holds at a position or not, whatever is around it in the pattern: `^`, `\b`, `(?=…)`.
  case assertion(String, PatternNode?)
  case sequence([PatternNode])
  case alternation([PatternNode])
  case repetition(PatternNode, least: Int, most: Int?)
  /// Matches in one way only, once it has: `(?>…)`, `a++`.
  case atomic(PatternNode)
  /// Something that only a search with backtracking can match, such as `\1`.
  case opaque

  /// Whether every part can be matched without backtracking.
  var isRegular: Bool {
    switch self {
    case .character: true
    case .assertion(_, let inner): inner.map { !$0.isCostly } ?? true
    case .sequence(let parts), .alternation(let parts): parts.allSatisfy(\.isRegular)
    case .repetition(let inner, _, _): inner.isRegular
    case .atomic, .opaque: false
    }
  }

  /// Whether a search with backtracking could take more than quadratic time: there are several ways to divide a text
  /// among the parts.
  var isCostly: Bool {
    var choices = Choices()
    choices.count(self, repeated: false)
    return choices.unlimited > 1 || choices.limited > 6 || choices.nested
  }

  /// Whether it could take exponential time: a choice is made again in each turn of a repetition.
  var isExponential: Bool {
    var choices = Choices()
    choices.count(self, repeated: false)
    return choices.nested || choices.limited > 20
  }

  private struct Choices {
    var unlimited = 0
    var limited = 0
    var nested = false

    mutating func count(_ node: PatternNode, repeated: Bool) {
      switch node {
      case .character, .opaque: break
      case .assertion(_, let inner): if let inner { count(inner, repeated: false) }
      case .sequence(let parts): for part in parts { count(part, repeated: repeated) }
      case .alternation(let parts):
        note(isLimited: true, repeated)
        for part in parts { count(part, repeated: repeated) }
      case .repetition(let inner, let least, let most):
        if most != least { note(isLimited: most.map { $0 < 16 } ?? false, repeated) }
        count(inner, repeated: most ?? 2 > 1 || repeated)
      // From outside there is one way.
      case .atomic(let inner): count(inner, repeated: false)
      }
    }

    private mutating func note(isLimited: Bool, _ repeated: Bool) {
      if isLimited { limited += 1 } else { unlimited += 1 }
      if repeated { nested = true }
    }
  }
}
