/// A statement with the values of its parameters, in order.
///
/// Two requests of the same shape have the same text, so prepared statements
/// can be cached by it.
public struct SQLStatement: Hashable, Sendable {
  public let text: String
  public let bindings: [SQLValue]

  public init(text: String, bindings: [SQLValue] = []) {
    self.text = text
    self.bindings = bindings
  }
}

extension SQLStatement: CustomStringConvertible {
  public var description: String {
    bindings.isEmpty ? text : "\(text) -- \(bindings.map(\.description).joined(separator: ", "))"
  }
}
