// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftUI
import Testing

@testable import SwiftDataCore
@testable import SwiftDataUI

@Observable private final class Rows {
  var ids: [Int] = []
}

@MainActor private var nextToken = 0

/// Keeps a number of its own for as long as it is the same row.
private struct Numbered: View {
  let id: Int
  @State private var token: Int?
  var body: some View {
    Text("\(id):\(token ?? -1)").onAppear {
      nextToken += 1
      token = nextToken
    }
  }
}

private struct Shuffled: View {
  let rows: Rows
  var body: some View { VStack { ForEach(rows.ids, id: \.self) { Numbered(id: $0) } } }
}

private struct Row: View {
  let item: Item
  var body: some View { Text(item.name) }
}

private struct Edited: View {
  @Query(sort: \Item.name) private var items: [Item]
  @Environment(\.modelContext) private var context
  var moved: ((IndexSet, Int) -> Void)?
  var body: some View {
    List {
      ForEach(items) { Row(item: $0) }
        .onDelete { for index in $0 { context.delete(items[index]) } }
        .onMove(perform: moved)
    }
  }
}

private struct Nested: View {
  let deleted: (Int, IndexSet) -> Void
  var body: some View {
    List {
      ForEach(0..<3) { group in
        ForEach(0..<2) { Text("\(group)-\($0)") }.onDelete { deleted(group, $0) }
      }
    }
  }
}

private struct TwoLists: View {
  let moved: () -> Void
  var body: some View {
    List {
      ForEach(0..<2) { Text("first \($0)") }.onMove { _, _ in moved() }
      ForEach(0..<2) { Text("second \($0)") }.onMove { _, _ in moved() }
    }
  }
}

private struct Ordered: View {
  let rows: Rows
  let deleted: (Int) -> Void
  var body: some View {
    List {
      ForEach(rows.ids, id: \.self) { Text("\($0)") }
        .onDelete { for index in $0 { deleted(rows.ids.remove(at: index)) } }
        .onMove { rows.ids.move(fromOffsets: $0, toOffset: $1) }
    }
  }
}

/// Its actions have the rows as they were when the view was made.
private struct Captured: View {
  let items: [String]
  let deletesFirst: Bool
  let did: (String) -> Void
  var body: some View {
    let (items, did) = (items, did)
    let rows = ForEach(items, id: \.self) { Text($0) }
    let delete: (IndexSet) -> Void = { for index in $0 where items.indices.contains(index) { did("-\(items[index])") } }
    let move: (IndexSet, Int) -> Void = { from, _ in
      for index in from where items.indices.contains(index) { did("~\(items[index])") }
    }
    List {
      if deletesFirst {
        rows.onDelete(perform: delete).onMove(perform: move)
      } else {
        rows.onMove(perform: move).onDelete(perform: delete)
      }
    }
  }
}

private struct Capturing: View {
  let names: Names
  let deletesFirst: Bool
  let did: (String) -> Void
  var body: some View { Captured(items: names.all, deletesFirst: deletesFirst, did: did) }
}

@Observable private final class Names {
  var all = ["b", "c"]
}

@Observable private final class Choosing {
  var chosen: Int?
}

/// The same list in the same place, of another object.
private struct Chooser: View {
  let both: [Choosing]
  @State private var isSecond = false
  var body: some View {
    @Bindable var shown = both[isSecond ? 1 : 0]
    List(0..<3, id: \.self, selection: $shown.chosen) { Text("row \($0)") }
    Button("Other") { isSecond.toggle() }
  }
}

private struct TwoProperties: View {
  let item: Item
  let onOther: @MainActor () -> Void
  var body: some View {
    // Somebody else's tracking, within that of the view.
    let note = withObservationTracking {
      item.note
    } onChange: {
      MainActor.assumeIsolated { onOther() }
    }
    Text("\(item.name) \(note ?? "-")")
  }
}

private struct OneOfTwo: View {
  let item: Item
  @State private var showsNote = false
  var body: some View {
    Button("Switch") { showsNote.toggle() }
    if showsNote { Text(item.note ?? "-") } else { Text(item.name) }
  }
}

