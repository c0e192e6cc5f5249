// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

@Model final class CookbookRecipe {
  var title: String
  init(_ title: String) { self.title = title }
}

extension UTType {
  fileprivate static let cookbook = UTType(exportedAs: "com.example.cookbook")
}

private struct Kitchen: App {
  nonisolated(unsafe) static var folder: URL?
  nonisolated(unsafe) static var isReadOnly = false

  var body: some Scene {
    if let folder = Self.folder {
      if Self.isReadOnly {
        DocumentGroup(viewing: CookbookRecipe.self, contentType: .cookbook) { CookbookPage() }
          .documentFolder(folder)
      }
      DocumentGroup(editing: CookbookRecipe.self, contentType: .cookbook) {
        CookbookPage()
      } prepareDocument: {
        $0.insert(CookbookRecipe("bread"))
      }
      .documentFolder(folder)
    }
    if Self.folder == nil {
      DocumentGroup(editing: [CookbookRecipe.self], contentType: .cookbook) { CookbookPage() }
    }
  }
}

private struct CookbookPage: View {
  @Environment(\.modelContext) private var context
  @Environment(\.newDocument) private var newDocument
  @Environment(\.openDocument) private var openDocument
  @Query(sort: \CookbookRecipe.title) private var recipes: [CookbookRecipe]
  @State private var said = ""

  var body: some View {
    Text(verbatim: "recipes \(recipes.map(\.title).joined(separator: ","))")
    Text(verbatim: "said \(said)")
    Button("soup") { context.insert(CookbookRecipe("soup")) }
    Button("another") {
      newDocument(contentType: .cookbook) { $0.insert(CookbookRecipe("cake")) }
    }
    Button("elsewhere") {
      Task {
        do { try await openDocument(at: URL(fileURLWithPath: "/etc/passwd")) } catch { said = "\(error)" }
      }
    }
  }
}

