// SPDX-License-Identifier: Apache-2.0

/// Searches for a regular expression without backtracking: each character of a text is looked at once, with all the
/// places in the pattern where a match could be by then. So the time is that of the text's length times the
/// pattern's, whatever both are.
struct PatternAutomaton {
  private enum Step {
    /// Goes on behind a character that the given test accepts.
    case character(Int)
    /// Goes on where the given assertion holds.
    case assertion(Int)
    case fork(Int, Int)
    case jump(Int)
    case match
  }

  private var steps: [Step] = []
  private var tests: [Regex<AnyRegexOutput>] = []
  private var assertions: [Regex<AnyRegexOutput>] = []
  private let options: String

  /// `a{1000}` is written out: a pattern of more steps is refused.
  private static let largest = 4_000

  /// - Returns: `nil` if a part does not compile by itself, or the pattern is too large.
  init?(_ node: PatternNode, options: String) {
    self.options = options
    guard add(node) else { return nil }
    steps.append(.match)
  }

  // MARK: Making

  private mutating func add(_ node: PatternNode) -> Bool {
    guard steps.count < Self.largest else { return false }
    switch node {
    case .character(let source):
      guard let regex = try? Regex(options + source) else { return false }
      tests.append(regex)
      steps.append(.character(tests.count - 1))
    case .assertion(let source, _):
      guard let regex = try? Regex(options + source) else { return false }
      assertions.append(regex)
      steps.append(.assertion(assertions.count - 1))
    case .sequence(let parts):
      for part in parts where !add(part) { return false }
    case .alternation(let branches):
      var ends: [Int] = []
      for (index, branch) in branches.enumerated() {
        let fork = steps.count
        if index < branches.count - 1 { steps.append(.fork(fork + 1, 0)) }
        guard add(branch) else { return false }
        if index < branches.count - 1 {
          ends.append(steps.count)
          steps.append(.jump(0))
          steps[fork] = .fork(fork + 1, steps.count)
        }
      }
      for end in ends { steps[end] = .jump(steps.count) }
    case .repetition(let inner, let least, let most):
      guard least <= Self.largest, most ?? 0 <= Self.largest else { return false }
      for _ in 0..<least where !add(inner) { return false }
      guard let most else {
        let fork = steps.count
        steps.append(.fork(fork + 1, 0))
        guard add(inner) else { return false }
        steps.append(.jump(fork))
        steps[fork] = .fork(fork + 1, steps.count)
        return steps.count < Self.largest
      }
      var forks: [Int] = []
      for _ in 0..<max(0, most - least) {
        forks.append(steps.count)
        steps.append(.fork(steps.count + 1, 0))
        guard add(inner) else { return false }
      }
      for fork in forks { steps[fork] = .fork(fork + 1, steps.count) }
    case .atomic, .opaque: return false
    }
    return steps.count < Self.largest
  }

  // MARK: Searching

  func matches(in text: String) -> Bool {
    // What a character passes, and where assertions hold, is asked of Swift's engine once.
    var accepted: [Character: [Bool]] = [:]
    let places = assertions.map { Set(text.matches(of: $0).map { $0.range.lowerBound }) }
    var current = Places(steps.count)
    var following = Places(steps.count)
    var index = text.startIndex
    while true {
      // A match may begin anywhere.
      if enter(0, index, places, &current) { return true }
      guard index < text.endIndex else { return false }
      let character = text[index]
      let isAccepted =
        accepted[character]
        ?? tests.map { (try? $0.wholeMatch(in: String(character))) as Any? != nil }
      accepted[character] = isAccepted
      text.formIndex(after: &index)
      for step in current.list {
        guard case .character(let test) = steps[step], isAccepted[test] else { continue }
        if enter(step + 1, index, places, &following) { return true }
      }
      swap(&current, &following)
      following.removeAll()
    }
  }

  /// Adds a place, and those that can be reached from it without a character.
  ///
  /// - Returns: Whether the end of the pattern is one.
  private func enter(
    _ start: Int, _ index: String.Index, _ places: [Set<String.Index>], _ current: inout Places
  ) -> Bool {
    var pending = [start]
    while let place = pending.popLast() {
      guard current.insert(place) else { continue }
      switch steps[place] {
      case .match: return true
      case .character: break
      case .jump(let target): pending.append(target)
      case .fork(let first, let second):
        pending.append(second)
        pending.append(first)
      case .assertion(let assertion):
        if places[assertion].contains(index) { pending.append(place + 1) }
      }
    }
    return false
  }

  /// Places in the pattern, each once.
  private struct Places {
    private(set) var list: [Int] = []
    private var isIn: [Bool]

    init(_ count: Int) { isIn = Array(repeating: false, count: count) }

    mutating func insert(_ place: Int) -> Bool {
      guard !isIn[place] else { return false }
      isIn[place] = true
      list.append(place)
      return true
    }

    mutating func removeAll() {
      for place in list { isIn[place] = false }
      list.removeAll(keepingCapacity: true)
    }
  }
}
