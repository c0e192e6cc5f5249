// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Testing

@testable import SwiftDataUI

extension ContainerValues {
  @Entry fileprivate var rank = 0
}

private struct NoteKey: ContainerValueKey { static let defaultValue: String? = "usual" }

@MainActor @Observable private final class Model {
  var names = ["a", "b"]
  var first = "first"
}

/// A container of the program's own.
private struct Numbered<Content: View>: View {
  @ViewBuilder let content: Content
  var body: some View {
    Group(subviews: content) { subviews in
      Text("count \(subviews.count)")
      if let first = subviews.first { first.bold() }
      ForEach(subviews.dropFirst()) { subview in
        Text("rank \(subview.containerValues.rank)")
        subview
      }
    }
  }
}

private struct Counting: View {
  @State private var count = 0
  var body: some View { Button("count is \(count)") { count += 1 } }
}

private struct Names: View {
  let model: Model
  var body: some View {
    Text(model.first)
    ForEach(model.names, id: \.self) { name in Text(name).containerValue(\.rank, name.count) }
  }
}

@MainActor @Suite struct SubviewTests {
  @Test func aContainerArrangesTheViewsThatItIsGiven() throws {
    let model = Model()
    let dom = ModelDOM(ViewPage(VStack { Numbered { Names(model: model) } }))
    #expect(dom.text == "count 3 first rank 1 a rank 1 b")
    model.names.insert("long", at: 0)
    dom.page.update()
    #expect(dom.text == "count 4 first rank 4 long rank 1 a rank 1 b")
    model.first = "other"
    dom.page.update()
    #expect(dom.text == "count 4 other rank 4 long rank 1 a rank 1 b")
    model.names = []
    dom.page.update()
    #expect(dom.text == "count 1 other")
    #expect(dom.root == dom.page.root)
  }

  @Test func subviewsKeepWhatTheyRemember() throws {
    let dom = ModelDOM(ViewPage(VStack { ForEach(subviews: TupleView((Counting(), Text("b")))) { $0.padding() } }))
    #expect(dom.text == "count is 0 b")
    try dom.click("count is 0")
    #expect(dom.text == "count is 1 b")
    #expect(dom.root == dom.page.root)
  }

  @Test func aSubviewThatIsShownTwiceIsThereTwice() {
    let page = ViewPage(
      VStack {
        Group(subviews: Text("a").tag(1)) { subviews in
          subviews
          subviews[0]
          Text(subviews[0].containerValues.tag(for: Int.self) == 1 ? "tagged" : "not")
        }
      })
    let dom = ModelDOM(page)
    #expect(dom.text == "a a tagged")
    #expect(Set(dom.all.map(\.id)).count == dom.all.count)
  }

  @Test func anOptionalValueHasItsDefault() {
    var values = ContainerValues()
    #expect(values[NoteKey.self] == "usual")
    values[NoteKey.self] = nil
    #expect(values[NoteKey.self] == nil)
  }

  /// Those of a menu are the menu's own, whatever is around it.
  @Test func sectionsOfAMenuStayInIt() {
    let content = Section("Header") { Menu("More") { Section { Button("Copy") {} } } }
    let dom = ModelDOM(ViewPage(Group(sections: content) { sections in ForEach(sections) { $0.content } }))
    #expect(dom.text.contains("Copy"))
  }

  /// Those within layers and within other sections are shown by them.
  @Test func sectionsThatSomethingElseShowsAreNotTakenApart() {
    let content = TupleView(
      (
        ZStack { Section("inner") { Text("layer") } },
        Section("outer") { Section("nested") { Text("row") } }
      ))
    let dom = ModelDOM(
      ViewPage(
        VStack {
          Group(sections: content) { sections in
            Text("sections \(sections.count)")
            ForEach(sections) { section in
              section.header
              section.content
            }
          }
        }))
    #expect(dom.text == "sections 2 inner layer outer nested row")
  }

  @Test func sectionsAreTakenApart() {
    let content = TupleView(
      (
        Text("loose"),
        Section("Header") {
          Text("one")
          Text("two")
        },
        Section {
          Text("three")
        } footer: {
          Text("footer")
        }
      ))
    let dom = ModelDOM(
      ViewPage(
        VStack {
          ForEach(sections: content) { section in
            Text("[\(section.content.count)")
            section.footer
            section.content
            section.header
            Text("]")
          }
        }))
    #expect(dom.text == "[1 loose ] [2 one two Header ] [1 footer three ]")
    let grouped = ModelDOM(ViewPage(VStack { Group(sections: content) { Text("sections \($0.count)") } }))
    #expect(grouped.text == "sections 3")
  }
}
