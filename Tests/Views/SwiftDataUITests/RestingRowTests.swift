// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftUI
import Testing

@testable import SwiftDataUI

@Observable private final class Card: Identifiable {
  let id: Int
  var title: String
  var note: String?
  init(_ id: Int, note: String? = nil) {
    self.id = id
    title = "title \(id)"
    self.note = note
  }
}

private struct Cards: View {
  let cards: [Card]
  var body: some View {
    List(cards) { card in
      HStack {
        VStack {
          if let note = card.note { Text(note) }
          Text(card.title).font(.headline).foregroundStyle(.red)
        }
        Spacer()
        Text(1_234.5, format: .number)
      }
    }
  }
}

/// The row is a view of its own, which remembers something.
private struct CountedRow: View {
  let card: Card
  @State private var count = 0
  var body: some View {
    HStack {
      VStack {
        Text(card.title)
        Text("count \(count)")
      }
      Button("More") { count += 1 }
    }
  }
}

private struct CountedRows: View {
  let cards: [Card]
  var body: some View { List(cards) { CountedRow(card: $0) } }
}

/// Rows whose views remember nothing keep their elements, not their nodes.
@MainActor @Suite struct RestingRowTests {
  private func ids(_ dom: ModelDOM) -> [String: ElementID] {
    Dictionary(dom.all.compactMap { element in element.text.map { ($0, element.id) } }, uniquingKeysWith: { $1 })
  }

  @Test func plainRowsKeepOneNodeForTheirContent() {
    func nodes(_ count: Int) -> Int { ViewPage(Cards(cards: (0..<count).map { Card($0, note: "note") })).nodeCount }
    // The row itself, and the stack that it consists of.
    #expect(nodes(20) - nodes(10) == 2 * 10)
  }

  @Test func aChangeOfAPlainRowIsSentAloneAndKeepsItsElements() throws {
    let cards = (0..<3).map { Card($0, note: "note \($0)") }
    let dom = ModelDOM(ViewPage(Cards(cards: cards)))
    let before = ids(dom)
    let title = try #require(before["title 1"])
    // More than once: what was made again has let go of its nodes, too.
    for text in ["new", "newer"] {
      dom.clearOperations()
      cards[1].title = text
      dom.page.update()
      #expect(dom.operations.map { "\($0)" } == ["\(Operation.text(title, text))"])
    }
    #expect(ids(dom)["note 1"] == before["note 1"])
    #expect(dom.root == dom.page.root)
  }

  /// The text below takes another place, but is the same one.
  @Test func whatComesAndGoesInAPlainRowLeavesTheOthers() {
    let cards = (0..<3).map { Card($0) }
    let dom = ModelDOM(ViewPage(Cards(cards: cards)))
    let before = ids(dom)
    cards[1].note = "note"
    dom.page.update()
    #expect(dom.rows[1].hasPrefix("note title 1"))
    #expect(ids(dom).filter { $0.key != "note" } == before)
    cards[1].note = nil
    dom.page.update()
    #expect(ids(dom) == before)
    #expect(dom.root == dom.page.root)
  }

  @Test func aPlainRowIsWrittenInTheLanguageOfItsPlace() {
    let page = ViewPage(
      Cards(cards: [Card(0)]), settings: PageSettings(language: "en-US", timeZone: "Europe/Berlin", isDark: false))
    let dom = ModelDOM(page)
    #expect(dom.text.contains("1,234.5"))
    let before = dom.all.map(\.id)
    page.apply(PageSettings(language: "de-DE", timeZone: "Europe/Berlin", isDark: false))
    page.update()
    #expect(dom.text.contains("1.234,5"))
    #expect(dom.all.map(\.id) == before)
    #expect(dom.root == dom.page.root)
  }

  @Test func whatARowRemembersStays() throws {
    let cards = (0..<2).map { Card($0) }
    let dom = ModelDOM(ViewPage(CountedRows(cards: cards)))
    let before = dom.all.map(\.id)
    let button = try #require(dom.all.first { $0.events.contains(.click) }).id
    for _ in 0..<3 { #expect(dom.page.handle(Event(button, .click))) }
    cards[0].title = "other"
    dom.page.update()
    #expect(dom.rows.first == "other count 3 More")
    #expect(dom.all.map(\.id) == before)
    #expect(dom.root == dom.page.root)
  }
}
