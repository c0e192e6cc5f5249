// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Testing

@testable import SwiftDataUI

private class Delegate: NSObject, NSApplicationDelegate {
  var told: [String] = []
  func applicationWillFinishLaunching(_ notification: Notification) { told.append("will") }
  func applicationDidFinishLaunching(_ notification: Notification) {
    told.append("did")
    NSApp.setActivationPolicy(.accessory)
  }
}

private struct BarOnly: App {
  var body: some Scene {
    MenuBarExtra {
      Text("in the bar")
    } label: {
      Image(systemName: "pencil")
    }
    .menuBarExtraStyle(.window)
  }
}

private struct Desk: App {
  var body: some Scene {
    WindowGroup { DeskView() }
    MenuBarExtra("Desk", image: "bar") { Text("in the bar") }.menuBarExtraStyle(.menu)
    Settings { Text("the settings") }
  }
}

private struct WithoutSettings: App {
  var body: some Scene { WindowGroup { DeskView() } }
}

private struct DeskView: View {
  @Environment(\.openSettings) private var openSettings
  var body: some View {
    SettingsLink()
    SettingsLink { Text("Set up") }
    Button("Open") { openSettings() }
  }
}

private struct Work: View {
  @State private var pasted = "nothing"
  @State private var changes = 0
  var body: some View {
    Text("pasted \(pasted), \(changes) changes")
    Button("Copy") {
      let board = NSPasteboard.general
      let before = board.changeCount
      board.clearContents()
      board.setString("words", forType: .string)
      changes = board.changeCount - before
    }
    Button("Write") { NSPasteboard.general.writeObjects(["more words" as NSString]) }
    Button("Paste") { pasted = NSPasteboard.general.string(forType: .string) ?? "nothing" }
    Button("Browse") { NSWorkspace.shared.open(URL(string: "https://example.com/a")!) }
    Button("Phone") { UIApplication.shared.open(URL(string: "tel:123")!) { pasted = "opened \($0)" } }
    Button("File") { pasted = "opened \(NSWorkspace.shared.open(URL(fileURLWithPath: "/etc/passwd")))" }
    Button("Script") { pasted = "opened \(NSWorkspace.shared.open(URL(string: "javascript:alert(1)")!))" }
  }
}

private enum Side: String, CaseIterable, Identifiable {
  case inbox, archive
  var id: Side { self }
}

private struct Sides: View {
  @State private var side = Side.inbox
  @State private var isAsking = false
  var body: some View {
    List(Side.allCases, selection: $side) { side in Text(side.rawValue).tag(side) }
      .listStyle(.bordered(alternatesRowBackgrounds: true))
    Text("shows \(side.rawValue)")
    Picker("Side", selection: $side) { ForEach(Side.allCases) { Text($0.rawValue) } }
      .pickerStyle(RadioGroupPickerStyle())
    Button("Ask") { isAsking = true }
      .buttonStyle(.accessoryBar)
      .confirmationDialog(Text("Empty \(side.rawValue)?"), isPresented: $isAsking) { Button("Empty") {} }
  }
}

private struct Player: NSViewRepresentable {
  func makeNSView(context: Context) -> NSView { NSView(frame: .zero) }
  func updateNSView(_ view: NSView, context: Context) {}
}

/// What apps for the Mac ask for beside views.
@MainActor @Suite struct MacTests {
  private func opened(_ dom: ModelDOM) -> [String] {
    dom.operations.compactMap { if case .command(.open(let address)) = $0 { address } else { nil } }
  }

  @Test func aDelegateIsTold() {
    #expect(NSApplicationDelegateAdaptor(Delegate.self).wrappedValue.told == ["will", "did"])
    #expect(NSApp === NSApplication.shared && NSApp.windows.isEmpty)
  }

  @Test func aViewOfAppKitIsANote() {
    #expect(ModelDOM(ViewPage(Player())).text.contains("Player"))
  }

  @Test func anItemOfTheMenuBarIsShownIfThereIsNothingElse() {
    #expect(ModelDOM(AppHost(BarOnly()).makePage(at: "/")).text == "in the bar")
  }

  @Test func settingsAreAPage() throws {
    let host = AppHost(Desk())
    let dom = ModelDOM(host.makePage(at: "/"))
    for name in ["Settings…", "Set up", "Open"] {
      dom.clearOperations()
      try dom.click(name)
      #expect(opened(dom).count == 1)
      #expect(ModelDOM(host.makePage(at: opened(dom).first ?? "")).text == "the settings")
    }
    let other = ModelDOM(AppHost(WithoutSettings()).makePage(at: "/"))
    other.clearOperations()
    try other.click("Open")
    #expect(opened(other) == [])
  }

  @Test func theClipboardIsThatOfThePage() throws {
    let (first, second) = (ModelDOM(ViewPage(Work())), ModelDOM(ViewPage(Work())))
    first.clearOperations()
    try first.click("Copy")
    #expect(first.operations.contains { if case .command(.copy("words")) = $0 { true } else { false } })
    #expect(!first.text.contains("nothing, 0 changes"))
    try second.click("Paste")
    #expect(second.text.contains("pasted nothing"))
    try first.click("Paste")
    #expect(first.text.contains("pasted words"))
    try first.click("Write")
    try first.click("Paste")
    #expect(first.text.contains("pasted more words"))
    #expect(NSPasteboard.general.types == nil)
  }

  @Test func addressesAreOpenedByTheBrowserOfThePage() throws {
    let dom = ModelDOM(ViewPage(Work()))
    for (name, addresses, text) in [
      ("Browse", ["https://example.com/a"], "pasted nothing"), ("Phone", ["tel:123"], "pasted opened true"),
      ("File", [], "pasted opened false"), ("Script", [], "pasted opened false"),
    ] {
      dom.clearOperations()
      try dom.click(name)
      #expect(opened(dom) == addresses)
      #expect(dom.text.contains(text), "\(name)")
    }
    // Where there is no page, there is no browser.
    let address = try #require(URL(string: "https://example.com"))
    #expect(!NSWorkspace.shared.open(address) && !UIApplication.shared.canOpenURL(address))
  }

  @Test func oneRowIsAlwaysSelected() throws {
    let dom = ModelDOM(ViewPage(Sides()))
    #expect(dom.text.contains("shows inbox"))
    try dom.click("archive")
    #expect(dom.text.contains("shows archive"))
    try dom.click("Ask")
    #expect(dom.all(.dialog).count == 1 && dom.text.contains("Empty archive?"))
  }
}
