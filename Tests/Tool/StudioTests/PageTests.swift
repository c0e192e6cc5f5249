// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftData
import SwiftDataStudio
import SwiftDataUI
import Testing

/// The pages of Studio, without a browser.
@MainActor @Suite struct PageTests {
  /// A page, and what a browser would have of it.
  @MainActor private final class Window {
    let page: StudioPage
    var commands: [SwiftDataUI.Operation.Command] = []

    convenience init(_ folder: StoreFolder, at path: String, isWritable: Bool = false) {
      self.init(StudioStore(folder.store, isWritable: isWritable), at: path)
    }

    init(_ store: StudioStore, at path: String) {
      page = StudioPage(store, at: path)
      page.onUpdate = { [weak self] operations in
        for case .command(let command) in operations { self?.commands.append(command) }
      }
    }

    var elements: [Element] {
      func all(_ element: Element) -> [Element] { [element] + element.children.flatMap(all) }
      return all(page.root)
    }

    var text: String { elements.compactMap(\.text).joined(separator: "\n") }

    func first(_ condition: (Element) -> Bool) -> Element? { elements.first(where: condition) }

    /// Waits for what is read on another thread.
    func wait(_ what: String, until condition: (Window) -> Bool) async throws {
      for _ in 0..<2_000 {
        page.update()
        if condition(self) { return }
        try await Task.sleep(for: .milliseconds(5))
      }
      Issue.record("never: \(what)\n\(text)")
      throw CancellationError()
    }

    func click(_ element: Element?) throws {
      #expect(page.handle(Event(try #require(element).id, .click)))
    }
  }

  private func has(_ name: String, _ element: Element) -> Bool {
    element.look.names.split(separator: " ").contains(Substring(name))
  }

  @Test func aRowIsChosenAndTheAddressFollows() async throws {
    let folder = try StoreFolder.library()
    let window = Window(folder, at: "/rows/Book")
    defer { window.page.close() }
    try await window.wait("the rows") { $0.text.contains("Book 2") }
    try window.click(window.first { has("st-row", $0) })
    #expect(window.commands.contains(.location("/rows/Book?row=Book/p1", push: true)))
    try await window.wait("the row") { window in
      window.first { has("st-detail", $0) } != nil && window.text.contains("Ada")
    }
    // The browser's button leads back.
    #expect(window.page.handle(Event(window.page.root.id, .location, value: "/rows/Book")))
    #expect(window.first { has("st-detail", $0) } == nil)
    #expect(!window.page.handle(Event(ElementID(), .click)))
    #expect(!window.page.handle(Event(ElementID(), .location, value: "/")))
  }

  @Test func everyPlaceIsShown() async throws {
    let folder = try StoreFolder.library()
    let places = [
      "/": "Version hashes", "/diagram": "Library", "/history": "inserted", "/sql": "Run",
      "/health": "No problems found.", "/schema": "import SwiftData\n",
      "/rows/Nothing": "There is no entity 'Nothing'.",
      "/rows/Book?where=x": "'x' is not a Boolean", "/rows/Book?sort=nothing": "no property 'nothing'",
      "/rows/Book?row=Book/p99": "There is no such row any more.",
    ]
    for (path, text) in places {
      let window = Window(folder, at: path)
      try? await window.wait("\(path) shows '\(text)'") {
        $0.text.contains(text) || $0.text.contains("no property 'x'")
      }
      window.page.close()
    }
  }

  @Test func allPagesSeeWhatOthersWrite() async throws {
    let folder = try StoreFolder.library()
    let store = StudioStore(folder.store)
    let windows = [Window(store, at: "/rows/Author"), Window(store, at: "/rows/Author")]
    for window in windows { try await window.wait("the rows") { $0.text.contains("Ada") } }
    do {
      let context = ModelContext(try folder.container())
      context.insert(Author(name: "Cleo"))
      try context.save()
    }
    for window in windows { try await window.wait("the new row") { $0.text.contains("Cleo") } }
    try FileManager.default.removeItem(at: folder.store)
    for window in windows {
      try await window.wait("the error") { $0.text.contains("There is no such file.") }
      window.page.close()
    }
  }

  @Test func aFileThatIsNoStoreIsAMessage() async throws {
    let folder = try StoreFolder()
    try Data("nothing".utf8).write(to: folder.store)
    let window = Window(folder, at: "/rows/Book")
    defer { window.page.close() }
    try await window.wait("the error") { $0.text.contains("not an SQLite database") }
  }

  @Test func hostileTextIsText() async throws {
    let folder = try StoreFolder()
    let hostile = "\"><img src=x onerror=alert(1)>\u{202E}\u{0}[link](javascript:alert(1))"
    do {
      let context = ModelContext(try folder.container())
      context.insert(Author(name: hostile))
      try context.save()
    }
    for path in ["/rows/Author?row=Author/p1", "/history", "/rows/Author?where=name%20==%20%22%3Cb%3E%22"] {
      let window = Window(folder, at: path)
      try await window.wait("the page") { $0.text.contains(path.contains("where") ? "No row meets" : "onerror") }
      for element in window.elements {
        #expect(element.kind != .image)
        #expect(!element.attributes.contains { $0.name == .destination && "\($0.value)".contains("javascript") })
      }
      window.page.close()
    }
  }

