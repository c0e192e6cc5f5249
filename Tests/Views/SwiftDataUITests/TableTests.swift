// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

private struct Columns: View {
  @Query private var items: [Item]
  @State private var order = [KeyPathComparator(\Item.name)]
  @State private var selection: Item.ID?
  var body: some View {
    Table(items.sorted(using: order), selection: $selection, sortOrder: $order) {
      TableColumn("Name", value: \.name)
      TableColumn("Group", value: \.group).width(120)
      TableColumn("Length") { item in Text("length \(item.name.count)") }
    }
    Text(selection == nil ? "none" : "one")
  }
}

private struct Leg: Identifiable {
  let id: String
}

private struct Legs: View {
  let legs: [Leg]
  let isLong: Bool
  @State private var selection: Set<Leg.ID> = []
  var body: some View {
    Table(of: Leg.self, selection: $selection) {
      TableColumn("Name", value: \.id)
    } rows: {
      TableRow(Leg(id: "start"))
      ForEach(legs) { leg in TableRow(leg) }
      if isLong { TableRow(Leg(id: "end")) }
    }
    Table(of: Leg.self) {
      TableColumn("Other", value: \.id)
    } rows: {
      ForEach(legs) { TableRow($0) }
    }
    Text("selected \(selection.sorted().joined(separator: " "))")
  }
}

@MainActor @Suite struct TableTests {
  let container = try! ModelContainer(
    for: Item.self, Other.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))

  private func fill(_ count: Int) throws {
    let context = ModelContext(container)
    for index in 0..<count { context.insert(Item(name: String(format: "%06d", index))) }
    try context.save()
  }

  @Test func tablesSortSelectAndComeByWindows() throws {
    try fill(1_000)
    let page = ViewPage(Columns().modelContainer(container))
    let dom = ModelDOM(page)
    #expect(dom.all(.tableRow).count == RowWindow.initialCount)
    #expect(dom.all(.tableRow).first.map(ModelDOM.text) == "000000 length 6")
    #expect(dom.all.filter { $0.attribute(.order) == "ascending" }.count == 1)
    try dom.click("Name")
    #expect(dom.all(.tableRow).first.map(ModelDOM.text) == "000999 length 6")
    #expect(dom.text.contains("none"))
    let row = try #require(dom.all(.tableRow).first)
    #expect(page.handle(Event(row.id, .click)))
    #expect(dom.text.contains("one"))
    #expect(dom.all(.selected).count == 1)
    let gap = try #require(dom.all(.gap).first)
    #expect(gap.kind == .tableRow)
    #expect(page.handle(Event(gap.id, .window, value: "500-600")))
    #expect(dom.all(.tableRow).first.map(ModelDOM.text) == "000499 length 6")
    #expect(dom.root == page.root)
  }

  @Test func rowsOfOnesOwnAreSelected() throws {
    let page = ViewPage(VStack { Legs(legs: [Leg(id: "one"), Leg(id: "two")], isLong: true) })
    let dom = ModelDOM(page)
    #expect(dom.all(.tableRow).map(ModelDOM.text) == ["start", "one", "two", "end", "one", "two"])
    let rows = dom.all(.tableRow)
    for row in [rows[1], rows[3]] { #expect(page.handle(Event(row.id, .click))) }
    #expect(dom.text.hasSuffix("selected end one"))
    #expect(ModelDOM(ViewPage(VStack { Legs(legs: [], isLong: false) })).all(.tableRow).map(ModelDOM.text) == ["start"])
  }
}
