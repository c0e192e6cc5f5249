// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

/// What tasks of views have begun and ended.
@MainActor private final class Living {
  var tasks = 0
  var events: [String] = []
  var isEveryTaskOver: Bool { tasks == 0 }
}

private struct Worker: View {
  let living: Living
  let name: String
  var body: some View {
    Text(name)
      .task {
        living.tasks += 1
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
        living.events.append("\(name) cancelled")
        living.tasks -= 1
      }
      .onDisappear { living.events.append("\(name) gone") }
  }
}

private struct Pair: View {
  let living: Living
  @State private var showsSecond = true
  var body: some View {
    VStack {
      Worker(living: living, name: "first")
      if showsSecond { Worker(living: living, name: "second") }
      Button("Hide") { showsSecond = false }
    }
    .onDisappear { living.events.append("both gone") }
  }
}

private struct Saver: View {
  let ended: () -> Void
  var body: some View { Text("x").onDisappear(perform: ended) }
}

/// The end of a page: its views disappear, then their tasks are cancelled.
@MainActor @Suite struct PageEndTests {
  private func wait(until isThere: () -> Bool) async {
    for _ in 0..<100_000 {
      guard !isThere() else { break }
      await Task.yield()
    }
  }

  @Test func endingsRunThenTasksAreCancelled() async throws {
    let living = Living()
    let page = ViewPage(Pair(living: living))
    await wait { living.tasks == 2 }
    #expect(living.tasks == 2)
    page.close()
    // All endings, before any task hears of it.
    #expect(living.events == ["first gone", "second gone", "both gone"])
    await wait { living.isEveryTaskOver }
    #expect(living.tasks == 0)
    #expect(Set(living.events.suffix(2)) == ["first cancelled", "second cancelled"])
    page.close()
    #expect(living.events.count == 5)
  }

  @Test func aViewThatGoesTakesItsTaskAlong() async throws {
    let living = Living()
    let page = ViewPage(Pair(living: living))
    let dom = ModelDOM(page)
    await wait { living.tasks == 2 }
    try dom.click("Hide")
    await wait { living.tasks == 1 }
    #expect(living.events == ["second gone", "second cancelled"])
    page.close()
    await wait { living.isEveryTaskOver }
    #expect(living.tasks == 0)
  }

  @Test func nothingLivesOnAfterAThousandPages() async throws {
    let living = Living()
    for number in 0..<1_000 {
      let page = ViewPage(Worker(living: living, name: "\(number)"))
      // Some are closed before their task has begun.
      if number.isMultiple(of: 2) { await wait { living.tasks == 1 } }
      page.close()
      await wait { living.isEveryTaskOver }
    }
    await wait { living.isEveryTaskOver }
    #expect(living.tasks == 0)
    #expect(living.events.filter { $0.hasSuffix("gone") }.count == 1_000)
  }

  @Test func whatAnEndingChangesIsSaved() throws {
    let container = try ModelContainer(
      for: Item.self, Other.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    struct Ending: View {
      @Environment(\.modelContext) private var context
      var body: some View { Text("x").onDisappear { context.insert(Item(name: "last")) } }
    }
    let page = ViewPage(Ending().modelContainer(container))
    page.close()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Item>()) == 1)
  }

  private func container() throws -> ModelContainer {
    try ModelContainer(for: Item.self, Other.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  private func names(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.name)])).map(\.name)
  }

  /// Each button changes what nobody has saved yet.
  private struct Editor: View {
    @Environment(\.modelContext) private var context
    @Query private var items: [Item]
    var body: some View {
      Button("Add") { context.insert(Item(name: "new")) }
      Button("Edit") { for item in items { item.note = "edited" } }
    }
  }

  @Test func changesThatCannotBeSavedYetOutliveTheirPage() async throws {
    let container = try container()
    let release = DispatchSemaphore(value: 0)
    let (holding, continuation) = AsyncStream.makeStream(of: Void.self)
    container.validate(Other.self) { _ in
      continuation.yield()
      release.wait()
    }
    let failures = AsyncStream.makeStream(of: Void.self)
    container.onAutosaveFailure = { _ in failures.continuation.yield() }
    let services = AppServices()
    let page = ViewPage(Editor().modelContainer(container), services: services)
    // A save of another thread has the turn until it is told to go on.
    Thread.detachNewThread {
      let context = ModelContext(container)
      context.insert(Other(name: "holding"))
      try? context.save()
    }
    for await _ in holding { break }
    container.saveTimeout = .milliseconds(1)
    try ModelDOM(page).click("Add")
    for await _ in failures.stream { break }
    // The host does not close it before the time for what was typed.
    #expect(page.holdsInput)
    page.close()
    #expect(services.unsaved.count == 1)
    container.saveTimeout = nil
    release.signal()
    while !services.unsaved.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(try names(container) == ["new"])
  }

  @Test func changesOfARowThatIsGoneTakeNoOthersAlong() async throws {
    let container = try container()
    let other = ModelContext(container)
    let item = Item(name: "old")
    other.insert(item)
    try other.save()
    container.onAutosaveFailure = { _ in }
    let services = AppServices()
    let page = ViewPage(Editor().modelContainer(container), services: services)
    let dom = ModelDOM(page)
    try dom.click("Edit")
    try dom.click("Add")
    other.delete(item)
    try other.save()
    page.close()
    while !services.unsaved.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(try names(container) == ["new"])
  }

  private struct Refusal: Error {}

  /// A later attempt would not save it either.
  @Test func changesThatAreInvalidGoWithTheirPage() throws {
    let container = try container()
    container.validate(Item.self) { _ in throw Refusal() }
    container.onAutosaveFailure = { _ in }
    let services = AppServices()
    let page = ViewPage(Editor().modelContainer(container), services: services)
    try ModelDOM(page).click("Add")
    page.close()
    #expect(services.unsaved.isEmpty)
    #expect(try names(container) == [])
  }

  @Test func aPageHoldsWhatWasTypedAsLongAsItIsShown() throws {
    struct Sheet: View {
      @State private var isShown = true
      @State private var name = ""
      var body: some View {
        if isShown { TextField("name", text: $name) }
        Button("Close") { isShown = false }
      }
    }
    let page = ViewPage(Sheet())
    let dom = ModelDOM(page)
    #expect(!page.holdsInput)
    try dom.type("Rome", into: "name")
    #expect(page.holdsInput)
    try dom.click("Close")
    #expect(!page.holdsInput)
  }
}
