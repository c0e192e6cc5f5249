// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

/// Every Swift block of the README and of the articles compiles, without warnings.
///
/// What an article's blocks use without declaring it is in `Contexts`, in a file with the article's name.
final class DocumentTests: XCTestCase {
  func testExamplesCompile() throws {
    let documents = try Document.all()
    XCTAssertGreaterThan(documents.flatMap { $0.blocks(.example) }.count, 75)
    XCTAssertEqual(try diagnostics(of: examples(documents)), [])
  }

  /// A block that shows a mistake has a comment at the line that the compiler refuses, with a part of its message.
  func testMistakesAreRefused() throws {
    let documents = try Document.all()
    var sources = try examples(documents)
    var wanted: [(place: String, message: String)] = []
    for document in documents {
      for (number, block) in document.blocks(.mistake).enumerated() {
        var source = DocumentSource(document.name, isExtension: true, function: "mistake\(number)")
        if let context = try document.context() {
          source.add(context, of: "Contexts/\(document.name).swift", hasDeclarations: false)
        }
        source.add(block, of: document.file)
        sources["\(document.name)Mistake\(number).swift"] = source.text
        for (offset, line) in block.text.split(separator: "\n", omittingEmptySubsequences: false)
          .enumerated()
        {
          guard let comment = line.range(of: "// error: ") else { continue }
          wanted.append(
            ("\(document.file):\(block.line + offset):", String(line[comment.upperBound...])))
        }
      }
    }
    guard !wanted.isEmpty else { return }
    var found = try diagnostics(of: sources)
    for (place, message) in wanted {
      let matches = found.filter { $0.hasPrefix(place) && $0.contains(message) }
      XCTAssertFalse(matches.isEmpty, "\(place) the compiler does not say: \(message)")
      found.removeAll { matches.contains($0) }
    }
    // What macros say of their expansions, as other errors kept the compiler from looking closer, does not matter.
    XCTAssertEqual(found.filter { $0.contains(".md:") }, [])
  }

  /// A macro that a block declares takes the place of the library's in its module.
  func testDeclaredMacrosCompile() throws {
    for document in try Document.all() {
      for block in document.blocks(.macro) {
        let found = try diagnostics(of: ["main.swift": block.text])
        XCTAssertEqual(found, [], "\(document.file):\(block.line)")
      }
    }
  }

  func testManifestsCompile() throws {
    var sources: [(String, String)] = []
    for document in try Document.all() {
      for block in document.blocks(.manifest) {
        sources.append(("\(document.file):\(block.line)", block.text))
      }
    }
    XCTAssertFalse(sources.isEmpty)
    let compiler = try Compiler(anyVersion: true)
    for (place, source) in sources {
      XCTAssertEqual(try compiler.diagnostics(ofManifest: source), [], place)
    }
  }

  /// DocC checks the links of articles; nothing else checks those of other pages.
  func testLinksLeadToFiles() throws {
    let manager = FileManager.default
    var pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
    let folder = Document.root.appendingPathComponent("Documentation")
    pages += try manager.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
      .map { "Documentation/\($0)" }
    for page in pages {
      let url = Document.root.appendingPathComponent(page)
      let text = try String(contentsOf: url, encoding: .utf8)
      for match in text.matches(of: #/\]\((?<path>[^)#:]+)(#[^)]*)?\)/#) {
        let target = url.deletingLastPathComponent().appendingPathComponent(String(match.path))
        XCTAssertTrue(manager.fileExists(atPath: target.path), "\(page): there is no \(match.path)")
      }
    }
  }

  private func examples(_ documents: [Document]) throws -> [String: String] {
    var sources = ["Given.swift": "func given<T>(_ type: T.Type = T.self) -> T { fatalError() }\n"]
    for document in documents where Self.compiles(document) {
      var source = DocumentSource(document.name)
      if let context = try document.context() {
        source.add(context, of: "Contexts/\(document.name).swift")
      }
      for block in document.blocks(.example) { source.add(block, of: document.file) }
      sources["\(document.name)Examples.swift"] = source.text
    }
    return sources
  }

  /// The module for databases is empty without its trait.
  private static func compiles(_ document: Document) -> Bool {
    #if Postgres
      true
    #else
      !document.blocks(.example).contains { $0.text.contains("import SwiftDataPostgres") }
    #endif
  }

  /// What the compiler says, but for names that an example declares without using them.
  private func diagnostics(of sources: [String: String]) throws -> [String] {
    let harmless = ["never used", "never mutated", "never read", "is unused"]
    return try Compiler(anyVersion: true).diagnostics(of: sources).filter { line in
      !harmless.contains { line.contains(": warning: ") && line.contains($0) }
    }
  }
}
