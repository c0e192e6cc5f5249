// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftUI
import Testing

@testable import SwiftDataUI

@MainActor @Observable private final class Model {
  var text = ""
  var number = 9
  var part = 0.5
  var isOpen = true
  var isDisabled = true
  @ObservationIgnored var log: [String] = []
}

private struct Submitting: View {
  @Bindable var model: Model
  var body: some View {
    NavigationStack {
      VStack {
        TextField("inner", text: $model.text).onSubmit { model.log.append("field") }
        TextField("alone", text: $model.text).submitScope()
      }
      .onSubmit(of: [.text, .search]) { model.log.append("stack") }
    }
    .searchable(text: $model.text)
    .onSubmit(of: .search) { model.log.append("search") }
    .onSubmit { model.log.append("page") }
  }
}

private struct Stepping: View {
  @Bindable var model: Model
  var body: some View {
    Stepper("value", value: $model.number, in: 0...10)
    Stepper(value: $model.number) {
      Text("free")
    } onEditingChanged: {
      model.log.append("free \($0) \(model.number)")
    }
    Stepper("actions", onIncrement: { model.log.append("more") }, onDecrement: nil)
  }
}

private struct Openable: View {
  @Bindable var model: Model
  var body: some View {
    VStack {
      Menu("Menu") { Button("Item") { model.log.append("item") } }
      DisclosureGroup("Group", isExpanded: $model.isOpen) { Text("Content") }
      Link("Link", destination: URL(fileURLWithPath: "/"))
      Link("Site", destination: Openable.site)
    }
    .disabled(model.isDisabled)
  }
  static let site = URL(string: "https://example.com/a") ?? URL(fileURLWithPath: "/")
}

@MainActor @Suite struct ControlTests {
  private let model = Model()

