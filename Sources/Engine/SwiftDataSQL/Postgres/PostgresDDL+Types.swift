// SPDX-License-Identifier: Apache-2.0

#if Postgres
  /// Columns that get another type.
  extension PostgresDDL {
    /// How each value of one type is one of another. Numbers that do not fit end the migration with an error.
    ///
    /// - Returns: `nil` if there is no such way.
    package static func conversion(of column: String, from old: String, to new: String) -> String? {
      let integers = ["smallint", "integer", "bigint"]
      switch (old, new) {
      case ("boolean", _) where integers.contains(new): return "\(column)::integer::\(new)"
      case _ where integers.contains(old) && integers.contains(new): return "\(column)::\(new)"
      case ("smallint", "double precision"), ("integer", "double precision"), ("smallint", "real"),
        ("real", "double precision"):
        return "\(column)::\(new)"
      case _ where integers.contains(old) && new == "numeric": return "\(column)::numeric"
      default: return nil
      }
    }

    /// - Parameters:
    ///   - conversion: The value of the new type.
    ///   - initial: The default value, as a constant.
    package static func convert(
      _ column: String, of table: String, from old: String, to new: String, _ conversion: String, initial: String?
    ) -> String {
      var changes = ["ALTER COLUMN \(column) TYPE \(new) USING \(conversion)"]
      if old == "boolean" {
        // The server makes no number of a default value that is a truth, and refuses.
        changes.insert("ALTER COLUMN \(column) DROP DEFAULT", at: 0)
        if let initial { changes.append("ALTER COLUMN \(column) SET DEFAULT \(initial)") }
      }
      return "ALTER TABLE \(table) \(changes.joined(separator: ", "))"
    }
  }
#endif