/// Rows that come, go and move.
@MainActor @Suite struct RowTests {
  let container = try! ModelContainer(
    for: Item.self, Other.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))

  private func fill(_ names: [String]) throws {
    let context = ModelContext(container)
    context.autosaveEnabled = false
    for name in names { context.insert(Item(name: name)) }
    try context.save()
  }

  private func wait(_ page: ViewPage, until isThere: () -> Bool) async {
    for _ in 0..<10_000 {
      guard !isThere() else { break }
      await Task.yield()
      page.update()
    }
  }

  /// Reading a relationship for each of its rows would cost as much as all rows together, each time.
  @Test func aCollectionBehindABindingIsReadOnceForAllRows() {
    var reads = 0
    let numbers = Binding<[Int]>(
      get: {
        reads += 1
        return Array(0..<100)
      }, set: { _ in })
    let rows = ForEach(numbers, id: \.self) { number in Text("\(number.wrappedValue)") }
    #expect(reads == 1)
    #expect(rows.data.map { $0.binding.wrappedValue } == Array(0..<100))
  }

  /// Whatever changes, a row that is still there is the same one, and the operations lead to what is shown.
  @Test(arguments: 0..<30) func whatARowKeepsGoesWithItsIdentifier(seed: UInt64) {
    var random = Seeded(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 7)
    let rows = Rows()
    let page = ViewPage(Shuffled(rows: rows))
    let dom = ModelDOM(page)
    var tokens: [Int: String] = [:]
    var before: [Int] = []
    for _ in 0..<40 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: rows.ids.insert((0..<100).randomElement(using: &random)!, at: 0)
      case 1: rows.ids.append((0..<100).randomElement(using: &random)!)
      case 2 where !rows.ids.isEmpty: rows.ids.remove(at: Int.random(in: 0..<rows.ids.count, using: &random))
      case 3: rows.ids.shuffle(using: &random)
      case 4: rows.ids.removeAll { $0.isMultiple(of: 3) }
      default:
        let place = Int.random(in: 0...rows.ids.count, using: &random)
        rows.ids.insert(contentsOf: (0..<6).map { _ in Int.random(in: 100..<200, using: &random) }, at: place)
      }
      page.update()
      #expect(dom.root == page.root, "seed \(seed)")
      let shown = dom.all(.text).map(ModelDOM.text)
      #expect(shown.map { Int($0.split(separator: ":")[0]) } == rows.ids, "seed \(seed)")
      var seen: [Int: String] = [:]
      for (id, text) in zip(rows.ids, shown) where rows.ids.count(where: { $0 == id }) == 1 {
        if before.count(where: { $0 == id }) == 1, let token = tokens[id] {
          #expect(text == token, "seed \(seed)")
        }
        seen[id] = text
      }
      tokens = seen
      before = rows.ids
    }
  }

  /// What is said of a row's place is right though the row itself was not made anew.
  @Test func rowsAfterANewOneKnowTheirPlaces() async throws {
    try fill(["b", "c", "d"])
    let page = ViewPage(Edited().modelContainer(container))
    let dom = ModelDOM(page)
    #expect(dom.rows.count == 3)
    page.resetEvaluations()
    dom.clearOperations()
    try fill(["a"])
    await wait(page) { dom.rows.count == 4 }
    // One row is evaluated and sent, none is sent again.
    #expect(page.evaluations == ["Edited": 1, "Row": 1])
    #expect(dom.operations.count == 1)
    let delete = try #require(dom.all(.rowDelete).dropFirst(2).first)
    #expect(page.handle(Event(delete.id, .click)))
    #expect(dom.all(.row).map { ModelDOM.text($0.children[0]) } == ["a", "b", "d"])
    #expect(dom.root == page.root)
  }

  @Test func aRowIsMovedToThePlaceOfAnother() async throws {
    try fill(["b", "c"])
    var moves: [(IndexSet, Int)] = []
    let page = ViewPage(Edited(moved: { moves.append(($0, $1)) }).modelContainer(container))
    let dom = ModelDOM(page)
    try fill(["a"])
    await wait(page) { dom.rows.count == 3 }
    let ids = dom.all(.row).map(\.id)
    #expect(page.handle(Event(ids[2], .reorder, value: "before:\(ids[0])")))
    #expect(page.handle(Event(ids[0], .reorder, value: "after:\(ids[1])")))
    #expect(moves.map(\.0) == [[2], [0]] && moves.map(\.1) == [0, 2])
    // It is there already.
    #expect(page.handle(Event(ids[0], .reorder, value: "before:\(ids[1])")))
    #expect(moves.count == 2)
    #expect(dom.root == page.root)
  }

  @Test func aMoveThatNamesNoRowOfTheListIsRefused() throws {
    var moves = 0
    let page = ViewPage(TwoLists { moves += 1 })
    let dom = ModelDOM(page)
    let rows = dom.all(.row)
    let values = [
      "9-0", "0-9", "before:", "after:zzz", "before:\(rows[2].id)", "after:\(ElementID())", "beside:\(rows[1].id)",
      "before:\(dom.root.id)", "", "before:\(rows[1].id):0",
    ]
    for value in values { #expect(!page.handle(Event(rows[0].id, .reorder, value: value)), "\(value)") }
    #expect(!page.handle(Event(rows[0].id, .reorder)))
    #expect(moves == 0)
    #expect(page.handle(Event(rows[0].id, .reorder, value: "after:\(rows[1].id)")))
    #expect(moves == 1)
  }

  @Test func aRowIsFoundWhereItIsNow() throws {
    let rows = Rows()
    rows.ids = [2, 3]
    var deleted: [Int] = []
    let page = ViewPage(Ordered(rows: rows) { deleted.append($0) })
    let dom = ModelDOM(page)
    let (two, three) = (dom.all(.row)[0].id, dom.all(.row)[1].id)
    let delete = dom.all(.rowDelete)[1].id
    // Another page has inserted one above, which this one has not shown yet.
    rows.ids.insert(1, at: 0)
    #expect(page.handle(Event(three, .reorder, value: "before:\(two)")))
    #expect(rows.ids == [1, 3, 2])
    rows.ids.insert(0, at: 0)
    #expect(page.handle(Event(delete, .click)))
    #expect(deleted == [3])
    rows.ids.removeAll { $0 == 2 }
    #expect(!page.handle(Event(three, .reorder, value: "before:\(two)")))
    #expect(dom.root == page.root)
  }

  @Test(arguments: [true, false]) func whatIsDoneToARowIsDoneByTheLatestClosure(deletesFirst: Bool) throws {
    let names = Names()
    var done: [String] = []
    let page = ViewPage(Capturing(names: names, deletesFirst: deletesFirst) { done.append($0) })
    let dom = ModelDOM(page)
    names.all.insert("a", at: 0)
    page.update()
    let rows = dom.all(.row).map(\.id)
    for button in dom.all(.rowDelete) { #expect(page.handle(Event(button.id, .click))) }
    #expect(page.handle(Event(rows[2], .reorder, value: "before:\(rows[0])")))
    #expect(done == ["-a", "-b", "-c", "~c"])
  }

  @Test func aRowIsSelectedForTheObjectThatIsShown() throws {
    let both = [Choosing(), Choosing()]
    let page = ViewPage(Chooser(both: both))
    let dom = ModelDOM(page)
    #expect(page.handle(Event(try #require(dom.all(.row).first).id, .click)))
    #expect(both.map(\.chosen) == [0, nil])
    try dom.click("Other")
    // It is selected in neither: the row is the same one.
    #expect(page.handle(Event(dom.all(.row)[2].id, .click)))
    #expect(both.map(\.chosen) == [0, 2])
  }

  @Test func aRowWithinRowsKnowsItsOwnPlace() throws {
    var deleted: [(Int, IndexSet)] = []
    let page = ViewPage(Nested { deleted.append(($0, $1)) })
    let dom = ModelDOM(page)
    let buttons = dom.all(.rowDelete)
    #expect(buttons.count == 6)
    #expect(page.handle(Event(buttons[3].id, .click)))
    #expect(deleted.count == 1 && deleted.first?.0 == 1 && deleted.first?.1 == [1])
  }

  // MARK: What is read of models

  @Test func trackingWithinABodyIsObservationsBusiness() throws {
    let context = container.mainContext
    let item = Item(name: "a")
    context.insert(item)
    var others = 0
    let page = ViewPage(TwoProperties(item: item) { others += 1 }.modelContext(context))
    let dom = ModelDOM(page)
    item.note = "n"
    page.update()
    #expect(others == 1)
    #expect(dom.text == "a n")
    item.name = "b"
    page.update()
    #expect(dom.text == "b n")
  }

  @Test func whatIsNoLongerReadIsForgotten() throws {
    let context = container.mainContext
    let item = Item(name: "a")
    context.insert(item)
    let page = ViewPage(OneOfTwo(item: item).modelContext(context))
    let dom = ModelDOM(page)
    try dom.click("Switch")
    page.resetEvaluations()
    item.name = "b"
    page.update()
    #expect(page.evaluations.isEmpty)
    item.note = "n"
    page.update()
    #expect(page.evaluations == ["OneOfTwo": 1])
    #expect(dom.text == "Switch n")
  }

  /// A model that many pages have shown knows those alone that are still there; and it has no registrar.
  @Test func modelsForgetPagesThatAreGone() throws {
    let context = container.mainContext
    let item = Item(name: "a")
    context.insert(item)
    try context.save()
    let services = AppServices()
    for turn in 0..<100 {
      let page = ViewPage(Row(item: item).modelContext(context), services: services)
      let dom = ModelDOM(page)
      #expect(dom.text == item.name)
      if turn.isMultiple(of: 10) {
        item.name = "name \(turn)"
        page.update()
        #expect(dom.text == "name \(turn)")
      }
      page.close()
    }
    let extra = try #require(item._$state?.extra)
    #expect(extra.readers.count <= 1)
    if ObservationProbe.isOneWord { #expect(extra.registrar == nil) }
  }

  // MARK: Actions

  @Test func actionsOfALabelAreThoseOfItsRow() throws {
    var removed = 0
    let list = List {
      NavigationLink {
        Text("page")
      } label: {
        Text("a").swipeActions { Button("Remove") { removed += 1 } }.swipeActions(edge: .leading) { Button("Edit") {} }
      }
      Button {
      } label: {
        Text("b").swipeActions { Button("Hide") {} }
      }
    }
    let dom = ModelDOM(ViewPage(NavigationStack { list }))
    func classes(_ element: Element) -> [StyleClass] {
      element.classes
    }
    let rows = dom.all.filter { classes($0).contains(.row) }
    let actions = rows.map { $0.children.filter { classes($0).contains(.rowActions) }.map(ModelDOM.text) }
    #expect(actions == [["Edit Remove"], ["Hide"]])
    try dom.click("Remove")
    #expect(removed == 1)
  }

  @Test func theFirstActionIsAtTheEdge() throws {
    let list = List {
      Text("a").swipeActions {
        Button("First") {}; Button("Second") {}
      }
      .swipeActions(edge: .leading) {
        Button("Third") {}; Button("Fourth") {}
      }
    }
    let actions = try #require(ModelDOM(ViewPage(list)).all(.rowActions).first)
    #expect(ModelDOM.text(actions) == "Third Fourth Second First")
  }

  @Test func whatIsSaidOfAGroupIsSaidOfEachRow() throws {
    var removed = 0
    let list = List {
      Group {
        Text("a"); Text("b")
      }.listRowBackground(Text("behind"))
      ForEach(0..<2) { Text("each \($0)") }.swipeActions { Button("Remove") { removed += 1 } }
      Section("c") {
        Text("d"); Text("e")
      }.listRowBackground(Text("under")).listRowSeparator(.hidden)
    }
    let dom = ModelDOM(ViewPage(list))
    #expect(dom.all(.rowBackground).map(ModelDOM.text) == ["behind", "behind", "under", "under"])
    #expect(dom.all(.rowWithoutSeparator).count == 2)
    #expect(Set(dom.all.map(\.id)).count == dom.all.count)
    for actions in dom.all(.rowActions) {
      let button = try #require(ModelDOM.all(actions).first { $0.kind == .button })
      #expect(dom.page.handle(Event(button.id, .click)))
    }
    #expect(removed == 2)
  }

  @Test func aRowThatIsEditedIsSelectedAndLeadsNowhere() throws {
    var chosen: Set<Int> = []
    var mode = EditMode.active
    let list = NavigationStack {
      List(selection: Binding(get: { chosen }, set: { chosen = $0 })) {
        ForEach(0..<2, id: \.self) { number in NavigationLink("row \(number)") { Text("page") } }.onDelete { _ in }
      }
      .environment(\.editMode, Binding(get: { mode }, set: { mode = $0 }))
    }
    let dom = ModelDOM(ViewPage(list))
    #expect(dom.all(.rowChoice).count == 2 && dom.all(.rowRemove).isEmpty)
    let content = try #require(dom.all(.rowContent).last)
    #expect(content.attribute(.tapsFirst) == "true")
    #expect(dom.page.handle(Event(content.id, .click)))
    #expect(chosen == [1])
    let rows = try #require(dom.all(.rows).first)
    #expect(rows.attribute(.role) == "grid" && rows.attribute(.selectsSeveral) == "true")
  }

  // MARK: Names of elements

  @Test func anElementKeepsAllItsCompanions() {
    let key = ElementKey()
    let names = (0..<30).map { ElementKey.Name.part(ElementKey.PartName("name \($0)")) }
    var ids = names.map { key.companion($0).id }
    for count in [5, 8, 9, 30] { #expect(names.prefix(count).map { key.companion($0).id } == Array(ids.prefix(count))) }
    #expect(Set(ids).count == 30)
    key.forget()
    let new = names.map { key.companion($0).id }
    #expect(Set(ids).isDisjoint(with: new))
    ids = new
    #expect(names.map { key.companion($0).id } == ids)
  }

  @Test func valuesThatAreChangedTheSameWayAreTheSame() {
    var values = EnvironmentValues()
    values.stackAxis = .horizontal
    let first = values.variant(1) { $0.stackAxis = .vertical }
    #expect(first.isSame(as: values.variant(1) { $0.stackAxis = .vertical }))
    #expect(first.stackAxis == .vertical && values.stackAxis == .horizontal)
    let before = values
    values.stackAxis = nil
    #expect(!values.isSame(as: before) && before.stackAxis == .horizontal)
    #expect(!values.variant(1) { $0.stackAxis = .vertical }.isSame(as: first))
  }
}
