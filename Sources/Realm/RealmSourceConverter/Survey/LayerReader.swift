// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Reads what sources declare: first the names of all types, then the
/// properties of those that are Realm's.
struct LayerReader {
  private(set) var layer = SourceLayer()
  private var classes: [(declaration: ClassDeclSyntax, file: Int)] = []
  private var extensions: [ExtensionDeclSyntax] = []
  private var wasRead: Set<String> = []

  init(_ files: [SourceFileSyntax]) {
    for (index, file) in files.enumerated() {
      let names = TypeNames(viewMode: .sourceAccurate)
      names.walk(file)
      classes += names.classes.map { ($0, index) }
      extensions += names.extensions
      layer.enums.merge(names.enums) { first, _ in first }
      layer.declared.formUnion(names.declared)
      layer.topLevel.formUnion(file.topLevelNames)
      layer.otherTypes.formUnion(names.structs)
      layer.copied.formUnion(names.copied)
      if names.callsPrimaryKey { layer.usesPrimaryKeyFunction = true }
      layer.realmOwners.formUnion(names.realmOwners)
    }
    for declaration in extensions where RealmNames.last(declaration.extendedType.plain) == "Realm" {
      for member in declaration.memberBlock.members { layer.realmMembers.formUnion(member.decl.declaredNames) }
    }
    readMembers(files)
    layer.shadowedRoots = layer.topLevel.intersection(RealmNames.roots.keys)
    findRealmClasses()
    for (declaration, _) in classes where layer.types[declaration.name.text] != nil {
      read(declaration)
    }
    let owners = layer.realmOwners.filter { layer.types[$0] == nil && $0 != "Realm" }
    for file in files where !owners.isEmpty {
      let holders = RealmHolders(owners)
      holders.walk(file)
      layer.realmHolders.formUnion(holders.names)
    }
    finish()
  }

  /// The members and variables that are realms, unless the app has a `Realm` of its own.
  private mutating func readMembers(_ files: [SourceFileSyntax]) {
    let names = MemberNames(viewMode: .sourceAccurate)
    for file in files { names.walk(file) }
    layer.memberNames = names.members
    layer.globals = names.globals
    guard !layer.topLevel.contains("Realm") else { return }
    layer.realmNames = names.realms
    layer.globalRealms = names.globalRealms
  }

  /// Whose superclass is Realm's, or one of those.
  private mutating func findRealmClasses() {
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for (declaration, file) in classes {
        let name = declaration.name.text.trimmingBackticks
        guard layer.types[name] == nil else { continue }
        let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
        guard let first = inherited.first else { continue }
        let rest = inherited.dropFirst().map(\.plain)
        let (root, arguments) = TypeReading.nameAndArguments(first)
        var found: RealmDeclaration?
        let isQualified = first.is(MemberTypeSyntax.self)
        if let kind = RealmNames.roots[root], isQualified || !layer.shadowedRoots.contains(root) {
          found = RealmDeclaration(name: name, kind: kind, conformances: rest, file: file)
          found?.projected = arguments.first?.plain
        } else if let parent = layer.types[RealmNames.last(root)] {
          found = RealmDeclaration(
            name: name, kind: parent.kind, superclass: parent.name, conformances: rest, file: file)
          layer.types[parent.name]?.isSubclassed = true
        } else if declaration.hasPersistedMembers {
          // A class whose superclass is elsewhere.
          found = RealmDeclaration(
            name: name, kind: .object, superclass: layer.declared.contains(root) ? nil : root,
            conformances: rest, file: file)
        }
        if let found {
          layer.types[name] = found
          layer.order.append(name)
          hasChanged = true
        }
      }
    }
  }

  private mutating func read(_ declaration: ClassDeclSyntax) {
    let name = declaration.name.text.trimmingBackticks
    guard wasRead.insert(name).inserted, var type = layer.types[name] else { return }
    var reader = ClassReader(declaration, layer)
    reader.read(into: &type)
    layer.types[name] = type
    for property in type.properties {
      if property.isBoxed { layer.boxedNames.insert(property.name) }
      if property.collection != nil { layer.collectionNames.insert(property.name) }
      if property.type == "ObjectId" { layer.objectIDNames.insert(property.name) }
    }
  }

  private mutating func finish() {
    for declaration in extensions {
      let name = RealmNames.last(declaration.extendedType.plain)
      let conformances = declaration.inheritanceClause?.inheritedTypes.map(\.type.plain) ?? []
      layer.enums[name]?.conformances.formUnion(conformances)
      layer.types[name]?.conformances += conformances
      for member in declaration.memberBlock.members {
        layer.types[name]?.members.formUnion(member.decl.declaredNames)
        if let initializer = member.decl.as(InitializerDeclSyntax.self) {
          layer.types[name]?.initializers.append(initializer.firstLabel)
        }
        if let function = member.decl.as(FunctionDeclSyntax.self),
          function.name.text == "primaryKey" || function.name.text == "indexedProperties",
          var type = layer.types[name]
        {
          ClassReader.readFunction(function, into: &type)
          layer.types[name] = type
        }
      }
    }
    for (name, type) in layer.types {
      for property in type.properties where property.collection == .set {
        if layer.types[RealmNames.last(property.type ?? "")] != nil { layer.objectSetNames.insert(property.name) }
      }
      for key in type.indexed {
        guard let index = type.properties.firstIndex(where: { $0.name == key }) else { continue }
        layer.types[name]?.properties[index].isIndexed = true
      }
      if let key = type.primaryKey,
        let index = type.properties.firstIndex(where: { $0.name == key })
      {
        layer.types[name]?.properties[index].isPrimaryKey = true
      }
    }
  }
}

