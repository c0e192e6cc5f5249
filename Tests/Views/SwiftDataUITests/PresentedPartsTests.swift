// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftUI
import Testing

@testable import SwiftDataUI

@MainActor @Observable private final class Doomed {
  var name: String?
  var isAsking = false
  var isChoosing = false
  @ObservationIgnored var calls: [String] = []

  func title(_ form: String) -> Text {
    calls.append(form)
    return Text(verbatim: "\(form) \(name ?? "nothing")")
  }
}

private struct Named: Identifiable {
  let id: String
}

private struct Asking: View {
  @Bindable var doomed: Doomed
  var body: some View {
    Text("Page")
      .alert(isPresented: $doomed.isAsking) {
        Alert(title: doomed.title("alert"), message: Text("gone for good"), dismissButton: .cancel())
      }
    Text("Other")
      .actionSheet(isPresented: $doomed.isChoosing) { ActionSheet(title: doomed.title("sheet"), buttons: [.cancel()]) }
    Text("Item")
      .alert(item: Binding(get: { doomed.name.map { Named(id: $0) } }, set: { doomed.name = $0?.id })) { _ in
        Alert(title: doomed.title("item"), dismissButton: .default(Text("Fine")))
      }
    Text("Newer")
      .alert("Newer", isPresented: $doomed.isAsking, presenting: doomed.name) { _ in
        doomed.title("actions")
      } message: { _ in
        doomed.title("message")
      }
    Text("Lower").sheet(isPresented: $doomed.isAsking) { doomed.title("lower") }
    Text("Over").popover(isPresented: $doomed.isAsking) { doomed.title("popover") }
    Text("Choice")
      .confirmationDialog("Choice", isPresented: $doomed.isChoosing) {
        doomed.title("choice")
      } message: {
        doomed.title("choice's message")
      }
  }
}

private struct Field: View {
  @FocusState private var focus: String?
  @FocusState private var isFocused: Bool
  @State private var text = ""
  @State private var isShown = true
  @State private var isOther = false
  var body: some View {
    Text(verbatim: "focus \(focus ?? "none") \(isFocused)")
    if isShown { TextField("one", text: $text).focused($focus, equals: "one").focused($isFocused) }
    if isOther {
      SecureField("other", text: $text).focused($focus, equals: "two")
    } else {
      TextField("two", text: $text).focused($focus, equals: "two")
    }
    Button("One") {
      focus = "one"
      isFocused = true
    }
    Button("Two") { focus = "two" }
    Button("Hide") { isShown.toggle() }
    Button("Replace") { isOther.toggle() }
  }
}

private struct FieldOfSearch: View {
  @FocusState private var isSearching: Bool
  @State private var text = ""
  @State private var isShown = true
  var body: some View {
    Text(verbatim: "searching \(isSearching)")
    Group { if isShown { Text("found").searchable(text: $text) } }.searchFocused($isSearching)
    Button("Search") { isSearching = true }
    Button("Hide") { isShown.toggle() }
  }
}

/// What is presented is made only then; the focus goes with its view.
@MainActor @Suite struct PresentedPartsTests {
  @Test func partsAreMadeOnceTheyAreShown() throws {
    let doomed = Doomed()
    let dom = ModelDOM(ViewPage(Asking(doomed: doomed)))
    #expect(doomed.calls.isEmpty)
    doomed.isAsking = true
    dom.page.update()
    #expect(Set(doomed.calls) == ["alert", "lower", "popover"])
    #expect(dom.text.contains("alert nothing") && dom.text.contains("gone for good"))
    doomed.isAsking = false
    dom.page.update()
    #expect(!dom.text.contains("alert nothing"))
    doomed.calls = []
    doomed.isChoosing = true
    dom.page.update()
    #expect(Set(doomed.calls) == ["sheet", "choice", "choice's message"])
    doomed.calls = []
    doomed.isChoosing = false
    doomed.name = "Fido"
    dom.page.update()
    #expect(doomed.calls == ["item"] && dom.text.contains("item Fido"))
    try dom.click("Fine")
    #expect(doomed.name == nil && !dom.text.contains("item Fido"))
  }

  /// What a part has read is shown anew while it is presented.
  @Test func partsFollowWhatTheyRead() throws {
    let doomed = Doomed()
    doomed.isChoosing = true
    let dom = ModelDOM(ViewPage(Asking(doomed: doomed)))
    doomed.name = "Rex"
    dom.page.update()
    #expect(dom.text.contains("sheet Rex") && dom.text.contains("choice Rex"))
  }

  @Test func noFieldHasTheFocusOnceItIsGone() throws {
    let dom = ModelDOM(ViewPage(Field()))
    try dom.click("One")
    #expect(dom.text.contains("focus one true"))
    try dom.click("Hide")
    #expect(dom.text.contains("focus none false"))
    // It comes back without it.
    try dom.click("Hide")
    #expect(dom.text.contains("focus none false"))
    // Another one may go.
    try dom.click("Two")
    try dom.click("Hide")
    #expect(dom.text.contains("focus two false"))
  }

  @Test func theFieldOfASearchTakesTheFocusWithIt() throws {
    let dom = ModelDOM(ViewPage(FieldOfSearch()))
    try dom.click("Search")
    #expect(dom.text.contains("searching true"))
    try dom.click("Hide")
    #expect(dom.text.contains("searching false"))
  }

  @Test func aFieldThatTakesOverTheValueKeepsTheFocus() throws {
    let dom = ModelDOM(ViewPage(Field()))
    try dom.click("Two")
    try dom.click("Replace")
    #expect(dom.text.contains("focus two false"))
    #expect(dom.all.contains { $0.attribute(.placeholder) == "other" })
    dom.page.close()
  }
}
