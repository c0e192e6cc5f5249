// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

private enum Place: Hashable { case north, south }

private struct Pages: View {
  @Query(sort: \Item.name) private var items: [Item]
  var body: some View {
    TabView {
      NavigationStack {
        List(items) { item in NavigationLink(item.name, value: item) }
          .navigationDestination(for: Item.self) { item in
            Text("item \(item.name)")
            NavigationLink("More") { Text("more of \(item.name)") }
          }
      }
      .tabItem { Label("All Items", systemImage: "list.bullet") }
      NavigationStack {
        VStack {
          NavigationLink("North", value: Place.north)
          NavigationLink("Text", value: "a/b?c")
        }
        .navigationDestination(for: Place.self) { place in Text("place \(String(describing: place))") }
        .navigationDestination(for: String.self) { text in Text("text \(text)") }
      }
      .tabItem { Label("Places", systemImage: "map") }
    }
  }
}

private struct Columns: View {
  @Query(sort: \Item.name) private var items: [Item]
  @State private var selection: Item?
  var body: some View {
    NavigationSplitView {
      List(items, selection: $selection) { item in Text(item.name).tag(item) }
    } detail: {
      if let selection { Text("chosen \(selection.name)") } else { Text("nothing") }
    }
  }
}

/// Pages for identifiers, whose closure expects items.
private struct Identified: View {
  @Query(sort: \Item.name) private var items: [Item]
  @Environment(\.modelContext) private var context
  var body: some View {
    NavigationStack {
      List(items) { item in NavigationLink(item.name, value: item.persistentModelID) }
        .navigationDestination(for: PersistentIdentifier.self) { id in
          if let item = context.model(for: id) as? Item {
            Text("item \(item.name)")
          } else {
            Text("no item")
          }
        }
    }
  }
}

private struct IdentifiedColumns: View {
  @Query(sort: \Item.name) private var items: [Item]
  @State private var selection: PersistentIdentifier?
  var body: some View {
    NavigationSplitView {
      List(items, selection: $selection) { item in Text(item.name) }
    } detail: {
      Text("chosen \(selection?.entityName ?? "nothing")")
    }
  }
}

/// Rows of one's own, and buttons that open pages without links.
private struct Own: View {
  static let predicate = #Predicate<Item> { $0.group == "own" }
  @Query(filter: predicate, sort: \Item.name) private var items: [Item]
  @State private var path = NavigationPath()
  var body: some View {
    NavigationStack(path: $path) {
      VStack {
        List(items) { item in NavigationLink(item.name, value: item) }
        NavigationLink("Number 1", value: 1)
        Button("Hidden") { path.append(2) }
      }
      .navigationDestination(for: Item.self) { Text("item \($0.name)") }
      .navigationDestination(for: Int.self) { Text("number \($0)") }
    }
  }
}

private struct OwnColumns: View {
  @Query(filter: Own.predicate, sort: \Item.name) private var items: [Item]
  @State private var selection: Item?
  var body: some View {
    NavigationSplitView {
      List(items, selection: $selection) { item in Text(item.name).tag(item) }
    } detail: {
      Text("chosen \(selection?.name ?? "nothing")")
    }
  }
}