  private func field(_ dom: ModelDOM, _ name: String) throws -> ElementID {
    try #require(
      dom.all.last {
        [.textField, .searchField, .dateField, .timeField, .dateTimeField, .colorField, .slider, .toggle].contains(
          $0.kind) && $0.attribute(.label) == name
      }
    ).id
  }

  // MARK: Fields

  @Test func aFieldCommitsOnce() throws {
    let model = model
    let text = Binding(get: { model.text }, set: { model.text = $0 })
    let dom = ModelDOM(
      ViewPage(
        TextField(
          "name", text: text, onEditingChanged: { model.log.append("editing \($0)") },
          onCommit: { model.log.append("commit \(model.text)") })))
    let field = try field(dom, "name")
    func say(_ kind: Event.Kind, _ value: String? = nil) { #expect(dom.page.handle(Event(field, kind, value: value))) }
    say(.focus)
    say(.input, "a")
    say(.submit, "a")
    // Browsers tell of the change once more, when the field is left.
    say(.change, "a")
    say(.blur)
    #expect(model.log == ["editing true", "commit a", "editing false"])
    model.log = []
    say(.focus)
    say(.input, "ab")
    say(.change, "ab")
    say(.blur)
    #expect(model.log == ["editing true", "commit ab", "editing false"])
    model.log = []
    say(.submit, "ab")
    #expect(model.log == ["commit ab"])
  }

  @Test func aFieldTellsWhenItIsEdited() throws {
    let model = model
    let dom = ModelDOM(
      ViewPage(TextField("name", text: .constant(""), onEditingChanged: { model.log.append("editing \($0)") })))
    let field = try field(dom, "name")
    #expect(dom.page.handle(Event(field, .focus)))
    #expect(dom.page.handle(Event(field, .blur)))
    #expect(model.log == ["editing true", "editing false"])
  }

  @Test func returnRunsTheActionsForTheFieldFromTheInsideOut() throws {
    let dom = ModelDOM(ViewPage(Submitting(model: model)))
    #expect(dom.page.handle(Event(try field(dom, "inner"), .submit, value: "")))
    #expect(model.log == ["field", "stack", "page"])
    model.log = []
    #expect(dom.page.handle(Event(try field(dom, "Search"), .submit, value: "")))
    #expect(model.log == ["search"])
    model.log = []
    #expect(dom.page.handle(Event(try field(dom, "alone"), .submit, value: "")))
    #expect(model.log == [])
  }

  // MARK: Values

  @Test func aSliderTellsWhenItIsMoved() throws {
    let model = model
    let part = Binding(get: { model.part }, set: { model.part = $0 })
    let dom = ModelDOM(
      ViewPage(
        Slider(value: part) {
          Text("part")
        } onEditingChanged: {
          model.log.append("\($0) \(model.part)")
        }))
    let slider = try field(dom, "part")
    for (kind, value) in [(Event.Kind.input, "0.6"), (.input, "0.7"), (.change, "0.7")] {
      #expect(dom.page.handle(Event(slider, kind, value: value)))
    }
    #expect(model.log == ["true 0.5", "false 0.7"])
    #expect(model.part == 0.7)
  }

  @Test func aStepperStopsAtItsBounds() throws {
    let dom = ModelDOM(ViewPage(Stepping(model: model)))
    func button(_ name: String, _ index: Int) throws -> Element {
      let buttons = dom.all.filter { $0.kind == .button && $0.attribute(.label) == name }
      return try #require(buttons.indices.contains(index) ? buttons[index] : nil)
    }
    func isDisabled(_ name: String, _ index: Int) throws -> Bool {
      try button(name, index).attribute(.isDisabled) != nil
    }
    #expect(try !isDisabled("Increment", 0))
    #expect(dom.page.handle(Event(try button("Increment", 0).id, .click)))
    #expect(model.number == 10)
    #expect(try isDisabled("Increment", 0))
    #expect(try !isDisabled("Decrement", 0))
    #expect(try !dom.page.handle(Event(button("Increment", 0).id, .click)))
    // One without bounds goes on, and tells.
    #expect(dom.page.handle(Event(try button("Increment", 1).id, .click)))
    #expect(model.number == 11)
    #expect(model.log == ["free true 10", "free false 11"])
    #expect(try isDisabled("Increment", 0))
    model.number = 0
    dom.page.update()
    #expect(try isDisabled("Decrement", 0))
    #expect(try isDisabled("Decrement", 2) && !isDisabled("Increment", 2))
  }

  /// Clicks one of the buttons of a stepper, and tells the value then.
  private func clicked<V: Strideable>(
    _ name: String, _ first: V, _ bounds: ClosedRange<V>? = nil, step: V.Stride = 1
  ) throws -> V {
    var value = first
    let binding = Binding(get: { value }, set: { value = $0 })
    let stepper = bounds.map { Stepper("value", value: binding, in: $0, step: step) }
    let dom = ModelDOM(ViewPage(stepper ?? Stepper("value", value: binding, step: step)))
    try dom.click(name)
    return value
  }

  @Test func aStepperOfIntegersStopsAtTheEndsOfTheirType() throws {
    #expect(try clicked("Decrement", UInt(3), step: 5) == 0)
    #expect(try clicked("Decrement", UInt(3), 2...9, step: 5) == 2)
    #expect(try clicked("Increment", UInt.max - 1, step: 5) == .max)
    #expect(try clicked("Increment", UInt8(250), 0...255, step: 10) == 255)
    #expect(try clicked("Decrement", UInt8(7), 0...255, step: 10) == 0)
    #expect(try clicked("Increment", UInt8(7), 0...255, step: 300) == 255)
    #expect(try clicked("Increment", Int.max) == .max)
    #expect(try clicked("Decrement", Int.min, step: .max) == .min)
    #expect(try clicked("Decrement", Int.max, step: .min) == .max)
    #expect(try clicked("Decrement", Int16(-32_760), step: 10) == .min)
    #expect(try clicked("Increment", Int16(32_760), step: 10) == .max)
    // What is far away, but within the type.
    #expect(try clicked("Increment", Int8(-100), step: 200) == 100)
    #expect(try clicked("Increment", UInt8(7), step: -3) == 4)
    #expect(try clicked("Increment", 0.5, step: 0.25) == 0.75)
  }

  @Test func aSliderKeepsSmallSteps() throws {
    var value = 0.0025
    let dom = ModelDOM(
      ViewPage(
        Slider(value: Binding(get: { value }, set: { value = $0 }), in: 0...0.01, step: 0.0025) { Text("part") }))
    let slider = try #require(dom.all.first { $0.kind == .slider })
    #expect(slider.attribute(.step) == "0.0025" && slider.attribute(.maximum) == "0.01")
    #expect(slider.attribute(.minimum) == "0" && slider.attribute(.value) == "0.0025")
    // Less than a thousandth away.
    #expect(dom.page.handle(Event(slider.id, .input, value: "0.0027")))
    #expect(value == 0.0027)
  }

  @Test func aSliderWritesANarrowNumberAsItIs() throws {
    var sets = 0
    var value: Float = 0.1
    let binding = Binding(
      get: { value },
      set: {
        value = $0
        sets += 1
      })
    let dom = ModelDOM(ViewPage(Slider(value: binding, in: 0...1, step: 0.1) { Text("part") }))
    let slider = try #require(dom.all.first { $0.kind == .slider })
    #expect(slider.attribute(.step) == "0.1" && slider.attribute(.value) == "0.1")
    for _ in 0..<2 { #expect(dom.page.handle(Event(slider.id, .input, value: "0.3"))) }
    #expect(value == 0.3 && sets == 1)
  }

  // MARK: Menus and links

  @Test func whatIsDisabledDoesNotOpen() throws {
    let dom = ModelDOM(ViewPage(Openable(model: model)))
    func summaries() -> [Element] { dom.all.filter { $0.kind == .disclosureLabel } }
    func links() -> [Element] { dom.all.filter { $0.kind == .link } }
    func details() -> [Element] { dom.all.filter { $0.kind == .disclosure } }
    #expect(summaries().count == 2)
    #expect(summaries().allSatisfy { $0.attribute(.isUnavailable) == "true" && $0.attribute(.isFocusable) == "false" })
    for element in details() { #expect(!dom.page.handle(Event(element.id, .toggle, value: "false"))) }
    #expect(model.isOpen)
    #expect(links().count == 2)
    #expect(links().allSatisfy { $0.attribute(.destination) == nil && $0.attribute(.isUnavailable) == "true" })
    model.isDisabled = false
    dom.page.update()
    #expect(summaries().allSatisfy { $0.attribute(.isUnavailable) == nil && $0.attribute(.isFocusable) == nil })
    for element in details() { #expect(dom.page.handle(Event(element.id, .toggle, value: "false"))) }
    #expect(!model.isOpen)
    #expect(links().last?.attribute(.destination) == "https://example.com/a")
    #expect(dom.root == dom.page.root)
  }

  @Test func aMenuHasAnActionOfItsOwn() throws {
    let model = model
    let dom = ModelDOM(
      ViewPage(
        Menu("Add") {
          Button("Item") { model.log.append("item") }
        } primaryAction: {
          model.log.append("add")
        }))
    try dom.click("Add")
    #expect(model.log == ["add"])
    let summary = try #require(dom.all.first { $0.kind == .disclosureLabel })
    #expect(summary.attribute(.label) == "More")
    try dom.click("Item")
    #expect(model.log == ["add", "item"])
  }

  private struct Menus: View {
    var body: some View {
      VStack { Picker("outside", selection: .constant(1)) { Text("one").tag(1) } }
      Form { Picker("inside", selection: .constant(1)) { Text("one").tag(1) } }
    }
  }

  private struct MacApp: App {
    var body: some Scene {
      WindowGroup { Menus() }
      Settings { Text("settings") }
    }
  }

  @Test func aMenuHasItsLabelInSightWhereRowsAre() {
    for (page, labels) in [
      (ViewPage(Menus()), ["inside"]), (AppHost(MacApp()).makePage(at: "/"), ["outside", "inside"]),
    ] {
      let dom = ModelDOM(page)
      #expect(dom.all(.controlLabel).map(ModelDOM.text) == labels)
      // Screen readers hear both.
      #expect(dom.all.filter { $0.kind == .picker }.map { $0.attribute(.label) } == ["outside", "inside"])
    }
  }
}
