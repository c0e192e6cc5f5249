// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  extension ExistingTables.Column {
    /// What the column's values are as keys of rows; `nil` for what no key can be.
    package var keyType: ExistingKeyType? {
      guard labels.isEmpty, let found = ExistingKeyType(type) else { return nil }
      return found == .integer || isDeterministic && !isGenerated ? found : nil
    }

    /// Whether an attribute can have the key of its row: as it is, so that an object says what its key is.
    func hasKey(as content: ColumnLayout.Content) -> Bool {
      switch (content, keyType) {
      case (.attribute(.uuid), .uuid), (.attribute(.data), .bytes): true
      case (.attribute(.string), .text), (.attribute(.url), .text), (.attribute(.string), .blankPadded): true
      default: false
      }
    }
  }

  extension ExistingTables.Table {
    /// The column by which models know its rows: the only one of the key.
    package var key: ExistingTables.Column? {
      guard primaryKey.count == 1, let column = column(primaryKey[0]), column.keyType != nil else { return nil }
      return column
    }

    /// Whether a column is the key, and no whole number.
    package func hasNamedKey(_ column: String) -> Bool {
      key.map { $0.name == column && $0.keyType != .integer } ?? false
    }

    /// Where a new row has its number from.
    func source(of key: ExistingTables.Column) -> ExistingKeySource {
      if let sequence = key.sequence, !key.identity.isEmpty || key.initial.map(Self.isNext) ?? true {
        return .sequence(sequence)
      }
      if key.initial != nil { return .others("has a default value that is no sequence") }
      // The number of another row's: the object does not say which.
      if foreignKeys.contains(where: { $0.columns.contains(key.name) }) { return .others("refers to another row") }
      return .highest
    }

    /// Whether a default value is the next number of a sequence, and nothing that is made of it. Tables from before
    /// PostgreSQL 8.1 have its name as a text.
    private static func isNext(_ initial: String) -> Bool {
      [("nextval('", "'::regclass)"), ("nextval(('", "'::text)::regclass)")].contains { start, end in
        guard initial.hasPrefix(start), initial.hasSuffix(end), initial.count > start.count + end.count else {
          return false
        }
        return !initial.dropFirst(start.count).dropLast(end.count).replacing("''", with: "").contains("'")
      }
    }

    /// Why models cannot be laid over the table; `nil` if they can.
    package var refusal: String? {
      if primaryKey.isEmpty { return "The table \(name) has no primary key." }
      if primaryKey.count > 1 {
        return "The table \(name) has a key of several columns (\(primaryKey.joined(separator: ", ")))."
      }
      guard key == nil, let column = column(primaryKey[0]) else { return nil }
      if column.isGenerated { return "The key \(column.name) of the table \(name) is computed by the server." }
      if !column.isDeterministic {
        return "The key \(column.name) of the table \(name) has a collation by which different texts are equal."
      }
      return "The key \(column.name) of the table \(name) is no whole number, UUID, text or bytea, but \(column.type)."
    }
  }

  extension NamedKey {
    /// - Parameter columns: Those that models have of the table.
    init(_ key: ExistingTables.Column, _ columns: [ColumnLayout]) {
      self.init()
      guard let type = key.keyType, type != .integer else { return }
      initial = key.initial.map { "(\($0))::\(key.declared)" }
      let function = key.initial.flatMap { $0.split(separator: ".").last.map(String.init) } ?? ""
      isRandom = type == .uuid && ["gen_random_uuid()", "uuid_generate_v4()"].contains(function)
      isMapped = columns.contains { PostgresNames.plain($0.name) == key.name && $0.content != .key }
      isLocalized = !key.isBytewise && (type == .text || type == .blankPadded)
    }
  }
#endif
