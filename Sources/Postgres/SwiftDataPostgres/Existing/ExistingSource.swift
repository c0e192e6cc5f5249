// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SourceText
  import SwiftDataSQL

  /// Writes `@Model` classes for the tables of other programs.
  ///
  /// With a configuration for existing tables, they read and write those very tables.
  struct ExistingSource {
    let models: ExistingModels

    var text: String {
      var text = "// Written by 'swiftdata schema --swift' from the tables of a database.\n"
      for refusal in models.refusals { text += "// Left out: \(Self.line(refusal))\n" }
      text += "\nimport Foundation\nimport SwiftData\n"
      if !models.names.isEmpty { text += "\n" + tableNames }
      for enumeration in models.enumerations { text += "\n" + declaration(enumeration) }
      for model in models.models { text += "\n" + declaration(model) }
      return text
    }

    /// What the configuration has to be told.
    private var tableNames: String {
      let pairs = models.names.sorted { $0.key < $1.key }.map {
        "  \(SwiftNames.literal($0.key)): \(SwiftNames.literal($0.value))"
      }
      return "/// The tables of models that are not called by the rule: tables: .existing(named: tableNames).\n"
        + "let tableNames = [\n\(pairs.joined(separator: ",\n"))\n]\n"
    }

    private func declaration(_ enumeration: ExistingModels.Enumeration) -> String {
      let cases = enumeration.cases.map { item in
        "  case \(SwiftNames.escaped(item.name))"
          + (item.name == item.label ? "" : " = \(SwiftNames.literal(item.label))") + "\n"
      }
      return "enum \(enumeration.name): String, Codable, CaseIterable {\n\(cases.joined())}\n"
    }

    private func declaration(_ model: ExistingModels.Model) -> String {
      var text =
        "/// The table \(Self.line(model.table.name)). Its key \(Self.line(model.table.primaryKey[0])) is the persistentModelID"
        + (model.table.hasNamedKey(model.table.primaryKey[0]) ? ", and a property.\n" : ".\n")
      for note in model.notes { text += "// Has no property: \(Self.line(note)).\n" }
      text += "@Model final class \(SwiftNames.escaped(model.name)) {\n"
      if !model.unique.isEmpty {
        let groups = model.unique.map { "[" + $0.map { "\\.\(SwiftNames.escaped($0))" }.joined(separator: ", ") + "]" }
        text += "  #Unique<\(model.name)>(\(groups.joined(separator: ", ")))\n\n"
      }
      for attribute in model.attributes {
        let options = (attribute.isUnique ? [".unique"] : []) + original(attribute.original)
        if !options.isEmpty { text += "  @Attribute(\(options.joined(separator: ", ")))\n" }
        text += "  var \(SwiftNames.escaped(attribute.name)): \(type(attribute))\n"
      }
      for toOne in model.toOnes {
        let options = original(toOne.original)
        if !options.isEmpty { text += "  @Relationship(\(options.joined(separator: ", ")))\n" }
        text += "  var \(SwiftNames.escaped(toOne.name)): \(toOne.target)\(toOne.column.isRequired ? "" : "?")\n"
      }
      for toMany in model.toManys {
        if toMany.declaresInverse {
          let options =
            (toMany.rule.map { ["deleteRule: .\($0)"] } ?? []) + original(toMany.original)
            + ["inverse: \\\(toMany.target).\(SwiftNames.escaped(toMany.inverse))"]
          text += "  @Relationship(\(options.joined(separator: ", ")))\n"
        }
        text += "  var \(SwiftNames.escaped(toMany.name)): [\(toMany.target)] = []\n"
      }
      return text + "\n" + initializer(model) + "}\n"
    }

    /// Within a comment.
    private static func line(_ text: String) -> String {
      String(text.map { $0.isNewline || $0 == "\0" ? " " : $0 })
    }

    private func original(_ name: String?) -> [String] {
      name.map { ["originalName: \(SwiftNames.literal($0))"] } ?? []
    }

    private func type(_ attribute: ExistingModels.Attribute) -> String {
      attribute.type + (attribute.column.isRequired && !attribute.isMade ? "" : "?")
    }

    private func initializer(_ model: ExistingModels.Model) -> String {
      var parameters: [String] = []
      var assignments: [String] = []
      for attribute in model.attributes {
        let name = SwiftNames.escaped(attribute.name)
        parameters.append(
          "\(SwiftNames.label(attribute.name)): \(type(attribute))\(attribute.initial.map { " = \($0)" } ?? "")")
        assignments.append("    self.\(name) = \(name)\n")
      }
      for toOne in model.toOnes {
        let name = SwiftNames.escaped(toOne.name)
        let isRequired = toOne.column.isRequired
        parameters.append("\(SwiftNames.label(toOne.name)): \(toOne.target)\(isRequired ? "" : "? = nil")")
        assignments.append("    self.\(name) = \(name)\n")
      }
      guard !parameters.isEmpty else { return "  init() {}\n" }
      return "  init(\n    \(parameters.joined(separator: ",\n    "))\n  ) {\n\(assignments.joined())  }\n"
    }
  }
#endif
