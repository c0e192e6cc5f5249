// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// A public declaration.
struct PublicDeclaration: Hashable {
  /// The types that it is in.
  let path: [String]
  let name: String
  /// The declaration without attributes, body and `public`.
  let signature: String

  var line: String { path.isEmpty ? signature : "\(path.joined(separator: ".")): \(signature)" }
}

/// Finds what source files declare for other packages.
struct PublicDeclarations {
  private var all: [PublicDeclaration] = []
  /// Types that are not public, and that have public members nevertheless.
  private var hidden: Set<String> = []
  /// Conformances that extensions add: of interest if both sides are public.
  private var conformances: [(type: String, protocols: [String])] = []

  mutating func add(_ source: String) {
    for item in Parser.parse(source: source).statements {
      if case .decl(let declaration) = item.item { add(declaration, in: [], isImplied: false) }
    }
  }

  var found: [PublicDeclaration] { all.filter { !hidden.contains($0.path.first ?? "") } }

  /// One line each, in order.
  var lines: [String] {
    let found = found
    let types = Set(found.map { ($0.path + [$0.name]).joined(separator: ".") })
    let added = conformances.filter { conformance in
      types.contains(conformance.type) || conformance.protocols.allSatisfy(types.contains)
    }.map { "extension \($0.type): \($0.protocols.joined(separator: ", "))" }
    return Set(found.map(\.line) + added).sorted()
  }

  /// - Parameter isImplied: whether what is in there is public without saying so.
  private mutating func add(_ declaration: DeclSyntax, in path: [String], isImplied: Bool) {
    if let condition = declaration.as(IfConfigDeclSyntax.self) {
      for clause in condition.clauses {
        switch clause.elements {
        case .statements(let statements):
          for item in statements {
            if case .decl(let declaration) = item.item {
              add(declaration, in: path, isImplied: isImplied)
            }
          }
        case .decls(let members):
          for member in members { add(member.decl, in: path, isImplied: isImplied) }
        default: break
        }
      }
    } else if let group = declaration.asProtocol(DeclGroupSyntax.self) {
      addGroup(group, declaration, in: path, isImplied: isImplied)
    } else if let item = declaration.as(EnumCaseDeclSyntax.self) {
      addCases(item, in: path)
    } else {
      addMember(declaration, in: path, isImplied: isImplied)
    }
  }

  private mutating func addGroup(
    _ group: any DeclGroupSyntax, _ declaration: DeclSyntax, in path: [String], isImplied: Bool
  ) {
    let isPublic = isImplied || Self.isPublic(group.modifiers)
    let members = group.memberBlock.members
    if let item = declaration.as(ExtensionDeclSyntax.self) {
      let type = item.extendedType.trimmedDescription
      if let inherited = item.inheritanceClause?.inheritedTypes {
        conformances.append((type, inherited.map { Self.plain($0.type.trimmedDescription) }))
      }
      let condition = item.genericWhereClause.map { " " + Self.plain($0.trimmedDescription) } ?? ""
      for member in members {
        add(
          member.decl, in: [type + condition],
          isImplied: Self.isPublic(item.modifiers) && !member.decl.is(EnumCaseDeclSyntax.self))
      }
      return
    }
    guard let name = declaration.asProtocol(NamedDeclSyntax.self)?.name.text else { return }
    guard isPublic else {
      if path.isEmpty { hidden.insert(name) }
      return
    }
    let head = String(declaration.trimmedDescription.prefix { $0 != "{" })
    all.append(
      PublicDeclaration(path: path, name: name, signature: Self.plain(Self.withoutAttributes(head, group))))
    let inside = path + [name]
    for member in members {
      if member.decl.is(EnumCaseDeclSyntax.self) {
        add(member.decl, in: inside, isImplied: true)
      } else {
        add(member.decl, in: inside, isImplied: declaration.is(ProtocolDeclSyntax.self))
      }
    }
  }

  /// A head from its modifiers or its keyword on.
  private static func withoutAttributes(_ head: String, _ group: any DeclGroupSyntax) -> String {
    let attributes = group.attributes.trimmedDescription
    return attributes.isEmpty ? head : String(head.dropFirst(attributes.count))
  }

  private mutating func addCases(_ item: EnumCaseDeclSyntax, in path: [String]) {
    for element in item.elements {
      all.append(
        PublicDeclaration(
          path: path, name: element.name.text,
          signature: "case " + Self.plain(element.with(\.trailingComma, nil).trimmedDescription)))
    }
  }

  private mutating func addMember(_ declaration: DeclSyntax, in path: [String], isImplied: Bool) {
    guard let modified = declaration.asProtocol(WithModifiersSyntax.self),
      isImplied || Self.isPublic(modified.modifiers)
    else { return }
    func note(_ name: String, _ text: String) {
      all.append(PublicDeclaration(path: path, name: name, signature: Self.plain(text)))
    }
    if let item = declaration.as(FunctionDeclSyntax.self) {
      note(
        item.name.text, item.with(\.body, nil).with(\.attributes, []).trimmedDescription)
    } else if let item = declaration.as(InitializerDeclSyntax.self) {
      note("init", item.with(\.body, nil).with(\.attributes, []).trimmedDescription)
    } else if let item = declaration.as(SubscriptDeclSyntax.self) {
      let access = Self.access(item.accessorBlock, item.modifiers)
      note(
        "subscript",
        item.with(\.accessorBlock, nil).with(\.attributes, []).trimmedDescription + access)
    } else if let item = declaration.as(VariableDeclSyntax.self) {
      let modifiers = item.modifiers.map(\.trimmedDescription).joined(separator: " ")
      for binding in item.bindings {
        let type =
          binding.typeAnnotation?.trimmedDescription
          ?? binding.initializer.map { " \($0.trimmedDescription)" } ?? ""
        let keyword = item.bindingSpecifier.text
        let access =
          keyword == "let" ? "" : Self.access(binding.accessorBlock, item.modifiers)
        let name = binding.pattern.trimmedDescription
        note(name, "\(modifiers) \(keyword) \(name)\(type)\(access)")
      }
    } else if let item = declaration.as(TypeAliasDeclSyntax.self) {
      note(item.name.text, item.with(\.attributes, []).trimmedDescription)
    } else if let item = declaration.as(AssociatedTypeDeclSyntax.self) {
      note(item.name.text, item.with(\.attributes, []).trimmedDescription)
    } else if let item = declaration.as(MacroDeclSyntax.self) {
      note(
        item.name.text, item.with(\.definition, nil).with(\.attributes, []).trimmedDescription)
    }
  }

  private static func isPublic(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains { ["public", "open"].contains($0.name.text) && $0.detail == nil }
  }

  /// Whether a variable can be set from outside.
  private static func access(
    _ block: AccessorBlockSyntax?, _ modifiers: DeclModifierListSyntax
  ) -> String {
    if modifiers.contains(where: { $0.detail?.detail.text == "set" }) { return " { get }" }
    switch block?.accessors {
    case nil: return " { get set }"
    case .getter: return " { get }"
    case .accessors(let list):
      let setters = ["set", "_modify", "willSet", "didSet"]
      return list.contains { setters.contains($0.accessorSpecifier.text) }
        ? " { get set }" : " { get }"
    }
  }

  /// On one line, without what all have in common.
  private static func plain(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace)
      .filter { $0 != "public" && !$0.hasSuffix("(set)") }.joined(separator: " ")
      .replacing("( ", with: "(").replacing(" )", with: ")")
  }
}
