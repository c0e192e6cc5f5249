// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Properties and variables with the objects of a query, which Realm kept up to date.
enum LiveResults {
  static let note =
    "TODO(realm): Realm kept this up to date; now it has what was there when it was fetched. Fetch again where it is read."

  /// A property that fetches whenever it is read; `nil` for what is converted otherwise.
  static func convert(_ node: VariableDeclSyntax, _ rewriter: UsageRewriter) -> DeclSyntax? {
    guard let binding = node.bindings.first, node.bindings.count == 1, binding.accessorBlock == nil,
      let name = binding.name
    else { return nil }
    let isMember = node.parent?.is(MemberBlockItemSyntax.self) ?? false
    let isResults = binding.typeAnnotation.map { isLive($0.type) } ?? false
    guard isMember else {
      noteStaleness(node, binding, name, rewriter)
      return nil
    }
    guard let value = binding.initializer?.value else {
      if isResults { rewriter.note(String(note.dropFirst(13))) }
      return nil
    }
    guard isResults || isQuery(value), node.attributes.isEmpty else {
      if isResults { rewriter.note(String(note.dropFirst(13))) }
      return nil
    }
    guard let type = objectType(value, rewriter) else {
      if isResults { rewriter.note(String(note.dropFirst(13))) }
      return nil
    }
    let isOptional = value.plain.contains("?.") || value.plain.hasPrefix("try?")
    let modifiers = node.modifiers.filter { $0.name.tokenKind != .keyword(.lazy) && $0.detail == nil }
      .map { $0.plain + " " }.joined()
    let text =
      "\(modifiers)var \(binding.pattern.plain): [\(type)]\(isOptional ? "?" : "") { \(rewriter.converted(value)) }"
    guard let parsed = Parsed.members(text).first?.decl else { return nil }
    return parsed.with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia)
  }

  /// A variable that is read after a later statement has written.
  private static func noteStaleness(
    _ node: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ name: String, _ rewriter: UsageRewriter
  ) {
    guard let value = binding.initializer?.value, isQuery(value), rewriter.isReadAfterWrite(name) else { return }
    rewriter.note(String(note.dropFirst(13)))
  }

  private static func isLive(_ type: TypeSyntax) -> Bool {
    let inner =
      type.as(OptionalTypeSyntax.self)?.wrappedType ?? type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
    return ["Results", "AnyRealmCollection"].contains(TypeReading.nameAndArguments(inner ?? type).0)
  }

  /// Whether a value is `realm.objects(Dog.self)`, perhaps with a filter or an order.
  static func isQuery(_ value: ExprSyntax) -> Bool { objects(value) != nil }

  /// The class whose objects a query is for.
  static func objectType(_ value: ExprSyntax, _ rewriter: UsageRewriter) -> String? {
    objects(value)?.arguments.first.flatMap { rewriter.typeName($0.expression) }
  }

  private static func objects(_ value: ExprSyntax) -> FunctionCallExprSyntax? {
    if let attempt = value.as(TryExprSyntax.self) { return objects(attempt.expression) }
    guard let call = value.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base
    else { return nil }
    switch member.declName.baseName.text {
    case "objects": return call.arguments.count == 1 ? call : nil
    case "filter", "where", "sorted", "distinct": return objects(base)
    default: return nil
    }
  }
}

/// The classes of the objects in a file's variables and parameters.
final class CollectionTypes: SyntaxVisitor {
  private let rewriter: UsageRewriter
  private(set) var types: [String: String] = [:]
  /// The names of what is one model.
  private(set) var objects: Set<String> = []
  /// Properties that fetch whenever they are read, or will.
  private(set) var liveNames: Set<String> = []

  init(_ rewriter: UsageRewriter) {
    self.rewriter = rewriter
    super.init(viewMode: .sourceAccurate)
  }

  private func read(_ name: String, _ type: TypeSyntax) {
    let inner =
      type.as(OptionalTypeSyntax.self)?.wrappedType ?? type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
    let (collection, arguments) = TypeReading.nameAndArguments(inner ?? type)
    if ["Results", "List", "MutableSet", "AnyRealmCollection", "LinkingObjects"].contains(collection),
      let element = arguments.first
    {
      types[name] = element.plain
    } else if let array = (inner ?? type).as(ArrayTypeSyntax.self) {
      types[name] = array.element.plain
    } else if rewriter.isModel(RealmNames.last((inner ?? type).plain)) {
      objects.insert(name)
    }
  }

  /// `Dog()`, `realm.object(ofType: Dog.self, …)`
  private func readObject(_ name: String, _ value: ExprSyntax) {
    if let attempt = value.as(TryExprSyntax.self) { return readObject(name, attempt.expression) }
    if let forced = value.as(ForceUnwrapExprSyntax.self) { return readObject(name, forced.expression) }
    guard let call = value.as(FunctionCallExprSyntax.self) else { return }
    let isFound = call.arguments.first?.label?.text == "ofType"
    if isFound || rewriter.isModel(RealmNames.last(call.calledExpression.plain)) { objects.insert(name) }
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.name else { return .visitChildren }
    if node.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) == true {
      let isQuery = node.initializer.map { LiveResults.isQuery($0.value) } ?? false
      if isQuery || node.isComputed { liveNames.insert(name) }
    }
    if let type = node.typeAnnotation?.type {
      read(name, type)
    } else if let value = node.initializer?.value, let type = LiveResults.objectType(value, rewriter) {
      types[name] = type
    } else if let value = node.initializer?.value {
      readObject(name, value)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    read((node.secondName ?? node.firstName).text, node.type)
    return .visitChildren
  }
}
