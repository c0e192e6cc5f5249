// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// A rare word among many documents: through the index, and by a predicate
/// that reads every text. Neither the floor nor GRDB takes part, so it has a
/// section of its own, without ratios.
struct SearchMeasurement {
  let documents: Int
  let found: Int
  /// In seconds: filling the store with the index, then medians.
  let insert: Double
  let search: Double
  let scan: Double
  /// What is wrong, in words.
  let failure: String?

  /// In one of so many documents, and part of no other word.
  private static let rarity = 5000
  private static let word = "xylophone"
  private static let searches = 50

  init(count: Int, runs: Int, clock: Clock) throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("bench-search-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let container = try ModelContainer(
      for: Document.self,
      configurations: ModelConfiguration(
        url: directory.appendingPathComponent("search.store"), isHistoryEnabled: false))
    documents = count
    insert = try clock.time { try Self.fill(container, count) }

    var (searchSeconds, scanSeconds): ([Double], [Double]) = ([], [])
    var (searched, scanned): (Set<Int>, Set<Int>) = ([], [])
    for _ in 0..<Self.searches {
      let context = ModelContext(container)
      let seconds = try clock.time {
        let results = try context.search(.allWords(Self.word), in: FetchDescriptor<Document>())
        searched = Set(results.map(\.model.number))
      }
      searchSeconds.append(seconds)
    }
    for _ in 0..<max(3, runs) {
      let context = ModelContext(container)
      let word = Self.word
      let seconds = try clock.time {
        let models = try context.fetch(
          FetchDescriptor<Document>(
            predicate: #Predicate {
              $0.title.localizedStandardContains(word) || $0.text.localizedStandardContains(word)
            }))
        scanned = Set(models.map(\.number))
      }
      scanSeconds.append(seconds)
    }
    search = median(searchSeconds) ?? 0
    scan = median(scanSeconds) ?? 0
    found = searched.count
    let isRight = searched == scanned && searched.count == (count + Self.rarity - 1) / Self.rarity
    failure =
      isRight ? nil : "search finds \(searched.count) documents, the scan \(scanned.count)"
  }

  private static func fill(_ container: ModelContainer, _ count: Int) throws {
    var random = SeededGenerator(seed: 20_261_121)
    let context = ModelContext(container)
    for number in 0..<count {
      var text = (0..<10).map { _ in Words.title(&random) }.joined(separator: " ")
      if number % rarity == 0 { text += " \(word) " + Words.title(&random) }
      context.insert(Document(number: number, title: Words.title(&random), text: text))
    }
    try context.save()
  }

  var text: String {
    func milliseconds(_ seconds: Double) -> String {
      let text = String(format: "%.2f ms", seconds * 1000)
      return String(repeating: " ", count: max(0, 14 - text.count)) + text
    }
    return """

      search: a word that \(found) of \(documents) documents have
        insert of the documents, with the index \(milliseconds(insert))
        search through .spotlight               \(milliseconds(search))
        predicate, localizedStandardContains    \(milliseconds(scan))
      """
  }
}
