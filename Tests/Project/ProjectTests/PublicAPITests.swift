// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What other packages can name of the modules that `import SwiftData` brings.
@Suite struct PublicAPITests {
  private static let baseline = "Documentation/PublicAPI.txt"
  private static let modules = ["SwiftData", "SwiftDataCore", "FoundationCompatibility", "OSLogCompatibility"]

  /// The sources are read once for all tests.
  private static let all = Result {
    var declarations: [String: PublicDeclarations] = [:]
    for module in modules {
      var found = PublicDeclarations()
      for path in try Repository.sources(of: module) {
        found.add(try Repository.text(path))
      }
      declarations[module] = found
    }
    return declarations
  }

  private let declarations: [String: PublicDeclarations]

  init() throws { declarations = try Self.all.get() }

  private var text: String {
    Self.modules.map { module in
      "# \(module)\n\n" + (declarations[module]?.lines ?? []).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  /// `Scripts/public-api` writes the file anew; what has changed is then seen in the diff.
  @Test func thePublicAPIIsTheOneOfTheBaseline() throws {
    let url = Repository.root.appendingPathComponent(Self.baseline)
    if ProcessInfo.processInfo.environment["RENEW_PUBLIC_API"] != nil {
      try Data(text.utf8).write(to: url)
    }
    let known = try Repository.text(Self.baseline).split(separator: "\n")
    let now = text.split(separator: "\n")
    for change in now.difference(from: known) {
      switch change {
      case .insert(_, let line, _):
        Issue.record("Not in \(Self.baseline): \(line)\nIf it is meant to be, run Scripts/public-api.")
      case .remove(_, let line, _):
        Issue.record("Only in \(Self.baseline): \(line)\nIf it is meant to go, run Scripts/public-api.")
      }
    }
    #expect(now.count > 1000)
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
    for declaration in declarations.values.flatMap(\.found) where declaration.name.hasPrefix("_") {
      if !words.contains(declaration.name), Self.exceptions[declaration.name] == nil {
        needless.insert(declaration.line)
      }
    }
    #expect(needless.sorted() == [], "make these 'package'")
  }

  @Test func everyExceptionIsOne() {
    let names = Set(declarations.values.flatMap(\.found).map(\.name))
    #expect(Self.exceptions.keys.filter { !names.contains($0) }.sorted() == [])
  }
}
