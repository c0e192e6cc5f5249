// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Statements, with the lines and notes that their parts need before them.
extension UsageRewriter {
  func visitedStatements(_ node: CodeBlockItemListSyntax) -> CodeBlockItemListSyntax {
    let outer = (hoisted, notes, isGone)
    defer { (hoisted, notes, isGone) = outer }
    var items: [CodeBlockItemSyntax] = []
    var comments = ""
    for (index, item) in zip(node.indices, node) {
      (hoisted, notes, isGone) = ([], [], false)
      let isFile = node.parent?.is(SourceFileSyntax.self) ?? false
      following.append(isFile ? node[node.endIndex...] : node[node.index(after: index)...])
      defer { following.removeLast() }
      var visited = withConditions(0) { visit(item) }
      problems += notes
      let indentation = item.leadingTrivia.indentationText
      if isGone {
        // Comments before it stay, and so does the text, as a comment, if there is a reason.
        let leading = item.leadingTrivia.description
        let kept = item.leadingTrivia.contains(where: \.isComment) ? leading : ""
        if !notes.isEmpty {
          comments += kept.isEmpty ? leading : kept
          comments += notes.map { "// \($0)\n\(indentation)" }.joined()
          comments += item.plain.split(separator: "\n", omittingEmptySubsequences: false)
            .map { "// " + $0.trimmingPrefix(indentation) }.joined(separator: "\n" + indentation)
        } else if !kept.isEmpty {
          comments += kept.trimmingTrailingWhitespace
        }
        continue
      }
      if !notes.isEmpty {
        visited.leadingTrivia = visited.leadingTrivia.adding(comments: notes)
      }
      if !hoisted.isEmpty {
        let isValue = node.count == 1 && isReturned(node) && visited.item.is(ExprSyntax.self)
        let lines = hoisted.map { $0 + "\n" + indentation }.joined()
        let text =
          visited.leadingTrivia.description + lines + (isValue ? "return " : "") + visited.plain
        var parsed = Parsed.items(text)
        if !parsed.isEmpty {
          parsed[parsed.count - 1].trailingTrivia = visited.trailingTrivia
          if !comments.isEmpty {
            parsed[0].leadingTrivia = Trivia.parse(comments) + parsed[0].leadingTrivia
            comments = ""
          }
          items += parsed
          continue
        }
      }
      if !comments.isEmpty {
        visited.leadingTrivia = Trivia.parse(comments) + visited.leadingTrivia
        comments = ""
      }
      items.append(visited)
    }
    if !comments.isEmpty { trailingComments = comments }
    return CodeBlockItemListSyntax(items)
  }

  func withComments(_ brace: TokenSyntax) -> TokenSyntax {
    guard !trailingComments.isEmpty else { return brace }
    let text = trailingComments
    trailingComments = ""
    return brace.with(\.leadingTrivia, Trivia.parse(text) + brace.leadingTrivia)
  }

  /// Whether the only statement of a list is its value.
  func isReturned(_ list: CodeBlockItemListSyntax) -> Bool {
    guard let parent = list.parent else { return false }
    if parent.is(ClosureExprSyntax.self) { return true }
    if parent.is(AccessorBlockSyntax.self) { return true }
    guard let owner = parent.parent else { return false }
    if let function = owner.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause != nil
    }
    if let accessor = owner.as(AccessorDeclSyntax.self) {
      return accessor.accessorSpecifier.tokenKind == .keyword(.get)
    }
    return false
  }

  func visitedMembers(_ node: MemberBlockItemListSyntax) -> MemberBlockItemListSyntax {
    let outer = (hoisted, notes, isGone)
    defer { (hoisted, notes, isGone) = outer }
    var items: [MemberBlockItemSyntax] = []
    for item in node {
      (hoisted, notes, isGone) = ([], [], false)
      var visited = withConditions(1) { visit(item) }
      problems += notes
      if !notes.isEmpty { visited.leadingTrivia = visited.leadingTrivia.adding(comments: notes) }
      items.append(visited)
    }
    return MemberBlockItemListSyntax(items)
  }

  /// Whether the statements after the visited one name something.
  func isUsedLater(_ name: String) -> Bool {
    following.contains { items in
      items.contains { item in item.tokens(viewMode: .sourceAccurate).contains { $0.text == name } }
    }
  }

  /// Whether something is read after a later statement of the same block has written.
  func isReadAfterWrite(_ name: String) -> Bool {
    guard let items = following.last else { return false }
    var wrote = false
    for item in items {
      let texts = item.tokens(viewMode: .sourceAccurate).map(\.text)
      if wrote, texts.contains(name) { return true }
      if texts.contains("write") || texts.contains("commitWrite") || texts.contains("asyncWrite") { wrote = true }
    }
    return false
  }
}
