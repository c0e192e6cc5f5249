// SPDX-License-Identifier: Apache-2.0

import SourceText
import SwiftSyntax

/// Turns one class of Realm's into a model, or into a struct.
struct ClassConverter {
  let plan: ConversionPlan
  let type: RealmDeclaration
  var source: PropertyConversion
  var isStruct: Bool
  /// The parts that could not be converted, for the report.
  private(set) var problems: [String] = []

  init(_ type: RealmDeclaration, _ plan: ConversionPlan) {
    self.type = type
    self.plan = plan
    isStruct = plan.structs.contains(type.name) || type.kind == .asymmetric
    source = PropertyConversion(plan: plan, type: type.name, isStruct: isStruct)
  }

  private var ancestors: [RealmDeclaration] { plan.layer.ancestors(of: type.name) }
  private var isRoot: Bool { type.superclass == nil }

  /// The members of the type, converted.
  mutating func members(_ declaration: ClassDeclSyntax) -> [MemberBlockItemSyntax] {
    let indentation = indentation(declaration)
    var result: [MemberBlockItemSyntax] = []
    for member in declaration.memberBlock.members {
      result += convert(member, indentation)
    }
    let hasCodingKeys = type.members.contains("CodingKeys")
    var added: [[String]] = []
    if !isStruct {
      added += (plan.inverses[type.name] ?? []).map { inverse in
        let rule = inverse.isCascading ? "@Relationship(deleteRule: .cascade) " : ""
        return [
          "/// The other end of \(inverse.origin).",
          "\(rule)var \(SwiftNames.escaped(inverse.name)): \(inverse.type)"
            + (inverse.initial.map { " = \($0)" } ?? ""),
        ]
      }
      if let lines = index {
        if let first = result.first {
          result[0].leadingTrivia = .newline + first.leadingTrivia
        }
        result = Parsed.members("\n" + lines.map { indentation + $0 }.joined(separator: "\n")) + result
      }
      added += initializers(declaration)
      added += RecordMembers(type, plan).members
      added += CodableMembers(type, plan, source, hasCodingKeys: hasCodingKeys).members(
        declaration, access: access(declaration))
    } else if lacksEmptyInitializer(declaration), result.allSatisfy(\.hasInitialValues) {
      added.append(["\(access(declaration))init() {}"])
    }
    if !added.isEmpty { result += Parsed.members(block(added, indentation)) }
    return result
  }

  /// `#Index` for the indexed properties.
  private var index: [String]? {
    let names = type.properties.filter {
      guard $0.isIndexed, !$0.isPrimaryKey, $0.collection == nil else { return false }
      if case .value = plan.role(of: $0.name, in: type.name) { return true }
      return false
    }.map(\.name)
    guard !names.isEmpty else { return nil }
    return ["#Index<\(type.name)>(\(names.map { "[\\.\($0)]" }.joined(separator: ", ")))"]
  }

  private func block(_ groups: [[String]], _ indentation: String) -> String {
    groups.map { lines -> String in
      // Inverses stand together; the rest has an empty line before it.
      let start = lines.first?.hasPrefix("///") == true ? "\n" : "\n\n"
      let text = lines.map { $0.isEmpty ? "" : indentation + $0 }
      return start + text.joined(separator: "\n")
    }.joined()
  }

  private func indentation(_ declaration: ClassDeclSyntax) -> String {
    for member in declaration.memberBlock.members {
      let text = member.leadingTrivia.indentationText
      if !text.isEmpty { return text }
    }
    return declaration.leadingTrivia.indentationText + "  "
  }

  private func access(_ declaration: ClassDeclSyntax) -> String {
    declaration.modifiers.has(.public) || declaration.modifiers.has(.open) ? "public " : ""
  }

  // MARK: Members

