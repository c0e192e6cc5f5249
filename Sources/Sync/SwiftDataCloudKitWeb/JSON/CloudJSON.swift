// SPDX-License-Identifier: Apache-2.0

/// JSON as CloudKit's clients send it: with fractions, unlike the protocol of sync, and with integers apart from them.
package enum CloudJSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case array([CloudJSON])
  case object([String: CloudJSON])

  /// What a person would call it.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer: "an integer"
    case .number: "a number"
    case .text: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  package subscript(key: String) -> CloudJSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }
}

/// A place in a request, and what stands there.
struct CloudInput {
  let value: CloudJSON
  let path: String

  init(_ value: CloudJSON, _ path: String) { (self.value, self.path) = (value, path) }

  func wrong(_ expected: String) -> CloudKitError { .badRequest("\(path) must be \(expected), not \(value.kind)") }

  /// The value of a key; nil: there is none, or it is null.
  subscript(key: String) -> CloudInput? {
    guard let member = value[key], member != .null else { return nil }
    return CloudInput(member, path.isEmpty ? key : "\(path).\(key)")
  }

  func required(_ key: String) throws(CloudKitError) -> CloudInput {
    guard case .object = value else { throw wrong("an object") }
    guard let input = self[key] else {
      throw .badRequest(path.isEmpty ? "'\(key)' is missing" : "\(path) lacks '\(key)'")
    }
    return input
  }

  func object() throws(CloudKitError) -> [String: CloudJSON] {
    guard case .object(let members) = value else { throw wrong("an object") }
    return members
  }

  func list(atMost limit: Int = .max) throws(CloudKitError) -> [CloudInput] {
    guard case .array(let elements) = value else { throw wrong("a list") }
    guard elements.count <= limit else {
      throw .badRequest("\(path) has \(elements.count) elements; at most \(limit) are taken: send several requests")
    }
    return elements.enumerated().map { CloudInput($0.element, "\(path)[\($0.offset)]") }
  }

  func text() throws(CloudKitError) -> String {
    guard case .text(let text) = value else { throw wrong("a text") }
    return text
  }

  func bool() throws(CloudKitError) -> Bool {
    switch value {
    case .bool(let bool): return bool
    // Some clients' booleans are numbers.
    case .integer(0): return false
    case .integer(1): return true
    default: throw wrong("true or false")
    }
  }

  func integer() throws(CloudKitError) -> Int64 {
    guard case .integer(let integer) = value else { throw wrong("an integer") }
    return integer
  }

  func texts() throws(CloudKitError) -> [String] {
    var texts: [String] = []
    for element in try list() { texts.append(try element.text()) }
    return texts
  }
}
