// SPDX-License-Identifier: Apache-2.0

#if Postgres
  /// What a namespace has that other programs have made: tables, columns and constraints, as the server's catalog tells.
  package struct ExistingTables: Sendable {
    package struct Column: Sendable, Hashable {
      package let name: String
      /// The type without length, of a domain its base: `character varying`.
      package let type: String
      /// As declared, with domain and length: what a value is cast to.
      package let declared: String
      package let isRequired: Bool
      /// The expression of the default value.
      package let initial: String?
      /// Whether the server computes the value from those of other columns.
      package let isGenerated: Bool
      /// `a` for always, `d` by default; empty for a column without identity.
      package let identity: String
      /// The values of an enumeration, in order.
      package let labels: [String]
      /// The type of an array's elements, of a domain its base.
      package let element: String?
      /// Whether texts are in the order of their bytes.
      package let isBytewise: Bool
      /// What gives out numbers for the column, as statements name it.
      package let sequence: String?
      /// Whether texts are equal only if their bytes are.
      package let isDeterministic: Bool

      package init(
        name: String, type: String, declared: String? = nil, isRequired: Bool = false, initial: String? = nil,
        isGenerated: Bool = false, identity: String = "", labels: [String] = [], element: String? = nil,
        isBytewise: Bool = true, sequence: String? = nil, isDeterministic: Bool = true
      ) {
        self.name = name
        self.type = type
        self.declared = declared ?? type
        self.isRequired = isRequired
        self.initial = initial
        self.isGenerated = isGenerated
        self.identity = identity
        self.labels = labels
        self.element = element
        self.isBytewise = isBytewise
        self.sequence = sequence
        self.isDeterministic = isDeterministic
      }

      /// Whether only the server writes the column.
      package var isMadeByServer: Bool { isGenerated || identity == "a" }

      /// Whether a row can be inserted without a value.
      package var mayBeOmitted: Bool { !isRequired || initial != nil || isGenerated || !identity.isEmpty }
    }

    package struct ForeignKey: Sendable, Hashable {
      package let name: String
      package let columns: [String]
      package let table: String
      /// The columns of the other table.
      package let targets: [String]
      /// `a` nothing, `r` restrict, `c` cascade, `n` set null, `d` set default.
      package let onDelete: String
      /// Whether it is checked at the commit.
      package let isDeferred: Bool

      package init(
        name: String, columns: [String], table: String, targets: [String], onDelete: String = "a",
        isDeferred: Bool = false
      ) {
        self.name = name
        self.columns = columns
        self.table = table
        self.targets = targets
        self.onDelete = onDelete
        self.isDeferred = isDeferred
      }
    }

    package struct Table: Sendable, Hashable {
      package let name: String
      package var columns: [Column] = []
      package var primaryKey: [String] = []
      package var unique: [[String]] = []
      package var indexes: [[String]] = []
      package var foreignKeys: [ForeignKey] = []
      /// The names of unique indexes, by their columns.
      package var uniqueNames: [[String]: String] = [:]
      /// Whether triggers run when rows are inserted or updated.
      package var hasTriggers = false

      package init(name: String) { self.name = name }

      package func column(_ name: String) -> Column? { columns.first { $0.name == name } }

      package static let numbers: Set<String> = ["smallint", "integer", "bigint"]

      /// The key that leads from a column alone.
      package func foreignKey(_ column: String) -> ForeignKey? { foreignKeys.first { $0.columns == [column] } }
    }

    package var tables: [String: Table] = [:]

    package init() {}

    /// The pairs that a table has if it has nothing else that a row needs: its key are two references.
    package func pairs(_ table: Table) -> (first: ForeignKey, second: ForeignKey)? {
      let keys = table.primaryKey.isEmpty ? table.unique.first { $0.count == 2 } ?? [] : table.primaryKey
      guard keys.count == 2, let first = table.foreignKey(keys[0]), let second = table.foreignKey(keys[1]),
        table.columns.allSatisfy({ keys.contains($0.name) || $0.mayBeOmitted })
      else { return nil }
      for key in [first, second] {
        guard let target = tables[key.table], let column = target.key, key.targets == [column.name],
          table.column(key.columns[0])?.keyType == column.keyType
        else { return nil }
      }
      return (first, second)
    }
  }

  /// By which rules tables and columns belong to models.
  package enum NamingRule {
    /// What the table of an entity may be called, best first.
    package static func tables(_ entity: String) -> [String] {
      let snake = PostgresNames.snake(entity)
      var all = [snake] + plurals(snake)
      for name in [entity, entity.lowercased()] where !all.contains(name) { all.append(name) }
      return all
    }

    /// What the column of an attribute may be called, best first.
    package static func columns(_ property: String) -> [String] {
      [PostgresNames.snake(property), property, PostgresNames.capitalized(property)]
    }

    /// What the column of a to-one relationship may be called, best first.
    package static func keys(_ property: String) -> [String] {
      let snake = PostgresNames.snake(property)
      return [
        snake + "_id", snake, property + "Id", property + "ID", PostgresNames.capitalized(property) + "Id",
        PostgresNames.capitalized(property) + "ID",
      ]
    }

    static func plurals(_ word: String) -> [String] {
      var all = [word + "s", word + "es"]
      if word.hasSuffix("y") { all.insert(word.dropLast() + "ies", at: 0) }
      return all
    }

    /// What is called so if there is one of it: `categories` → `category`.
    package static func singular(_ word: String) -> String {
      let candidates: [String]
      if word.hasSuffix("ies") {
        candidates = [word.dropLast(3) + "y"]
      } else if ["ses", "xes", "zes", "ches", "shes"].contains(where: { word.hasSuffix($0) }) {
        candidates = [String(word.dropLast(2)), String(word.dropLast())]
      } else if word.hasSuffix("s"), !["ss", "us", "is"].contains(where: { word.hasSuffix($0) }) {
        candidates = [String(word.dropLast())]
      } else {
        candidates = []
      }
      return candidates.first { $0.count > 1 && plurals($0).contains(word) } ?? word
    }

    /// What there is more than one of: `category` → `categories`.
    package static func plural(_ word: String) -> String {
      guard let last = word.last else { return word }
      if last == "y", let before = word.dropLast().last, !"aeiou".contains(before) { return word.dropLast() + "ies" }
      if ["s", "x", "z", "ch", "sh"].contains(where: { word.hasSuffix($0) }) { return word + "es" }
      return word + "s"
    }

    /// `film_actor` → `filmActor`.
    package static func camel(_ name: String) -> String {
      let words = name.split { !$0.isLetter && !$0.isNumber }.map { word in
        word.contains { $0.isLowercase } ? String(word) : word.lowercased()
      }
      guard let first = words.first else { return "value" }
      let begin = first.prefix(1).lowercased() + first.dropFirst()
      return begin + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
  }
#endif
