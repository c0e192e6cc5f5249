// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The client is to run over Apple's own SwiftData: what it uses is listed here, and what Apple lacks stands in one file.
@Suite struct SymbolTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let types = [
    "BackingData", "DefaultHistoryToken", "DefaultHistoryTransaction", "DefaultHistoryUpdate", "FetchDescriptor",
    "HistoryChange",
    "HistoryDescriptor", "HistoryUpdate", "ModelConfiguration", "ModelContainer", "ModelContext",
    "PersistentIdentifier", "PersistentModel", "Schema", "SchemaProperty", "SwiftDataError",
  ]

  /// Members that Apple's types lack.
  private static let additions = [
    "latestHistoryToken", "restoredTransaction", "mergePolicy", "updatedPropertyNames", "stringRepresentation",
    "insertRows", "fetchPage", "fetchValues", "announceChanges", "onConflict", "validate", "beforeSave",
    "withStrictLoading", "snapshot",
  ]

  private func words(_ text: String) -> Set<String> {
    let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    return Set(code.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
  }

  @Test func theSymbolsThatAreUsed() throws {
    let api = try String(
      contentsOf: Self.root.appendingPathComponent("Documentation/PublicAPI/SwiftDataCore.txt"), encoding: .utf8)
    var known: Set<String> = []
    for line in api.split(separator: "\n") {
      var parts = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
      if parts.first == "final" { parts.removeFirst() }
      guard parts.count > 1, ["class", "struct", "enum", "protocol", "actor"].contains(parts[0]),
        !line.prefix(while: { $0 != " " }).hasSuffix(":")
      else { continue }
      known.insert(parts[1])
    }
    #expect(known.count > 80)
    let folder = Self.root.appendingPathComponent("Sources/Sync/SwiftDataSync")
    var used: Set<String> = []
    var files = 0
    for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) ?? .init()
    where file.pathExtension == "swift" {
      files += 1
      let words = words(try String(contentsOf: file, encoding: .utf8))
      used.formUnion(words.intersection(known))
      if file.lastPathComponent != "AppleGaps.swift" {
        #expect(words.intersection(Self.additions).isEmpty, "\(file.lastPathComponent)")
      }
    }
    #expect(files > 10)
    #expect(used.sorted() == Self.types)
  }
}
