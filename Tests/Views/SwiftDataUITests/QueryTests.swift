// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

@Model final class Item {
  var name: String
  var group: String = ""
  var note: String?
  init(name: String, group: String = "") {
    self.name = name
    self.group = group
  }
}

@Model final class Other {
  var name: String
  init(name: String) { self.name = name }
}

private struct EveryForm: View {
  @Query var bare: [Item]
  @Query(animation: .default) var animated: [Item]
  @Query(filter: #Predicate<Item> { $0.name != "b" }) var filtered: [Item]
  @Query(sort: \Item.name) var sorted: [Item]
  @Query(sort: \Item.name, order: .reverse) private var reversed: [Item]
  @Query(sort: \Item.note) var byOptional: [Item]
  @Query(sort: [SortDescriptor(\Item.name)]) var byDescriptors: [Item]
  @Query(filter: #Predicate<Item> { $0.name != "b" }, sort: \Item.name) var filteredAndSorted: [Item]
  @Query(filter: #Predicate<Item> { $0.name != "b" }, sort: [SortDescriptor(\Item.name)], animation: .easeIn)
  var all: [Item]
  @Query(FetchDescriptor<Item>(sortBy: [SortDescriptor(\Item.name)])) var described: [Item]
  @Query(FetchDescriptor<Item>(sortBy: [SortDescriptor(\Item.name)]), animation: .default) var descriptionAnimated:
    [Item]
  @Query(sort: \Item.name, animation: .default) var sortedAnimated: [Item]
  @Query(sort: [SortDescriptor(\Item.name)], animation: .default) var descriptorsAnimated: [Item]
  @Query(filter: #Predicate<Item> { $0.name != "b" }, sort: \.name, order: .reverse) var inferred: [Item]
  @Query(transaction: Transaction(animation: .default)) var inTransaction: [Item]
  @Query(
    filter: #Predicate<Item> { $0.name != "b" }, sort: \Item.name, order: .reverse,
    transaction: Transaction(animation: .default))
  var sortedInTransaction: [Item]
  @Query(sort: \Item.note, order: .reverse, transaction: Transaction(animation: .default)) var optionalInTransaction:
    [Item]
  @Query(sort: \Item.note, animation: .default) var optionalAnimated: [Item]
  @Query(sort: [SortDescriptor(\Item.name)], transaction: Transaction(animation: .default))
  var descriptorsInTransaction: [Item]
  @Query(
    FetchDescriptor<Item>(sortBy: [SortDescriptor(\Item.name)]), transaction: Transaction(animation: .default))
  var descriptionInTransaction: [Item]
  @Query(sort: \Item.name, sectionBy: \Item.group) var sections: SectionedResults<Item, String>

  var body: some View {
    Text("bare \(bare.count) animated \(animated.count)")
    Text("filtered \(names(filtered)) sorted \(names(sorted)) reversed \(names(reversed))")
    Text("optional \(byOptional.count) descriptors \(names(byDescriptors)) both \(names(filteredAndSorted))")
    Text("four \(names(descriptionAnimated)) \(names(sortedAnimated)) \(names(descriptorsAnimated)) \(names(inferred))")
    Text("five \(names(sortedInTransaction)) \(names(descriptorsInTransaction)) \(names(descriptionInTransaction))")
    Text("six \(optionalInTransaction.count) \(optionalAnimated.count)")
    Text("transaction \(inTransaction.count) error \(_sorted.fetchError == nil)")
    Text("all \(names(all)) described \(names(described)) sections \(sections.sectionTitles.joined(separator: ","))")
  }

  private func names(_ items: [Item]) -> String { items.map(\.name).joined() }
}

private struct Searched: View {
  @Query private var items: [Item]
  init(_ search: String) {
    _items = Query(
      filter: #Predicate<Item> { search.isEmpty || $0.name.localizedStandardContains(search) },
      sort: [SortDescriptor(\Item.name)])
  }
  var body: some View { List(items) { Text($0.name) } }
}

private struct Search: View {
  @State private var text = ""
  var body: some View { Searched(text).searchable(text: $text) }
}

private struct Recounting: View {
  @State private var count = 0
  var body: some View {
    Text("count \(count)")
    Button("Count") { count += 1 }
    Searched("a")
  }
}

private struct Names: View {
  @Query(sort: \Item.name) private var items: [Item]
  @Environment(\.modelContext) private var context
  var body: some View {
    List {
      ForEach(items) { item in Text(item.name) }
        .onDelete { offsets in for offset in offsets { context.delete(items[offset]) } }
    }
    Button("Add") { context.insert(Item(name: "new")) }
    Button("Undo") { context.undoManager?.undo() }
    Button("Redo") { context.undoManager?.redo() }
    OtherNames()
  }
}

@Observable private final class Tally {
  var count = 0

  func add(_ number: Int, _ undoManager: UndoManager?) {
    count += number
    undoManager?.registerUndo(withTarget: self) { $0.add(-number, undoManager) }
  }
}

private struct Tallying: View {
  @State private var tally = Tally()
  @Environment(\.undoManager) private var undoManager
  var body: some View {
    Text("count \(tally.count)")
    Button("Count") { tally.add(1, undoManager) }
    Button("Undo") { undoManager?.undo() }
    Button("Redo") { undoManager?.redo() }
  }
}

private struct Grouped: View {
  @Query(sort: \Item.name, sectionBy: \Item.group) private var sections: SectionedResults<Item, String>
  @State private var count = 0

  private var titles: String { sections.map { "\($0.title) \($0.count)" }.joined(separator: ", ") }

  var body: some View {
    Text("\(count) times \(titles)")
    Button("Count") { count += 1 }
    Button("Rename") { rename("second", "third") }
    Button("Join") { rename("third", "first") }
  }

  private func rename(_ title: String, _ new: String) {
    for section in sections where section.title == title {
      for item in section { item.group = new }
    }
  }
}

private actor Importer {
  let container: ModelContainer
  init(container: ModelContainer) { self.container = container }
  func run() throws {
    let context = ModelContext(container)
    context.insert(Item(name: "imported"))
    try context.save()
  }
}

private struct Imports: View {
  @Query private var items: [Item]
  @Environment(\.modelContext) private var context
  var body: some View {
    List(items) { Text($0.name) }
    Button("Import") {
      Task { try await Importer(container: context.container).run() }
    }
  }
}

private struct OtherNames: View {
  @Query private var others: [Other]
  var body: some View { Text("others \(others.count)") }
}

@MainActor @Suite struct QueryTests {
  let container = try! ModelContainer(
    for: Item.self, Other.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))

  private func insert(_ names: String...) throws {
    let context = ModelContext(container)
    for name in names { context.insert(Item(name: name, group: name == "c" ? "second" : "first")) }
    try context.save()
  }

  @Test func everyWrittenForm() throws {
    try insert("b", "a", "c")
    let dom = ModelDOM(ViewPage(EveryForm().modelContainer(container)))
    for part in [
      "bare 3 animated 3", "sorted abc", "reversed cba", "optional 3", "descriptors abc", "both ac", "all ac",
      "described abc", "sections first,second", "four abc abc abc ca", "transaction 3 error true", "filtered",
      "five ca abc abc", "six 3 3",
    ] { #expect(dom.text.contains(part), "\(dom.text)") }
  }

  @Test func aQueryOfAnInitializerFollowsItsArguments() throws {
    try insert("Paris", "Rome")
    let dom = ModelDOM(ViewPage(Search().modelContainer(container)))
    #expect(dom.rows == ["Paris", "Rome"])
    try dom.type("rom", into: "Search")
    #expect(dom.rows == ["Rome"])
    try dom.type("", into: "Search")
    #expect(dom.rows == ["Paris", "Rome"])
  }

  /// The predicate is made again with each evaluation.
  @Test func aQueryOfTheSameArgumentsDoesNotFetchAgain() throws {
    try insert("a", "b")
    let page = ViewPage(Recounting().modelContainer(container))
    let dom = ModelDOM(page)
    #expect(dom.rows == ["a"])
    page.resetEvaluations()
    try dom.click("Count")
    #expect(dom.text.contains("count 1"))
    #expect(page.fetches.isEmpty)
  }

  /// Nobody saves: the deletion is in the store, and pages of other contexts show it.
  @Test func aDeletionByPredicateInAnotherContext() async throws {
    try insert("a", "b", "c")
    let page = ViewPage(Searched("").modelContainer(container))
    let dom = ModelDOM(page)
    #expect(dom.rows == ["a", "b", "c"])
    func wait(for rows: [String]) async throws {
      for _ in 0..<10_000 {
        guard dom.rows != rows else { break }
        try await Task.sleep(for: .milliseconds(1))
        page.update()
      }
      #expect(dom.rows == rows)
    }
    try ModelContext(container).delete(model: Item.self, where: #Predicate { $0.name != "b" })
    try await wait(for: ["b"])
    try ModelContext(container).delete(model: Item.self)
    try await wait(for: [])
  }

  @Test func addingDeletingAndUndoing() throws {
    try insert("b")
    let page = ViewPage(Names().modelContainer(for: [Item.self, Other.self], inMemory: true, isUndoEnabled: true))
    let dom = ModelDOM(page)
    #expect(dom.rows.isEmpty)
    try dom.click("Add")
    #expect(dom.rows == ["new"])
    try dom.click("Delete")
    #expect(dom.rows.isEmpty)
    // Each event is undone by itself.
    try dom.click("Undo")
    #expect(dom.rows == ["new"])
    try dom.click("Undo")
    #expect(dom.rows.isEmpty)
    try dom.click("Redo")
    #expect(dom.rows == ["new"])
    try dom.click("Redo")
    #expect(dom.rows.isEmpty)
    #expect(dom.root == page.root)
  }

  @Test func eachEventIsUndoneByItselfWithoutSaves() throws {
    let page = ViewPage(
      Names().modelContainer(
        for: [Item.self, Other.self], inMemory: true, isAutosaveEnabled: false, isUndoEnabled: true))
    let dom = ModelDOM(page)
    for _ in 0..<3 { try dom.click("Add") }
    #expect(dom.rows.count == 3)
    try dom.click("Undo")
    #expect(dom.rows.count == 2)
    try dom.click("Undo")
    #expect(dom.rows.count == 1)
    try dom.click("Redo")
    #expect(dom.rows.count == 2)
    try dom.click("Add")
    #expect(dom.rows.count == 3)
    try dom.click("Undo")
    #expect(dom.rows.count == 2)
  }

  /// A context that is no page's own, with an undo manager of its own.
  @Test func eachEventIsUndoneByItselfInAContextOfTheApps() throws {
    let context = ModelContext(container)
    context.undoManager = UndoManager()
    let dom = ModelDOM(ViewPage(Names().modelContext(context)))
    for _ in 0..<3 { try dom.click("Add") }
    try dom.click("Undo")
    #expect(dom.rows.count == 2)
    try dom.click("Undo")
    #expect(dom.rows.count == 1)
  }

  @Test func whatViewsRegisterIsUndoneEventByEvent() throws {
    let dom = ModelDOM(ViewPage(Tallying()))
    for _ in 0..<3 { try dom.click("Count") }
    for (button, count) in [("Undo", 2), ("Undo", 1), ("Redo", 2), ("Redo", 3), ("Undo", 2)] {
      try dom.click(button)
      #expect(dom.text.contains("count \(count)"), "\(dom.text)")
    }
  }

  /// The view is evaluated again in between: it gets the same sections.
  @Test func sectionsFollowTheirTitles() throws {
    try insert("b", "a", "c")
    let dom = ModelDOM(ViewPage(Grouped().modelContainer(container)))
    #expect(dom.text.contains("0 times first 2, second 1"), "\(dom.text)")
    try dom.click("Count")
    #expect(dom.text.contains("1 times first 2, second 1"), "\(dom.text)")
    try dom.click("Rename")
    #expect(dom.text.contains("1 times first 2, third 1"), "\(dom.text)")
    try dom.click("Count")
    try dom.click("Join")
    #expect(dom.text.contains("2 times first 3"), "\(dom.text)")
  }

  /// The task inherits what the action is told, and saves on another thread.
  @Test func aTaskOfAnActionMaySaveElsewhere() async throws {
    let page = ViewPage(Imports().modelContainer(container))
    let dom = ModelDOM(page)
    for count in 1...20 {
      try dom.click("Import")
      for _ in 0..<10_000 {
        guard dom.rows.count < count else { break }
        try await Task.sleep(for: .milliseconds(1))
        page.update()
      }
      #expect(dom.rows.count == count)
    }
  }

  @Test func withoutAContainerThereIsNothingAndADiagnostic() throws {
    let dom = ModelDOM(ViewPage(OtherNames()))
    #expect(dom.text == "others 0")
  }

  @Test func anEntityThatDoesNotMatterIsNotFetchedAgain() async throws {
    try insert("a")
    let page = ViewPage(Names().modelContainer(container))
    let dom = ModelDOM(page)
    page.resetEvaluations()
    try insert("b")
    for _ in 0..<100 {
      guard dom.rows.count < 2 else { break }
      await Task.yield()
    }
    page.update()
    #expect(dom.rows == ["a", "b"])
    #expect(page.fetches == ["Item": 1])
    #expect(page.evaluations["OtherNames"] == nil)
  }

  @Test func aThousandSavesAreFewRenders() async throws {
    let page = ViewPage(Names().modelContainer(container))
    let dom = ModelDOM(page)
    page.resetEvaluations()
    let container = container
    // How often a page is updated meanwhile depends on who has the time.
    await Task.detached {
      let context = ModelContext(container)
      for index in 0..<500 {
        context.insert(Item(name: "\(index)"))
        try? context.save()
      }
    }.value
    for _ in 0..<1000 {
      guard dom.rows.count < 250 else { break }
      await Task.yield()
    }
    page.update()
    page.resetEvaluations()
    // It has none while this goes on.
    let context = ModelContext(container)
    for index in 500..<1_000 {
      context.insert(Item(name: "\(index)"))
      try context.save()
    }
    for _ in 0..<1000 {
      guard dom.rows.count < 1000 else { break }
      await Task.yield()
    }
    page.update()
    let expected = try ModelContext(container).fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\Item.name)]))
    #expect(dom.all(.gap).count == 2)
    // The last of all updates shows what a fetch finds, row by row.
    let gap = try #require(dom.all(.gap).first)
    for first in stride(from: 0, to: 1_000, by: 250) {
      #expect(page.handle(Event(gap.id, .window, value: "\(first)-\(first + 249)")))
      #expect(dom.rows == expected[first..<(first + 250)].map(\.name))
    }
    #expect(dom.root == page.root)
    #expect((page.evaluations["Names"] ?? 0) < 10)
    #expect((page.fetches["Item"] ?? 0) < 10)
  }
}
