// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Testing

@testable import SwiftDataUI

private struct Desk: App {
  var body: some Scene {
    WindowGroup("Desk") { DeskView() }
    WindowGroup("Sheet", id: "sheet", for: Int.self) { $number in Text("sheet \(number.map(String.init) ?? "none")") }
    WindowGroup(for: String.self) { $name in
      Text("name \(name)")
    } defaultValue: {
      "nobody"
    }
    Window("Tools", id: "tools") { Text("tools") }
  }
}

private struct DeskView: View {
  @Environment(\.openWindow) private var openWindow
  var body: some View {
    Button("number") { openWindow(id: "sheet", value: 7) }
    Button("name") { openWindow(value: "Ada") }
    Button("tools") { openWindow(id: "tools") }
  }
}

private struct Library: App {
  let container = try! ModelContainer(
    for: Item.self, Other.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  var body: some Scene {
    WindowGroup("Library") { LibraryView() }
      .modelContainer(container)
    WindowGroup(for: Item.ID.self) { $id in ItemWindow(id: id) }
      .modelContainer(container)
  }
}

private struct LibraryView: View {
  @Query private var items: [Item]
  @Environment(\.openWindow) private var openWindow
  var body: some View {
    ForEach(items) { item in Button("Open \(item.name)") { openWindow(value: item.persistentModelID) } }
  }
}

private struct ItemWindow: View {
  let id: PersistentIdentifier?
  @Environment(\.modelContext) private var context
  var body: some View {
    let item = id.flatMap { context.model(for: $0) as? Item }
    Text("item \(item?.name ?? "none")")
  }
}

private struct WordKey: FocusedValueKey { typealias Value = String }
extension FocusedValues {
  fileprivate var word: String? {
    get { self[WordKey.self] }
    set { self[WordKey.self] = newValue }
  }
}
@Observable private final class Document { var title = "untitled" }

private struct Reader: View {
  @FocusedValue(\.word) private var word
  @FocusedValue(Document.self) private var document
  var body: some View { Text("word \(word ?? "none") of \(document?.title ?? "nothing")") }
}

private struct Writers: View {
  let document: Document
  @State private var shows = true
  @State private var text = ""
  var body: some View {
    Reader()
    TextField("first", text: $text).focusedValue(\.word, "one")
    TextField("second", text: $text).focusedValue(\.word, "two")
    if shows { Text("scene").focusedSceneValue(document) }
    Button("hide") { shows = false }
  }
}

@MainActor @Suite struct WindowTests {
  @Test func aWindowHasAnAddress() throws {
    let host = AppHost(Desk())
    let dom = ModelDOM(host.makePage(at: "/"))
    var addresses: [String] = []
    for name in ["number", "name", "tools"] {
      dom.clearOperations()
      try dom.click(name)
      for case .command(.open(let address)) in dom.operations { addresses.append(address) }
    }
    #expect(addresses.count == 3)
    let texts = addresses.map { ModelDOM(host.makePage(at: $0)).text }
    #expect(texts == ["sheet 7", "name Ada", "tools"])
    // An address that names no window shows the first one.
    for address in ["/~window:other", "/~window:value:sheet/String.%22x%22", "/~window:value:sheet", "/~window:"] {
      #expect(ModelDOM(host.makePage(at: address)).text.contains("number"), "\(address)")
    }
    #expect(ModelDOM(host.makePage(at: "/~window:sheet")).text == "sheet none")
    #expect(host.title == "Desk")
  }

  /// The identifier of a model is no value of its own: it is found in the container of its scene.
  @Test func aWindowShowsAModel() throws {
    let library = Library()
    let context = ModelContext(library.container)
    for name in ["x", "y"] { context.insert(Item(name: name)) }
    try context.save()
    let host = AppHost(library)
    let dom = ModelDOM(host.makePage(at: "/"))
    try dom.click("Open y")
    var addresses: [String] = []
    for case .command(.open(let address)) in dom.operations { addresses.append(address) }
    #expect(addresses.count == 1)
    #expect(addresses.map { ModelDOM(host.makePage(at: $0)).text } == ["item y"])
    // One that was deleted.
    #expect(ModelDOM(host.makePage(at: "/~window:value:/Item.999")).text.contains("Open x"))
  }

  @Test func whatHasTheFocusIsRead() throws {
    let document = Document()
    let dom = ModelDOM(ViewPage(VStack { Writers(document: document) }))
    #expect(dom.text.contains("word none of untitled"))
    let fields = dom.all.filter { $0.events.contains(.focusWithin) }
    try #require(fields.count == 2)
    dom.page.handle(Event(fields[0].id, .focusWithin, value: "true"))
    #expect(dom.text.contains("word one of untitled"))
    dom.page.handle(Event(fields[0].id, .focusWithin, value: "false"))
    dom.page.handle(Event(fields[1].id, .focusWithin, value: "true"))
    document.title = "Letter"
    (dom.page as? ViewPage)?.update()
    #expect(dom.text.contains("word two of Letter"))
    try dom.click("hide")
    #expect(dom.text.contains("word two of nothing"))
  }

  private struct Counting: View {
    let name: String
    let log: Log
    @State private var count = 0
    var body: some View {
      let _ = log.lines.append(ChangeReport.line(Self.self) ?? "none")
      Button("\(name) \(count)") { count += 1 }
    }
  }
  private struct Around: View {
    let log: Log
    @State private var name = "a"
    var body: some View {
      Counting(name: name, log: log)
      Button("rename") { name = "b" }
    }
  }

  @Test func aViewTellsWhyItIsEvaluated() throws {
    let log = Log()
    let dom = ModelDOM(ViewPage(VStack { Around(log: log) }))
    try dom.click("a 0")
    try dom.click("rename")
    #expect(
      log.lines == [
        "Counting: @self, @identity, _count changed.", "Counting: _count changed.", "Counting: @self changed.",
      ])
    #expect(ChangeReport.line(Counting.self) == nil)
  }
}

@MainActor private final class Log { var lines: [String] = [] }