  @Test func aChangeIsCollectedPreviewedAndWritten() async throws {
    let folder = try StoreFolder.library()
    let window = Window(folder, at: "/rows/Author?row=Author/p1", isWritable: true)
    defer { window.page.close() }
    try await window.wait("the field") { window in
      window.first { $0.kind == .textField && $0.attributes.contains(.init(.label, "name")) } != nil
    }
    let field = try #require(
      window.first { $0.kind == .textField && $0.attributes.contains(.init(.label, "name")) })
    #expect(window.page.handle(Event(field.id, .input, value: "Adele")))
    #expect(window.text.contains("1 change, not written yet"))
    func button(_ title: String) -> Element? {
      window.first { element in
        element.kind == .button && (element.text == title || element.children.contains { $0.text == title })
      }
    }
    try window.click(button("Preview…"))
    try await window.wait("the preview") { _ in button("Write") != nil }
    #expect(window.first { $0.kind == .insertion }?.text == "Adele")
    #expect(
      try Store(reading: folder.store).connection.integer("SELECT count(*) FROM ZAUTHOR WHERE ZNAME = 'Adele'") == 0)
    try window.click(button("Write"))
    try await window.wait("it is written") { $0.text.contains("Written.") }
    #expect(
      try Store(reading: folder.store).connection.integer("SELECT count(*) FROM ZAUTHOR WHERE ZNAME = 'Adele'") == 1)
    try window.click(button("Undo"))
    try await window.wait("it is undone") { !$0.text.contains("Written.") }
    #expect(
      try Store(reading: folder.store).connection.integer("SELECT count(*) FROM ZAUTHOR WHERE ZNAME = 'Ada'") == 1)
  }

  /// A click on one never reaches what is found in its place meanwhile.
  @Test func objectsThatAreFoundAreElementsOfTheirOwn() async throws {
    let folder = try StoreFolder.library()
    let window = Window(folder, at: "/rows/Book?row=Book/p1", isWritable: true)
    defer { window.page.close() }
    func choice(_ name: String) -> Element? {
      window.first { has("st-choice", $0) && $0.children.first?.text == name }
    }
    func find() -> Element? { window.first { $0.attributes.contains(.init(.label, "Find library")) } }
    try await window.wait("the row") { _ in find() != nil }
    try window.click(find())
    try await window.wait("the objects") { _ in choice("City") != nil && choice("School") != nil }
    let city = try #require(choice("City")).id
    let field = try #require(window.first { $0.kind == .searchField }).id
    #expect(window.page.handle(Event(field, .input, value: "school")))
    try await window.wait("one of them") { _ in choice("City") == nil && choice("School") != nil }
    #expect(!window.page.handle(Event(city, .click)))
  }

  /// The second click of two would take back what the first one has done.
  @Test func aSecondClickOnDiscardRestoresNothing() async throws {
    let folder = try StoreFolder.library()
    let window = Window(folder, at: "/rows/Author?row=Author/p1", isWritable: true)
    defer { window.page.close() }
    func field() -> Element? {
      window.first { $0.kind == .textField && $0.attributes.contains(.init(.label, "name")) }
    }
    func button(_ title: String) -> Element? {
      window.first { element in element.kind == .button && element.children.contains { $0.text == title } }
    }
    try await window.wait("the field") { _ in field() != nil }
    #expect(window.page.handle(Event(try #require(field()).id, .input, value: "Adele")))
    let discard = try #require(button("Discard")).id
    #expect(window.page.handle(Event(discard, .click)))
    #expect(!window.page.handle(Event(discard, .click)))
    #expect(window.text.contains("Discarded."))
    // That is what the other button is for.
    try window.click(button("Restore"))
    #expect(window.text.contains("1 change, not written yet"))
  }

  /// Fifty entities, each in sight, none over another.
  @Test func aLargeDiagramHasItsBoxesBesideEachOther() async throws {
    let names = (0..<50).map { "Entity\($0)" }
    var diagram = Diagram(
      boxes: names.enumerated().map { index, name in
        Diagram.Box(
          entity: name, isAbstract: false, rows: index,
          lines: (0..<(index % 9)).map { .init(name: "p\($0)", type: "Int", isUnique: false, isRelationship: false) },
          hidden: 0)
      },
      edges: (1..<44).map {
        Diagram.Edge(
          kind: .relationship, from: names[$0], to: names[$0 * 7 % ($0 / 2 + 1)], name: "a / b", isFromMany: true,
          isToMany: false)
      })
    diagram.arrange()
    for (index, box) in diagram.boxes.enumerated() {
      #expect(box.x >= 0 && box.x + Diagram.Box.width <= diagram.width)
      #expect(box.y >= 0 && box.y + box.height <= diagram.height)
      for other in diagram.boxes[..<index] {
        let isApart =
          box.x >= other.x + Diagram.Box.width || other.x >= box.x + Diagram.Box.width
          || box.y >= other.y + other.height || other.y >= box.y + box.height
        #expect(isApart, "\(box.entity) lies over \(other.entity)")
      }
    }
    #expect(diagram.edges.allSatisfy { !$0.path.isEmpty })
    #expect(diagram.width < 4_000 && diagram.height < 4_000, "\(diagram.width) × \(diagram.height)")
  }
}
