// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  extension ColumnLayout {
    /// A column that another program has declared, for a part of an attribute.
    ///
    /// - Parameter content: What the model keeps there.
    /// - Returns: `nil` if the column has no form that the attribute could take.
    init?(_ column: ExistingTables.Column, _ content: Content) {
      var form = ExistingForm()
      form.isGenerated = column.isMadeByServer
      form.isNeverNull = column.isRequired
      var type = column.type
      switch (content, column.type) {
      case (.key, _):
        guard let key = column.keyType else { return nil }
        if key != .integer { type = key.type }
      case (.attribute(.integer16), _), (.attribute(.integer32), _), (.attribute(.integer64), _):
        guard ExistingTables.Table.numbers.contains(type) else { return nil }
      case (.attribute(.boolean), "boolean"), (.attribute(.uuid), "uuid"), (.attribute(.data), "bytea"),
        (.attribute(.decimal), "numeric"), (.archive, "jsonb"):
        break
      case (.attribute(.double), "double precision"), (.attribute(.double), "real"), (.attribute(.double), "numeric"),
        (.attribute(.float), "real"), (.attribute(.float), "double precision"), (.attribute(.float), "numeric"),
        (.attribute(.date), "double precision"):
        break
      case (.attribute(.date), "timestamp with time zone"), (.attribute(.date), "timestamp without time zone"): break
      case (.attribute(.date), "date"):
        // The day's first moment.
        type = "timestamp without time zone"
        form.writing = "%::date"
      case (.attribute(.string), _), (.attribute(.url), _):
        switch column.type {
        case "text", "character varying": break
        // Spaces fill what is shorter. A `citext` is compared with texts as a text, but has another order: pages would skip
        // rows.
        case "character", "citext": form.reading = "::text"
        case "\"char\"", "name":
          form.reading = "::text"
          form.writing = "%::\(column.type)"
          form.most = Self.most[column.type]
        default:
          // Whatever it is: its text, in the server's own form.
          guard !Self.binary.contains(column.type) else { return nil }
          form.reading = "::text"
          form.writing = "%::\(Self.withoutLength(column.type))"
        }
        type = "text"
        // A collation by which different texts are equal would find what Swift does not, and has no searches.
        if !column.isDeterministic { form.reading += " COLLATE \"C\"" }
        // What becomes a text has the order of the database, whatever that is.
        form.isLocalized = column.isDeterministic && (!form.reading.isEmpty || !column.isBytewise)
      case (.archive, "json"):
        type = "jsonb"
        form.reading = "::jsonb"
        form.writing = "%::json"
      case (.archive, _):
        guard let element = column.element else { return nil }
        type = "jsonb"
        form.hasJSONElements = element == "json" || element == "jsonb"
        form.function = Self.kinds.contains(element) ? "to_jsonb(%)" : "to_jsonb(%::text[])"
        form.most = Self.most[element]
        form.writing =
          "CASE WHEN % IS NULL THEN NULL ELSE ARRAY(SELECT jsonb_array_elements_text(%))::text[]"
          + "::\(Self.withoutLength(element))[] END"
      default: return nil
      }
      self.init(
        name: PostgresNames.quoted(column.name), declaredType: type, content: content, existing: form)
    }

    /// What a text is cast to before it is assigned. These types have the length 1 unless another one is named: a cast would
    /// cut off what is longer, the assignment compares it with the column's own length, and refuses it.
    private static func withoutLength(_ type: String) -> String {
      switch type {
      case "character": "bpchar"
      case "bit": "bit varying"
      default: type
      }
    }

    /// The bytes of types whose assignment cuts off the others, too.
    private static let most = ["name": 63, "\"char\"": 1]

    /// Elements that JSON has as numbers, truth values and so on, or as moments in a form of its own. All others are texts:
    /// a composite or an `hstore` would be an object.
    private static let kinds: Set<String> = [
      "smallint", "integer", "bigint", "real", "double precision", "numeric", "boolean", "json", "jsonb",
      "timestamp with time zone", "timestamp without time zone", "date",
    ]

    /// Numbers and bytes are not kept as texts: what they are is in their type.
    private static let binary: Set<String> = [
      "smallint", "integer", "bigint", "real", "double precision", "numeric", "boolean", "bytea",
      "timestamp with time zone", "timestamp without time zone", "date",
    ]
  }
#endif
