// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftUI
import Testing

@testable import SwiftDataUI

@Observable private final class Shelf {
  var name = "shelf"
}

private struct Tools: ToolbarContent {
  @Environment(\.dismiss) private var dismiss
  @Environment(Shelf.self) private var shelf
  @State private var count = 0
  var body: some ToolbarContent {
    ToolbarItem(placement: .topBarLeading) { Button("used \(count) on \(shelf.name)") { count += 1 } }
    ToolbarItem { Button("Close it") { dismiss() } }
  }
}

private struct Leaf: View {
  var body: some View { Text("leaf").toolbar { Tools() } }
}

private struct Tree: View {
  let shelf: Shelf?
  var body: some View {
    NavigationStack { NavigationLink("Open") { Leaf() } }.environment(shelf)
  }
}

/// A scene of the app's own.
private struct Desk: Scene {
  @State private var count = 0
  @Environment(Shelf.self) private var shelf
  @Environment(\.isEnabled) private var isEnabled
  var body: some Scene {
    WindowGroup { Button("desk \(count) with \(shelf.name) \(isEnabled ? "on" : "off")") { count += 1 } }
  }
}

private struct Office: App {
  @State private var shelf = Shelf()
  var body: some Scene { Desk().environment(shelf).environment(\.isEnabled, true) }
}

/// A scene with what somebody leaves on a page.
private struct Bench: Scene {
  @SceneStorage("count") private var count = 0
  var body: some Scene { WindowGroup { Button("bench \(count)") { count += 1 } } }
}

private struct Workshop: App {
  var body: some Scene { Bench() }
}

private struct Untidy: App {
  var body: some Scene {
    Desk()
    WindowGroup { Text("nothing missing") }
  }
}

/// Announces its changes by a publisher of another type than the usual one.
private final class Meter: ObservableObject {
  let objectWillChange = PassthroughSubject<Void, Never>()
  var count = 0

  func add() {
    objectWillChange.send()
    count += 1
  }
}

@MainActor private let gauge = Meter()

private struct Metered: App {
  @StateObject private var meter = Meter()
  @ObservedObject private var observed = gauge
  var body: some Scene {
    WindowGroup { Button("meter \(meter.count) gauge \(observed.count)") { meter.add() } }
  }
}

private struct Modes: View {
  var body: some View {
    NavigationStack {
      Page(name: "first").navigationDestination(for: String.self) { Page(name: $0) }
    }
  }

  /// Reads the mode outside of its own toolbar.
  struct Page: View {
    let name: String
    @Environment(\.editMode) private var editMode
    var body: some View {
      VStack {
        Text(verbatim: "\(name) \(editMode.map { $0.wrappedValue.isEditing ? "edits" : "rests" } ?? "has none")")
        NavigationLink("next", value: "second")
      }
      .toolbar { EditButton() }
    }
  }
}

private struct Columns: View {
  @State private var chosen: String?
  @State private var several: Set<String> = []
  private let isSeveral: Bool

  init(isSeveral: Bool = false) { self.isSeveral = isSeveral }

  var body: some View {
    NavigationSplitView {
      Group {
        if isSeveral {
          List(selection: $several) { links }
        } else {
          List(selection: $chosen) { links }
        }
      }
      .navigationDestination(for: String.self) { Text(verbatim: "destination \($0)") }
      .toolbar { EditButton() }
    } detail: {
      Text(verbatim: "detail \(isSeveral ? several.sorted().joined(separator: " ") : chosen ?? "nothing")")
    }
  }

  @ViewBuilder private var links: some View {
    ForEach(["a", "b"], id: \.self) { NavigationLink("to \($0)", value: $0) }
    NavigationLink("to itself") { Text("a page of its own") }
  }
}

private struct ModeColumns: View {
  var body: some View {
    NavigationSplitView {
      Modes.Page(name: "side")
    } detail: {
      Modes.Page(name: "detail")
    }
  }
}

/// What pages are made of: bars and their contents, edit modes, the scenes around them, what leads to the next one.
@MainActor @Suite struct PagePartsTests {
  @Test func aContentOfTheProgramsOwnHasProperties() throws {
    let dom = ModelDOM(ViewPage(Tree(shelf: Shelf())))
    try dom.click("Open")
    try dom.click("used 0 on shelf")
    #expect(dom.text.contains("used 1 on shelf"))
    try dom.click("Close it")
    #expect(!dom.text.contains("leaf") && dom.text.contains("Open"))
  }

