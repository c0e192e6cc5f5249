// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Testing

@testable import SwiftDataUI

private struct Folder {
  let name: String
  var folders: [Folder]?
}

private struct Outline: View {
  let folders: [Folder]
  @State private var selection: Set<String> = []
  var body: some View {
    List(folders, id: \.name, children: \.folders, selection: $selection) { Text($0.name) }
    List(folders, id: \.name, children: \.folders) { Text("plain \($0.name)") }
    Text("selected \(selection.sorted().joined(separator: " "))")
  }
}

private struct Columns: View {
  @State private var visibility = NavigationSplitViewVisibility.all
  @State private var column = NavigationSplitViewColumn.detail
  var body: some View {
    NavigationSplitView(columnVisibility: $visibility, preferredCompactColumn: $column) {
      Text("one")
    } detail: {
      Text("two")
    }
    NavigationSplitView(columnVisibility: $visibility, preferredCompactColumn: $column) {
      Text("three")
    } content: {
      Text("four")
    } detail: {
      Text("five")
    }
  }
}

private struct Backed: View {
  var body: some View {
    Text("Page").sheet(isPresented: .constant(true)) {
      Text("Sheet").presentationBackground(alignment: .bottom) { Text("behind") }
    }
  }
}

/// Lists of trees, columns and sheets with other parameters.
@MainActor @Suite struct OutlineTests {
  @Test func aTreeHasIdentifiersOfOnesOwnAndASelection() throws {
    let folders = [Folder(name: "a", folders: [Folder(name: "b", folders: nil)]), Folder(name: "c", folders: nil)]
    let dom = ModelDOM(ViewPage(VStack { Outline(folders: folders) }))
    #expect(dom.rows == ["a", "c", "plain a", "plain c"])
    let row = try #require(dom.all(.row).first { ModelDOM.text($0) == "c" })
    #expect(dom.page.handle(Event(row.id, .click)))
    #expect(dom.text.hasSuffix("selected c"))
    let group = try #require(dom.all.first { $0.kind == .disclosure })
    #expect(dom.page.handle(Event(group.id, .toggle, value: "true")))
    #expect(dom.rows.first == "a b")
  }

  @Test func columnsTakeBothBindings() {
    let words = ModelDOM(ViewPage(VStack { Columns() })).text.split(separator: " ")
    #expect(Set(words).isSuperset(of: ["one", "two", "three", "four", "five"]))
  }

  @Test func viewsLieBehindTheContentOfASheet() throws {
    let dom = ModelDOM(ViewPage(Backed()))
    let sheet = try #require(dom.all(.sheet).first)
    #expect(sheet.children.map(ModelDOM.text) == ["behind", "Sheet"])
    #expect(sheet.children.first?.classes.contains(.layerBehind) == true)
  }
}
