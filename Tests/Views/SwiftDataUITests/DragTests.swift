// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Testing

@testable import SwiftDataUI

@MainActor private final class Log { var lines: [String] = [] }

private struct Card: View {
  let log: Log
  @GestureState private var moved = CGSize.zero

  var body: some View {
    Text("at \(Int(moved.width))")
      .gesture(
        DragGesture(minimumDistance: 3).updating($moved) { value, moved, _ in moved = value.translation }
          .onChanged { log.lines.append("changed \(Int($0.translation.width))") }
          .onEnded { log.lines.append("ended \(Int($0.translation.width)) \(Int($0.predictedEndLocation.x))") })
  }
}

@MainActor @Suite struct DragTests {
  private let log = Log()

  private func report(_ phase: String, _ x: Int, held: Int = 0) -> String {
    "\(phase) \(held) 10 5 \(10 + x) 5 40 0 100 200"
  }

  @Test func aDragIsFollowedUntilItsEnd() throws {
    let dom = ModelDOM(ViewPage(Card(log: log)))
    let card = try #require(dom.all.first { $0.events.contains(.drag) })
    #expect(card.attribute(.dragDistance) == "3")
    #expect(dom.page.handle(Event(card.id, .drag, value: report("move", 20))))
    #expect(dom.text == "at 20")
    #expect(dom.page.handle(Event(card.id, .drag, value: report("end", 30))))
    #expect(dom.text == "at 0")
    #expect(log.lines == ["changed 20", "ended 30 50"])
    dom.page.handle(Event(card.id, .drag, value: report("move", 40)))
    dom.page.handle(Event(card.id, .drag, value: report("cancel", 40)))
    #expect(dom.text == "at 0")
    #expect(log.lines.last == "changed 40")
  }

  @Test func whatIsNoDragDoesNothing() throws {
    let dom = ModelDOM(ViewPage(Card(log: log)))
    let card = try #require(dom.all.first { $0.events.contains(.drag) })
    for value in [
      nil, "", "move", "end 0 1 2", "fly 0 1 2 3 4 5 6 7 8", "move 0 1 2 3 nan 5 6 7 8", "move 0 1 2 3 1e300 5 6 7 8",
      "move 0 1 2 3 inf 5 6 7 8", "end 0 1 2 3 4 5 6 7 8 9", "move x 1 2 3 4 5 6 7 8",
    ] { dom.page.handle(Event(card.id, .drag, value: value)) }
    #expect(log.lines.isEmpty && dom.text == "at 0")
  }

  @Test func placesAreThoseOfTheSpace() throws {
    let dom = ModelDOM(
      ViewPage(
        VStack {
          Text("local").gesture(DragGesture().onChanged { log.lines.append("\($0.startLocation.x)") })
          Text("global").gesture(
            DragGesture(coordinateSpace: .global).onChanged { log.lines.append("\($0.location.x)") })
          Text("named").gesture(
            DragGesture(coordinateSpace: .named("list")).onChanged { log.lines.append("\($0.location.y)") })
        }))
    for element in dom.all where element.events.contains(.drag) {
      dom.page.handle(Event(element.id, .drag, value: report("move", 7)))
    }
    #expect(log.lines == ["10.0", "117.0", "205.0"])
  }

  @Test func aDragAfterALongPressOnly() throws {
    let gesture = LongPressGesture().sequenced(before: DragGesture().onChanged { _ in log.lines.append("inner") })
      .onChanged { value in
        if case .second(true, let drag?) = value { log.lines.append("second \(Int(drag.translation.width))") }
      }
    let dom = ModelDOM(ViewPage(Text("card").gesture(gesture)))
    let card = try #require(dom.all.first { $0.events.contains(.drag) })
    #expect(card.events.contains(.longPress))
    dom.page.handle(Event(card.id, .drag, value: report("move", 9)))
    #expect(log.lines.isEmpty)
    dom.page.handle(Event(card.id, .drag, value: report("move", 9, held: 1)))
    #expect(log.lines == ["inner", "second 9"])
  }

  @Test func gesturesCompose() throws {
    let gesture = TapGesture().simultaneously(with: DragGesture().map { Int($0.translation.width) })
      .onEnded { value in
        if value.first != nil { log.lines.append("tap") }
        if let width = value.second { log.lines.append("drag \(width)") }
      }
    let none: (some Gesture)? = Bool.random() ? nil as TapGesture? : nil
    let dom = ModelDOM(ViewPage(Text("card").gesture(gesture).gesture(none)))
    let card = try #require(dom.all.first { $0.events.contains(.drag) })
    dom.page.handle(Event(card.id, .click))
    dom.page.handle(Event(card.id, .drag, value: report("end", 12)))
    #expect(log.lines == ["tap", "drag 12"])
  }

  @Test func aTapKnowsWhereItWas() throws {
    let dom = ModelDOM(ViewPage(Text("card").onTapGesture { log.lines.append("\($0.x) \($0.y)") }))
    let card = try #require(dom.all.first { $0.events.contains(.click) })
    #expect(card.attribute(.tellsPlace) == "true")
    for value in ["3 4.5", nil, "x y"] { dom.page.handle(Event(card.id, .click, value: value)) }
    #expect(log.lines == ["3.0 4.5", "0.0 0.0"])
  }

  @Test func whatIsDisabledIsNotDragged() throws {
    let dom = ModelDOM(ViewPage(Card(log: log).disabled(true)))
    #expect(!dom.all.contains { $0.events.contains(.drag) })
  }
}
