// SPDX-License-Identifier: Apache-2.0

/// A statement with the values of its parameters, in order.
///
/// Two requests of the same shape have the same text, so prepared statements
/// can be cached by it.
package struct SQLStatement: Hashable, Sendable {
  package let text: String
  package let bindings: [SQLValue]
  /// The types of the parameters, where the dialect has some: a list takes several of the bindings.
  package let parameters: [SQLParameter]

  package init(text: String, bindings: [SQLValue] = [], parameters: [SQLParameter] = []) {
    self.text = text
    self.bindings = bindings
    self.parameters = parameters
  }
}

extension SQLStatement: CustomStringConvertible {
  package var description: String {
    bindings.isEmpty ? text : "\(text) -- \(bindings.map(\.description).joined(separator: ", "))"
  }
}
