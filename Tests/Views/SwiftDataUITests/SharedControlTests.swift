// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

private struct Alarm: Identifiable, Equatable {
  let id: Int
  var isOn = false
  var sound = "bell"
}

private struct Mark: ToggleStyle {
  func makeBody(configuration: Configuration) -> some View {
    Text(configuration.isMixed ? "mixed" : configuration.isOn ? "on" : "off")
  }
}

@MainActor @Observable private final class Model {
  var alarms = [Alarm(id: 1), Alarm(id: 2, isOn: true, sound: "horn"), Alarm(id: 3)]
  var day = Date(timeIntervalSince1970: 86_400)
  var isAsking = true
  var trip: String? = "Rome"
}

private struct Shared: View {
  @Bindable var model: Model
  var body: some View {
    VStack {
      Toggle("All", sources: $model.alarms, isOn: \.isOn)
      Toggle(sources: $model.alarms, isOn: \.isOn) { Text("Mark") }.toggleStyle(Mark())
      Picker("Sound", sources: $model.alarms, selection: \.sound) {
        Text("bell").tag("bell")
        Text("horn").tag("horn")
      }
      .pickerStyle(.segmented)
    }
  }
}

private struct Editing: View {
  @Bindable var model: Model
  let actions: EditActions<[Alarm]>
  var body: some View { List($model.alarms, editActions: actions) { $alarm in Text("alarm \(alarm.id)") } }
}

private struct Dates: View {
  @Bindable var model: Model
  let title = "Until"
  let bound = Date(timeIntervalSince1970: 2 * 86_400)
  var body: some View {
    DatePicker(selection: $model.day, in: ...bound, displayedComponents: .date) { Text("Label") }
    DatePicker(title, selection: $model.day, in: ...bound, displayedComponents: .date)
    DatePicker(title, selection: $model.day, in: bound..., displayedComponents: .date)
  }
}

private struct Asking: View {
  @Bindable var model: Model
  let title = "Delete?"
  var body: some View {
    Text("Page")
      .alert(Text("Sure?"), isPresented: $model.isAsking, presenting: model.trip) { trip in
        Button("Delete \(trip)") { model.trip = nil }
      } message: {
        Text("About \($0)")
      }
      .alert(title, isPresented: .constant(false), presenting: model.trip) { trip in Button(trip) {} }
      .alert(Text("Short"), isPresented: .constant(false), presenting: model.trip) { trip in Button(trip) {} }
  }
}

/// Controls that stand for several values, and forms of controls with other parameters.
@MainActor @Suite struct SharedControlTests {
  private let model = Model()

  @Test func aToggleIsForSeveralValues() throws {
    let dom = ModelDOM(ViewPage(Shared(model: model)))
    #expect(dom.text.contains("mixed"))
    let toggle = try #require(dom.all.first { $0.kind == .toggle })
    #expect(toggle.attribute(.isOn) == nil)
    #expect(dom.page.handle(Event(toggle.id, .change, value: "true")))
    #expect(model.alarms.map(\.isOn) == model.alarms.map { _ in true })
    #expect(dom.text.contains("on") && !dom.text.contains("mixed"))
    #expect(dom.page.handle(Event(toggle.id, .change, value: "false")))
    #expect(model.alarms.map(\.isOn) == model.alarms.map { _ in false })
  }

  @Test func aPickerIsForSeveralValues() throws {
    let dom = ModelDOM(ViewPage(Shared(model: model)))
    #expect(dom.all(.option).map { $0.attribute(.isChecked) } == ["false", "false"])
    try dom.click("horn")
    #expect(model.alarms.map(\.sound) == ["horn", "horn", "horn"])
    #expect(dom.all(.option).map { $0.attribute(.isChecked) } == ["false", "true"])
    model.alarms = []
    dom.page.update()
    #expect(dom.all(.option).map { $0.attribute(.isChecked) } == ["false", "false"])
  }

  @Test func editActionsChangeTheCollection() throws {
    let dom = ModelDOM(ViewPage(Editing(model: model, actions: .all)))
    let delete = try #require(dom.all(.rowDelete).first)
    #expect(dom.page.handle(Event(delete.id, .click)))
    #expect(model.alarms.map(\.id) == [2, 3])
    let rows = dom.all(.row)
    #expect(dom.page.handle(Event(rows[1].id, .reorder, value: "before:\(rows[0].id)")))
    #expect(model.alarms.map(\.id) == [3, 2])
    #expect(dom.rows == ["alarm 3", "alarm 2"])
    let moving = ModelDOM(ViewPage(Editing(model: model, actions: .move)))
    #expect(moving.all(.rowDelete).isEmpty && !moving.all(.rowMovable).isEmpty)
  }

  @Test func datesHaveOneBound() {
    let dom = ModelDOM(ViewPage(VStack { Dates(model: model) }))
    let fields = dom.all.filter { $0.kind == .dateField }
    #expect(fields.map { $0.attribute(.label) } == ["Label", "Until", "Until"])
    #expect(fields.map { $0.attribute(.maximum) != nil } == [true, true, false])
    #expect(fields.map { $0.attribute(.minimum) != nil } == [false, false, true])
  }

  @Test func alertsAboutAValueHaveTitlesOfAllKinds() throws {
    let dom = ModelDOM(ViewPage(Asking(model: model)))
    #expect(dom.all(.alert).map(ModelDOM.text) == ["Sure? About Rome Delete Rome"])
    try dom.click("Delete Rome")
    #expect(model.trip == nil)
    #expect(dom.all(.alert).isEmpty)
  }
}
