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
}
