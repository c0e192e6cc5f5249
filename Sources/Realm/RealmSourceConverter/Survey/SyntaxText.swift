// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

extension SyntaxProtocol {
  /// The text without comments and spaces around it.
  var plain: String { trimmedDescription }
}

extension AttributeListSyntax {
  /// The attribute of a name, with or without its module.
  func named(_ name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }
      .first { RealmNames.last($0.attributeName.plain) == name }
  }
}

extension AttributeSyntax {
  /// The expression of a labelled argument.
  func argument(_ label: String) -> ExprSyntax? {
    guard case .argumentList(let list)? = arguments else { return nil }
    return list.first { $0.label?.text == label }?.expression
  }
}

extension DeclModifierListSyntax {
  func has(_ keyword: Keyword) -> Bool { contains { $0.name.tokenKind == .keyword(keyword) } }
}

extension ExprSyntax {
  /// The text of a string literal without interpolation.
  var literalText: String? {
    self.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}

extension PatternBindingSyntax {
  /// The name without backticks.
  var name: String? {
    pattern.as(IdentifierPatternSyntax.self)?.identifier.text.trimmingBackticks
  }

  /// Whether the braces compute a value, rather than observe one.
  var isComputed: Bool {
    guard let block = accessorBlock else { return false }
    guard case .accessors(let accessors) = block.accessors else { return true }
    return accessors.contains {
      ![.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    }
  }
}

extension String {
  var trimmingBackticks: String {
    count > 2 && first == "`" && last == "`" ? String(dropFirst().dropLast()) : self
  }

  var trimmingTrailingWhitespace: String {
    var text = self[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }

  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// `HTMLPage` becomes `htmlPage`.
  var lowercasedFirst: String {
    let capitals = prefix { $0.isUppercase }.count
    let count = capitals == self.count ? capitals : Swift.max(1, capitals - 1)
    return prefix(count).lowercased() + dropFirst(count)
  }

  /// The text on one line, for a comment.
  var oneLine: String {
    split(whereSeparator: { $0.isWhitespace || $0.isNewline }).joined(separator: " ")
  }

  /// Spaces and tabs at the start of the last line.
  var indentation: String {
    let line = split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    return String(line.prefix { $0 == " " || $0 == "\t" })
  }
}

extension Trivia {
  /// The spaces after the last line break.
  var indentationText: String { description.indentation }

  /// Everything up to the indentation, and then comment lines before the code.
  func adding(comments: [String]) -> Trivia {
    guard !comments.isEmpty else { return self }
    let indentation = indentationText
    let text = comments.map { "// \($0)\n\(indentation)" }.joined()
    return Trivia.parse(description + text)
  }

  /// Trivia from text that is nothing else.
  static func parse(_ text: String) -> Trivia {
    Parser.parse(source: text).endOfFileToken.leadingTrivia
  }
}

/// Source text read as syntax.
enum Parsed {
  /// The members of a type.
  static func members(_ text: String) -> [MemberBlockItemSyntax] {
    let file = Parser.parse(source: "class X {\(text)\n}")
    guard let type = file.statements.first?.item.as(ClassDeclSyntax.self) else { return [] }
    return Array(type.memberBlock.members)
  }

  /// One expression.
  static func expression(_ text: String) -> ExprSyntax {
    var parser = Parser(text)
    return ExprSyntax.parse(from: &parser)
  }

  /// One type.
  static func type(_ text: String) -> TypeSyntax {
    var parser = Parser(text)
    return TypeSyntax.parse(from: &parser)
  }

  /// Statements and declarations.
  static func items(_ text: String) -> [CodeBlockItemSyntax] {
    Array(Parser.parse(source: text).statements)
  }
}
