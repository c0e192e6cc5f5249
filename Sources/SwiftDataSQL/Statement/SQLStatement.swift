/// A statement with the values of its parameters, in order.
///
/// Two requests of the same shape have the same text, so prepared statements
/// can be cached by it.
package struct SQLStatement: Hashable, Sendable {
  package let text: String
  package let bindings: [SQLValue]

  package init(text: String, bindings: [SQLValue] = []) {
    self.text = text
    self.bindings = bindings
  }
}

extension SQLStatement: CustomStringConvertible {
  package var description: String {
    bindings.isEmpty ? text : "\(text) -- \(bindings.map(\.description).joined(separator: ", "))"
  }
}
