// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Rewrites the declarations of a file: classes of Realm's, enums that Realm
/// keeps, and what names Realm's types in its inheritance clause.
final class DeclarationRewriter: SyntaxRewriter {
  private let plan: ConversionPlan
  /// The types of this file, whose declarations may be others than those of the layer's.
  private var layer: SourceLayer { plan.layer }
  private(set) var problems: [String] = []
  /// Whether something in the file is a model now.
  private(set) var hasModels = false
  /// The classes of elements that follow each statement.
  private var pending: [String] = []

  init(_ plan: ConversionPlan) {
    self.plan = plan
    super.init()
  }

  // MARK: Classes

  override func visit(_ node: CodeBlockItemListSyntax) -> CodeBlockItemListSyntax {
    var items: [CodeBlockItemSyntax] = []
    for item in node {
      let outer = pending
      pending = []
      items.append(visit(item))
      for text in pending { items += Parsed.items(text) }
      pending = outer
    }
    return CodeBlockItemListSyntax(items)
  }

  override func visit(_ node: MemberBlockItemListSyntax) -> MemberBlockItemListSyntax {
    var items: [MemberBlockItemSyntax] = []
    for item in node {
      let outer = pending
      pending = []
      items.append(visit(item))
      for text in pending { items += Parsed.members(text) }
      pending = outer
    }
    return MemberBlockItemListSyntax(items)
  }

  override func visit(_ node: ClassDeclSyntax) -> DeclSyntax {
    let name = node.name.text.trimmingBackticks
    guard let type = layer.types[name] else { return super.visit(node) }
    if type.kind == .projection { return projection(node, type) }
    guard let visited = super.visit(node).as(ClassDeclSyntax.self) else { return DeclSyntax(node) }
    var converter = ClassConverter(type, plan)
    let members = converter.members(visited)
    problems += converter.problems
    var result = visited
    result.memberBlock.members = MemberBlockItemListSyntax(members)
    // A class on one line has several now.
    if !result.memberBlock.rightBrace.leadingTrivia.contains(where: \.isNewline), !members.isEmpty {
      result.memberBlock.rightBrace.leadingTrivia = .newline + Trivia.parse(node.leadingTrivia.indentationText)
    }
    if converter.isStruct { return structure(result, type) }
    hasModels = true
    for model in plan.elements[name] ?? [] { pending.append(ElementSource(model, access: "").declaration) }
    return DeclSyntax(model(result, type))
  }

  private func model(_ node: ClassDeclSyntax, _ type: RealmDeclaration) -> ClassDeclSyntax {
    var result = Modifiers.withoutObjectiveC(node)
    var notes: [String] = []
    if let superclass = type.superclass, layer.types[superclass] != nil {
      notes.append(
        "TODO(realm): In Realm this class had a table of its own; now it shares that of '\(superclass)', "
          + "with its unique keys, and a fetch of '\(superclass)' finds it too.")
    }
    if let file = type.fileName, file != type.name { notes.append("Called '\(file)' in the Realm file.") }
    problems += notes.filter { $0.hasPrefix("TODO") }
    let leading = result.leadingTrivia.adding(comments: notes)
    result.leadingTrivia = []
    let access = result.modifiers.filter { $0.name.tokenKind != .keyword(.open) }
    var modifiers = Array(access)
    if result.modifiers.has(.open) { modifiers.insert(Modifiers.modifier(.public), at: 0) }
    if !type.isSubclassed, !result.modifiers.has(.open), !result.modifiers.has(.final) {
      modifiers.append(Modifiers.modifier(.final))
    }
    result.modifiers = DeclModifierListSyntax(modifiers)
    let kept = type.superclass.map { [$0] } ?? []
    let isFirstRecord = plan.isRecord(type) && (type.superclass.map { layer.types[$0] == nil } ?? true)
    result.inheritanceClause = inheritance(
      result.inheritanceClause, keepingFirst: !kept.isEmpty,
      dropping: RealmNames.protocols.union(["Equatable", "Hashable"]), adding: isFirstRecord ? ["RealmRecord"] : [])
    if result.inheritanceClause == nil { result.name.trailingTrivia = .space }
    let attribute = "@Model\n" + leading.indentationText
    let parsed = Parsed.items(attribute + "class X {}").first?.item.as(ClassDeclSyntax.self)?.attributes
    let others = result.attributes.map { $0 }
    result.attributes = AttributeListSyntax((parsed.map(Array.init) ?? []) + others)
    // The line break after '@Model' belongs to what follows it.
    return separated(result, leading)
  }

  /// Puts `@Model` on a line of its own, under the comments.
  private func separated(_ node: ClassDeclSyntax, _ leading: Trivia) -> ClassDeclSyntax {
    var result = node
    let indentation = leading.indentationText
    let newline = Trivia.parse("\n" + indentation)
    var attributes = Array(result.attributes)
    if let first = attributes.first { attributes[0] = first.with(\.trailingTrivia, []) }
    if attributes.count > 1 {
      attributes[1] = attributes[1].with(\.leadingTrivia, newline)
    }
    result.attributes = AttributeListSyntax(attributes)
    if attributes.count == 1 {
      if var first = result.modifiers.first {
        first.leadingTrivia = newline
        var modifiers = Array(result.modifiers)
        modifiers[0] = first
        result.modifiers = DeclModifierListSyntax(modifiers)
      } else {
        result.classKeyword.leadingTrivia = newline
      }
    }
    result.leadingTrivia = leading
    return result
  }

