// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Testing

@testable import SwiftDataUI

@MainActor private final class Log { var lines: [String] = [] }

@MainActor @Suite struct GesturePriorityTests {
  private let log = Log()

  private func show<V: View>(_ view: V) -> ModelDOM { ModelDOM(ViewPage(view)) }

  private func tap(_ name: String) -> some Gesture { TapGesture().onEnded { log.lines.append(name) } }

  @Test func aGestureOfTheSamePriorityRunsAfterTheButton() throws {
    let dom = show(Button("Save") { log.lines.append("button") }.simultaneousGesture(tap("gesture")))
    try dom.click("Save")
    #expect(log.lines == ["button", "gesture"])
  }

  @Test func aControlComesBeforeAGesture() throws {
    let dom = show(
      VStack {
        Button("First") { log.lines.append("button") }.gesture(tap("gesture"))
        Button("Second") { log.lines.append("button") }.onTapGesture { log.lines.append("gesture") }
        Button("Third") { log.lines.append("button") }.highPriorityGesture(tap("gesture"))
      })
    for name in ["First", "Second", "Third"] { try dom.click(name) }
    #expect(log.lines == ["button", "button", "gesture"])
  }

  @Test func theGestureWithinComesFirst() throws {
    let dom = show(
      Text("Card").onTapGesture { log.lines.append("inner") }.onTapGesture { log.lines.append("outer") }
        .simultaneousGesture(tap("both")))
    try dom.click("Card")
    #expect(log.lines == ["inner", "both"])
    let card = try #require(dom.all.first { $0.text == "Card" })
    #expect(card.attribute(.role) == "button" && card.attribute(.isFocusable) == "true")
  }

