// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// A line and a column of the user's file.
///
/// What the compiler finds wrong in an expansion it reports inside of the expansion, where programmers do not look. A
/// statement whose correctness hangs on what the user has written is therefore put at the user's line.
struct SourcePlace {
  let file: String
  let line: Int
  let column: Int

  /// - Returns: `nil` for syntax that is in no file.
  init?(of node: some SyntaxProtocol, in context: some MacroExpansionContext) {
    guard
      let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath),
      location.file.is(StringLiteralExprSyntax.self), let line = Int(location.line.trimmedDescription),
      let column = Int(location.column.trimmedDescription)
    else { return nil }
    file = location.file.trimmedDescription
    self.line = line
    self.column = column
  }
}

extension String {
  /// The statement at `place`, with the character at `offset` in the column of the user's.
  func placed(at place: SourcePlace?, offset: Int = 0) -> String {
    guard let place else { return self }
    let indentation = String(repeating: " ", count: Swift.max(0, place.column - 1 - offset))
    return """
      #sourceLocation(file: \(place.file), line: \(place.line))
      \(indentation)\(self)
      #sourceLocation()
      """
  }
}
