// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SwiftDataCore

  /// How tables and columns are called: as a person would who wrote the SQL.
  package enum PostgresNames {
    /// A name has so many bytes at most; PostgreSQL would cut a longer one without an error.
    package static let longest = 63

    /// The columns with which every row of an entity begins. No property gets one of these names.
    package static let header = ["pk", "entity", "opt"]

    /// Columns that each table has by itself.
    static let system = ["ctid", "xmin", "xmax", "cmin", "cmax", "tableoid"]

    /// `bucketListItem` → `bucket_list_item`, `homeURL` → `home_url`.
    package static func snake(_ name: String) -> String {
      let characters = Array(name)
      var result = ""
      for (index, character) in characters.enumerated() {
        if character.isUppercase, index > 0 {
          let previous = characters[index - 1]
          let startsWord = index + 1 < characters.count && characters[index + 1].isLowercase
          if previous != "_", !previous.isUppercase || startsWord { result += "_" }
        }
        result += character.lowercased()
      }
      return result
    }

    /// `artist` → `Artist`.
    static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// A name as statements have it.
    package static func quoted(_ name: String) -> String {
      let isPlain =
        name.utf8.first.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
        && name.utf8.allSatisfy {
          switch $0 {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
          default: false
          }
        }
      return isPlain && !reserved.contains(name) ? name : name.inDoubleQuotes
    }

    /// The name without quotes, of a table without its namespace.
    package static func plain(_ quoted: String) -> String {
      let (quote, point) = (UInt8(ascii: "\""), UInt8(ascii: "."))
      var name: [UInt8] = []
      var isQuoted = false
      var previous: UInt8?
      for byte in quoted.utf8 {
        switch byte {
        case quote:
          // A pair of quotes is one within the name.
          if !isQuoted, previous == quote { name.append(quote) }
          isQuoted.toggle()
        case point where !isQuoted: name = []
        default: name.append(byte)
        }
        previous = byte
      }
      return String(decoding: name, as: UTF8.self)
    }

    /// - Throws: ``SwiftDataError/valueOutOfRange`` for a name that PostgreSQL would cut.
    static func checked(_ name: String, _ entity: _Entity, _ property: String? = nil) throws -> String {
      guard name.utf8.count > longest || name.utf8.contains(0) else { return name }
      throw SwiftDataError(
        .valueOutOfRange,
        "The name \(name) has \(name.utf8.count) bytes; PostgreSQL's names have \(longest) at most.",
        entity: entity.name, property: property, advice: "Give the model or the property a shorter name.")
    }

    /// The name of an index or a constraint, which is never written by hand: shortened where it is too long.
    package static func derived(_ parts: [String]) -> String {
      let name = parts.joined(separator: "_")
      guard name.utf8.count > longest else { return name }
      var head = Substring(name)
      while head.utf8.count > longest - 9 { head.removeLast() }
      return "\(head)_\(hash(name))"
    }

    /// The name of one of several that would have the same: the columns `line_number` of `order` and `number` of `order_line`.
    package static func distinct(_ parts: [String]) -> String {
      var head = Substring(parts.joined(separator: "_"))
      while head.utf8.count > longest - 9 { head.removeLast() }
      return "\(head)_\(hash(parts.joined(separator: "/")))"
    }

    /// Whether a name is made of parts, in one way or the other.
    package static func isMade(_ name: String, of parts: [String]) -> Bool {
      name == derived(parts) || name == distinct(parts)
    }

    /// Names for what is made of these parts. Where some would have the same, all have others: which one was there first does
    /// not matter.
    static func names(_ all: [[String]]) -> [String] {
      let natural = all.map(derived)
      let counts = Dictionary(natural.map { ($0, 1) }) { $0 + $1 }
      return zip(all, natural).map { counts[$1] == 1 ? $1 : distinct($0) }
    }

    /// FNV-1a: the same in every process.
    static func hash(_ text: String) -> String {
      var hash: UInt32 = 0x811c_9dc5
      for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
      return String(hash, radix: 16)
    }

    private static let reserved: Set<String> = [
      "all", "analyse", "analyze", "and", "any", "array", "as", "asc", "asymmetric", "authorization", "between",
      "bigint", "binary", "bit", "boolean", "both", "case", "cast", "char", "character", "check", "coalesce", "collate",
      "collation", "column", "concurrently", "constraint", "create", "cross", "current_catalog", "current_date",
      "current_role", "current_schema", "current_time", "current_timestamp", "current_user", "dec", "decimal",
      "default",
      "deferrable", "desc", "distinct", "do", "else", "end", "except", "exists", "extract", "false", "fetch", "float",
      "for", "foreign", "freeze", "from", "full", "grant", "greatest", "group", "grouping", "having", "ilike", "in",
      "initially", "inner", "inout", "int", "integer", "intersect", "interval", "into", "is", "isnull", "join", "key",
      "lateral", "leading", "least", "left", "like", "limit", "localtime", "localtimestamp", "national", "natural",
      "nchar", "none", "normalize", "not", "notnull", "null", "nullif", "numeric", "offset", "on", "only", "or",
      "order",
      "out", "outer", "overlaps", "overlay", "placing", "position", "precision", "primary", "real", "references",
      "returning", "right", "row", "select", "session_user", "setof", "similar", "smallint", "some", "substring",
      "symmetric", "system_user",
      "table", "tablesample", "then", "time", "timestamp", "to", "trailing", "treat", "trim", "true",
      "union", "unique", "user", "using", "value", "values", "varchar", "variadic", "verbose", "when", "where",
      "window",
      "with", "xmlattributes", "xmlconcat", "xmlelement", "xmlexists", "xmlforest", "xmlnamespaces", "xmlparse",
      "xmlpi",
      "xmlroot", "xmlserialize", "xmltable",
    ]
  }
#endif
