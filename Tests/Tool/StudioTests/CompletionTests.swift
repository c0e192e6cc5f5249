// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataStudio
import Testing

/// What can follow in a condition.
@Suite struct CompletionTests {
  private func schema() async throws -> [String: [GridColumn]] {
    let folder = try StoreFolder.library()
    let schema = try await StudioStore(folder.store).schema()
    return withExtendedLifetime(folder) { schema }
  }

  private func titles(_ condition: String, _ schema: [String: [GridColumn]], _ values: [String] = []) -> [String] {
    ConditionCompletion(condition, entity: "Book", schema).items(values).map(\.title)
  }

  @Test func propertiesOperatorsAndValuesFollowEachOther() async throws {
    let schema = try await schema()
    #expect(titles("ti", schema) == ["title"])
    #expect(titles("title == \"x\" and is", schema) == ["isLent"])
    #expect(titles("lib", schema) == ["library", "library."])
    #expect(titles("library.", schema).contains("library.books"))
    #expect(titles("library.books.c", schema) == ["library.books.count", "library.books.cover"])
    #expect(titles("library.name ", schema).prefix(3) == ["==", "!=", "contains[cd]"])
    #expect(titles("number ", schema) == ["==", "!=", "<", "<=", ">", ">="])
    #expect(titles("number <", schema) == ["<="])
    #expect(titles("isLent ", schema) == ["==", "!=", "and", "or"])
    #expect(titles("isLent == ", schema) == ["true", "false"])
    #expect(titles("library == ", schema) == ["nil"])
    #expect(titles("title contains[cd] ", schema, ["Book 1", "A \"b\""]) == ["\"Book 1\"", "\"A \\\"b\\\"\""])
    #expect(titles("title == \"Bo", schema, ["Book 1", "Other"]) == ["\"Book 1\""])
    #expect(titles("number == 3 ", schema) == ["and", "or"])
    #expect(titles("(number == 3 or title == \"and\") ", schema) == ["and", "or"])
    #expect(titles("number in [1, ", schema).isEmpty)
    #expect(titles("number in [1, 2] ", schema) == ["and", "or"])
    #expect(titles("nothing.", schema).isEmpty)
    #expect(titles("title == \"unfinished and", schema).isEmpty)
  }

  @Test func whatIsTakenIsPutAtTheEnd() async throws {
    let schema = try await schema()
    func results(_ condition: String) -> [String] {
      ConditionCompletion(condition, entity: "Book", schema).items().map(\.result)
    }
    #expect(results("not (lib") == ["not (library ", "not (library."])
    #expect(results("number>") == ["number >= "])
    #expect(results("number == 3 a") == ["number == 3 and "])
    #expect(results("").first == "title ")
  }

  /// Whatever is offered, one after the other, is a condition that the store understands.
  @Test func whatIsOfferedIsUnderstood() async throws {
    let folder = try StoreFolder.library()
    let store = StudioStore(folder.store)
    let schema = try await store.schema()
    let seed = UInt64.random(in: 0..<1_000_000)
    var generator = Seeded(seed)
    var complete = 0
    for _ in 0..<400 {
      let entity = ["Book", "Author", "Library", "Reader"].randomElement(using: &generator) ?? "Book"
      var condition = ""
      var hasEnded = false
      for _ in 0..<24 {
        let completion = ConditionCompletion(condition, entity: entity, schema)
        guard let item = completion.items(["Ada", "3"]).randomElement(using: &generator) else { break }
        // Where the next condition could begin, this one is complete.
        if item.title == "and" || item.title == "or" {
          hasEnded = true
          break
        }
        condition = item.result
      }
      guard hasEnded else { continue }
      var request = GridRequest(entity: entity)
      request.condition = condition
      do {
        _ = try await store.count(request)
        complete += 1
      } catch let error as StudioError {
        // Words are right; what a value means, the store knows better.
        let isAboutTypes = ["expected", "compare", "Compare", "not a Boolean"].contains { error.what.contains($0) }
        #expect(isAboutTypes, "\(condition): \(error), seed \(seed)")
      }
    }
    #expect(complete > 50, "seed \(seed)")
  }

  private struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }

  @Test func lineEndsComeBack() {
    #expect(LineEnds(of: "a\nb") == .feeds)
    #expect(LineEnds(of: "a") == .feeds)
    #expect(LineEnds(of: "a\r\nb\r\n") == .returnsAndFeeds)
    for text in ["a\rb", "a\r\nb\n", "\n\r", "\r"] { #expect(LineEnds(of: text) == .mixed, "\(text.debugDescription)") }
    let text = "one\r\n\r\ntwo"
    // As a field of a browser gives it back.
    #expect(LineEnds(of: text).restored(text.replacing("\r\n", with: "\n")) == text)
    #expect(LineEnds.hasLines("a\r\nb") && LineEnds.hasLines("a\nb") && !LineEnds.hasLines("ab"))
  }

  @Test func datesAreThoseOfTheField() {
    #expect(DateInput.field("2024-07-08T12:00:00Z") == "2024-07-08T12:00")
    #expect(DateInput.field("2024-07-08T12:00:05Z") == "2024-07-08T12:00:05")
    #expect(DateInput.field("2024-07-08T12:00Z") == "2024-07-08T12:00")
    for text in ["2024-07-08T12:00:00.5Z", "123456789", "", "12024-07-08T12:00:00Z", "soon"] {
      #expect(DateInput.field(text) == nil, "\(text)")
    }
  }
}