@MainActor @Suite struct AddressTests {
  let container = try! ModelContainer(
    for: Item.self, Other.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))

  private func insert(_ names: String...) throws {
    let context = ModelContext(container)
    for name in names { context.insert(Item(name: name)) }
    try context.save()
  }

  private func addresses(_ dom: ModelDOM) -> [String] {
    dom.operations.compactMap {
      if case .command(.location(let path, let push)) = $0 { path + (push ? " +" : "") } else { nil }
    }
  }

  private func open(_ path: String = "/") -> ModelDOM {
    ModelDOM(ViewPage(Pages().modelContainer(container), at: path))
  }

  @Test func whatIsOpenedIsInTheAddress() throws {
    try insert("x", "y")
    let dom = open()
    try dom.click("y")
    try dom.click("More")
    try dom.click("Places")
    try dom.click("Text")
    let paths = addresses(dom)
    #expect(paths.count == 4)
    #expect(paths[0] == "/Item.2 +")
    #expect(paths[1].hasPrefix("/Item.2/~"))
    #expect(paths[2] == "/places +")
    #expect(
      paths[3] == "/places/String.%22a%5C%2Fb%3Fc%22 +" || paths[3] == "/places/String.%22a%2Fb%3Fc%22 +", "\(paths[3])"
    )
    // Each leads back there, on a page of its own.
    for (path, text) in zip(paths.map { String($0.dropLast(2)) }, ["item y", "more of y", "North", "text a/b?c"]) {
      let other = open(path)
      #expect(other.text.contains(text), "\(path): \(other.text)")
      #expect(addresses(other).isEmpty)
    }
  }

  @Test func backAndForward() throws {
    try insert("x", "y")
    let dom = open()
    try dom.click("x")
    let root = dom.root.id
    func go(_ path: String) { dom.page.handle(Event(root, .location, value: path)) }
    go("/")
    #expect(dom.rows == ["x", "y"])
    go("/Item.1")
    #expect(dom.text.contains("item x"))
    go("/Item.2")
    #expect(dom.text.contains("item y"))
    go("/places/Place.north")
    #expect(dom.text.contains("place north"))
    go("/")
    #expect(dom.rows.isEmpty == false)
    #expect(!addresses(dom).dropFirst().contains { $0.hasSuffix("+") })
  }

  private struct Presenting: View {
    @State private var isShown = false
    @State private var path: [Int] = []
    var body: some View {
      NavigationStack(path: $path) {
        NavigationLink("Open", value: 1)
          .navigationDestination(for: Int.self) { _ in
            Button("Done") {
              path = []
              isShown = true
            }
          }
      }
      .sheet(isPresented: $isShown) { Text("Sheet") }
    }
  }

  private struct Pushing: View {
    @State private var isShown = false
    var body: some View {
      NavigationStack {
        Button("Push") { isShown = true }.navigationDestination(isPresented: $isShown) { Text("Pushed") }
      }
    }
  }

  /// As browsers say of a way back that the page itself has gone.
  @Test func theAddressThatThePageHasAlreadyClosesNothing() throws {
    let sheet = ModelDOM(ViewPage(Presenting()))
    try sheet.click("Open")
    try sheet.click("Done")
    #expect(addresses(sheet).last == "/ +")
    sheet.page.handle(Event(sheet.root.id, .location, value: "/"))
    #expect(sheet.text.contains("Sheet"))
    let pushed = ModelDOM(ViewPage(Pushing()))
    try pushed.click("Push")
    #expect(pushed.text.contains("Pushed"))
    pushed.page.handle(Event(pushed.root.id, .location, value: "/"))
    #expect(pushed.text.contains("Pushed"))
  }

  @Test func addressesThatLeadNowhereAreShortened() throws {
    try insert("x")
    for path in [
      "/Item.99", "/Item.-1", "/Item.x", "/Nothing.1", "/~zzz", "//evil.example", "/%00/%ff", "/String.{", "/.",
      "/Other.1",
      "/" + String(repeating: "a/", count: 5_000), "/Item.9223372036854775807", "/Item.99999999999999999999",
    ] {
      let page = ViewPage(Pages().modelContainer(container), at: path)
      let dom = ModelDOM(page)
      #expect(dom.rows == ["x"], "\(path)")
      page.update()
      #expect(addresses(dom) == ["/"], "\(path)")
    }
  }

  /// The closure, and what an app does with its identifier, would take one of another entity for its own.
  @Test func anIdentifierIsOpenedOfAnEntityThatThePageShowsOnly() throws {
    try insert("x", "y")
    let context = ModelContext(container)
    context.insert(Other(name: "o"))
    try context.save()
    func open(_ path: String, _ view: some View) -> String {
      ModelDOM(ViewPage(view.modelContainer(container), at: path)).text
    }
    let other = try #require(try context.fetch(FetchDescriptor<Other>()).first)
    let code = try #require(String(data: JSONEncoder().encode(other.persistentModelID), encoding: .utf8))
    let encoded = "/PersistentIdentifier." + Address.encoded(code)
    #expect(open("/Item.2", Identified()).contains("item y"))
    #expect(open("/Item.2", IdentifiedColumns()).contains("chosen Item"))
    for path in ["/Other.1", encoded] {
      let text = open(path, Identified())
      #expect(text.contains("x") && !text.contains("item"), "\(path): \(text)")
      #expect(open(path, IdentifiedColumns()).contains("chosen nothing"), "\(path)")
    }
  }

  @Test func withAUserAnAddressOpensWhatThePageOffers() throws {
    let context = ModelContext(container)
    context.insert(Item(name: "foreign"))
    try context.save()
    for number in 0..<300 { context.insert(Item(name: "own \(1000 + number)", group: "own")) }
    try context.save()
    let own = try context.fetch(FetchDescriptor<Item>(predicate: Own.predicate, sortBy: [SortDescriptor(\.name)]))
    // Far down: there is no view of its row yet.
    let last = try #require(own.last)
    let segment = try #require(AddressValue.segment(for: AnyHashable(last)))
    func open(_ path: String, _ view: some View, user: PageUser? = PageUser(id: "bob")) -> ModelDOM {
      ModelDOM(ViewPage(view.modelContainer(container), at: path, user: user))
    }
    #expect(open("/" + segment, Own()).text.contains("item own 1299"))
    #expect(open("/" + segment, OwnColumns()).text.contains("chosen own 1299"))
    #expect(open("/Int.1", Own()).text.contains("number 1"))
    for path in ["/Item.1", "/Int.2"] {
      #expect(open(path, Own()).text.contains("Hidden"), "\(path)")
      #expect(open(path, OwnColumns()).text.contains("chosen nothing"), "\(path)")
    }
    // Without users all are everybody's.
    #expect(open("/Item.1", Own(), user: nil).text.contains("item foreign"))
    #expect(open("/Item.1", OwnColumns(), user: nil).text.contains("chosen foreign"))
    // What the program has opened by itself is found again by the browser's buttons.
    let dom = open("/", Own())
    try dom.click("Hidden")
    #expect(dom.text.contains("number 2"))
    for (path, text) in [("/", "Hidden"), ("/Int.2", "number 2"), ("/Int.3", "Hidden")] {
      dom.page.handle(Event(dom.root.id, .location, value: path))
      #expect(dom.text.contains(text), "\(path)")
    }
  }

  @Test func whatIsSelectedInAColumn() throws {
    try insert("x", "y")
    let dom = ModelDOM(ViewPage(Columns().modelContainer(container)))
    let row = try #require(dom.all(.selectable).last)
    #expect(dom.page.handle(Event(row.id, .click)))
    #expect(dom.text.contains("chosen y"))
    #expect(addresses(dom) == ["/Item.2 +"])
    #expect(ModelDOM(ViewPage(Columns().modelContainer(container), at: "/Item.2")).text.contains("chosen y"))
    dom.page.handle(Event(dom.root.id, .location, value: "/"))
    #expect(dom.text.contains("nothing"))
  }
}