  private mutating func convert(
    _ member: MemberBlockItemSyntax, _ indentation: String
  ) -> [MemberBlockItemSyntax] {
    if let variable = member.decl.as(VariableDeclSyntax.self) {
      return convert(variable, member, indentation)
    }
    if let function = member.decl.as(FunctionDeclSyntax.self) { return convert(function, member) }
    if let initializer = member.decl.as(InitializerDeclSyntax.self) {
      return InitializerConverter(type, plan, isStruct: isStruct).convert(initializer, member)
    }
    if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
      return [member.with(\.decl, DeclSyntax(convert(conditional, indentation)))]
    }
    return [member]
  }

  private mutating func convert(
    _ conditional: IfConfigDeclSyntax, _ indentation: String
  ) -> IfConfigDeclSyntax {
    var result = conditional
    var clauses: [IfConfigClauseSyntax] = []
    for clause in conditional.clauses {
      guard case .decls(let members)? = clause.elements else {
        clauses.append(clause)
        continue
      }
      var converted: [MemberBlockItemSyntax] = []
      for member in members { converted += convert(member, indentation) }
      clauses.append(clause.with(\.elements, .decls(MemberBlockItemListSyntax(converted))))
    }
    result.clauses = IfConfigClauseListSyntax(clauses)
    return result
  }

  private mutating func convert(
    _ variable: VariableDeclSyntax, _ member: MemberBlockItemSyntax, _ indentation: String
  ) -> [MemberBlockItemSyntax] {
    let isPersisted = variable.bindings.contains { binding in
      binding.name.flatMap { type.property($0) } != nil && !binding.isComputed
    }
    guard isPersisted else { return [member.with(\.decl, DeclSyntax(unpersisted(variable)))] }
    var groups: [String] = []
    var notes: [String] = []
    for binding in variable.bindings {
      guard let name = binding.name, let property = type.property(name) else { continue }
      let text = source.text(property, variable, binding)
      notes += text.notes
      for declaration in text.declarations {
        groups.append(declaration.joined(separator: "\n" + indentation))
      }
    }
    problems += notes
    let leading = member.leadingTrivia.adding(comments: notes).description
    let text =
      leading + groups.joined(separator: "\n" + indentation)
      + member.trailingTrivia.description
    var items = Parsed.members("\n" + text)
    // The first line break is that of the text above.
    if let first = items.first {
      items[0] = first.with(\.leadingTrivia, Trivia.parse(leading))
    }
    if !items.isEmpty {
      // Several on one line.
      if let semicolon = member.semicolon { items[items.count - 1].semicolon = semicolon }
      items[items.count - 1] = items[items.count - 1].with(\.trailingTrivia, member.trailingTrivia)
    }
    return items
  }

  /// A variable that Realm does not keep.
  private func unpersisted(_ variable: VariableDeclSyntax) -> VariableDeclSyntax {
    var result = Modifiers.withoutObjectiveC(variable)
    if isRoot { result = Modifiers.without(.override, result) }
    let isStored =
      !variable.modifiers.has(.static) && !variable.modifiers.has(.class)
      && !variable.bindings.contains(where: \.isComputed)
    guard isStored, !isStruct, variable.attributes.named("Transient") == nil else { return result }
    // A wrapper, such as `@Published`, has no place in a model, but in one of its transient properties.
    let leading = result.leadingTrivia
    result.leadingTrivia = []
    let attribute = Parsed.members("@Transient var x = 0").first?.decl
      .as(VariableDeclSyntax.self)?.attributes.first
    guard var transient = attribute else { return variable }
    transient.leadingTrivia = leading
    transient.trailingTrivia = .space
    result.attributes = AttributeListSyntax([transient] + Array(result.attributes))
    return withInitialValue(result)
  }

  /// A transient property needs a value, as the store gives none.
  private func withInitialValue(_ variable: VariableDeclSyntax) -> VariableDeclSyntax {
    guard !variable.modifiers.has(.lazy) else { return variable }
    var result = variable
    result.bindings = PatternBindingListSyntax(
      variable.bindings.map { binding in
        guard binding.initializer == nil, let type = binding.typeAnnotation?.type,
          !type.is(OptionalTypeSyntax.self), !type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
        else { return binding }
        var value = source.defaultValue(of: type.plain) ?? ""
        if type.is(ArrayTypeSyntax.self) { value = "[]" }
        if type.is(DictionaryTypeSyntax.self) { value = "[:]" }
        guard !value.isEmpty, !value.hasSuffix(".allCases.first!") else { return binding }
        return binding.with(
          \.initializer,
          InitializerClauseSyntax(
            leadingTrivia: .space, equal: .equalToken(trailingTrivia: .space),
            value: Parsed.expression(value)))
      })
    return result
  }

  private static let realmFunctions: Set<String> = [
    "_realmObjectName", "ignoredProperties", "indexedProperties", "primaryKey",
    "propertiesMapping", "shouldIncludeInDefaultSchema",
  ]

  private mutating func convert(
    _ function: FunctionDeclSyntax, _ member: MemberBlockItemSyntax
  ) -> [MemberBlockItemSyntax] {
    let name = function.name.text
    let isType = function.modifiers.has(.class) || function.modifiers.has(.static)
    let isCalledByRealm = function.signature.parameterClause.parameters.isEmpty
    if isType, isCalledByRealm, Self.realmFunctions.contains(name) {
      if name == "primaryKey", type.hasUnknownPrimaryKey || plan.layer.usesPrimaryKeyFunction {
        var kept = Modifiers.without(.override, Modifiers.withoutObjectiveC(function))
        if type.hasUnknownPrimaryKey {
          let note =
            "TODO(realm): What this returns cannot be seen here; mark that property with '@Attribute(.unique)'."
          problems.append(note)
          kept.leadingTrivia = kept.leadingTrivia.adding(comments: [note])
        } else if ancestors.contains(where: { $0.primaryKey != nil }) {
          kept = Modifiers.withoutObjectiveC(function)
        }
        return [member.with(\.decl, DeclSyntax(kept))]
      }
      return []
    }
    if !isStruct, let renamed = OwnEquality.renamed(function) {
      problems.append(OwnEquality.note)
      return [member.with(\.decl, DeclSyntax(renamed))]
    }
    var result = Modifiers.withoutObjectiveC(function)
    if isRoot { result = Modifiers.without(.override, result) }
    return [member.with(\.decl, DeclSyntax(result))]
  }

  // MARK: Initializers

  /// Whether a struct would have no `init()`: it has one by itself only if it has no other in its body.
  private func lacksEmptyInitializer(_ declaration: ClassDeclSyntax) -> Bool {
    let own = declaration.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
      .filter { !InitializerConverter.isRealms($0) }
    return !own.isEmpty && !own.contains { $0.signature.parameterClause.parameters.isEmpty }
  }

  /// `init()`, which every class of Realm's has.
  private func initializers(_ declaration: ClassDeclSyntax) -> [[String]] {
    if isRoot || ancestors.isEmpty && plan.layer.types[type.superclass ?? ""] == nil {
      if type.superclass != nil { return [] }
    }
    let access = access(declaration)
    let own = declaration.memberBlock.members.compactMap {
      $0.decl.as(InitializerDeclSyntax.self)
    }.filter { !InitializerConverter.isRealms($0) }
    var added: [[String]] = []
    let hasEmpty = own.contains { $0.signature.parameterClause.parameters.isEmpty }
    if !hasEmpty {
      if type.superclass != nil {
        added.append(["\(access)required init() { super.init() }"])
      } else if type.isSubclassed || declaration.modifiers.has(.open) {
        added.append(["\(access)required init() {}"])
      } else if own.isEmpty, type.initializers.isEmpty, let lines = memberwise(access) {
        // 'create' makes objects of all classes alike.
        if plan.isRecord(type), !type.properties.contains(where: source.lacksValue) { added.append(["init() {}"]) }
        added.append(lines)
      } else if !type.properties.contains(where: source.lacksValue) {
        added.append(["\(access)init() {}"])
      }
    }
    let decodes = ancestors.contains {
      !Set($0.conformances).isDisjoint(with: ["Codable", "Decodable"])
    }
    if decodes, !own.contains(where: { $0.firstLabel == "from" }) {
      added.append([
        "\(access)required init(from decoder: any Decoder) throws {",
        "  try super.init(from: decoder)", "}",
      ])
    }
    return added
  }

  /// An initializer with a parameter for each property, all with Realm's values.
  private func memberwise(_ access: String) -> [String]? {
    var parameters: [String] = []
    var names: [String] = []
    for property in type.properties where property.collection != .linking {
      guard let type = source.swiftType(property) else { return nil }
      var value: String?
      var parameterType = type
      switch plan.role(of: property.name, in: self.type.name) {
      case .elements(let model):
        parameterType = model.isDictionary ? "[String: \(model.target)]" : "[\(model.target)]"
        value = model.isDictionary ? "[:]" : "[]"
      case .toMany:
        parameterType = "[\(property.type ?? "")]"
        value = "[]"
      default:
        switch property.collection {
        case .dictionary: value = "[:]"
        case .list, .set, .linking: value = "[]"
        case nil:
          if let initial = property.initial {
            // Only values that mean the same elsewhere.
            guard let simple = simpleValue(initial, property) else { return nil }
            value = simple
          } else if property.isOptional {
            value = "nil"
          } else {
            // Without one, whoever makes the object has to give it.
            value = source.defaultValue(of: property.type)
          }
        }
      }
      parameters.append(
        "  \(SwiftNames.label(property.name)): \(parameterType.replacingSuffix("!", "?"))"
          + (value.map { " = \($0)" } ?? ""))
      names.append(property.name)
    }
    guard !names.isEmpty, access.isEmpty || names.count < 40 else { return nil }
    // Defaults of public functions may only name what is public.
    guard access.isEmpty else { return nil }
    var lines = ["\(access)init("]
    for (index, text) in parameters.enumerated() {
      lines.append(text + (index < parameters.count - 1 ? "," : ""))
    }
    lines.append(") {")
    for name in names { lines.append("  self.\(name) = \(SwiftNames.escaped(name))") }
    return lines + ["}"]
  }

  private func simpleValue(_ text: String, _ property: RealmPropertyDeclaration) -> String? {
    let expression = Parsed.expression(text)
    if text == "nil" { return "nil" }
    if text.hasPrefix("ObjectId") { return "ObjectID.generate()" }
    switch expression.kind {
    case .stringLiteralExpr:
      return expression.literalText != nil ? text : nil
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr: return text
    case .prefixOperatorExpr: return text
    default: break
    }
    if let known = RealmNames.values[String(text.dropLast(2))], text.hasSuffix("()") {
      return known.initial
    }
    if text == "UUID().uuidString" || text == "NSUUID().uuidString" { return "UUID().uuidString" }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      let isEnum = property.type.map { plan.layer.enums[RealmNames.last($0)] != nil } ?? false
      if isEnum, member.declName.argumentNames == nil { return text }
      if property.type == "Date", ["now", "distantPast", "distantFuture"].contains(member.declName.baseName.text) {
        return text
      }
    }
    return nil
  }
}

extension String {
  func replacingSuffix(_ suffix: String, _ replacement: String) -> String {
    hasSuffix(suffix) ? dropLast(suffix.count) + replacement : self
  }
}

extension MemberBlockItemSyntax {
  /// Whether all variables that the member stores have a value before any initializer gives them one.
  fileprivate var hasInitialValues: Bool {
    guard let variable = decl.as(VariableDeclSyntax.self), !variable.modifiers.has(.static) else { return true }
    return variable.bindings.allSatisfy { binding in
      if binding.initializer != nil || binding.isComputed { return true }
      let type = binding.typeAnnotation?.type
      let isOptional =
        type?.is(OptionalTypeSyntax.self) == true || type?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) == true
      return isOptional && variable.bindingSpecifier.tokenKind == .keyword(.var)
    }
  }
}