/// Documents in the folder that the app names.
@MainActor @Suite(.serialized) final class DocumentTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Documents-\(UUID())")

  init() { Kitchen.folder = folder }

  deinit {
    Kitchen.folder = nil
    Kitchen.isReadOnly = false
    try? FileManager.default.removeItem(at: folder)
  }

  private func page(_ host: AppHost, at path: String = "/") -> ModelDOM { ModelDOM(host.makePage(at: path)) }

  private func path(of dom: ModelDOM) -> String? {
    dom.operations.reversed().lazy.compactMap { operation -> String? in
      if case .command(.location(let path, _)) = operation { path } else { nil }
    }.first
  }

  @Test func aDocumentIsMadeOpenedSavedAndFoundAgain() throws {
    let host = AppHost(Kitchen())
    let dom = page(host)
    #expect(dom.text.contains("No Documents"))
    try dom.click("New Document")
    #expect(dom.text.contains("recipes bread"))
    #expect(path(of: dom) == "/~document:Untitled")
    try dom.click("soup")
    #expect(dom.text.contains("recipes bread,soup"))
    dom.page.close()
    // Another process finds what was saved.
    let again = page(AppHost(Kitchen()), at: "/~document:Untitled")
    #expect(again.text.contains("recipes bread,soup"))
    #expect(again.page.handle(Event(again.root.id, .location, value: "/")))
    #expect(again.rows.count == 1 && again.rows[0].hasPrefix("Untitled"))
    again.page.close()
  }

  @Test func pagesOfADocumentShareItAndOthersDoNot() throws {
    let host = AppHost(Kitchen())
    let first = page(host)
    try first.click("New Document")
    let second = page(host, at: "/~document:Untitled")
    try first.click("soup")
    first.page.close()
    second.page.update()
    #expect(second.text.contains("recipes bread,soup"))
    let third = page(host)
    try third.click("New Document")
    #expect(third.text.contains("recipes bread said"))
    #expect(path(of: third) == "/~document:Untitled%202")
    for dom in [second, third] { dom.page.close() }
  }

  @Test func aDocumentIsRenamedAndDeletedWhenNoPageShowsIt() throws {
    let host = AppHost(Kitchen())
    let editor = page(host)
    try editor.click("New Document")
    let list = page(host)
    let count = { try FileManager.default.contentsOfDirectory(atPath: self.folder.path).count }
    try list.click("Delete")
    try list.click("Delete “Untitled”")
    #expect(list.text.contains("“Untitled” is open on a page"))
    #expect(try count() == 1)
    try list.click("OK")
    #expect(editor.page.handle(Event(editor.root.id, .location, value: "/")))
    try list.click("Rename")
    try list.type(" Soups ", into: "Name")
    try list.click("Rename")
    #expect(list.rows.count == 1 && list.rows[0].hasPrefix("Soups"))
    // The other page has heard of it.
    editor.page.update()
    #expect(editor.rows.count == 1 && editor.rows[0].hasPrefix("Soups"))
    try list.click("Delete")
    try list.click("Delete “Soups”")
    #expect(list.text.contains("No Documents"))
    #expect(try count() == 0)
    for dom in [editor, list] { dom.page.close() }
  }

  @Test func nothingLeadsOutOfTheFolder() throws {
    let host = AppHost(Kitchen())
    let dom = page(host)
    try dom.click("New Document")
    dom.page.close()
    let outside = folder.appendingPathExtension("outside")
    try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: outside) }
    let inside = folder.appendingPathComponent("Untitled.cookbook")
    try FileManager.default.copyItem(at: inside, to: outside.appendingPathComponent("other.cookbook"))
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("linked.cookbook"),
      withDestinationURL: outside.appendingPathComponent("other.cookbook"))
    for name in ["linked", "..%2F\(outside.lastPathComponent)%2Fother", "..", ".hidden", "a%2Fb", "%00", "missing"] {
      let dom = page(host, at: "/~document:\(name)")
      #expect(!dom.text.contains("recipes"), "\(name)")
      #expect(dom.text.contains("Cannot Be Opened"), "\(name)")
      try dom.click("Documents")
      #expect(dom.rows.count == 1 && dom.rows[0].hasPrefix("Untitled"), "\(name)")
      dom.page.close()
    }
    let list = page(host)
    for name in ["../up", "a/b", ".hidden", "", String(repeating: "x", count: 300)] {
      try list.click("Rename")
      try list.type(name, into: "Name")
      try list.click("Rename")
      #expect(list.text.contains("A document cannot be called"), "\(name)")
      try list.click("OK")
    }
    #expect(list.rows.count == 1 && list.rows[0].hasPrefix("Untitled"))
    list.page.close()
  }

  @Test func viewsMakeAndOpenDocuments() async throws {
    let host = AppHost(Kitchen())
    let dom = page(host)
    try dom.click("New Document")
    dom.clearOperations()
    try dom.click("another")
    #expect(dom.operations.contains { "\($0)" == "\(Operation.command(.open("/~document:Untitled%202")))" })
    let other = page(host, at: "/~document:Untitled%202")
    #expect(other.text.contains("recipes cake"))
    try dom.click("elsewhere")
    for _ in 0..<100_000 {
      guard !dom.text.contains("is no document") else { break }
      await Task.yield()
      dom.page.update()
    }
    #expect(dom.text.contains("is no document"))
    for dom in [dom, other] { dom.page.close() }
  }

  @Test func documentsThatAreViewedAreNotChanged() throws {
    let first = page(AppHost(Kitchen()))
    try first.click("New Document")
    first.page.close()
    Kitchen.isReadOnly = true
    let list = page(AppHost(Kitchen()))
    let labels = list.all.filter { $0.events.contains(.click) }.map(ModelDOM.text)
    #expect(!labels.contains("Delete") && !labels.contains("Rename"))
    #expect(throws: (any Error).self) { try Documents.viewed(in: folder).create() }
    list.page.close()
    let viewer = page(AppHost(Kitchen()), at: "/~document:Untitled")
    #expect(viewer.text.contains("recipes bread"))
    viewer.page.close()
  }

  @Test func anAppThatNamesNoFolderSaysSo() {
    Kitchen.folder = nil
    let dom = page(AppHost(Kitchen()))
    #expect(dom.text.contains("documentFolder"))
    dom.page.close()
  }
}

extension Documents {
  fileprivate static func viewed(in folder: URL) -> Documents {
    let graph = Graph()
    let session = PageSession(
      services: AppServices(), graph: graph, location: "/", settings: PageSettings())
    return Documents(
      DocumentKind(UTType(exportedAs: "com.example.cookbook"), .models([CookbookRecipe.self]), prepare: nil),
      DocumentFolderSetting(url: folder, pathExtension: nil), session)
  }
}
