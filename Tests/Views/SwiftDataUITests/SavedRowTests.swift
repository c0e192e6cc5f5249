// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

/// A field of the model, and one of the view alone.
private struct NamedRow: View {
  @Bindable var item: Item
  @State private var note = ""

  var body: some View {
    TextField("name", text: $item.name)
    TextField("note", text: $note)
  }
}

private struct NewRows: View {
  @Query(sort: \Item.group) private var items: [Item]
  @Environment(\.modelContext) private var context
  @State private var selection: PersistentIdentifier?
  @State private var count = 0

  var body: some View {
    List(selection: $selection) {
      ForEach(items) { NamedRow(item: $0) }
    }
    Button("Add") { context.insert(Item(name: "new")) }
    Button("Save") { try? context.save() }
    Button("Again") { count += 1 }
    Text("evaluated \(count), selected \(selection != nil && selection == items.first?.persistentModelID)")
  }
}

private struct NewSheet: View {
  @Environment(\.modelContext) private var context
  @State private var edited: Item?
  @State private var count = 0

  var body: some View {
    VStack {
      Button("New") {
        let item = Item(name: "new")
        context.insert(item)
        edited = item
      }
      Button("Save") { try? context.save() }
      Button("Again") { count += 1 }
      Text("evaluated \(count)")
    }
    .sheet(item: $edited) { NamedRow(item: $0) }
  }
}

private struct IdentifiedItem: View {
  @Environment(\.modelContext) private var context
  @State private var item: Item?
  @State private var count = 0

  var body: some View {
    Button("New") {
      let new = Item(name: "new")
      context.insert(new)
      item = new
    }
    Button("Save") { try? context.save() }
    Button("Again") { count += 1 }
    Text("evaluated \(count)")
    if let item { NamedRow(item: item).id(item.id) }
  }
}

private struct SelectedRows: View {
  @Query(sort: \Item.group) private var items: [Item]
  @Environment(\.modelContext) private var context
  @State private var selection: Set<PersistentIdentifier> = []
  @State private var picked: PersistentIdentifier?
  @State private var count = 0

  var body: some View {
    List(selection: $selection) {
      ForEach(items) { Text($0.name) }
    }
    Picker("Item", selection: $picked) {
      ForEach(items) { Text($0.name).tag(Optional($0.persistentModelID)) }
    }
    Button("Add") { context.insert(Item(name: "new")) }
    Button("Pick") { picked = items.first?.persistentModelID }
    Button("Save") { try? context.save() }
    Button("Again") { count += 1 }
    Text("evaluated \(count), selected \(selection.count)")
  }
}

private struct ItemTabs: View {
  @Query(sort: \Item.group) private var items: [Item]
  @Environment(\.modelContext) private var context
  @State private var selection: PersistentIdentifier?
  @State private var count = 0

  var body: some View {
    Button("Add") {
      for group in ["1", "2"] { context.insert(Item(name: "page \(group)", group: group)) }
    }
    Button("Second") { selection = items.last?.persistentModelID }
    Button("Save") { try? context.save() }
    Button("Again") { count += 1 }
    Text("evaluated \(count)")
    TabView(selection: $selection) {
      ForEach(items) { Text($0.name).tag(Optional($0.persistentModelID)) }
    }
  }
}

private struct ScrolledItems: View {
  @Query(sort: \Item.group) private var items: [Item]
  @Environment(\.modelContext) private var context
  @State private var noted: PersistentIdentifier?
  @State private var count = 0

  var body: some View {
    ScrollViewReader { proxy in
      Button("Add") {
        let item = Item(name: "new")
        context.insert(item)
        noted = item.persistentModelID
      }
      Button("Save") { try? context.save() }
      Button("Again") { count += 1 }
      Button("Scroll") { if let noted { proxy.scrollTo(noted) } }
      Text("evaluated \(count)")
      ForEach(items) { Text($0.name) }
    }
  }
}

private struct Chosen: View {
  let items: [Item]
  @State private var isSecond = false

  var body: some View {
    NamedRow(item: items[isSecond ? 1 : 0])
    Button("Switch") { isSecond.toggle() }
  }
}

private struct Amount: View {
  @State private var amount = 1.0
  @State private var isShown = true

  var body: some View {
    if isShown { TextField("amount", value: $amount, format: .number.locale(Locale(identifier: "en_US"))) }
    Button("Remove") { isShown = false }
  }
}

private struct Person: Identifiable {
  let id: Int
}

private final class Deletions {
  var people: [Int] = []
}

private struct Question: View {
  let deletions: Deletions
  @State private var person: Person? = Person(id: 1)
  @State private var isAsked = false

  var body: some View {
    VStack {
      Button("Ask") { isAsked = true }
      Button("Other") { person = Person(id: 2) }
    }
    .alert("Delete?", isPresented: $isAsked, presenting: person) { person in
      Button("Delete") { deletions.people.append(person.id) }
    }
  }
}

