// SPDX-License-Identifier: Apache-2.0

import CombineCompatibility
import Foundation
import SwiftUI
import Synchronization
import Testing

@testable import SwiftDataUI

@MainActor private var log: [String] = []

private final class Model: ObservableObject {
  @Published var shown = 0
  @Published var unread = 0
  var plain = 0
}

/// Announces by a publisher of another type.
private final class OwnPublisher: ObservableObject {
  let objectWillChange = PassthroughSubject<Void, Never>()
  var count = 0
}

/// Announces by a publisher of the usual type, which it has made itself.
private final class OwnObjectPublisher: ObservableObject {
  let objectWillChange = ObservableObjectPublisher()
  @Published var unread = 0
  var plain = 0
}

private final class Derived: Base { @Published var more = 0 }
private class Base: ObservableObject { var plain = 0 }

private struct Following<T: ObservableObject>: View {
  @ObservedObject var object: T
  let text: (T) -> String
  var body: some View {
    log.append("body")
    return Text(text(object))
  }
}

private struct Switching: View {
  let objects: [OwnPublisher]
  @State private var isSecond = false
  var body: some View {
    Following(object: objects[isSecond ? 1 : 0]) { "\($0.count)" }
    Button("switch") { isSecond.toggle() }
  }
}

private struct Child: View, Equatable {
  let value: Int
  let ignored: Int
  nonisolated static func == (lhs: Self, rhs: Self) -> Bool { lhs.value == rhs.value }
  var body: some View {
    log.append("child")
    return Text("child \(value) \(ignored)")
  }
}

private struct Parent: View {
  @State private var value = 0
  @State private var ignored = 0
  var body: some View {
    Child(value: value, ignored: ignored).equatable()
    Button("value") { value += 1 }
    Button("ignored") { ignored += 1 }
  }
}

private struct Framed: ButtonStyle {
  @Environment(\.isEnabled) private var isEnabled
  @State private var state = 4
  func makeBody(configuration: Configuration) -> some View {
    HStack {
      configuration.label
      Text("enabled \(isEnabled) state \(state)")
    }
  }
}

private struct FramedToggle: ToggleStyle {
  @Environment(\.isEnabled) private var isEnabled
  func makeBody(configuration: Configuration) -> some View { Text("toggle \(isEnabled) \(configuration.isOn)") }
}

private struct FramedLabel: LabelStyle {
  @Environment(\.isEnabled) private var isEnabled
  func makeBody(configuration: Configuration) -> some View { Text("label \(isEnabled)") }
}

private struct Styled: View {
  @State private var isDisabled = false
  var body: some View {
    VStack {
      Button("go") {}.buttonStyle(Framed())
      Toggle("t", isOn: .constant(true)).toggleStyle(FramedToggle())
      Label("l", systemImage: "star").labelStyle(FramedLabel())
    }
    .disabled(isDisabled)
    Button("off") { isDisabled = true }
  }
}

private struct Endless: View {
  @State private var count = 0
  var body: some View {
    Text("count \(count)").onChange(of: count) { count += 1 }
    Button("go") { count += 1 }
  }
}

private struct Animated: View {
  @State private var count = 0
  var body: some View {
    Text("count \(count)")
    Button("go") {
      withAnimation {
        count += 1
      } completion: {
        log.append("completed")
      }
      log.append("after")
    }
  }
}

/// What SwiftUI evaluates, and when.
@MainActor @Suite(.serialized) struct ObservedObjectTests {
  init() { log = [] }

  private func turn() async {
    for _ in 0..<20 { await Task.yield() }
  }

  @Test func anyPublishedPropertyEvaluatesTheView() {
    let model = Model()
    let page = ModelDOM(ViewPage(Following(object: model) { "\($0.shown) \($0.plain)" }))
    #expect(page.text.contains("0 0") && log == ["body"])
    model.plain = 1
    model.unread = 1
    page.page.update()
    #expect(page.text.contains("0 1") && log == ["body", "body"])
    model.shown = 2
    page.page.update()
    #expect(page.text.contains("2 1") && log == ["body", "body", "body"])
  }