  @Test func aContentWithoutItsObjectIsLeftOut() throws {
    let dom = ModelDOM(ViewPage(Tree(shelf: nil)))
    try dom.click("Open")
    #expect(dom.text.contains("leaf") && dom.text.contains("Not supported here"))
  }

  @Test func aSceneOfTheProgramsOwnHasProperties() throws {
    let host = AppHost(Office())
    let dom = ModelDOM(host.makePage(at: "/"))
    try dom.click("desk 0 with shelf on")
    #expect(dom.text == "desk 1 with shelf on")
    // As the state of an app, that of a scene is the same for all pages.
    #expect(ModelDOM(host.makePage(at: "/")).text == "desk 1 with shelf on")
    // Without a page nothing is in the environment, and nobody may ask for it.
    #expect(host.title == nil)
  }

  @Test func whatASceneStoresIsOfOnePage() throws {
    let host = AppHost(Workshop())
    let dom = ModelDOM(host.makePage(at: "/"))
    try dom.click("bench 0")
    #expect(dom.text == "bench 1")
    #expect(ModelDOM(host.makePage(at: "/")).text == "bench 0")
  }

  @Test func anObjectOfAnAppIsFollowedByAllPages() throws {
    let host = AppHost(Metered())
    let (first, second) = (ModelDOM(host.makePage(at: "/")), ModelDOM(host.makePage(at: "/")))
    try first.click("meter 0 gauge 0")
    second.page.update()
    #expect(first.text == "meter 1 gauge 0" && second.text == "meter 1 gauge 0")
    gauge.add()
    first.page.update()
    second.page.update()
    #expect(first.text == "meter 1 gauge 1" && second.text == "meter 1 gauge 1")
    // A page that goes takes nothing from the others.
    first.page.close()
    try second.click("meter 1 gauge 1")
    gauge.add()
    second.page.update()
    #expect(second.text == "meter 2 gauge 2")
  }

  @Test func aSceneWithoutItsObjectIsLeftOut() {
    let page = ViewPage(AppRoot(app: Untidy(), state: AppState()))
    #expect(ModelDOM(page).text == "nothing missing")
    // It is said once, however often the scenes are asked for.
    #expect(
      !Diagnostics.noteOnce("The scene Desk is left out: it is without an object of type Shelf in its environment."))
  }

  @Test func aPageHasAnEditModeOfItsOwn() throws {
    let dom = ModelDOM(ViewPage(Modes()))
    #expect(dom.text.contains("first rests"))
    try dom.click("Edit")
    #expect(dom.text.contains("first edits"))
    try dom.click("next")
    #expect(dom.text.contains("second rests"))
    try dom.click("Back")
    #expect(dom.text.contains("first edits"))
  }

  @Test func aColumnHasAnEditModeOfItsOwn() throws {
    let dom = ModelDOM(ViewPage(ModeColumns()))
    try dom.click("Edit")
    #expect(dom.text.contains("side rests") && dom.text.contains("detail edits"))
  }

  @Test func theProgramsEditModeCounts() throws {
    var mode = EditMode.active
    let view = Modes().environment(\.editMode, Binding(get: { mode }, set: { mode = $0 }))
    let dom = ModelDOM(ViewPage(view))
    #expect(dom.text.contains("first edits"))
    try dom.click("Done")
    #expect(mode == .inactive)
  }

  @Test func aLinkSelectsTheRowThatItStandsFor() throws {
    let dom = ModelDOM(ViewPage(Columns()))
    try dom.click("to a")
    #expect(dom.text.contains("detail a") && !dom.text.contains("Not supported"))
    try dom.click("to itself")
    #expect(dom.text.contains("a page of its own"))
    // The selection leads back to the detail, also if it is the same as before.
    try dom.click("to a")
    #expect(dom.text.contains("detail a") && !dom.text.contains("a page of its own"))
    try dom.click("to b")
    #expect(dom.text.contains("detail b"))
  }

  @Test func ofSeveralRowsALinkSelectsItsOwnAlone() throws {
    let dom = ModelDOM(ViewPage(Columns(isSeveral: true)))
    try dom.click("to a")
    #expect(dom.text.contains("detail a"))
    try dom.click("to b")
    #expect(dom.text.contains("detail b"))
    try dom.click("to b")
    #expect(dom.text.contains("detail b"))
    // While rows are edited, it is one of them.
    try dom.click("Edit")
    try dom.click("to a")
    #expect(dom.text.contains("detail a b"))
  }
}
