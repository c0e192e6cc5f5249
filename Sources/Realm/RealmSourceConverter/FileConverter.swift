// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// Converts one file.
struct FileConverter {
  private let plan: ConversionPlan

  init(_ plan: ConversionPlan) { self.plan = plan }

  /// A file whose queries, writes and views are converted, but not its declarations.
  struct Usage {
    /// As it was.
    let original: SourceFileSyntax
    let tree: SourceFileSyntax
    let problems: [String]
    let needs: Set<SupportPart>
  }

  func usage(_ source: RealmSource, _ tree: SourceFileSyntax) -> Usage {
    guard !tree.hasError else { return Usage(original: tree, tree: tree, problems: [], needs: []) }
    let imports = Imports(tree)
    let local = LocalNames(viewMode: .sourceAccurate)
    local.walk(tree)
    let rewriter = UsageRewriter(
      plan, importsRealm: imports.hasRealm, importsSwiftUI: imports.has("SwiftUI"), hidden: local.names)
    if imports.hasRealm {
      let collections = CollectionTypes(rewriter)
      collections.walk(tree)
      rewriter.liveNames = collections.liveNames
      rewriter.objectNames = collections.objects
      rewriter.resultTypes = collections.types.filter { plan.layer.types[$0.value] != nil }
    }
    let used = rewriter.visit(tree)
    return Usage(original: tree, tree: used, problems: rewriter.problems, needs: rewriter.needs)
  }

  func convert(_ source: RealmSource, _ usage: Usage) -> ConvertedSource {
    let tree = usage.original
    guard !tree.hasError else { return unreadable(source, tree) }
    let imports = Imports(tree)
    let declarations = DeclarationRewriter(plan)
    var result = declarations.visit(usage.tree)
    let names = UsedNames(viewMode: .sourceAccurate)
    names.walk(result)
    let needsRealm = imports.hasRealm && names.isRealm
    let needsSwiftData = names.isSwiftData
    var problems = usage.problems + declarations.problems
    if imports.hasRealm || needsSwiftData || imports.hasCompanion {
      result = imports.replaced(in: result, realm: needsRealm, swiftData: needsSwiftData)
    }
    if imports.hasCompanion { problems.append(Imports.companionNote) }
    let text = result.description
    return ConvertedSource(path: source.path, text: text, isChanged: text != source.text, problems: problems)
  }

  /// A file that cannot be read as Swift stays as it is.
  private func unreadable(_ source: RealmSource, _ tree: SourceFileSyntax) -> ConvertedSource {
    let mentionsRealm = source.text.contains("import Realm")
    guard mentionsRealm else {
      return ConvertedSource(path: source.path, text: source.text, isChanged: false, problems: [])
    }
    let note = "TODO(realm): This file is not converted, since it has syntax errors."
    return ConvertedSource(
      path: source.path, text: "// \(note)\n" + source.text, isChanged: true, problems: [note])
  }
}

/// The imports of a file.
struct Imports {
  static let companionNote = "TODO(realm): This module works with Realm only."

  private let names: [String]

  init(_ tree: SourceFileSyntax) {
    let finder = Finder(viewMode: .sourceAccurate)
    finder.walk(tree)
    names = finder.names
  }

  var hasRealm: Bool { names.contains(where: RealmNames.modules.contains) }
  var hasCompanion: Bool { names.contains(where: RealmNames.companions.contains) }
  func has(_ name: String) -> Bool { names.contains(name) }

  func replaced(
    in tree: SourceFileSyntax, realm: Bool, swiftData: Bool
  ) -> SourceFileSyntax {
    var wanted: [String] = []
    if swiftData, !has("SwiftData") { wanted.append("SwiftData") }
    // Realm brought it along.
    let hasFoundation = has("Foundation") || has("UIKit") || has("SwiftUI") || has("AppKit")
    if !hasFoundation { wanted.insert("Foundation", at: 0) }
    if realm { wanted.append("RealmSwift") }
    let rewriter = Rewriter(wanted, keepsRealm: realm)
    var result = rewriter.visit(tree)
    if !rewriter.isDone, !wanted.isEmpty {
      // No import of Realm's stands in for them: after the last import, or at the start.
      let text = wanted.map { "import \($0)\n" }.joined()
      let last = result.statements.last { $0.item.is(ImportDeclSyntax.self) }
      if let last, let index = result.statements.index(of: last) {
        var items = Array(result.statements)
        let place = result.statements.distance(from: result.statements.startIndex, to: index)
        items.insert(contentsOf: Parsed.items("\n" + text.dropLast()), at: place + 1)
        result.statements = CodeBlockItemListSyntax(items)
      } else {
        let leading = result.statements.first?.leadingTrivia ?? []
        var items = Parsed.items(leading.description + text)
        var rest = Array(result.statements)
        if !rest.isEmpty { rest[0].leadingTrivia = .newlines(2) }
        items += rest
        result.statements = CodeBlockItemListSyntax(items)
      }
    }
    return result
  }