  private func structure(_ node: ClassDeclSyntax, _ type: RealmDeclaration) -> DeclSyntax {
    let clean = Modifiers.without(.final, Modifiers.without(.open, Modifiers.withoutObjectiveC(node)))
    var notes: [String] = []
    if type.kind == .asymmetric {
      notes.append("TODO(realm): Asymmetric objects are for a server only: this is a value to be sent, not a model.")
      problems += notes
    }
    let inherited = node.inheritanceClause?.inheritedTypes.map(\.type.plain) ?? []
    var conformances = inherited.dropFirst()
      .filter { !RealmNames.protocols.contains(RealmNames.last($0)) }
    if !conformances.contains("Codable") {
      conformances.removeAll { $0 == "Decodable" || $0 == "Encodable" }
      conformances.insert("Codable", at: 0)
    }
    if !conformances.contains("Hashable"), hasHashableValues(type), !type.members.contains("==") {
      conformances.removeAll { $0 == "Equatable" }
      conformances.append("Hashable")
    }
    var text = clean.leadingTrivia.adding(comments: notes).description
    for attribute in clean.attributes { text += attribute.plain + " " }
    if node.modifiers.has(.open) { text += "public " }
    for modifier in clean.modifiers { text += modifier.plain + " " }
    text += "struct \(clean.name.plain): \(conformances.joined(separator: ", ")) "
    text += clean.memberBlock.description
    let item = Parsed.items(text).first?.item.as(StructDeclSyntax.self)
    return item.map { DeclSyntax($0.with(\.leadingTrivia, clean.leadingTrivia.adding(comments: notes))) }
      ?? DeclSyntax(node)
  }

  private func hasHashableValues(_ type: RealmDeclaration) -> Bool {
    type.properties.allSatisfy { property in
      guard let name = property.type.map(RealmNames.last) else { return false }
      if let enumeration = layer.enums[name] { return enumeration.rawType != nil }
      if let other = layer.types[name], other.name != type.name {
        return plan.structs.contains(name) && hasHashableValues(other)
      }
      return RealmNames.values[name] != nil
    }
  }

  private func projection(_ node: ClassDeclSyntax, _ type: RealmDeclaration) -> DeclSyntax {
    let source = ProjectionSource(node, type, plan)
    problems += source.problems
    guard
      let item = Parsed.items(source.text).first?.item.as(StructDeclSyntax.self)
    else { return DeclSyntax(node) }
    return DeclSyntax(item.with(\.leadingTrivia, node.leadingTrivia))
  }

  // MARK: Other declarations

  override func visit(_ node: EnumDeclSyntax) -> DeclSyntax {
    guard var result = super.visit(node).as(EnumDeclSyntax.self) else { return DeclSyntax(node) }
    guard let enumeration = layer.enums[node.name.text] else { return DeclSyntax(result) }
    let realms: Set<String> = ["PersistableEnum", "RealmEnum"]
    let isRealms = enumeration.conformances.contains { realms.contains(RealmNames.last($0)) }
    let isUsed = layer.types.values.contains { type in
      type.properties.contains { $0.type.map(RealmNames.last) == node.name.text }
    }
    guard isRealms || isUsed else { return DeclSyntax(result) }
    result = withoutObjectiveCAttribute(result)
    let inherited = node.inheritanceClause?.inheritedTypes.map(\.type.plain) ?? []
    var added: [String] = []
    if !enumeration.conformances.contains("Codable") { added.append("Codable") }
    if isRealms, !enumeration.conformances.contains("CaseIterable"),
      inherited.contains(where: { realms.contains(RealmNames.last($0)) })
    {
      added.append("CaseIterable")
    }
    if added.contains("Codable"),
      !enumeration.conformances.isDisjoint(with: ["Decodable", "Encodable"])
    {
      added.removeAll { $0 == "Codable" }
      if !enumeration.conformances.contains("Decodable") { added.append("Decodable") }
      if !enumeration.conformances.contains("Encodable") { added.append("Encodable") }
    }
    result.inheritanceClause = inheritance(
      result.inheritanceClause, keepingFirst: false, dropping: RealmNames.protocols, adding: added,
      droppingRoots: false)
    return DeclSyntax(result)
  }

