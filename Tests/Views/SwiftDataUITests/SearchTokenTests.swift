// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Testing

@testable import SwiftDataUI

private struct Tag: Identifiable, Equatable {
  let id: String
}

@MainActor @Observable private final class Model {
  var text = ""
  var tags = [Tag(id: "red")]
  var suggested = [Tag(id: "red"), Tag(id: "blue")]
}

private struct Searching: View {
  @Bindable var model: Model
  var body: some View {
    NavigationStack {
      Text("found")
        .searchable(text: $model.text, tokens: $model.tags, suggestedTokens: $model.suggested) { tag in
          Text("tag \(tag.id)")
        }
    }
  }
}

@MainActor @Suite struct SearchTokenTests {
  private let model = Model()

  @Test func tokensAreChosenAndTakenOut() throws {
    let dom = ModelDOM(ViewPage(Searching(model: model)))
    func field() throws -> Element { try #require(dom.all.first { $0.kind == .searchField }) }
    #expect(!dom.text.contains("tag blue"))
    #expect(dom.page.handle(Event(try field().id, .focus)))
    // What is chosen is not suggested.
    #expect(dom.all(.searchSuggestions).map(ModelDOM.text) == ["tag blue"])
    try dom.type("bl", into: "Search")
    try dom.click("tag blue")
    #expect(model.tags.map(\.id) == ["red", "blue"])
    #expect(model.text == "")
    #expect(dom.all(.searchSuggestions).isEmpty)
    try dom.click("tag red")
    #expect(model.tags.map(\.id) == ["blue"])
    #expect(dom.page.handle(Event(try field().id, .key, value: "Backspace")))
    #expect(model.tags.isEmpty)
    #expect(try field().attribute(.keys) == nil)
    #expect(dom.root == dom.page.root)
  }

  @Test func aKeyIsNoTokensWhileThereIsText() throws {
    let dom = ModelDOM(ViewPage(Searching(model: model)))
    try dom.type("a", into: "Search")
    let field = try #require(dom.all.first { $0.kind == .searchField })
    #expect(field.attribute(.keys) == "Escape")
    _ = dom.page.handle(Event(field.id, .key, value: "Backspace"))
    #expect(model.tags.count == 1)
  }
}
