// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftUI
import Testing

@testable import SwiftDataUI

@Observable private final class Store {
  var a = 0
  var b = 0
}

private struct ShowsA: View {
  let store: Store
  var body: some View { Text("a \(store.a)") }
}

private struct ShowsB: View {
  let store: Store
  var body: some View { Text("b \(store.b)") }
}

private struct Both: View {
  let store: Store
  var body: some View {
    ShowsA(store: store)
    ShowsB(store: store)
  }
}

private struct Keeper: View {
  let name: String
  @State private var count = 0
  var body: some View { Button("\(name) \(count)") { count += 1 } }
}

private struct Parent: View {
  @State private var names = ["x", "y", "z"]
  @State private var isFirst = true
  var body: some View {
    Button("Reverse") { names.reverse() }
    Button("Swap") { isFirst.toggle() }
    Button("Drop") { names.removeFirst() }
    ForEach(names, id: \.self) { Keeper(name: $0) }
    if isFirst { Keeper(name: "one") } else { Keeper(name: "two") }
  }
}

private struct Effects: View {
  @State private var isShown = true
  @State private var value = 0
  @State var log: [String] = []
  var body: some View {
    Button("Hide") { isShown.toggle() }
    Button("Change") { value += 1 }
    if isShown {
      Text("inner").onAppear { log.append("appear") }.onDisappear { log.append("disappear") }
    }
    Text("log " + log.joined(separator: ","))
      .onChange(of: value) { old, new in log.append("\(old)-\(new)") }
  }
}

private struct NeedsStore: View {
  @Environment(Store.self) private var store
  var body: some View { Text("a \(store.a)") }
}

private struct Bodiless: View { typealias Body = Never }

@MainActor @Suite struct GraphTests {
  @Test func onlyWhatReadsAValueIsEvaluatedAgain() {
    let store = Store()
    let page = ViewPage(Both(store: store))
    let dom = ModelDOM(page)
    page.resetEvaluations()
    store.b = 7
    page.update()
    #expect(page.evaluations == ["ShowsB": 1])
    #expect(dom.text == "a 0 b 7")
    #expect(dom.operations.count == 1)
  }

  @Test func stateGoesWithTheIdentifier() throws {
    let page = ViewPage(Parent())
    let dom = ModelDOM(page)
    try dom.click("x 0")
    try dom.click("x 1")
    try dom.click("Reverse")
    #expect(dom.text.contains("z 0 y 0 x 2"))
    #expect(dom.root == page.root)
    try dom.click("Drop")
    try dom.click("Drop")
    #expect(dom.text.contains("Drop x 2"))
  }

  @Test func eachBranchHasAStateOfItsOwn() throws {
    let dom = ModelDOM(ViewPage(Parent()))
    try dom.click("one 0")
    try dom.click("Swap")
    #expect(dom.text.contains("two 0"))
    try dom.click("Swap")
    #expect(dom.text.contains("one 0"))
  }

  @Test func appearingDisappearingAndChanging() throws {
    let dom = ModelDOM(ViewPage(Effects()))
    #expect(dom.text.contains("log appear"))
    try dom.click("Change")
    #expect(dom.text.contains("log appear,0-1"))
    try dom.click("Hide")
    #expect(dom.text.contains("log appear,0-1,disappear"))
  }

  /// Reading the object would end the process, which shows the pages of others.
  @Test func aMissingObjectIsNamedInItsPlace() {
    #expect(ModelDOM(ViewPage(NeedsStore())).text.contains("NeedsStore, without an object of type Store"))
    #expect(ModelDOM(ViewPage(NeedsStore().environment(Store()))).text == "a 0")
    #expect(ModelDOM(ViewPage(Bodiless())).text.contains("Bodiless, which has no body"))
  }

  @Test func forgedAndStaleEventsAreRefused() throws {
    let page = ViewPage(Parent())
    #expect(!page.handle(Event(ElementID(), .click)))
    let button = try #require(ModelDOM(page).all(.button).first)
    #expect(!page.handle(Event(button.id, .input, value: "x")))
    page.close()
    #expect(!page.handle(Event(button.id, .click)))
  }

