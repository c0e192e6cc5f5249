// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftSyntax

extension SyntaxProtocol {
  /// The text without comments, on one line. What is written on one line already stays as it is; where it was broken
  /// behind or before a bracket, nothing takes the place of the break.
  var oneLine: String {
    plainLines.reduce(into: "") { text, line in
      let isAtBracket = text.last.map { "([<".contains($0) } ?? true || line.first.map { ")]>".contains($0) } ?? true
      text += isAtBracket ? line : " " + line
    }
  }

  /// The lines without comments, and without the space around them.
  var plainLines: [String] {
    var text = ""
    for token in tokens(viewMode: .sourceAccurate) {
      text += Self.plain(token.leadingTrivia) + token.text + Self.plain(token.trailingTrivia)
    }
    return text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  private static func plain(_ trivia: Trivia) -> String {
    trivia.pieces.map { piece in
      switch piece {
      case .lineComment, .docLineComment, .blockComment, .docBlockComment: " "
      default: Trivia(pieces: [piece]).description
      }
    }.joined()
  }
}