  private func withoutObjectiveCAttribute(_ node: EnumDeclSyntax) -> EnumDeclSyntax {
    Modifiers.withoutObjectiveC(node)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> DeclSyntax {
    guard var result = super.visit(node).as(ExtensionDeclSyntax.self) else { return DeclSyntax(node) }
    let name = RealmNames.last(node.extendedType.plain)
    let inherited = node.inheritanceClause?.inheritedTypes.map(\.type.plain) ?? []
    var added: [String] = []
    let realms: Set<String> = ["PersistableEnum", "RealmEnum", "CustomPersistable", "FailableCustomPersistable"]
    if inherited.contains(where: { realms.contains(RealmNames.last($0)) }) {
      let standard = [
        "URL", "Date", "Data", "UUID", "Decimal", "String", "Int", "Double", "CGRect", "CGPoint", "CGSize",
      ]
      if layer.enums[name] == nil, !inherited.contains("Codable"), !standard.contains(name) {
        added.append("Codable")
      }
    }
    var dropped = RealmNames.protocols
    if let type = layer.types[name] {
      dropped.formUnion(["Equatable", "Hashable"])
      let isRoot = type.superclass == nil
      result.memberBlock.members = MemberBlockItemListSyntax(
        result.memberBlock.members.compactMap { member in
          if let function = member.decl.as(FunctionDeclSyntax.self) {
            if ["primaryKey", "indexedProperties", "ignoredProperties"].contains(function.name.text),
              function.modifiers.has(.override)
            {
              return nil
            }
            if !plan.structs.contains(name), let renamed = OwnEquality.renamed(function) {
              problems.append(OwnEquality.note)
              return member.with(\.decl, DeclSyntax(renamed))
            }
            var clean = Modifiers.withoutObjectiveC(function)
            if isRoot { clean = Modifiers.without(.override, clean) }
            return member.with(\.decl, DeclSyntax(clean))
          }
          if let variable = member.decl.as(VariableDeclSyntax.self) {
            var clean = Modifiers.withoutObjectiveC(variable)
            if isRoot { clean = Modifiers.without(.override, clean) }
            return member.with(\.decl, DeclSyntax(clean))
          }
          if let initializer = member.decl.as(InitializerDeclSyntax.self), plan.structs.contains(name) {
            return member.with(\.decl, DeclSyntax(Modifiers.without(.convenience, initializer)))
          }
          return member
        })
    }
    result.inheritanceClause = inheritance(
      result.inheritanceClause, keepingFirst: false, dropping: dropped, adding: added,
      droppingRoots: false)
    if result.inheritanceClause == nil, !inherited.isEmpty {
      result.extendedType = result.extendedType.with(\.trailingTrivia, .space)
    }
    return DeclSyntax(result)
  }

  override func visit(_ node: StructDeclSyntax) -> DeclSyntax {
    guard var result = super.visit(node).as(StructDeclSyntax.self) else { return DeclSyntax(node) }
    let inherited = node.inheritanceClause?.inheritedTypes.map(\.type.plain) ?? []
    guard inherited.contains(where: { RealmNames.protocols.contains(RealmNames.last($0)) }) else {
      return DeclSyntax(result)
    }
    let note =
      "TODO(realm): Realm kept this as another type ('persistableValue'); SwiftData keeps what 'Codable' encodes."
    let isCustom = inherited.contains { $0.hasSuffix("CustomPersistable") }
    if isCustom {
      problems.append(note)
      result.leadingTrivia = result.leadingTrivia.adding(comments: [note])
    }
    let isCodable = !Set(inherited).isDisjoint(with: ["Codable", "Decodable"])
    result.inheritanceClause = inheritance(
      result.inheritanceClause, keepingFirst: false, dropping: RealmNames.protocols,
      adding: isCustom && !isCodable ? ["Codable"] : [], droppingRoots: false)
    if result.inheritanceClause == nil { result.name.trailingTrivia = .space }
    return DeclSyntax(result)
  }

  /// The clause without what is Realm's, with what is to be added.
  private func inheritance(
    _ clause: InheritanceClauseSyntax?, keepingFirst: Bool, dropping: Set<String>,
    adding: [String] = [], droppingRoots: Bool = true
  ) -> InheritanceClauseSyntax? {
    var kept: [TypeSyntax] = []
    for (index, inherited) in (clause?.inheritedTypes.map(\.type) ?? []).enumerated() {
      if index == 0, droppingRoots, !keepingFirst { continue }
      if index > 0 || !keepingFirst, dropping.contains(RealmNames.last(inherited.plain)) { continue }
      kept.append(inherited.trimmed)
    }
    for name in adding where !kept.contains(where: { $0.plain == name }) {
      kept.append(Parsed.type(name))
    }
    guard !kept.isEmpty else { return nil }
    let trailing = clause?.inheritedTypes.last?.trailingTrivia ?? .space
    let list = kept.enumerated().map { index, type in
      InheritedTypeSyntax(
        type: type,
        trailingComma: index < kept.count - 1 ? .commaToken(trailingTrivia: .space) : nil,
        trailingTrivia: index < kept.count - 1 ? [] : trailing.isEmpty ? .space : trailing)
    }
    return InheritanceClauseSyntax(
      leadingTrivia: clause == nil ? [] : [],
      colon: .colonToken(trailingTrivia: .space), inheritedTypes: InheritedTypeListSyntax(list))
  }
}
