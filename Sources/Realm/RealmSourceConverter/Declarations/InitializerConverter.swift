// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Turns the initializers of Realm's classes into those of models.
///
/// A model has no superclass to initialize, and all its properties have values:
/// so `self.init()` and `super.init()` have nothing to do any more.
struct InitializerConverter {
  private let type: RealmDeclaration
  private let plan: ConversionPlan
  private let isStruct: Bool

  init(_ type: RealmDeclaration, _ plan: ConversionPlan, isStruct: Bool) {
    self.type = type
    self.plan = plan
    self.isStruct = isStruct
  }

  /// Whether Realm itself calls it: `init(realm:schema:)` and the like.
  static func isRealms(_ initializer: InitializerDeclSyntax) -> Bool {
    initializer.signature.parameterClause.parameters.contains {
      let type = $0.type.plain
      return type.hasPrefix("RLM") || type.hasPrefix("Realm.RLM")
    }
  }

  func convert(
    _ initializer: InitializerDeclSyntax, _ member: MemberBlockItemSyntax
  ) -> [MemberBlockItemSyntax] {
    if Self.isRealms(initializer) { return [] }
    var result = Modifiers.withoutObjectiveC(initializer)
    let isRoot = type.superclass == nil
    let isEmpty = initializer.signature.parameterClause.parameters.isEmpty
    if isRoot { result = Modifiers.without(.override, result) }
    if isStruct {
      result = Modifiers.without(.convenience, result)
      result = Modifiers.without(.required, result)
    }
    if isEmpty, !isStruct {
      // Subclasses have this one too, and Realm requires it.
      if type.isSubclassed || !isRoot, !result.modifiers.has(.required) {
        result = Modifiers.without(.override, result)
        result = adding(.required, to: result)
      }
    }
    let delegates = result.body.map { callsOtherInitializer($0) } ?? false
    if isRoot, !type.isSubclassed, !delegates {
      result = Modifiers.without(.convenience, result)
      if let body = result.body { result.body = withoutEmptyCalls(body) }
    } else if isRoot, !result.modifiers.has(.convenience), let body = result.body {
      result.body = withoutEmptyCalls(body)
    }
    if !isRoot, let body = result.body, !result.modifiers.has(.convenience), isEmpty || !delegates {
      result.body = body
    }
    return [member.with(\.decl, DeclSyntax(result))]
  }

  private func adding(
    _ keyword: Keyword, to initializer: InitializerDeclSyntax
  ) -> InitializerDeclSyntax {
    var result = initializer
    let leading = initializer.leadingTrivia
    result.leadingTrivia = []
    result.modifiers = DeclModifierListSyntax(Array(result.modifiers) + [Modifiers.modifier(keyword)])
    result.leadingTrivia = leading
    return result
  }

  /// Whether the body calls an initializer with arguments, or one that may fail.
  private func callsOtherInitializer(_ body: CodeBlockSyntax) -> Bool {
    let finder = InitializerCalls(viewMode: .sourceAccurate)
    finder.walk(body)
    return finder.hasArguments || finder.isNested
  }

  /// Without `self.init()` and `super.init()`.
  private func withoutEmptyCalls(_ body: CodeBlockSyntax) -> CodeBlockSyntax {
    var result = body
    var items: [CodeBlockItemSyntax] = []
    var pending: Trivia?
    for item in body.statements {
      // One that others follow on its line ends in a semicolon.
      if ["self.init()", "super.init()"].contains(item.plain.replacingSuffix(";", "")) {
        let comment = item.leadingTrivia
        pending = comment.contains(where: \.isComment) ? comment : pending
        continue
      }
      var kept = item
      if let comment = pending {
        kept.leadingTrivia = comment + item.leadingTrivia
        pending = nil
      }
      items.append(kept)
    }
    // The first line needs no empty one before it.
    if items.count < body.statements.count, let first = items.first {
      let text = first.leadingTrivia.description
      if text.hasPrefix("\n\n") || text.hasPrefix("\n    \n") {
        items[0].leadingTrivia = Trivia.parse("\n" + text.drop { $0 == "\n" })
      }
    }
    result.statements = CodeBlockItemListSyntax(items)
    if items.isEmpty { result.rightBrace.leadingTrivia = pending ?? [] }
    return result
  }
}

private final class InitializerCalls: SyntaxVisitor {
  var hasArguments = false
  /// Whether an empty call is part of a larger statement.
  var isNested = false

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let called = node.calledExpression.plain
    guard called == "self.init" || called == "super.init" else { return .visitChildren }
    if !node.arguments.isEmpty || node.trailingClosure != nil { hasArguments = true }
    if node.parent?.is(CodeBlockItemSyntax.self) == false { isNested = true }
    if node.parent?.parent?.parent?.parent?.is(InitializerDeclSyntax.self) == false { isNested = true }
    return .visitChildren
  }
}

extension TriviaPiece {
  var isComment: Bool {
    switch self {
    case .lineComment, .blockComment, .docLineComment, .docBlockComment: true
    default: false
    }
  }
}
