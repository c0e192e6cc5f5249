// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A JSON value whose objects keep their order and whose numbers keep their digits.
package indirect enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// The digits as written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Equatable, Sendable {
    package let name: String
    package let value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  package static func integer(_ value: some BinaryInteger) -> JSONValue { .number(String(value)) }

  /// Numbers that JSON has no digits for are strings.
  package static func double(_ value: Double) -> JSONValue {
    if value.isNaN { return .string("nan") }
    if value.isInfinite { return .string(value < 0 ? "-inf" : "inf") }
    return .number("\(value)")
  }

  package static func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }

  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}
