// SPDX-License-Identifier: Apache-2.0

/// A type in generated files that stands for Codable types of the app.
enum AnyJSONSource {
  static func text(named name: String, _ types: StandardTypes) -> String {
    """
    /// Stands for a Codable type of the app: what it is stored as.
    indirect enum \(name): \(types.name("Codable")), Hashable, Sendable {
      case null
      case bool(\(types.name("Bool")))
      case integer(\(types.name("Int")))
      case double(\(types.name("Double")))
      case string(\(types.name("String")))
      case array([\(name)])
      case object([\(types.name("String")): \(name)])

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .null
        } else if let value = try? container.decode(\(types.name("Bool")).self) {
          self = .bool(value)
        } else if let value = try? container.decode(\(types.name("Int")).self) {
          self = .integer(value)
        } else if let value = try? container.decode(\(types.name("Double")).self) {
          self = .double(value)
        } else if let value = try? container.decode(\(types.name("String")).self) {
          self = .string(value)
        } else if let value = try? container.decode([\(name)].self) {
          self = .array(value)
        } else {
          self = .object(try container.decode([\(types.name("String")): \(name)].self))
        }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
      }
    }

    """
  }
}
