// SPDX-License-Identifier: Apache-2.0

/// What the sources of `SwiftDataUI` say about themselves: which views there are, which modifiers do something, and which
/// are accepted without an effect.
struct SupportedViews {
  /// Types of views, scenes, styles and the like by folder, with the first sentence of their documentation.
  private(set) var views: [String: [String: String]] = [:]
  /// Property wrappers.
  private(set) var wrappers: [String: String] = [:]
  /// By folder.
  private(set) var modifiers: [String: Set<String>] = [:]
  /// Modifiers of which some form returns what it was called on, by folder.
  private(set) var withoutEffect: [String: Set<String>] = [:]
  /// Modifiers of which some form says in the log what it does not do, by folder.
  private(set) var inPart: [String: Set<String>] = [:]
  /// Of those without an effect, those whose documentation does not say so.
  private(set) var silent: Set<String> = []
  /// Types that show their name and nothing else.
  private(set) var placeholders: Set<String> = []

  mutating func add(_ text: String, folder: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var documentation: [String] = []
    var isWrapper = false
    var scope = ""
    var index = 0
    while index < lines.count {
      let line = lines[index]
      let trimmed = line.trimmed
      defer { index += 1 }
      if trimmed.hasPrefix("///") {
        documentation.append(String(trimmed.dropFirst(3)).trimmed)
        continue
      }
      if trimmed.hasPrefix("@") && !trimmed.contains("func ") && !trimmed.contains("struct ") {
        if trimmed.hasPrefix("@propertyWrapper") { isWrapper = true }
        continue
      }
      if !line.isEmpty, !line.hasPrefix(" "), !line.hasPrefix("}") { scope = Self.name(after: "extension ", in: line) }
      if line.hasPrefix("public struct ") {
        let name = Self.name(after: "struct ", in: line)
        scope = name
        if !name.hasPrefix("_") { addType(name, line, documentation, isWrapper, folder) }
      } else if trimmed.hasPrefix("public func ") || trimmed.hasPrefix("@_disfavoredOverload public func ") {
        addFunction(lines, &index, scope, folder, documentation)
      }
      if trimmed.contains("UnsupportedView(name: \""), views[folder]?[scope] != nil { placeholders.insert(scope) }
      if !trimmed.isEmpty { documentation = [] }
      isWrapper = false
    }
  }

  private mutating func addType(
    _ name: String, _ line: String, _ documentation: [String], _ isWrapper: Bool, _ folder: String
  ) {
    let sentence = Self.sentence(documentation)
    if isWrapper {
      wrappers[name] = sentence
    } else if [": View", ", View", ": Scene", "Scene, ", ": Shape", ", Shape", "ToolbarContent", "{"].contains(
      where: line.contains), sentence != ""
    {
      views[folder, default: [:]][name] = sentence
    }
  }

  private static let receivers: Set = ["View", "Scene", "DynamicViewContent", "Shape", "Text", "Image", "Gesture"]

  private mutating func addFunction(
    _ lines: [String], _ index: inout Int, _ scope: String, _ folder: String, _ documentation: [String]
  ) {
    guard Self.receivers.contains(scope) else { return }
    let name = Self.name(after: "func ", in: lines[index])
    guard !name.hasPrefix("_") else { return }
    // The declaration ends with the brace that opens the body.
    var text = lines[index].trimmed
    while !text.contains("{ self }"), !text.hasSuffix("{"), !text.hasSuffix("}"), index + 1 < lines.count {
      index += 1
      text += " " + lines[index].trimmed
    }
    // The log says it of the latter.
    var isEmpty = text.hasSuffix("{ self }") || text.contains("{ withoutEffect(")
    var isInPart = text.contains("{ inPart(")
    if text.hasSuffix("{"), index + 2 < lines.count {
      let body = lines[index + 1].trimmed
      isInPart = body.hasPrefix("inPart(")
      isEmpty = (body == "self" || body.hasPrefix("withoutEffect(")) && lines[index + 2].trimmed == "}"
    }
    if isEmpty {
      withoutEffect[folder, default: []].insert(name)
      if !documentation.contains(where: { $0.hasSuffix("Has no effect in the browser.") }) { silent.insert(name) }
    } else if isInPart {
      inPart[folder, default: []].insert(name)
    } else {
      modifiers[folder, default: []].insert(name)
    }
  }

  private static func name(after keyword: String, in line: String) -> String {
    guard let range = line.firstRange(of: keyword) else { return "" }
    return String(line[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }

  /// The first sentence, without the pointer to Apple's documentation.
  private static func sentence(_ documentation: [String]) -> String {
    var text = documentation.prefix { !$0.isEmpty && !$0.hasPrefix("```") }.joined(separator: " ")
    if let end = text.firstRange(of: " See Apple") { text = String(text[..<end.lowerBound]) }
    if text.hasPrefix("See Apple") { return "as documented by Apple" }
    return text.replacing("``", with: "`").trimmed
  }

  // MARK: As tables

  var markdown: String {
    var text = "### Views, scenes and shapes\n\n| type | here |\n|---|---|\n"
    for (_, types) in views.sorted(by: { $0.key < $1.key }) {
      for (name, sentence) in types.sorted(by: { $0.key < $1.key }) {
        let note = placeholders.contains(name) ? " **A placeholder names it.**" : ""
        text += "| `\(name)` | \(sentence)\(note) |\n"
      }
    }
    text += "\n### Property wrappers\n\n| wrapper | here |\n|---|---|\n"
    for (name, sentence) in wrappers.sorted(by: { $0.key < $1.key }) { text += "| `@\(name)` | \(sentence) |\n" }
    text += "\n### Modifiers\n\n| group | modifiers |\n|---|---|\n"
    for (folder, names) in modifiers.sorted(by: { $0.key < $1.key }) { text += "| \(folder) | \(list(names)) |\n" }
    text += "\n### In part\n\n"
    text += "Some form of these does less than Apple's documentation says; the log says what.\n\n"
    text += "| group | modifiers |\n|---|---|\n"
    for (folder, names) in inPart.sorted(by: { $0.key < $1.key }) { text += "| \(folder) | \(list(names)) |\n" }
    text += "\n### Accepted, without an effect\n\n"
    text += "Some form of these returns the view as it is. They compile, and change nothing in the browser.\n\n"
    text += "| group | modifiers |\n|---|---|\n"
    for (folder, names) in withoutEffect.sorted(by: { $0.key < $1.key }) {
      text += "| \(folder) | \(list(names)) |\n"
    }
    return text
  }

  private func list(_ names: Set<String>) -> String { names.sorted().map { "`\($0)`" }.joined(separator: ", ") }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