  @Test func allActionsOfAGestureRun() throws {
    let gesture = TapGesture().onEnded { log.lines.append("first") }.onEnded { log.lines.append("second") }
    let dom = show(Text("Card").gesture(gesture))
    try dom.click("Card")
    #expect(log.lines == ["first", "second"])
    #expect(SpatialTapGesture().onEnded { _ in }._recognizers.map(\.kind) == [.click])
    #expect(
      LongPressGesture(minimumDuration: 2).onEnded { _ in }.onEnded { _ in }._recognizers.map(\.ended.count) == [2])
  }

  @Test func aGestureOfAContainerGoesByItsPriority() throws {
    func card<V: View>(_ change: (VStack<Button<Text>>) -> V) -> V {
      change(VStack { Button("Save") { log.lines.append("button") } })
    }
    let views: [(AnyView, [String])] = [
      (AnyView(card { $0.gesture(tap("outer")) }), ["button"]),
      (AnyView(card { $0.onTapGesture { log.lines.append("outer") } }), ["button"]),
      (AnyView(card { $0.simultaneousGesture(tap("outer")) }), ["button", "outer"]),
      (AnyView(card { $0.highPriorityGesture(tap("outer")) }), ["outer"]),
      (
        AnyView(HStack { card { $0.simultaneousGesture(tap("inner")) } }.simultaneousGesture(tap("outer"))),
        ["button", "inner", "outer"]
      ),
      (AnyView(HStack { card { $0.highPriorityGesture(tap("inner")) } }.highPriorityGesture(tap("outer"))), ["outer"]),
      (AnyView(HStack { card { $0.highPriorityGesture(tap("inner")) } }.simultaneousGesture(tap("outer"))), ["inner"]),
    ]
    for (view, expected) in views {
      log.lines = []
      try show(view).click("Save")
      #expect(log.lines == expected)
    }
  }

  @Test func aGestureAroundSeesAButtonThatGoes() throws {
    struct Card: View {
      let log: Log
      @State private var isThere = true
      var body: some View {
        if isThere {
          VStack { Button("Delete") { isThere = false } }
            .simultaneousGesture(TapGesture().onEnded { log.lines.append("outer") })
        }
      }
    }
    let dom = show(Card(log: log))
    try dom.click("Delete")
    #expect(log.lines == ["outer"])
    #expect(!dom.text.contains("Delete"))
  }

  @Test func aGestureThatIsOffDoesNothing() {
    let dom = show(
      VStack {
        Text("a").gesture(tap("disabled")).disabled(true)
        Text("b").simultaneousGesture(tap("disabled")).disabled(true)
        Text("c").onLongPressGesture { log.lines.append("disabled") }.disabled(true)
        Text("d").gesture(tap("masked"), including: .subviews)
        Text("e").gesture(TapGesture())
      })
    #expect(dom.all.allSatisfy { $0.events.allSatisfy { $0 == .location } })
  }

  @Test func aGapOfALongListIsNoButton() throws {
    let dom = show(List { ForEach(0..<2000, id: \.self) { Text("Row \($0)") }.onTapGesture {}.onLongPressGesture {} })
    let gaps = dom.all(.gap)
    #expect(!gaps.isEmpty)
    for gap in gaps {
      #expect(!gap.events.contains(.click) && !gap.events.contains(.longPress) && gap.attribute(.role) != "button")
    }
    #expect(dom.all.contains { $0.text == "Row 0" && $0.events.contains(.click) })
  }

  @Test func aFieldStaysAField() throws {
    let dom = show(TextField("Name", text: .constant("")).onTapGesture { log.lines.append("tap") })
    let field = try #require(dom.all.first { $0.kind == .textField })
    #expect(field.attribute(.role) == nil)
    #expect(dom.page.handle(Event(field.id, .click)))
    #expect(log.lines == ["tap"])
  }

  // MARK: Keys

  @Test func keysHaveTheNamesOfTheBrowser() throws {
    let keys: [(KeyEquivalent, String)] = [
      (.return, "Enter"), (.escape, "Escape"), (.delete, "Backspace"), (.deleteForward, "Delete"), (.space, "Space"),
      (.tab, "Tab"), (.upArrow, "ArrowUp"), (.downArrow, "ArrowDown"), (.leftArrow, "ArrowLeft"),
      (.rightArrow, "ArrowRight"), ("a", "a"),
    ]
    for (key, name) in keys {
      let dom = show(
        VStack {
          Text("keys").onKeyPress(key) {
            log.lines.append(name)
            return .handled
          }
          Button("shortcut") {}.keyboardShortcut(key)
        })
      let view = try #require(dom.all.first { $0.text == "keys" })
      #expect(view.attribute(.keys) == name)
      #expect(dom.page.handle(Event(view.id, .key, value: name)))
      #expect(log.lines.last == name)
      #expect(dom.all.contains { $0.attribute(.shortcut) == "Meta+\(name)" })
    }
    #expect(log.lines.count == keys.count)
  }

  @Test func theKeyThatCancelsCanBeWrittenInAPage() {
    let dom = show(
      VStack {
        Button("Cancel") {}.keyboardShortcut(.cancelAction)
        Button("Save") {}.keyboardShortcut(.defaultAction)
      })
    #expect(dom.all.compactMap { $0.attribute(.shortcut) } == ["Escape", "Enter"])
  }

  @Test func aViewListensToSeveralKeys() throws {
    func press(_ key: KeyEquivalent, _ name: String, _ result: KeyPress.Result = .handled) -> (
      KeyEquivalent, () -> KeyPress.Result
    ) {
      (
        key,
        {
          log.lines.append(name)
          return result
        }
      )
    }
    let all = [
      press(.upArrow, "up"), press(.return, "inner", .ignored), press(.return, "middle"), press(.return, "outer"),
    ]
    let dom = show(
      Text("keys").onKeyPress(all[0].0, action: all[0].1).onKeyPress(all[1].0, action: all[1].1)
        .onKeyPress(all[2].0, action: all[2].1).onKeyPress(all[3].0, action: all[3].1))
    let view = try #require(dom.all.first { $0.text == "keys" })
    #expect(view.attribute(.keys) == "ArrowUp Enter")
    for key in ["ArrowUp", "Enter", "x"] { #expect(dom.page.handle(Event(view.id, .key, value: key))) }
    // What ignores a key leaves it to the next; what handles it does not.
    #expect(log.lines == ["up", "inner", "middle"])
  }
}