  private final class Finder: SyntaxVisitor {
    var names: [String] = []

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
      if let first = node.path.first { names.append(first.name.text) }
      return .skipChildren
    }
  }

  /// Puts the wanted imports where Realm's first one was.
  private final class Rewriter: SyntaxRewriter {
    private let wanted: [String]
    private let keepsRealm: Bool
    private(set) var isDone = false

    init(_ wanted: [String], keepsRealm: Bool) {
      self.wanted = wanted
      self.keepsRealm = keepsRealm
      super.init()
    }

    override func visit(_ node: CodeBlockItemListSyntax) -> CodeBlockItemListSyntax {
      var items: [CodeBlockItemSyntax] = []
      var carried = ""
      for item in node {
        guard let declaration = item.item.as(ImportDeclSyntax.self),
          let module = declaration.path.first?.name.text
        else {
          var visited = visit(item)
          if !carried.isEmpty {
            visited.leadingTrivia = Trivia.parse(carried) + visited.leadingTrivia
            carried = ""
          }
          items.append(visited)
          continue
        }
        if RealmNames.companions.contains(module) {
          carried += "\(item.leadingTrivia)// \(Imports.companionNote)\n// \(item.plain)"
          continue
        }
        guard RealmNames.modules.contains(module) else {
          var kept = item
          if !carried.isEmpty {
            kept.leadingTrivia = Trivia.parse(carried) + kept.leadingTrivia
            carried = ""
          }
          items.append(kept)
          continue
        }
        let leading = carried + item.leadingTrivia.description
        carried = ""
        if isDone || wanted.isEmpty {
          // Comments before it stay.
          if item.leadingTrivia.contains(where: \.isComment) { carried = leading.trimmingTrailingWhitespace }
          continue
        }
        isDone = true
        let lines = wanted.map { name in
          name == "RealmSwift"
            ? "// TODO(realm): What is marked below still needs Realm.\nimport RealmSwift" : "import \(name)"
        }
        var parsed = Parsed.items(leading + lines.joined(separator: "\n"))
        if !parsed.isEmpty { parsed[parsed.count - 1].trailingTrivia = item.trailingTrivia }
        items += parsed
      }
      return CodeBlockItemListSyntax(items)
    }
  }
}

/// What a converted file still names.
private final class UsedNames: SyntaxVisitor {
  var isRealm = false
  var isSwiftData = false

  private static let realms: Set<String> = [
    "AsyncOpen", "AutoOpen", "CollectionPublishers", "ObservedSectionedResults",
    "Projected", "RealmCollection", "RealmConfiguration", "RealmSubscribable",
    "Results", "SectionedResults", "SyncConfiguration", "SyncUser", "ThreadSafe", "ThreadSafeReference",
    "Realm", "RealmProperty", "RealmOptional", "LinkingObjects", "MutableSet",
    "Persisted", "CollectionChange", "ThreadConfined", "RealmKeyedCollection", "SyncSession",
  ]

  private static let ours: Set<String> = [
    "FetchDescriptor", "ModelConfiguration", "ModelContainer", "ModelContext", "PersistentIdentifier",
    "PersistentModel", "Query", "Schema", "Model", "Predicate", "modelContext", "Attribute",
    "Relationship", "persistentModelID", "Bindable",
  ]

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    guard case .identifier(let name) = token.tokenKind else { return .skipChildren }
    if Self.realms.contains(name) || name.hasPrefix("RLM") { isRealm = true }
    if Self.ours.contains(name) { isSwiftData = true }
    return .skipChildren
  }
}
