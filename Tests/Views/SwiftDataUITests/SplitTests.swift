// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

private struct Links: View {
  var body: some View {
    NavigationSplitView {
      List(1...2, id: \.self) { number in
        NavigationLink("open \(number)") { Text("detail \(number)").navigationTitle("Detail") }
      }
    } detail: {
      Text("nothing chosen")
    }
  }
}

private struct Choices: View {
  @State private var folder: String?
  @State private var note: String?

  var body: some View {
    NavigationSplitView {
      List(selection: $folder) { Text("folder").tag("folder") }
    } content: {
      List(selection: $note) { if folder != nil { Text("note").tag("note") } }
    } detail: {
      NavigationStack { Text(note == nil ? "nothing" : "content").navigationTitle("Detail") }
    }
  }
}

/// Which column is shown where there is room for one, and the way back.
@MainActor @Suite struct SplitTests {
  private func split(_ dom: ModelDOM) -> [StyleClass] {
    func find(_ element: Element) -> [StyleClass]? {
      if element.classes.contains(.split) { return element.classes }
      return element.children.lazy.compactMap(find).first
    }
    return find(dom.root) ?? []
  }

  private func backs(_ dom: ModelDOM) -> [Element] {
    func all(_ element: Element) -> [Element] {
      let isBack =
        element.kind == .button && element.attribute(.label) == "Back"
      return (isBack ? [element] : []) + element.children.flatMap(all)
    }
    return all(dom.root)
  }

  @Test func aPageThatALinkHasOpenedLeadsBack() throws {
    let dom = ModelDOM(ViewPage(Links()))
    #expect(Set(split(dom)).isDisjoint(with: [.splitAtContent, .splitAtDetail]))
    try dom.click("open 2")
    #expect(dom.text.contains("detail 2"))
    #expect(split(dom).contains(.splitAtDetail))
    try dom.click("Back")
    #expect(dom.text.contains("nothing chosen"))
    #expect(Set(split(dom)).isDisjoint(with: [.splitAtContent, .splitAtDetail]))
  }

  @Test func whatIsSelectedOpensTheNextColumn() throws {
    let dom = ModelDOM(ViewPage(Choices()))
    // One in the second column, one in the stack of the last, none twice.
    #expect(backs(dom).count == 2)
    try dom.click("folder")
    #expect(split(dom).contains(.splitAtContent))
    try dom.click("note")
    #expect(dom.text.contains("content"))
    #expect(split(dom).contains(.splitAtDetail))
    #expect(dom.page.handle(Event(backs(dom)[1].id, .click)))
    #expect(dom.text.contains("nothing"))
    #expect(split(dom).contains(.splitAtContent))
    #expect(dom.page.handle(Event(backs(dom)[0].id, .click)))
    #expect(Set(split(dom)).isDisjoint(with: [.splitAtContent, .splitAtDetail]))
    #expect(dom.root == dom.page.root)
  }
}
