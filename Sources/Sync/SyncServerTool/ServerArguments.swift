// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The words of a command, one after the other.
struct Arguments {
  private var words: ArraySlice<String>

  init(_ words: [String]) { self.words = words[...] }

  mutating func next(_ what: String) throws -> String {
    guard let word = words.popFirst() else { throw UsageError(text: "\(what) is missing") }
    return word
  }

  mutating func file() throws -> URL { URL(fileURLWithPath: try next("the path of the server's file")) }

  mutating func existingFile() throws -> URL {
    let file = try file()
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw UsageError(text: "there is no file \(file.path)")
    }
    return file
  }

  mutating func options(_ names: Set<String>) throws -> [String: String] {
    var found: [String: String] = [:]
    while let name = words.popFirst() {
      guard names.contains(name) else { throw UsageError(text: "there is no option '\(name)'") }
      found[name] = try next("the value of \(name)")
    }
    return found
  }

  mutating func finish() throws {
    if let word = words.first { throw UsageError(text: "'\(word)' is too much") }
  }
}
