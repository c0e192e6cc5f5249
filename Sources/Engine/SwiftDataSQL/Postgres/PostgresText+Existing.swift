// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  /// Columns of tables that other programs have made: other names, other types, other orders.
  extension PostgresText {
    /// The key of a row with an alias.
    func key(_ alias: String) -> String {
      guard case .table(let table) = tables[alias] else { return "\(alias).pk" }
      return "\(alias).\(table.key)"
    }

    /// How a column is read; `nil` for one of the store's own, and for what is no column.
    func existing(_ expression: SQLExpression) -> ExistingForm? {
      guard case .column(let alias, let name) = expression else { return nil }
      return form(alias, name)
    }

    private func form(_ alias: String, _ name: String) -> ExistingForm? {
      guard case .table(let table) = tables[alias], table.existing != nil else { return nil }
      return table.columns.first { $0.name == name }?.existing
    }

    mutating func column(_ alias: String, _ name: String, as expected: PostgresKind?) {
      guard let form = form(alias, name) else { return text += "\(alias).\(name)" }
      let value = form.value("\(alias).\(name)")
      switch (column(alias, name), expected) {
      case (.instant, .real), (.wallClock, .real):
        // Seconds since 2001, rounded once, as they are when a row is read.
        text += "(extract(epoch FROM \(value)) - 978307200)::double precision"
      default: text += value
      }
    }

    /// What both sides of a comparison are written as. Moments are compared as such with values, and with their like: an
    /// index of the column serves.
    func comparable(_ left: SQLExpression, _ right: SQLExpression) -> PostgresKind? {
      let kind = common(left, right)
      guard kind == .instant || kind == .wallClock || firm(right) == .instant || firm(right) == .wallClock else {
        return kind
      }
      let kinds = Set([firm(left), firm(right)].compactMap { $0 })
      return kinds.count == 1 ? kind : .real
    }

    private func isLocalizedKey(_ expression: SQLExpression) -> Bool {
      guard case .column(let alias, "Z_PK") = expression, case .table(let table) = tables[alias] else { return false }
      return table.existing?.named.isLocalized == true
    }

    /// An expression whose order matters: that of texts is the order of their bytes, whatever the column says.
    mutating func ordered(_ expression: SQLExpression, as kind: PostgresKind? = nil) {
      write(expression, as: kind)
      if existing(expression)?.isLocalized == true || isLocalizedKey(expression) { text += " COLLATE \"C\"" }
    }
  }
#endif