/// Rows, sheets and fields of models that are saved, or take each other's place, while somebody types.
@MainActor @Suite struct SavedRowTests {
  private func dom(_ view: some View) throws -> ModelDOM {
    let container = try ModelContainer(
      for: Item.self, Other.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    return ModelDOM(ViewPage(view.modelContainer(container)))
  }

  private func field(_ name: String, _ dom: ModelDOM) throws -> ElementID {
    try #require(dom.all.first { $0.kind == .textField && $0.attribute(.label) == name }).id
  }

  /// The save gives the model another identifier.
  @Test func aNewRowStaysWhenItIsSaved() throws {
    let dom = try dom(NewRows())
    try dom.click("Add")
    let fields = [try field("name", dom), try field("note", dom)]
    try dom.type("half a sentence", into: "note")
    try dom.click("Save")
    try dom.click("Again")
    #expect([try field("name", dom), try field("note", dom)] == fields)
    #expect(dom.all.first { $0.id == fields[1] }?.attribute(.value) == "half a sentence")
    // It is selected by the identifier that it has now.
    let row = try #require(dom.all(.row).first)
    #expect(dom.page.handle(Event(row.id, .click)))
    #expect(dom.text.contains("selected true"))
    #expect(dom.all(.row).first?.attribute(.isSelected) == "true")
    #expect(dom.root == dom.page.root)
  }

  @Test func aSheetOfANewModelStaysWhenItIsSaved() throws {
    let dom = try dom(NewSheet())
    try dom.click("New")
    let fields = [try field("name", dom), try field("note", dom)]
    try dom.type("half a sentence", into: "note")
    try dom.click("Save")
    try dom.click("Again")
    #expect([try field("name", dom), try field("note", dom)] == fields)
    #expect(dom.all.first { $0.id == fields[1] }?.attribute(.value) == "half a sentence")
    #expect(dom.root == dom.page.root)
  }

  /// Its view is bound to the identifier, as an app does that shows another model from the start.
  @Test func aViewOfANewModelStaysWhenItIsSaved() throws {
    let dom = try dom(IdentifiedItem())
    try dom.click("New")
    let fields = [try field("name", dom), try field("note", dom)]
    try dom.type("half a sentence", into: "note")
    try dom.click("Save")
    try dom.click("Again")
    #expect([try field("name", dom), try field("note", dom)] == fields)
    #expect(dom.all.first { $0.id == fields[1] }?.attribute(.value) == "half a sentence")
    // Another model is another view.
    try dom.click("New")
    #expect(try field("note", dom) != fields[1])
    #expect(dom.root == dom.page.root)
  }

  @Test func aNewRowStaysSelectedWhenItIsSaved() throws {
    let dom = try dom(SelectedRows())
    func choose() throws { #expect(dom.page.handle(Event(try #require(dom.all(.row).first).id, .click))) }
    func picked() -> String? { dom.all.first { $0.kind == .picker }?.attribute(.value) }
    try dom.click("Add")
    try dom.click("Pick")
    try choose()
    #expect(dom.all(.row).first?.attribute(.isSelected) == "true" && picked() != "")
    try dom.click("Save")
    try dom.click("Again")
    #expect(dom.all(.row).first?.attribute(.isSelected) == "true" && picked() != "")
    // The next click takes it out.
    try choose()
    #expect(dom.text.contains("selected 0"))
    #expect(dom.all(.row).first?.attribute(.isSelected) != "true")
    #expect(dom.root == dom.page.root)
  }

  /// The page was chosen by the program, so the tab view knows it by the selection alone.
  @Test func aNewPageStaysShownWhenItIsSaved() throws {
    let dom = try dom(ItemTabs())
    try dom.click("Add")
    try dom.click("Second")
    #expect(dom.text.contains("page 2") && !dom.text.contains("page 1"))
    try dom.click("Save")
    try dom.click("Again")
    #expect(dom.text.contains("page 2") && !dom.text.contains("page 1"))
    #expect(dom.root == dom.page.root)
  }

  @Test func aNewRowIsScrolledToAfterItWasSaved() throws {
    let dom = try dom(ScrolledItems())
    func places() -> [ElementID] {
      dom.operations.compactMap { if case .command(.scroll(let to, _)) = $0 { to } else { nil } }
    }
    try dom.click("Add")
    try dom.click("Scroll")
    let before = places()
    #expect(before.count == 1)
    try dom.click("Save")
    try dom.click("Again")
    try dom.click("Scroll")
    #expect(places() == before + before)
  }

  @Test func textForOneModelDoesNotGetIntoAnother() throws {
    let items = [Item(name: "a"), Item(name: "b")]
    let dom = try dom(Chosen(items: items))
    let former = try field("name", dom)
    // Nobody has typed: the field may stay.
    try dom.click("Switch")
    #expect(try field("name", dom) == former)
    try dom.click("Switch")
    try dom.type("aa", into: "name")
    try dom.click("Switch")
    // The next key was on its way.
    #expect(!dom.page.handle(Event(former, .input, value: "aaa")))
    #expect(items.map(\.name) == ["aa", "b"])
    try dom.type("bb", into: "name")
    #expect(items.map(\.name) == ["aa", "bb"])
    #expect(dom.root == dom.page.root)
  }

  @Test(arguments: ["x", "2"]) func textThatNoValueWasMadeOfIsTold(text: String) throws {
    let dom = try dom(Amount())
    try dom.type(text, into: "amount")
    try dom.click("Remove")
    let notices = dom.operations.compactMap { if case .command(.notice(let text)) = $0 { text } else { nil } }
    #expect(notices.map { $0.hasSuffix(" x") } == (text == "x" ? [true] : []))
    #expect(dom.root == dom.page.root)
  }

  @Test func anAnswerIsAboutWhatWasAsked() throws {
    let deletions = Deletions()
    let dom = try dom(Question(deletions: deletions))
    try dom.click("Ask")
    let button = try #require(dom.all.last { $0.kind == .button && ModelDOM.text($0) == "Delete" }).id
    try dom.click("Other")
    // The click was on its way.
    #expect(!dom.page.handle(Event(button, .click)))
    #expect(deletions.people.isEmpty)
    try dom.click("Delete")
    #expect(deletions.people == [2])
    #expect(dom.root == dom.page.root)
  }
}
