// SPDX-License-Identifier: Apache-2.0

/// The value of one column, taken from a Swift value.
package enum ColumnConstant: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])
}

/// As the compiler would write it, but for numbers that are not finite: JSON has none, so they are texts.
extension ColumnConstant: Codable {
  private enum Kind: String, CodingKey { case null, integer, real, text, bytes }
  private enum Part: String, CodingKey { case value = "_0" }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Kind.self)
    guard container.allKeys.count == 1, let kind = container.allKeys.first else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: "A value of a column has one kind."))
    }
    if kind == .null {
      self = .null
      return
    }
    let parts = try container.nestedContainer(keyedBy: Part.self, forKey: kind)
    switch kind {
    case .null: self = .null
    case .integer: self = .integer(try parts.decode(Int64.self, forKey: .value))
    case .real:
      if let text = try? parts.decode(String.self, forKey: .value) {
        guard let real = Double(text) else {
          throw DecodingError.dataCorruptedError(
            forKey: .value, in: parts, debugDescription: "The text is not a number.")
        }
        self = .real(real)
      } else {
        self = .real(try parts.decode(Double.self, forKey: .value))
      }
    case .text: self = .text(try parts.decode(String.self, forKey: .value))
    case .bytes: self = .bytes(try parts.decode([UInt8].self, forKey: .value))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Kind.self)
    switch self {
    case .null: _ = container.nestedContainer(keyedBy: Part.self, forKey: .null)
    case .integer(let value): try Self.encode(value, as: .integer, &container)
    case .real(let value) where value.isFinite: try Self.encode(value, as: .real, &container)
    case .real(let value): try Self.encode("\(value)", as: .real, &container)
    case .text(let value): try Self.encode(value, as: .text, &container)
    case .bytes(let value): try Self.encode(value, as: .bytes, &container)
    }
  }

  private static func encode(
    _ value: some Encodable, as kind: Kind, _ container: inout KeyedEncodingContainer<Kind>
  ) throws {
    var parts = container.nestedContainer(keyedBy: Part.self, forKey: kind)
    try parts.encode(value, forKey: .value)
  }
}
