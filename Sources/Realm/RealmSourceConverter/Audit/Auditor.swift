// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Counts what files do with Realm.
struct Auditor {
  private let plan: ConversionPlan
  private var paths: [String] = []
  private var realmFiles = 0
  private var usage: [String: Int] = [:]
  private var threading: [RealmAudit.Finding] = []
  private var sync: [RealmAudit.Finding] = []

  init(_ plan: ConversionPlan) { self.plan = plan }

  mutating func read(_ path: String, _ tree: SourceFileSyntax) {
    paths.append(path)
    let visitor = Visitor(path, tree)
    visitor.walk(tree)
    guard visitor.importsRealm || !visitor.usage.isEmpty else { return }
    if visitor.importsRealm { realmFiles += 1 }
    guard visitor.importsRealm else { return }
    usage.merge(visitor.usage, uniquingKeysWith: +)
    threading += visitor.threading
    sync += visitor.sync
  }

  func audit(of files: [ConvertedSource]) -> RealmAudit {
    var open: [RealmAudit.Finding] = []
    for file in files where !file.problems.isEmpty {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        guard let range = line.firstRange(of: "TODO(realm): ") else { continue }
        open.append(
          .init(what: String(line[range.upperBound...]), file: file.path, line: index + 1))
      }
    }
    let types = plan.layer.order.compactMap { plan.layer.types[$0] }
    let relationships = types.flatMap(relationships)
    let calls = usage.values.reduce(0, +)
    let effort = RealmAudit.Effort(
      models: Double(types.count) * 0.25 + Double(relationships.count) * 0.25,
      usage: Double(calls) * 0.05 + Double(open.count) * 0.25,
      threading: Double(threading.count) * 0.5,
      sync: sync.isEmpty ? 0 : 16 + Double(sync.count) * 0.5,
      testing: types.isEmpty ? 0 : 4 + Double(types.count) * 0.5)
    return RealmAudit(
      files: paths.count, realmFiles: realmFiles,
      types: types.map { type in
        RealmAudit.TypeEntry(
          name: type.name, kind: type.kind.rawValue,
          file: paths.indices.contains(type.file) ? paths[type.file] : "",
          properties: type.properties.count, primaryKey: plan.layer.primaryKey(of: type.name),
          becomes: plan.structs.contains(type.name) || type.kind == .asymmetric
            || type.kind == .projection ? "struct" : "model")
      },
      relationships: relationships, usage: usage, threading: threading, sync: sync, open: open,
      effort: effort)
  }

  private func relationships(_ type: RealmDeclaration) -> [RealmAudit.Relationship] {
    type.properties.compactMap { property in
      guard let target = property.type.map(RealmNames.last), plan.layer.types[target] != nil else {
        return nil
      }
      let becomes: String
      switch plan.role(of: property.name, in: type.name) {
      case .value: return nil
      case .structure: becomes = "a value in '\(type.name)'"
      case .toOne(let inverse, _): becomes = "a relationship, inverse '\(inverse.type).\(inverse.property)'"
      case .toMany(let inverse): becomes = "a relationship, inverse '\(inverse.type).\(inverse.property)'"
      case .elements(let model): becomes = "models '\(model.name)', which keep the order"
      case .inverse: becomes = "the inverse of '\(target).\(property.origin ?? "")'"
      case .elementInverse(let elements, _, _): becomes = "computed from '\(elements)'"
      case .unknownInverse: becomes = "a relationship whose other end is not in these sources"
      }
      return RealmAudit.Relationship(
        from: type.name, property: property.name, to: target,
        kind: property.collection?.rawValue ?? "one", becomes: becomes)
    }
  }
}

private final class Visitor: SyntaxVisitor {
  private let path: String
  private let places: SourceLocationConverter
  var importsRealm = false
  var usage: [String: Int] = [:]
  var threading: [RealmAudit.Finding] = []
  var sync: [RealmAudit.Finding] = []

  init(_ path: String, _ tree: SourceFileSyntax) {
    self.path = path
    places = SourceLocationConverter(fileName: path, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  private func finding(_ what: String, _ node: some SyntaxProtocol) -> RealmAudit.Finding {
    .init(
      what: what, file: path,
      line: places.location(for: node.positionAfterSkippingLeadingTrivia).line)
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.path.first?.name.text, RealmNames.modules.contains(name) { importsRealm = true }
    return .skipChildren
  }

  private static let calls: [String: String] = [
    "write": "writes", "writeAsync": "writes", "asyncWrite": "writes", "add": "insertions",
    "create": "insertions", "delete": "deletions", "deleteAll": "deletions", "objects": "queries",
    "object": "lookups by primary key", "observe": "notifications",
    "addNotificationBlock": "notifications",
  ]

  private static let threads: [String: String] = [
    "freeze": "frozen objects", "thaw": "frozen objects", "resolve": "references across threads",
    "writeAsync": "asynchronous writes", "asyncWrite": "asynchronous writes",
  ]

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let text = node.calledExpression.plain
    let name = RealmNames.last(text)
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self), member.base != nil {
      let isObject = name != "object" || node.arguments.first?.label?.text == "ofType"
      if let kind = Self.calls[name], isObject { usage[kind, default: 0] += 1 }
      if let kind = Self.threads[name] { threading.append(finding(kind, node)) }
      if name == "async" || name == "sync", text.contains("Queue") || text.contains("queue"),
        node.plain.contains("ealm")
      {
        threading.append(finding("work on a dispatch queue", node))
      }
    }
    if name == "ThreadSafeReference" { threading.append(finding("references across threads", node)) }
    if name == "Realm" || text == "Realm" {
      usage["opened realms", default: 0] += 1
      if node.arguments.contains(where: { $0.label?.text == "queue" || $0.label?.text == "actor" }) {
        threading.append(finding("realms of a queue or an actor", node))
      }
    }
    return .visitChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    let name = RealmNames.last(node.attributeName.plain)
    switch name {
    case "ObservedResults", "ObservedRealmObject", "StateRealmObject", "ObservedSectionedResults":
      usage["views", default: 0] += 1
    case "ThreadSafe": threading.append(finding("references across threads", node))
    case "AsyncOpen", "AutoOpen": sync.append(finding("@\(name)", node))
    default: break
    }
    return .visitChildren
  }

  private static let syncNames: Set<String> = [
    "SyncConfiguration", "SyncManager", "SyncSession", "SyncUser", "asyncOpen",
    "configuration(partitionValue", "flexibleSyncConfiguration", "subscriptions", "syncConfiguration",
    "syncSession", "MongoClient", "mongoClient", "initialSubscriptions", "FlexibleSyncConfiguration",
  ]

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if case .identifier(let name) = token.tokenKind, Self.syncNames.contains(name) {
      sync.append(finding(name, token))
    }
    return .skipChildren
  }
}
