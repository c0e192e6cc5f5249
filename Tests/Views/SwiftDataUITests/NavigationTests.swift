// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

private struct Detail: View {
  let item: Item
  var body: some View { Text("detail \(item.name)").navigationTitle("Detail") }
}

/// What pushes, and what the pages are made of, read the same state.
private struct Browser: View {
  @State private var prefix = "a"
  @Query(sort: \Item.name) private var items: [Item]
  @Environment(\.modelContext) private var context
  var body: some View {
    NavigationStack {
      List(items) { item in NavigationLink(item.name, value: item) }
        .navigationTitle("Items")
        .toolbar { Button("Next") { prefix += "b" } }
        .navigationDestination(for: Item.self) { item in
          Text("\(prefix) \(item.name)")
          Button("Change") { prefix += "c" }
          Button("Rename") { item.name = "renamed" }
          NavigationLink("Number", value: 7)
        }
        .navigationDestination(for: Int.self) { number in Text("\(prefix) number \(number)") }
    }
  }
}

/// Folders within folders: each page says how the next one looks.
private struct Folder: View {
  let depth: Int
  @State private var count = 0
  var body: some View {
    VStack {
      Text("depth \(depth) count \(count)")
      Button("Count") { count += 1 }
      NavigationLink("Deeper", value: depth + 1)
    }
    .navigationDestination(for: Int.self) { Folder(depth: $0) }
  }
}

private struct Closures: View {
  @State private var count = 0
  @State private var isShown = false
  var body: some View {
    NavigationStack {
      Text("root \(count)")
      NavigationLink("Open") {
        Text("opened \(count)")
        Button("Count") { count += 1 }
      }
      Button("Show") { isShown = true }
        .navigationDestination(isPresented: $isShown) {
          Text("shown \(count) \(isShown ? "yes" : "no")")
          Button("Count") { count += 1 }
          Button("Hide") { isShown = false }
        }
    }
  }
}

private struct Paths: View {
  @State private var path: [Int] = []
  var body: some View {
    NavigationStack(path: $path) {
      VStack {
        NavigationLink("One", value: 1)
        NavigationLink("Closure") { Text("closure") }
      }
      .navigationDestination(for: Int.self) { number in
        Text("page \(number) of \(path.count)")
        Button("Further") { path.append(number + 1) }
        Button("Home") { path = [] }
      }
    }
  }
}

/// Actions that pages have, for later.
@MainActor private final class Kept { var actions: [DismissAction] = [] }

private struct Leaving: View {
  let number: Int
  let kept: Kept
  @Environment(\.dismiss) private var dismiss
  var body: some View {
    Text("page \(number)")
    Button("Keep") { kept.actions.append(dismiss) }
  }
}

private struct Replaced: View {
  let kept: Kept
  @State private var path: [Int] = []
  var body: some View {
    NavigationStack(path: $path) {
      Button("Open") { path = [1] }
        .navigationDestination(for: Int.self) { number in
          Leaving(number: number, kept: kept)
          Button("Replace") { path = [number + 1] }
          Button("Further") { path.append(9) }
          Button("Home") { path = [] }
        }
    }
  }
}

/// Not private: it is found by its name.
struct EncodedRoute: Codable, Hashable { var name: String }
private struct HiddenRoute: Codable, Hashable {}
private struct PlainRoute: Hashable {}

