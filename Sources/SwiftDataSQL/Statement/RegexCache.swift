import Synchronization

/// Compiled patterns: a scan calls the function once per row.
final class RegexCache: Sendable {
  static let shared = RegexCache()

  /// A compiled pattern is never changed, but does not say that it is `Sendable`.
  private struct Compiled: @unchecked Sendable {
    let regex: Regex<AnyRegexOutput>
  }

  private let patterns = Mutex<[String: Compiled]>([:])

  /// `nil` if the pattern does not compile.
  func regex(_ pattern: String) -> Regex<AnyRegexOutput>? {
    if let known = patterns.withLock({ $0[pattern] }) { return known.regex }
    guard let regex = try? Regex(pattern) else { return nil }
    let compiled = Compiled(regex: regex)
    patterns.withLock { patterns in
      // Patterns typed by people would otherwise gather for ever.
      if patterns.count >= 64 { patterns.removeAll() }
      patterns[pattern] = compiled
    }
    return compiled.regex
  }
}
