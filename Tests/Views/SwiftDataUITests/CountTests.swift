// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

private struct Row: View {
  let item: Item
  var body: some View { HStack { Text(item.name) } }
}

/// All rows, however many.
private struct Everything: View {
  @Query(sort: \Item.name) private var items: [Item]
  var body: some View { VStack { ForEach(items) { Row(item: $0) } } }
}

private struct Long: View {
  @Query(sort: \Item.name) private var items: [Item]
  var body: some View { List(items) { Row(item: $0) } }
}

@Observable private final class Counter { var value = 0 }

@MainActor private final class Canary {
  static var alive = 0
  init() { Self.alive += 1 }
  isolated deinit { Self.alive -= 1 }
}

private struct Canaries: View {
  var body: some View {
    List(0..<20_000) { row in
      let canary = Canary()
      Text("row \(row)").onTapGesture { _ = canary }
    }
  }
}

private struct Counting: View {
  let counter: Counter
  @State private var own = 0
  var body: some View {
    Text("\(counter.value)")
    Button("own \(own)") { own += 1 }
  }
}

private struct Others: View {
  @Query private var others: [Other]
  var body: some View { Text("others \(others.count)") }
}

private struct Both: View {
  var body: some View {
    Long()
    Others()
  }
}

/// What is evaluated, asked and sent, counted.
@MainActor @Suite struct CountTests {
  let container = try! ModelContainer(
    for: Item.self, Other.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))

  private func fill(_ count: Int) throws {
    let context = ModelContext(container)
    context.autosaveEnabled = false
    for index in 0..<count { context.insert(Item(name: String(format: "%06d", index))) }
    try context.save()
  }

  /// Lets the main actor take its turns until another context's save has arrived.
  private func wait(_ page: ViewPage, until isThere: () -> Bool) async {
    for _ in 0..<10_000 {
      guard !isThere() else { break }
      await Task.yield()
      page.update()
    }
  }

  /// How much a host would send, generously: names of elements have up to eleven letters.
  private func size(_ operations: [SwiftDataUI.Operation]) -> Int {
    operations.reduce(0) { $0 + "\($1)".utf8.count }
  }

  @Test func oneChangeAmongAThousandRows() async throws {
    try fill(1_000)
    let page = ViewPage(Everything().modelContainer(container))
    let dom = ModelDOM(page)
    let context = ModelContext(container)
    let item = try #require(
      try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.name == "000500" })).first)
    page.resetEvaluations()
    dom.clearOperations()
    item.name = "000500 changed"
    try context.save()
    await wait(page) { !dom.operations.isEmpty }
    #expect(dom.text.contains("000500 changed"))
    #expect(page.evaluations == ["Row": 1])
    #expect(dom.operations.count == 1)
    #expect(size(dom.operations) < 1_000)

    dom.clearOperations()
    page.resetEvaluations()
    context.delete(item)
    context.insert(Item(name: "000250 inserted"))
    try context.save()
    await wait(page) { dom.operations.count >= 2 }
    #expect(page.evaluations == ["Everything": 1, "Row": 1])
    #expect(dom.operations.count == 2)
    #expect(size(dom.operations) < 2_000)
    #expect(dom.root == page.root)
  }

  @Test func writingAnotherEntityEvaluatesNothing() async throws {
    try fill(10)
    let page = ViewPage(Both().modelContainer(container))
    let dom = ModelDOM(page)
    page.resetEvaluations()
    let context = ModelContext(container)
    context.insert(Other(name: "x"))
    try context.save()
    await wait(page) { dom.text.contains("others 1") }
    #expect(dom.text.contains("others 1"))
    #expect(page.evaluations == ["Others": 1])
    #expect(page.fetches == ["Other": 1])
  }

  /// What a page does waits for the update of one other page at most, however many have something to update.
  @Test func eventsComeBetweenTheUpdatesOfPages() async throws {
    let counter = Counter(), services = AppServices()
    let pages = (0..<50).map { _ in ViewPage(Counting(counter: counter), services: services) }
    var updated = 0, updatedBefore: [Int] = []
    let button = try #require(ModelDOM(pages[49]).all(.button).first)
    for page in pages {
      page.onUpdate = { _ in
        updated += 1
        // As an event that a connection's task hands over.
        if updated == 1 || updated == 20 {
          Task { @MainActor in
            updatedBefore.append(updated)
            #expect(pages[49].handle(Event(button.id, .click)))
          }
        }
      }
    }
    counter.value += 1
    for _ in 0..<10_000 {
      guard updated < 50 || updatedBefore.count < 2 else { break }
      await Task.yield()
    }
    #expect(updatedBefore.count == 2)
    #expect(updatedBefore[0] <= 2 && updatedBefore[1] <= 23, "\(updatedBefore)")
  }

  /// Nothing keeps what is out of sight, or the rows of a page that is closed.
  @Test func rowsOutOfSightAreLetGo() throws {
    let page = ViewPage(Canaries())
    let gap = try #require(ModelDOM(page).all(.gap).first)
    for first in stride(from: 0, to: 20_000, by: 500) {
      #expect(page.handle(Event(gap.id, .window, value: "\(first)-\(first + 120)")))
      #expect(Canary.alive > 0 && Canary.alive <= 2 * RowWindow.largest, "\(Canary.alive)")
    }
    page.close()
    #expect(Canary.alive == 0)
  }

  @Test func manyModelsAreShownByWindows() throws {
    try fill(20_000)
    let page = ViewPage(Long().modelContainer(container))
    let dom = ModelDOM(page)
    #expect(dom.rows.count == RowWindow.initialCount)
    let gap = try #require(dom.all(.gap).first)
    page.resetEvaluations()
    var most = 0
    for first in stride(from: 0, to: 20_000, by: 1_000) {
      #expect(page.handle(Event(gap.id, .window, value: "\(first)-\(first + 120)")))
      #expect(dom.rows.first == String(format: "%06d", first))
      most = max(most, dom.all.count)
    }
    #expect(dom.rows.count <= RowWindow.largest)
    #expect(most < 3_000)
    // Rows, not the list: and nothing was asked of the store again.
    #expect(page.evaluations["Long"] == nil)
    #expect((page.evaluations["Row"] ?? 0) <= 20 * 121)
    #expect(page.fetches.isEmpty)
    #expect(dom.root == page.root)
  }
}