@MainActor @Suite struct NavigationTests {
  let container = try! ModelContainer(
    for: Item.self, Other.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))

  private func insert(_ names: String...) throws {
    let context = ModelContext(container)
    for name in names { context.insert(Item(name: name)) }
    try context.save()
  }

  /// The closure of a destination is made anew with the root; the pages that it makes follow, and nothing else.
  @Test func openPagesFollowWhatTheirDestinationReads() throws {
    try insert("x", "y")
    let page = ViewPage(Browser().modelContainer(container))
    let dom = ModelDOM(page)
    try dom.click("x")
    #expect(dom.text.contains("a x"))
    try dom.click("Change")
    #expect(dom.text.contains("ac x"))
    #expect(page.rounds <= 5)
    try dom.click("Number")
    #expect(dom.text.contains("ac number 7"))
    #expect(page.rounds <= 5)
    try dom.click("Back")
    try dom.click("Rename")
    #expect(dom.text.contains("ac renamed"))
    #expect(page.rounds <= 5)
    try dom.click("Back")
    #expect(dom.rows == ["renamed", "y"])
    #expect(dom.root == page.root)
  }

  @Test func pagesWhichSayHowTheNextOneLooks() throws {
    let page = ViewPage(NavigationStack { Folder(depth: 0) })
    let dom = ModelDOM(page)
    for depth in 1...3 {
      try dom.click("Deeper")
      #expect(dom.text.contains("depth \(depth) count 0"))
      try dom.click("Count")
      #expect(dom.text.contains("depth \(depth) count 1"))
      #expect(page.rounds <= 5)
    }
    try dom.click("Back")
    #expect(dom.text.contains("depth 2 count 1"))
  }

  @Test func pagesOfClosuresFollowTheLink() throws {
    let page = ViewPage(Closures())
    let dom = ModelDOM(page)
    try dom.click("Open")
    try dom.click("Count")
    #expect(dom.text.contains("opened 1"))
    try dom.click("Back")
    try dom.click("Show")
    try dom.click("Count")
    #expect(dom.text.contains("shown 2 yes"))
    #expect(page.rounds <= 6)
    try dom.click("Hide")
    #expect(dom.text.contains("root 2"))
    try dom.click("Show")
    try dom.click("Back")
    #expect(dom.text.contains("root 2"))
    try dom.click("Show")
    #expect(dom.text.contains("shown 2 yes"))
  }

  /// What a page has begun may end after the page.
  @Test func aPageThatIsGoneLeavesNoOtherOne() throws {
    let kept = Kept()
    let dom = ModelDOM(ViewPage(Replaced(kept: kept)))
    func leave(_ index: Int) {
      kept.actions[index]()
      dom.page.update()
    }
    try dom.click("Open")
    try dom.click("Keep")
    try dom.click("Replace")
    leave(0)
    #expect(dom.text.contains("page 2"))
    try dom.click("Home")
    // The same value again is another page.
    try dom.click("Open")
    leave(0)
    #expect(dom.text.contains("page 1"))
    // A page below others is still there, and leaves them, too.
    try dom.click("Keep")
    try dom.click("Further")
    #expect(dom.text.contains("page 9"))
    leave(1)
    #expect(dom.text.contains("Open") && !dom.text.contains("page"))
  }

  @Test func aPathIsEncodedWithItsTypes() throws {
    var path = NavigationPath([1, 2])
    path.append("a")
    path.append(EncodedRoute(name: "b"))
    let data = try JSONEncoder().encode(path.codable)
    let read = try JSONDecoder().decode(NavigationPath.CodableRepresentation.self, from: data)
    #expect(read == path.codable)
    #expect(NavigationPath(read) == path)
    path.append(PlainRoute())
    #expect(path.codable == nil)
    path.removeLast()
    path.append(HiddenRoute())
    #expect(path.codable == nil)
    path.removeLast()
    #expect(path.codable == read)
    #expect(NavigationPath().codable != nil)
    #expect(throws: DecodingError.self) {
      _ = try JSONDecoder().decode(NavigationPath.CodableRepresentation.self, from: Data(#"["none",1]"#.utf8))
    }
  }

  @Test func thePathIsTheProgramsOwn() throws {
    let dom = ModelDOM(ViewPage(Paths()))
    try dom.click("One")
    #expect(dom.text.contains("page 1 of 1"))
    try dom.click("Further")
    #expect(dom.text.contains("page 2 of 2"))
    try dom.click("Home")
    #expect(dom.text.contains("One"))
    // The program's path cannot hold the page of a closure, which is shown all the same.
    try dom.click("Closure")
    #expect(dom.text.contains("closure"))
    try dom.click("Back")
    try dom.click("One")
    #expect(dom.text.contains("page 1 of 1"))
  }
}
