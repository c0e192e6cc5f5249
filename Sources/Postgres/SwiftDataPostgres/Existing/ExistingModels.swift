// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SourceText
  import SwiftDataSQL

  /// The models for tables that other programs have made: classes, properties and relationships, with names that lead back
  /// to the tables and columns.
  struct ExistingModels {
    struct Attribute {
      let name: String
      let column: ExistingTables.Column
      let type: String
      var isUnique = false
      var original: String?
      var initial: String?
      /// Whether an object without a value gets one from the server.
      var isMade = false
    }

    struct ToOne {
      let name: String
      let column: ExistingTables.Column
      let target: String
      let onDelete: String
      var original: String?
    }

    struct ToMany {
      let name: String
      let target: String
      let inverse: String
      /// `nil` where the other side says it.
      var rule: String?
      /// The table of pairs.
      var original: String?
      var declaresInverse = true
    }

    struct Model {
      let name: String
      let table: ExistingTables.Table
      var attributes: [Attribute] = []
      var toOnes: [ToOne] = []
      var toManys: [ToMany] = []
      /// Constraints over several attributes.
      var unique: [[String]] = []
      /// What has no property, and why.
      var notes: [String] = []
      var taken: Set<String> = []
    }

    struct Enumeration {
      let name: String
      let cases: [(name: String, label: String)]
    }

    let catalog: ExistingTables
    private(set) var models: [Model] = []
    private(set) var enumerations: [Enumeration] = []
    /// Tables that have no model, and why.
    private(set) var refusals: [String] = []
    /// The tables of models that are not called by the rule.
    private(set) var names: [String: String] = [:]
    private var enumerationNames: [String: String] = [:]
    /// Types that the classes use or programs name beside them, and the modules that macros name.
    private var taken: Set<String> = [
      "Any", "AnyObject", "Array", "Attribute", "Bool", "CaseIterable", "Character", "Codable", "CodingKey", "Data",
      "Date", "Decimal", "Decodable", "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "Error",
      "FetchDescriptor", "Float", "Foundation", "Hashable", "Index", "Int", "Model", "ModelConfiguration",
      "ModelContainer", "ModelContext", "Never", "Observation", "Optional", "PersistentIdentifier", "PersistentModel",
      "PostgresConfiguration", "Predicate", "Protocol", "Relationship", "Result", "Schema", "Self", "Sendable", "Set",
      "SortDescriptor", "String", "Substring", "Swift", "SwiftData", "SwiftDataPostgres", "Transient", "Type", "UUID",
      "URL", "Unique", "Void",
    ]

    init(_ catalog: ExistingTables) {
      self.catalog = catalog
      let tables = catalog.tables.values.sorted { $0.name < $1.name }
      let pairs = tables.filter { catalog.pairs($0) != nil }
      for table in tables where catalog.pairs(table) == nil {
        if let refusal = table.refusal {
          refusals.append(refusal)
        } else {
          models.append(Model(name: className(table.name), table: table))
        }
      }
      // Before the properties, which must not have their names.
      for column in models.flatMap(\.table.columns) where !column.labels.isEmpty { _ = enumeration(column) }
      for index in models.indices { addColumns(index) }
      for index in models.indices { addInverses(index) }
      for table in pairs { addPairs(table) }
    }

    // MARK: Names

    private mutating func className(_ table: String) -> String {
      func name(_ word: String) -> String { SwiftNames.capitalized(NamingRule.camel(word)) }
      func leads(_ name: String) -> Bool {
        !taken.contains(name) && SwiftNames.isIdentifier(name) && !SwiftNames.reserved.contains(name)
          && NamingRule.tables(name).first { catalog.tables[$0] != nil } == table
      }
      for candidate in [name(NamingRule.singular(table)), name(table)] where leads(candidate) {
        taken.insert(candidate)
        return candidate
      }
      var made = name(table)
      if taken.contains(made) || !SwiftNames.isIdentifier(made) || SwiftNames.reserved.contains(made) { made += "Row" }
      if !SwiftNames.isIdentifier(made) { made = "Table" + made }
      made = SwiftNames.unused(made, &taken)
      names[made] = table
      return made
    }

    /// - Parameter types: Names that a property would hide. Scripts without capital letters have one name for both.
    private static func propertyName(_ word: String, of model: inout Model, besides types: Set<String>) -> String {
      var name = NamingRule.camel(word)
      if !SwiftNames.isIdentifier(name) || SwiftNames.takenProperties.contains(name) || model.taken.contains(name)
        || types.contains(name)
      {
        name = NamingRule.camel(PostgresNames.snake(model.name)) + SwiftNames.capitalized(name)
      }
      while types.contains(name) { name += "Value" }
      return SwiftNames.unused(name, &model.taken)
    }

    private mutating func enumeration(_ column: ExistingTables.Column) -> String {
      if let known = enumerationNames[column.type] { return known }
      let plain = PostgresNames.plain(column.type)
      var name = SwiftNames.capitalized(NamingRule.camel(plain))
      if !SwiftNames.isIdentifier(name) { name = "Values" + name }
      name = SwiftNames.unused(name, &taken)
      enumerationNames[column.type] = name
      // What `CaseIterable` declares.
      var used: Set<String> = ["allCases"]
      enumerations.append(
        Enumeration(
          name: name,
          cases: column.labels.map { label -> (name: String, label: String) in
            let isShouted = !label.contains { $0.isLowercase }
            return (SwiftNames.unused(SwiftNames.caseName(isShouted ? label.lowercased() : label), &used), label)
          }))
      return name
    }

    // MARK: Columns

    private mutating func addColumns(_ index: Int) {
      let table = models[index].table
      for column in table.columns where column.name != table.key?.name || table.hasNamedKey(column.name) {
        if !table.hasNamedKey(column.name), let key = table.foreignKey(column.name),
          let target = models.first(where: { $0.table.name == key.table }),
          key.targets == target.table.primaryKey, column.keyType == target.table.key?.keyType
        {
          var word = column.name
          for suffix in ["_id", "_ID", "Id", "ID"] where word.hasSuffix(suffix) && word.count > suffix.count {
            word.removeLast(suffix.count)
            break
          }
          let name = Self.propertyName(word, of: &models[index], besides: taken)
          let leads = NamingRule.keys(name).first { table.column($0) != nil } == column.name
          models[index].toOnes.append(
            ToOne(
              name: name, column: column, target: target.name, onDelete: key.onDelete,
              original: leads ? nil : column.name))
          continue
        }
        if column.name == "opt", column.isRequired, ExistingTables.Table.numbers.contains(column.type) {
          models[index].notes.append("opt, which counts the changes of a row")
          continue
        }
        guard let type = swiftType(column) else {
          models[index].notes.append("\(column.name) (\(PostgresNames.plain(column.declared)))")
          continue
        }
        let name = Self.propertyName(column.name, of: &models[index], besides: taken)
        let leads = NamingRule.columns(name).first { table.column($0) != nil } == column.name
        let initial = initial(column, type)
        let isMade = table.hasNamedKey(column.name) && column.initial != nil && initial == nil
        models[index].attributes.append(
          Attribute(
            name: name, column: column, type: type,
            isUnique: table.unique.contains([column.name]) || table.hasNamedKey(column.name),
            original: leads ? nil : column.name, initial: isMade ? "nil" : initial, isMade: isMade))
      }
      for columns in table.unique where columns.count > 1 {
        let names = columns.compactMap { name in models[index].attributes.first { $0.column.name == name }?.name }
        if names.count == columns.count { models[index].unique.append(names) }
      }
    }

    /// `nil` for what the server keeps for itself.
    private mutating func swiftType(_ column: ExistingTables.Column) -> String? {
      if !column.labels.isEmpty { return enumeration(column) }
      if let element = column.element {
        switch element {
        case "smallint", "integer", "bigint": return "[Int]"
        case "real", "double precision": return "[Double]"
        case "boolean": return "[Bool]"
        case "numeric": return "[Decimal]"
        case "bytea", "json", "jsonb": return nil
        default: return element.hasPrefix("timestamp") || element == "date" ? nil : "[String]"
        }
      }
      switch column.type {
      case "smallint", "integer", "bigint": return "Int"
      case "boolean": return "Bool"
      case "real": return "Float"
      case "double precision": return "Double"
      case "numeric": return "Decimal"
      case "bytea": return "Data"
      case "uuid": return "UUID"
      case "timestamp with time zone", "timestamp without time zone", "date": return "Date"
      case "tsvector", "tsquery": return nil
      default: return "String"
      }
    }

    // MARK: Relationships

    /// The other sides of the references of a model.
    private mutating func addInverses(_ index: Int) {
      let model = models[index]
      for toOne in model.toOnes {
        guard let target = models.firstIndex(where: { $0.name == toOne.target }) else { continue }
        let word = NamingRule.plural(PostgresNames.snake(model.name))
        let others = model.toOnes.filter { $0.target == toOne.target }
        let usual = NamingRule.camel(PostgresNames.snake(toOne.target))
        let isPlain = others.count == 1 || toOne.name == usual
        let name = Self.propertyName(
          isPlain ? word : word + "_as_" + PostgresNames.snake(toOne.name), of: &models[target], besides: taken)
        let rule: String? =
          switch toOne.onDelete {
          case "c": "cascade"
          case "n", "d": nil
          default: "deny"
          }
        models[target].toManys.append(ToMany(name: name, target: model.name, inverse: toOne.name, rule: rule))
      }
    }

    private mutating func addPairs(_ table: ExistingTables.Table) {
      guard let (first, second) = catalog.pairs(table),
        let one = models.firstIndex(where: { $0.table.name == first.table }),
        let other = models.firstIndex(where: { $0.table.name == second.table })
      else { return }
      guard one != other else {
        refusals.append("Both columns of \(table.name) refer to \(first.table): which is which end, models cannot say.")
        return
      }
      let name = Self.propertyName(
        NamingRule.plural(PostgresNames.snake(models[other].name)), of: &models[one], besides: taken)
      let back = Self.propertyName(
        NamingRule.plural(PostgresNames.snake(models[one].name)), of: &models[other], besides: taken)
      models[one].toManys.append(
        ToMany(name: name, target: models[other].name, inverse: back, original: table.name))
      models[other].toManys.append(
        ToMany(name: back, target: models[one].name, inverse: name, declaresInverse: false))
    }
  }
#endif