/// The names of what a file declares.
private final class TypeNames: SyntaxVisitor {
  var classes: [ClassDeclSyntax] = []
  var extensions: [ExtensionDeclSyntax] = []
  var enums: [String: EnumDeclaration] = [:]
  var declared: Set<String> = []
  var structs: Set<String> = []
  var callsPrimaryKey = false
  /// The classes of which objects are made of others: `Dog(value: dog)`.
  var copied: Set<String> = []
  /// The types that have a property `realm`.
  var realmOwners: Set<String> = []

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard node.parent?.is(MemberBlockItemSyntax.self) == true, node.bindings.contains(where: { $0.name == "realm" })
    else { return .visitChildren }
    var current: Syntax? = node.parent
    while let parent = current {
      if let type = parent.asProtocol((any NamedDeclSyntax).self) {
        realmOwners.insert(type.name.text.trimmingBackticks)
        break
      }
      if let type = parent.as(ExtensionDeclSyntax.self) {
        realmOwners.insert(RealmNames.last(type.extendedType.plain))
        break
      }
      current = parent.parent
    }
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    classes.append(node)
    declared.insert(node.name.text)
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    declared.insert(node.name.text)
    structs.insert(node.name.text)
    return .visitChildren
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    declared.insert(node.name.text)
    return .visitChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    // One in a type means nothing elsewhere: see 'LocalNames'.
    if node.parent?.is(CodeBlockItemSyntax.self) == true { declared.insert(node.name.text) }
    return .visitChildren
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    extensions.append(node)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.arguments.count == 1, let argument = node.arguments.first, argument.label?.text == "value",
      !argument.expression.is(DictionaryExprSyntax.self)
    {
      copied.insert(RealmNames.last(node.calledExpression.plain))
    }
    if RealmNames.last(node.calledExpression.plain) == "primaryKey", node.arguments.isEmpty,
      node.trailingClosure == nil
    {
      callsPrimaryKey = true
    }
    return .visitChildren
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    declared.insert(node.name.text)
    let inherited = node.inheritanceClause?.inheritedTypes.map(\.type.plain) ?? []
    let firstCase = node.memberBlock.members.lazy
      .compactMap { $0.decl.as(EnumCaseDeclSyntax.self)?.elements.first }.first
    let raw = inherited.first { RealmNames.values[$0] != nil || $0.hasPrefix("UInt") || $0 == "Character" }
    enums[node.name.text] = EnumDeclaration(
      name: node.name.text, rawType: raw, firstCase: firstCase?.name.text,
      conformances: Set(inherited))
    return .visitChildren
  }
}

extension InitializerDeclSyntax {
  /// The label of the first parameter; empty without any.
  var firstLabel: String { signature.parameterClause.parameters.first?.firstName.text ?? "" }
}

extension DeclSyntax {
  /// The names that a member declares.
  var declaredNames: [String] {
    if let variable = self.as(VariableDeclSyntax.self) { return variable.bindings.compactMap(\.name) }
    if let function = self.as(FunctionDeclSyntax.self) { return [function.name.text] }
    if let type = self.asProtocol((any NamedDeclSyntax).self) { return [type.name.text] }
    return []
  }
}

extension ClassDeclSyntax {
  /// Whether something in it is marked for Realm.
  var hasPersistedMembers: Bool {
    memberBlock.members.contains { member in
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        return variable.attributes.named("Persisted") != nil
      }
      guard let function = member.decl.as(FunctionDeclSyntax.self) else { return false }
      return function.name.text == "primaryKey" && function.modifiers.has(.override)
    }
  }
}

extension SourceFileSyntax {
  /// The names of the types that a file declares outside of others.
  var topLevelNames: Set<String> {
    Set(
      statements.compactMap { item -> String? in
        guard case .decl(let declaration) = item.item, !declaration.is(FunctionDeclSyntax.self) else {
          return nil
        }
        return declaration.asProtocol((any NamedDeclSyntax).self)?.name.text
      })
  }
}

/// The names of variables and parameters whose types have a realm of their own.
private final class RealmHolders: SyntaxVisitor {
  private let owners: Set<String>
  private(set) var names: Set<String> = []

  init(_ owners: Set<String>) {
    self.owners = owners
    super.init(viewMode: .sourceAccurate)
  }

  private func read(_ name: String?, _ type: String) {
    let words = type.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    if let name, words.contains(where: { owners.contains(String($0)) }) { names.insert(name) }
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let type = node.typeAnnotation?.type {
      read(node.name, type.plain)
    } else if let value = node.initializer?.value {
      // `Store()`, `try await Store(…)`, `Store.shared`
      read(node.name, String(value.plain.prefix { $0 != "(" }))
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    read((node.secondName ?? node.firstName).text, node.type.plain)
    return .visitChildren
  }
}

/// The names of types that a file declares for itself, and that hide Realm's there.
final class LocalNames: SyntaxAnyVisitor {
  private(set) var names: Set<String> = []

  private static let kinds: Set<SyntaxKind> = [
    .classDecl, .structDecl, .enumDecl, .typeAliasDecl, .associatedTypeDecl,
  ]

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if let parameter = node.as(GenericParameterSyntax.self) {
      names.insert(parameter.name.text)
    } else if Self.kinds.contains(node.kind), let named = node.asProtocol((any NamedDeclSyntax).self) {
      names.insert(named.name.text)
    }
    return .visitChildren
  }
}