  /// Random trees: the operations lead from each to the next.
  @Test(arguments: 0..<20) func operationsLeadFromOneTreeToTheNext(seed: UInt64) {
    var random = Seeded(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    var keys = (0..<40).map { _ in ElementKey() }
    func tree() -> Rendered {
      keys.shuffle(using: &random)
      var unused = keys[...]
      func make(_ depth: Int) -> Rendered {
        let node = Rendered(unused.removeFirst(), [Element.Kind.box, .text].randomElement(using: &random)!)
        if Int.random(in: 0..<3, using: &random) == 0 {
          node.attribute(.help, "\(Int.random(in: 0..<3, using: &random))")
        }
        if Int.random(in: 0..<3, using: &random) == 0 { node.add([.row, .list].randomElement(using: &random)!) }
        if Int.random(in: 0..<3, using: &random) == 0 { node.grows = .horizontal }
        if depth > 3 || Int.random(in: 0..<5, using: &random) == 0 {
          node.text = "t\(Int.random(in: 0..<3, using: &random))"
          return node
        }
        for _ in 0..<Int.random(in: 0..<5, using: &random) where !unused.isEmpty {
          node.children.append(make(depth + 1))
        }
        return node
      }
      return make(0)
    }
    let rootKey = ElementKey()
    func root() -> Rendered { Rendered(rootKey, .box, children: [tree()]) }
    var old = root()
    let page = FixedPage(root: old.element)
    let dom = ModelDOM(page)
    for _ in 0..<30 {
      let new = root()
      var differ = Differ()
      differ.compare(old, new)
      page.onUpdate?(differ.operations)
      #expect(dom.root == new.element, "seed \(seed)")
      old = new
    }
  }

  @Test func aLongListIsEvaluatedByWindows() throws {
    struct Long: View {
      var body: some View { List(0..<100_000) { Text(verbatim: "row \($0)") } }
    }
    let page = ViewPage(Long())
    let dom = ModelDOM(page)
    #expect(dom.rows.count == RowWindow.initialCount)
    let gap = try #require(dom.all(.gap).first)
    #expect(gap.attribute(.allRows) == "100000")
    #expect(page.handle(Event(gap.id, .window, value: "50000-50099")))
    #expect(dom.rows.first == "row 50000")
    #expect(dom.rows.count == 100)
    #expect(dom.root == page.root)
    for value in [
      "", "x", "-5", "5-1", "99999999999999999999-3", "0-\(Int.max)", "100000-100000", "\(Int.max - 1)-\(Int.max - 1)",
      "5-\(Int.max - 1)",
    ] {
      page.handle(Event(gap.id, .window, value: value))
      #expect(dom.rows.count <= RowWindow.largest)
    }
  }

  @Test func aLongGridIsEvaluatedByWindows() throws {
    struct Long: View {
      var body: some View {
        ScrollView {
          LazyVGrid(columns: [GridItem(), GridItem(), GridItem()]) {
            ForEach(0..<10_001) { Text(verbatim: "cell \($0)") }
          }
        }
      }
    }
    let page = ViewPage(Long())
    let dom = ModelDOM(page)
    var cells: [String] { dom.all(.grid).first?.children.compactMap(\.text) ?? [] }
    #expect(cells.count == RowWindow.initialCount)
    let gap = try #require(dom.all(.gap).first)
    #expect(gap.attribute(.allRows) == "10001")
    #expect(page.handle(Event(gap.id, .window, value: "6000-6119")))
    #expect(cells.first == "cell 6000" && cells.count == 120)
    // At the end, too, the first one is where a row of three begins.
    #expect(page.handle(Event(gap.id, .window, value: "9960-10000")))
    #expect(cells.first == "cell 9960" && cells.last == "cell 10000")
    for value in ["10001-10001", "\(Int.max - 1)-\(Int.max - 1)", "0-\(Int.max - 1)"] {
      page.handle(Event(gap.id, .window, value: value))
      #expect(!cells.isEmpty && cells.count <= RowWindow.largest)
    }
    #expect(dom.root == page.root)
  }

  @Test func aGridThatIsScrolledSomewhereBeginsWithAWholeRow() throws {
    struct Long: View {
      let columns: [GridItem]
      var body: some View {
        ScrollViewReader { proxy in
          Button("Far") { proxy.scrollTo(700) }
          ScrollView {
            LazyVGrid(columns: columns) {
              ForEach(0..<1000) { Text(verbatim: "cell \($0)") }
            }
          }
        }
      }
    }
    // How many columns are as wide as it says, only the browser knows: 600 is a multiple of most numbers.
    let grids = [(Array(repeating: GridItem(), count: 7), 644), ([GridItem(.adaptive(minimum: 80))], 600)]
    for (columns, first) in grids {
      let page = ViewPage(Long(columns: columns))
      let dom = ModelDOM(page)
      try dom.click("Far")
      let cells = dom.all(.grid).first?.children.compactMap(\.text) ?? []
      #expect(cells.first == "cell \(first)" && cells.contains("cell 700") && cells.count <= RowWindow.largest)
      #expect(dom.root == page.root)
    }
  }
}

@MainActor private final class FixedPage: Page {
  let root: Element
  var onUpdate: (([SwiftDataUI.Operation]) -> Void)?
  init(root: Element) { self.root = root }
  func handle(_ event: Event) -> Bool { false }
  func update() {}
  func close() {}
}
