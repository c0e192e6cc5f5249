// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Accounts by their tokens, from a file that is read again when it changes.
package final class TokenFile: SyncAuthority {
  private let file: WatchedFile<[String: String]>

  /// - Throws: ``ServerFileError``.
  package init(path: String) throws {
    file = try WatchedFile(path: path) { data in
      // Without the mark of the encoding that some editors begin a file with: it is of no account's name.
      guard let text = String(data: data, encoding: .utf8) else { throw ServerFileError(text: "\(path) is no text") }
      return try Self.accounts(text, path)
    }
  }

  package func account(of token: String, now: Date) -> String? { file.contents[token] }

  package func refresh() throws -> Bool { try file.refresh() }

  private static func accounts(_ text: String, _ path: String) throws -> [String: String] {
    var accounts: [String: String] = [:]
    // By what Swift calls a newline: "\r\n" is one character, and no "\n".
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      let words = line.split(separator: " ")
      // The line's number, not what it has.
      guard words.count == 2 else {
        throw ServerFileError(text: "line \(index + 1) of \(path) is no account and a token")
      }
      guard accounts.updateValue(String(words[0]), forKey: String(words[1])) == nil else {
        throw ServerFileError(text: "line \(index + 1) of \(path) has a token that is there already")
      }
    }
    return accounts
  }
}