// MARK: The app

private struct Counting: App {
  @State private var count = 0
  @State private var isOpen = true
  var body: some Scene {
    WindowGroup("Counting") {
      Text("count \(count) \(isOpen ? "open" : "closed")")
      Button("Count") { count += 1 }
    }
  }
}

private struct Sharing: App {
  var body: some Scene {
    WindowGroup { Names() }
      .modelContainer(for: Item.self, inMemory: true, isAutosaveEnabled: false)
      .sharesModelContext()
  }
}

private struct Separate: App {
  var body: some Scene {
    WindowGroup { Names() }.modelContainer(for: Item.self, inMemory: true, isAutosaveEnabled: false)
  }
}

private struct SharingUndo: App {
  @State private var count = 0
  var body: some Scene {
    WindowGroup {
      Text("count \(count)")
      Button("Count") { count += 1 }
      UndoableNames()
    }
    .modelContainer(for: Item.self, inMemory: true, isUndoEnabled: true)
    .sharesModelContext()
  }
}

private struct UndoableNames: View {
  @Query private var items: [Item]
  @Environment(\.modelContext) private var context
  @Environment(\.undoManager) private var undoManager
  var body: some View {
    Text("items \(items.count) \(context.autosaveEnabled ? "saves" : "waits")")
    Button("Add") { context.insert(Item(name: "x")) }
    Button("Undo") { undoManager?.undo() }
    Button("Wait") { context.autosaveEnabled = false }
  }
}

private struct Names: View {
  @Query private var items: [Item]
  @Environment(\.modelContext) private var context
  var body: some View {
    Text("items \(items.count)")
    Button("Add") { context.insert(Item(name: "x")) }
  }
}

@MainActor @Suite struct AppTests {
  @Test func theStateOfAnAppIsThatOfAllItsWindows() throws {
    let host = AppHost(Counting())
    let (first, second) = (host.makePage(at: "/"), host.makePage(at: "/"))
    let (one, two) = (ModelDOM(first), ModelDOM(second))
    try one.click("Count")
    #expect(one.text.contains("count 1 open"))
    second.update()
    #expect(two.text.contains("count 1 open"))
    #expect(host.title == "Counting")
  }

  @Test func pagesShareAContextIfTheAppSaysSo() throws {
    for (host, seen) in [(AppHost(Sharing()), 1), (AppHost(Separate()), 0)] {
      let (first, second) = (host.makePage(at: "/"), host.makePage(at: "/"))
      let (one, two) = (ModelDOM(first), ModelDOM(second))
      try one.click("Add")
      #expect(one.text.contains("items 1"))
      second.update()
      #expect(two.text.contains("items \(seen)"))
    }
  }

  /// The environment has the undo manager of the context that pages share.
  @Test func pagesThatShareAContextUndoEachOthersChanges() throws {
    let host = AppHost(SharingUndo())
    let (first, second) = (host.makePage(at: "/"), host.makePage(at: "/"))
    let (one, two) = (ModelDOM(first), ModelDOM(second))
    try one.click("Add")
    second.update()
    try two.click("Add")
    #expect(two.text.contains("items 2"))
    first.update()
    try one.click("Undo")
    #expect(one.text.contains("items 1"))
    second.update()
    try two.click("Undo")
    #expect(two.text.contains("items 0"))
  }

  /// What an app sets on the context that pages share stays when views are evaluated again.
  @Test func aPageSetsUpASharedContextOnce() throws {
    let dom = ModelDOM(AppHost(SharingUndo()).makePage(at: "/"))
    try dom.click("Wait")
    try dom.click("Count")
    #expect(dom.text.contains("count 1"))
    try dom.click("Add")
    #expect(dom.text.contains("items 1 waits"), "\(dom.text)")
  }
}