  @Test func theObjectsPublisherHearsOfPublishedProperties() {
    let model = Model()
    var heard = 0
    let subscription = model.objectWillChange.sink { heard += 1 }
    model.shown = 1
    model.unread = 1
    model.objectWillChange.send()
    #expect(heard == 3)
    subscription.cancel()
    model.shown = 2
    #expect(heard == 3)
  }

  @Test func aPublisherOfAnotherType() {
    let object = OwnPublisher()
    let page = ModelDOM(ViewPage(Following(object: object) { "\($0.count)" }))
    object.objectWillChange.send()
    object.count = 1
    page.page.update()
    #expect(page.text.contains("1") && log == ["body", "body"])
    page.page.update()
    #expect(log == ["body", "body"])
  }

  @Test func anObjectThatWasReplacedIsNotFollowed() throws {
    let objects = [OwnPublisher(), OwnPublisher()]
    let page = ModelDOM(ViewPage(Switching(objects: objects)))
    try page.click("switch")
    let count = log.count
    objects[0].objectWillChange.send()
    page.page.update()
    #expect(log.count == count)
    objects[1].objectWillChange.send()
    page.page.update()
    #expect(log.count == count + 1)
    // And back.
    try page.click("switch")
    objects[0].objectWillChange.send()
    page.page.update()
    #expect(log.count == count + 3)
  }

  @Test func aPublisherThatTheClassHasMade() {
    let object = OwnObjectPublisher()
    let page = ModelDOM(ViewPage(Following(object: object) { "\($0.plain)" }))
    object.plain = 1
    object.unread = 1
    page.page.update()
    #expect(page.text.contains("1"))
    object.plain = 2
    object.objectWillChange.send()
    page.page.update()
    #expect(page.text.contains("2"))
  }

  @Test func propertiesOfSubclassesCount() {
    let object = Derived()
    let page = ModelDOM(ViewPage(Following(object: object) { "\($0.plain)" }))
    object.plain = 3
    object.more = 1
    page.page.update()
    #expect(page.text.contains("3"))
  }

  @Test func equalViewsAreNotEvaluated() throws {
    let page = ModelDOM(ViewPage(Parent()))
    #expect(log == ["child"])
    try page.click("ignored")
    #expect(log == ["child"] && page.text.contains("child 0 0"))
    try page.click("value")
    #expect(log == ["child", "child"] && page.text.contains("child 1 1"))
  }

  @Test func stylesHavePropertiesAsViewsDo() throws {
    let page = ModelDOM(ViewPage(Styled()))
    #expect(page.text.contains("enabled true state 4"))
    #expect(page.text.contains("toggle true true") && page.text.contains("label true"))
    try page.click("off")
    #expect(page.text.contains("enabled false state 4"))
    #expect(page.text.contains("toggle false true") && page.text.contains("label false"))
  }

  /// It is stopped, says so once, and goes on with the next event.
  @Test func aViewThatChangesItselfForEverIsStopped() async throws {
    let notes = Mutex(0)
    Diagnostics.handler = { text in if text.contains("keep changing") { notes.withLock { $0 += 1 } } }
    defer { Diagnostics.handler = nil }
    let view = ViewPage(Endless())
    let page = ModelDOM(view)
    var evaluations = -1
    for _ in 0..<2 {
      view.resetEvaluations()
      try page.click("go")
      evaluations = -1
      // Until nothing happens any more in a turn of the main actor.
      for _ in 0..<1_000 {
        guard evaluations != view.evaluations["Endless", default: 0] else { break }
        evaluations = view.evaluations["Endless", default: 0]
        await turn()
      }
      #expect(evaluations > 100 && evaluations < 3_000)
    }
    #expect(notes.withLock { $0 } == 1)
  }

  @Test func completionsComeAfterTheCall() async throws {
    let page = ModelDOM(ViewPage(Animated()))
    try page.click("go")
    #expect(log == ["after"])
    for _ in 0..<100_000 {
      guard log.count < 2 else { break }
      await Task.yield()
    }
    #expect(log == ["after", "completed"] && page.text.contains("count 1"))
  }
}
