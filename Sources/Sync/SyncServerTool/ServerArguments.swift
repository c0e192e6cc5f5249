// SPDX-License-Identifier: Apache-2.0

/// The words of a command, one after the other.
struct Arguments {
  private var words: ArraySlice<String>

  init(_ words: [String]) { self.words = words[...] }

  mutating func next(_ what: String) throws -> String {
    guard let word = words.popFirst() else { throw UsageError(text: "\(what) is missing") }
    return word
  }

  /// A file's path, or `--database` with an address and what else is said of a database.
  mutating func place() throws -> ServerPlace {
    let word = try next("the path of the server's file, or --database and an address,")
    guard word == "--database" else { return try .named(word) }
    var address = ServerPlace.Address(text: try next("the address of the database"))
    while let name = words.first, ServerPlace.options.contains(name) {
      words.removeFirst()
      address.options[name] = try next("the value of \(name)")
    }
    return .database(address)
  }

  /// Whether the next word is an option, or there is none.
  var beginsWithOption: Bool { words.first?.hasPrefix("--") ?? false }

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
