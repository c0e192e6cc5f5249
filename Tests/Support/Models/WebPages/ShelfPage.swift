// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// A page with one of each thing that a browser does by itself or reports.
package final class ShelfPage: KeyedPage {
  private let shelf: Shelf
  private var path: String
  private var draft = ""
  private var shouting = ""
  private var short = ""
  private var notes = ""
  private var choice = ""
  private var answer: String?
  private var order = ["A", "B", "C", "D", "E"]
  private var rows = 0..<100
  private var isSentAgain = false
  private static var count = 0

  package init(shelf: Shelf, path: String) {
    self.shelf = shelf
    self.path = path
    super.init()
    start()
    shelf.join(self)
    send(.title(title))
  }

  private var title: String { path == "/about" ? "About" : "Shelf" }

  package override func tree() -> Keyed {
    var children = [Keyed(.title, "title", text: title)]
    switch path {
    case "/long": children.append(long)
    case "/order": children += ordered
    case "/hostile": children += hostile
    default: children += shelfParts
    }
    return Keyed(
      .box, "root", look: "s-window",
      on: [
        .location: { [unowned self] in
          path = $0 ?? "/"
          send(.title(title))
        }
      ], children)
  }

  private func field(_ name: String, _ value: String, _ input: @escaping @MainActor (String) -> Void) -> Keyed {
    Keyed(
      .textField, name,
      [.init(.identifier, name), .init(.value, value), .init(.label, name), .init(.fieldKey, "~\(name)")],
      on: [.input: { input($0 ?? "") }])
  }

  private func button(
    _ name: String, _ text: String, _ more: [Element.Attribute] = [], _ action: @escaping @MainActor () -> Void
  ) -> Keyed {
    Keyed(
      .button, name, look: "s-button", [.init(.identifier, name)] + more, text: text, on: [.click: { _ in action() }])
  }

  private var shelfParts: [Keyed] {
    let add: @MainActor () -> Void = { [unowned self] in
      let name = draft
      draft = ""
      if !name.isEmpty { shelf.change { $0.append(name) } }
    }
    var draftField = field("draft", draft) { [unowned self] in draft = $0 }
    draftField.actions[.submit] = { _ in add() }
    var parts = [
      draftField,
      button("add", "Add", [], add),
      field("shouting", shouting) { [unowned self] in shouting = $0.uppercased() },
      field("short", short) { [unowned self] in short = String($0.prefix(3)) },
      Keyed(
        .bulletedList, "names", [],
        shelf.names.enumerated().map { index, name in
          Keyed(
            .item, "row \(name) \(index)", [],
            [
              Keyed(.text, "name \(name) \(index)", look: "name", text: name),
              button("remove \(name)", "Remove") { [unowned self] in shelf.change { $0.removeAll { $0 == name } } },
            ])
        }),
      button("count", String(Self.count), [.init(.shortcut, "Meta+k")]) { Self.count += 1 },
      Keyed(
        .disclosure, "details",
        [],
        [
          Keyed(.disclosureLabel, "summary", text: "Notes"),
          Keyed(
            .textArea, "notes",
            [.init(.identifier, "notes"), .init(.value, notes), .init(.fieldKey, "~notes")],
            on: [.input: { [unowned self] in notes = $0 ?? "" }]),
        ]),
      Keyed(.paragraph, "echo", [.init(.identifier, "notes echo")], text: notes),
      button("ask", "Ask") { [unowned self] in answer = "" },
      button("about", "About") { [unowned self] in
        path = "/about"
        send(.location("/about", push: true))
        send(.title(title))
      },
      Keyed(
        .disclosure, "menu", look: "s-menu", on: [.toggle: { _ in }],
        [
          Keyed(.disclosureLabel, "more", look: "s-menu-label", [.init(.identifier, "more")], text: "More"),
          Keyed(
            .box, "items", look: "s-menu-items", [],
            [
              button("first", "First") { [unowned self] in choice = "first" },
              button("second", "Second") { [unowned self] in choice = "second" },
            ]),
        ]),
      Keyed(.paragraph, "choice", [.init(.identifier, "menu echo")], text: choice),
    ]
    if let answer {
      parts.append(
        Keyed(
          .dialog, "dialog", look: "s-sheet", on: [.toggle: { [unowned self] _ in self.answer = nil }],
          [field("answer", answer) { [unowned self] in self.answer = $0 }]))
    }
    return parts
  }

  private var long: Keyed {
    let gap = { (name: String, count: Int) in
      Keyed(.box, name, look: "s-gap", [.init(.missingRows, String(count)), .styles(.missingRows(count))])
    }
    var before = gap("before", rows.lowerBound)
    before.attributes += [
      .init(.firstRow, String(rows.lowerBound)), .init(.lastRow, String(rows.upperBound - 1)),
      .init(.allRows, "100000"),
    ]
    before.actions[.window] = { [unowned self] value in
      let bounds = (value ?? "").split(separator: "-").compactMap { Int($0) }
      guard bounds.count == 2, bounds[0] <= bounds[1] else { return }
      let first = max(0, min(bounds[0], 99_999))
      rows = first..<min(100_000, max(first + 1, min(bounds[1] + 1, first + 500)))
    }
    return Keyed(
      .box, "rows", look: "rows", [],
      [before]
        + rows.map { Keyed(.box, "row \($0)", look: "row", [.init(.identifier, String($0))], text: "Row \($0)") }
        + [gap("after", 100_000 - rows.upperBound)])
  }

  private var ordered: [Keyed] {
    [
      Keyed(
        .box, "order", look: "s-rows", [],
        order.map { name in
          Keyed(
            .box, "row \(name)", look: "s-row s-row-movable row", text: name,
            on: [
              .reorder: { [unowned self] value in
                let parts = (value ?? "").split(separator: ":").map(String.init)
                guard parts.count == 2,
                  let target = order.first(where: { id(of: "row \($0)")?.description == parts[1] }),
                  target != name
                else { return }
                order.removeAll { $0 == name }
                let place = order.firstIndex(of: target) ?? order.endIndex
                order.insert(name, at: parts[0] == "after" ? place + 1 : place)
              }
            ])
        }),
      Keyed(.paragraph, "order echo", [.init(.identifier, "order echo")], text: order.joined()),
    ]
  }

  private var hostile: [Keyed] {
    var parts: [Keyed] = []
    func add(_ part: Keyed) {
      var part = part
      // Sent by the first page and once more as an operation.
      part.key += " \(isSentAgain)"
      parts.append(part)
    }
    for text in Hostile.texts {
      add(Keyed(.paragraph, "text \(text)", look: "hostile", text: text))
      add(Keyed(.textField, "value \(text)", look: "hostile", [.init(.value, text), .init(.help, text)]))
      add(Keyed(.textArea, "area \(text)", look: "hostile", [.init(.value, text)]))
      add(Keyed(.text, "symbol \(text)", look: "hostile", [.init(.symbol, text)]))
    }
    for address in Hostile.addresses {
      add(Keyed(.link, "link \(address)", look: "hostile", [.init(.destination, address)], text: "link"))
      add(Keyed(.image, "image \(address)", look: "hostile", [.init(.source, address)]))
    }
    for style in Hostile.styles {
      add(
        Keyed(
          .paragraph, "style \(style)", look: "hostile",
          [.styles(.fontFamily(.named(style)), .background(_Fill(Color(style))), .clip(.path(style)))], text: "x"))
    }
    return [button("again", isSentAgain ? "sent again" : "send again") { [unowned self] in isSentAgain = true }] + parts
  }
}
