// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  /// What an expression is in PostgreSQL, which converts nothing by itself.
  enum PostgresKind: Hashable {
    case boolean, integer, real, numeric, text, bytes, uuid, json
    /// Moments in columns of other programs: with a time zone, and without.
    case instant, wallClock
    /// The name of a row's entity.
    case entity
    /// A key that is no whole number, for which the engine has a number.
    case key(ExistingKeyType)

    /// What a column of a table is.
    init?(_ column: ColumnLayout) {
      let key = column.keyType
      if key == .integer { self.init(declared: column.declaredType) } else { self = .key(key) }
    }

    /// - Parameter type: As a column is declared.
    init?(declared type: String) {
      switch type.prefix(while: { $0 != " " }) {
      case "boolean": self = .boolean
      case "smallint", "integer", "bigint": self = .integer
      case "real", "double": self = .real
      case "numeric": self = .numeric
      case "text": self = .text
      case "bytea": self = .bytes
      case "uuid": self = .uuid
      case "jsonb": self = .json
      case "timestamp": self = type.hasSuffix("with time zone") ? .instant : .wallClock
      default: return nil
      }
    }

    init?(_ value: SQLValue) {
      switch value {
      case .null: return nil
      case .integer: self = .integer
      case .real: self = .real
      case .text: self = .text
      case .blob: self = .bytes
      }
    }

    /// The name of the type.
    var type: String {
      switch self {
      case .boolean: "boolean"
      case .integer: "bigint"
      case .real: "double precision"
      case .numeric: "numeric"
      case .text, .entity: "text"
      case .bytes: "bytea"
      case .uuid: "uuid"
      case .json: "jsonb"
      case .instant: "timestamp with time zone"
      case .wallClock: "timestamp without time zone"
      case .key(let key): key.type
      }
    }

    var parameter: SQLParameterType {
      switch self {
      case .boolean: .boolean
      case .integer: .integer
      case .real: .real
      case .numeric: .numeric
      case .text, .entity, .json: .text
      case .bytes: .bytes
      case .uuid: .uuid
      case .instant: .instant
      case .wallClock: .wallClock
      case .key(let key): .key(key)
      }
    }

    /// As what a value is sent that is compared with something of this kind.
    func sending(_ value: SQLValue) -> PostgresKind {
      switch (self, value) {
      // Beyond what the column holds: equals nothing, and compares exactly.
      case (.integer, .real): .numeric
      case (.boolean, .integer), (.integer, .integer), (.real, .integer), (.real, .real), (.numeric, .integer),
        (.numeric, .real), (.numeric, .text), (.text, .text), (.bytes, .blob), (.uuid, .blob), (.instant, .real),
        (.instant, .integer), (.instant, .blob), (.wallClock, .real), (.wallClock, .integer), (.wallClock, .blob),
        (.key, .integer), (.key, .blob), (.key, .text):
        self
      default: PostgresKind(value) ?? self
      }
    }
  }
#endif
