// SPDX-License-Identifier: Apache-2.0

/// The values of a predicate that cannot be computed before the statement: those of a condition are wanted only if the
/// conditions before it hold, those of a loop each time.
struct InlineValues {
  private var names: [String] = []
  private var expressions: [String] = []

  var isEmpty: Bool { names.isEmpty }

  mutating func add(_ expression: String, _ name: String) {
    names.append(name)
    expressions.append(expression)
  }

  /// An expression in which the values have their names.
  func around(_ text: String) -> String {
    guard !isEmpty else { return text }
    return "capturing(\(expressions.joined(separator: ", "))) { \(names.joined(separator: ", ")) in \(text) }"
  }
}
