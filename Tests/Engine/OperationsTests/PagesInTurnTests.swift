// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Pages that model actors wait for without a thread.
@Suite struct PagesInTurnTests {
  @ModelActor actor Librarian {
    /// The words of all pages, and the end of the first.
    func words(_ size: Int) async throws -> (words: [String], end: FetchCursor?) {
      let descriptor = FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.word, order: .reverse)])
      var page = try await fetchPageInTurn(descriptor, size: size)
      let end = page.next
      var words = page.models.map(\.word)
      while let next = page.next {
        page = try await fetchPageInTurn(descriptor, size: size, after: next)
        words += page.models.map(\.word)
      }
      return (words, end)
    }

    func page(_ size: Int, after cursor: FetchCursor?) async throws -> [String] {
      try await fetchPageInTurn(
        FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.word, order: .reverse)]), size: size, after: cursor
      ).models.map(\.word)
    }
  }

  private func filled() throws -> ModelContainer {
    let container = try memoryContainer()
    let context = ModelContext(container)
    for number in 10..<40 { context.insert(Tag("\(number)")) }
    try context.save()
    return container
  }

  private static var all: [String] { (10..<40).reversed().map { "\($0)" } }

  @Test func pagesFollowEachOther() async throws {
    let container = try filled()
    let reader = Librarian(modelContainer: container)
    let (words, end) = try await reader.words(7)
    #expect(words == Self.all)
    // What is inserted before the row that a page follows is not part of the next page.
    let writer = ModelContext(container)
    writer.insert(Tag("99"))
    writer.insert(Tag("32a"))
    try writer.save()
    #expect(try await reader.page(3, after: #require(end)) == ["32a", "32", "31"])
  }

  @Test func pagesWaitWithoutAThread() async throws {
    let container = try filled()
    let limit = container._fetchTurns.limit
    for _ in 0..<limit { try await container.takeFetchTurn() }
    let pages = (0..<100).map { _ in Task { try await Librarian(modelContainer: container).words(10).words } }
    while container._fetchTurns.waiting < pages.count { await Task.yield() }
    // One that is cancelled leaves the queue.
    let cancelled = Task { try await Librarian(modelContainer: container).page(1, after: nil) }
    while container._fetchTurns.waiting < pages.count + 1 { await Task.yield() }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(container._fetchTurns.waiting == pages.count)
    for _ in 0..<limit { container.endFetchTurn() }
    for page in pages { #expect(try await page.value == Self.all) }
    #expect(container._fetchTurns.waiting == 0)
  }

  @Test func impossiblePagesGiveTheirTurnBack() async throws {
    let container = try filled()
    let reader = Librarian(modelContainer: container)
    await #expect(throws: SwiftDataError.valueOutOfRange) { _ = try await reader.page(0, after: nil) }
    #expect(try await reader.words(40).words == Self.all)
  }
}
