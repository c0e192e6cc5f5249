// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftParser
import SwiftSyntax

/// Swift sources that a command reads.
struct SourceFiles {
  /// Those with the paths, and those in folders with the paths, at any depth.
  let urls: [URL]

  init(_ paths: [String]) throws {
    var files: [URL] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw StoreError(
          .fileNotFound, "There is no such file or folder.", file: path,
          advice: "Name Swift sources, or the folder of a target.")
      }
      guard isFolder.boolValue else {
        files.append(URL(fileURLWithPath: path))
        continue
      }
      let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      files += names.filter { $0.hasSuffix(".swift") && !$0.split(separator: "/").contains(".build") }.sorted()
        .map { URL(fileURLWithPath: path).appendingPathComponent($0) }
    }
    urls = files
  }

  /// - Throws: `StoreError` for a file that cannot be read, or is not Swift.
  static func parse(_ url: URL) throws -> SourceFileSyntax {
    guard let data = try? Data(contentsOf: url) else {
      throw StoreError(.unreadable, "The file cannot be read.", file: url.path, advice: "Check its permissions.")
    }
    let tree = Parser.parse(source: String(decoding: data, as: UTF8.self))
    if let problem = ParseProblem.first(in: tree) {
      throw StoreError(.invalidInput, problem, file: url.path, advice: "Correct it: 'swift build' says more.")
    }
    return tree
  }
}

/// What the parser could not understand: a schema that is read past it would be a guess.
private enum ParseProblem {
  static func first(in tree: SourceFileSyntax) -> String? {
    guard tree.hasError else { return nil }
    let converter = SourceLocationConverter(fileName: "", tree: tree)
    for token in tree.tokens(viewMode: .all) where token.presence == .missing {
      let line = token.startLocation(converter: converter).line
      return "Line \(line): the source is not complete Swift."
    }
    return "The source is not correct Swift."
  }
}
