// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What other packages can name of the modules that products have, and of those that `import SwiftData` brings.
@Suite struct PublicAPITests {
  private static let folder = "Documentation/PublicAPI"
  /// Modules that `SwiftData` exports again, and itself.
  private static let exported = ["SwiftData", "SwiftDataCore", "FoundationCompatibility"]

  /// The sources are read once for all tests.
  private static let all = Result {
    let manifest = PackageManifest(try Repository.text("Package.swift"))
    var declarations: [String: PublicDeclarations] = [:]
    for module in try modules(manifest) {
      var found = PublicDeclarations()
      for path in try Repository.sources(of: module) {
        found.add(try Repository.text(path))
      }
      // Some only export others again.
      if !found.lines.isEmpty { declarations[module] = found }
    }
    return declarations
  }

  /// The targets of libraries, and what they export again: whoever imports them sees that, too.
  private static func modules(_ manifest: PackageManifest) throws -> Set<String> {
    var found = manifest.libraries.union(exported)
    var open = Array(found)
    while let module = open.popLast() {
      for path in try Repository.sources(of: module) {
        for line in try Repository.text(path).split(separator: "\n") {
          let words = line.split(separator: " ")
          guard words.count == 3, words[0] == "@_exported", words[1] == "import" else { continue }
          let name = String(words[2])
          if manifest.targets.contains(where: { $0.name == name }), found.insert(name).inserted { open.append(name) }
        }
      }
    }
    return found
  }

  private let declarations: [String: PublicDeclarations]

  init() throws { declarations = try Self.all.get() }

  /// `Scripts/public-api` writes the files anew; what has changed is then seen in the diff.
  @Test func thePublicAPIIsTheOneOfTheBaseline() throws {
    #expect(declarations.count > 20)
    let root = Repository.root.appendingPathComponent(Self.folder)
    if ProcessInfo.processInfo.environment["RENEW_PUBLIC_API"] != nil {
      try? FileManager.default.removeItem(at: root)
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      for (module, found) in declarations {
        let text = found.lines.joined(separator: "\n") + "\n"
        try Data(text.utf8).write(to: root.appendingPathComponent("\(module).txt"))
      }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: root.path)
    #expect(files.sorted() == declarations.keys.map { "\($0).txt" }.sorted())
    for (module, found) in declarations where files.contains("\(module).txt") {
      let path = "\(Self.folder)/\(module).txt"
      let known = try Repository.text(path).split(separator: "\n").map(String.init)
      for change in found.lines.difference(from: known) {
        switch change {
        case .insert(_, let line, _):
          Issue.record("Not in \(path): \(line)\nIf it is meant to be, run Scripts/public-api.")
        case .remove(_, let line, _):
          Issue.record("Only in \(path): \(line)\nIf it is meant to go, run Scripts/public-api.")
        }
      }
    }
  }

  /// Names with an underscore that are public for another reason than the macros' output.
  private static let exceptions: [String: String] = [
    "_generateCurrentClassBackingData": "Apple's name",
    "_superClassBackingData": "Apple's name",
    "_applyToBackingData": "Apple's name",
    "_isFault": "asked by `_initialize`, which is inlined",
    "_ColumnValue": "tells the overloads apart that the output calls",
    "_ColumnType": "a requirement of `_ColumnValue` has it",
    "_columnType": "a requirement of `_ColumnValue`",
    "_absentValue": "a requirement of `_ColumnValue`, inlined",
    "_bind": "a requirement of `_ColumnValue`, inlined",
    "_isMisread": "a requirement of `_ColumnValue`, inlined",
    "_CodableOrModel": "the constraint that an error at a property names",
    "_ModelOrModels": "the same, for relationships and inverses",
    "_PersistedType": "the constraint of `_persisted`",
    "_ShapedType": "the constraint of `_shaped`",
    "_ModelSuperclass": "the constraint of `_superclass`",
    "_CommonClass": "what `_common` returns",
    "_Persistable": "what the builder returns",
    "_Unpersistable": "what the builder returns",
    "_Unrelated": "what the builder returns",
    "_$state": "inlined into what the output calls",
    "_readAttribute": "in the output, composed of `_read` and the kind of property",
    "_readTransformable": "in the output, composed of `_read` and the kind of property",
    "_writeAttribute": "in the output, composed of `_write` and the kind of property",
    "_writeTransformable": "in the output, composed of `_write` and the kind of property",
  ]

  @Test func underscoredNamesAreThoseOfTheMacrosOutput() throws {
    var output = ""
    for path in try Repository.sources(of: "SwiftDataMacroExpansion") {
      output += try Repository.text(path)
    }
    let words = Set(
      output.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }.map(String.init))
    var needless: Set<String> = []
    for declaration in Self.exported.compactMap({ declarations[$0] }).flatMap(\.found)
    where declaration.name.hasPrefix("_") {
      if !words.contains(declaration.name), Self.exceptions[declaration.name] == nil {
        needless.insert(declaration.line)
      }
    }
    #expect(needless.sorted() == [], "make these 'package'")
  }

  @Test func everyExceptionIsOne() {
    let names = Set(Self.exported.compactMap { declarations[$0] }.flatMap(\.found).map(\.name))
    #expect(Self.exceptions.keys.filter { !names.contains($0) }.sorted() == [])
  }
}
