// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftParser
import SwiftSyntax

/// An article or a README, with its Swift blocks.
struct Document {
  /// The name of the file without its ending.
  let name: String
  /// The name of the file, as diagnostics show it.
  let file: String
  let blocks: [Block]

  struct Block {
    enum Kind {
      /// Compiled with the other blocks of the document.
      case example
      /// Has an error on purpose: a comment `// error: …` at the line that the compiler complains about.
      case mistake
      /// Declares a macro, which would replace that of every other block.
      case macro
      /// A `Package.swift`.
      case manifest
    }

    let kind: Kind
    /// The line of the file after the one that opens the block, from 1.
    let line: Int
    let text: String
  }

  init(_ url: URL) throws {
    name = url.deletingPathExtension().lastPathComponent
    file = url.lastPathComponent
    blocks = Self.blocks(of: try String(contentsOf: url, encoding: .utf8))
  }

  /// The blocks that are fenced as `swift`.
  static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var open: (line: Int, lines: [String])?
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let block = open {
        if line == "```" {
          let text = block.lines.joined(separator: "\n") + "\n"
          blocks.append(Block(kind: kind(of: text), line: block.line, text: text))
          open = nil
        } else {
          open?.lines.append(String(line))
        }
      } else if line == "```swift" {
        open = (number + 2, [])
      }
    }
    return blocks
  }

  private static func kind(of text: String) -> Block.Kind {
    if text.hasPrefix("// swift-tools-version") { return .manifest }
    if text.contains("// error: ") { return .mistake }
    let items = Parser.parse(source: text).statements
    return items.contains { $0.item.is(MacroDeclSyntax.self) } ? .macro : .example
  }

  func blocks(_ kind: Block.Kind) -> [Block] { blocks.filter { $0.kind == kind } }
}

extension Document {
  /// The README and the articles of all documentation catalogues.
  static func all() throws -> [Document] {
    let manager = FileManager.default
    var urls = [root.appendingPathComponent("README.md")]
    let sources = root.appendingPathComponent("Sources")
    let paths = manager.enumerator(atPath: sources.path)?.allObjects as? [String] ?? []
    let articles = paths.filter { $0.hasSuffix(".md") && $0.contains(".docc/") }
    urls += articles.sorted().map { sources.appendingPathComponent($0) }
    return try urls.map(Document.init)
  }

  /// What the blocks of this document use without declaring it, if there is any: `Contexts/NAME.swift`.
  func context() throws -> Block? {
    let url = Self.folder.appendingPathComponent("Contexts/\(name).swift")
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    return Block(kind: .example, line: 1, text: try String(contentsOf: url, encoding: .utf8))
  }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  static let root = (1...4).reduce(folder) { url, _ in url.deletingLastPathComponent() }
}
