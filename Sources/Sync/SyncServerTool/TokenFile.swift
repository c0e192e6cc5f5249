// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Accounts by their tokens, from a file.
struct TokenFile {
  private(set) var accounts: [String: String] = [:]

  init(path: String) throws {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw UsageError(text: "\(path) cannot be read, or is no text")
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      let words = line.split(separator: " ")
      // The line's number, not what it has.
      guard words.count == 2 else { throw UsageError(text: "line \(index + 1) of \(path) is no account and a token") }
      guard accounts.updateValue(String(words[0]), forKey: String(words[1])) == nil else {
        throw UsageError(text: "line \(index + 1) of \(path) has a token that is there already")
      }
    }
    if accounts.isEmpty { throw UsageError(text: "\(path) has no tokens") }
  }
}
