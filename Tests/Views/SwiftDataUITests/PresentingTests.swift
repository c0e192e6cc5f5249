// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftUI
import Testing

@testable import SwiftDataUI

@MainActor @Observable private final class Model {
  var text = ""
  var isOn = false
  var detent = PresentationDetent.medium
  var scheme: ColorScheme?
  var item: Named?
  @ObservationIgnored var log: [String] = []
}

private struct Named: Identifiable {
  let id: String
}

/// Actions that views have, for later.
@MainActor private final class Kept { var actions: [DismissAction] = [] }

private struct Closing: View {
  let name: String
  let kept: Kept
  @Environment(\.dismiss) private var dismiss
  var body: some View {
    Text("sheet \(name)")
    Button("Keep \(name)") { kept.actions.append(dismiss) }
  }
}

private struct ItemSheet: View {
  @Bindable var model: Model
  let kept: Kept
  var body: some View {
    Text("Page").sheet(item: $model.item) { item in Closing(name: item.id, kept: kept) }
  }
}

private struct Found: View {
  @Environment(\.isSearching) private var isSearching
  @Environment(\.dismissSearch) private var dismissSearch
  var body: some View {
    Text(isSearching ? "searching" : "at rest")
    Button("End") { dismissSearch() }
  }
}

private struct Searching: View {
  @Bindable var model: Model
  var body: some View {
    NavigationStack { Found().searchable(text: $model.text, isPresented: $model.isOn) }
  }
}

private struct Linked: View {
  @Bindable var model: Model
  var body: some View {
    NavigationStack {
      NavigationLink("Open", isActive: $model.isOn) { Text("The page \(model.text)") }
    }
  }
}

private struct Sheet: View {
  @Bindable var model: Model
  var body: some View {
    Text("Page").sheet(isPresented: .constant(true)) {
      Text("Sheet").presentationDetents([.medium, .large], selection: $model.detent)
    }
  }
}

/// Dialogs on parts that stand beside the content.
private struct Parts: View {
  var body: some View {
    List {
      Section {
        Text("row")
      } header: {
        Text("header").sheet(isPresented: .constant(true)) { Text("by the header") }
      } footer: {
        Text("footer").sheet(isPresented: .constant(true)) { Text("by the footer") }
      }
      DisclosureGroup {
        Text("more")
      } label: {
        Text("group").sheet(isPresented: .constant(true)) { Text("by the group") }
      }
      DatePicker(selection: .constant(.distantPast)) {
        Text("day").sheet(isPresented: .constant(true)) { Text("by the day") }
      }
      Picker(selection: .constant(1)) {
        Text("one").tag(1)
      } label: {
        Text("choice").sheet(isPresented: .constant(true)) { Text("by the choice") }
      }
    }
  }
}

private struct Files: View {
  @Bindable var model: Model
  var body: some View {
    Text("Files").fileImporter(isPresented: $model.isOn, allowedContentTypes: [.json]) { result in
      if case .failure(let error) = result { model.log.append(error.localizedDescription) }
    }
  }
}

private struct Dark: View {
  @Bindable var model: Model
  var body: some View {
    VStack {
      Text("Outer")
      if model.isOn { Text("Inner").preferredColorScheme(model.scheme) }
    }
    .preferredColorScheme(.light)
  }
}

private struct Opening: View {
  let model: Model
  @Environment(\.openURL) private var openURL
  var body: some View {
    Link("Link", destination: Opening.address("app://card/1"))
    Text("Text with a [place](app://card/2)")
    Button("Button") { openURL(Opening.address("app://card/3")) }
    Button("Elsewhere") {
      openURL(Opening.address("https://example.com/")) { model.log.append("opened \($0)") }
    }
  }
  static func address(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }
}

@MainActor @Suite struct PresentingTests {
  private let model = Model()

  private func commands(_ dom: ModelDOM) -> [SwiftDataUI.Operation.Command] {
    defer { dom.clearOperations() }
    return dom.operations.compactMap { if case .command(let command) = $0 { command } else { nil } }
  }

  // MARK: Searching

  @Test func aSearchEnds() throws {
    let dom = ModelDOM(ViewPage(Searching(model: model)))
    func field() throws -> Element { try #require(dom.all(.searchField).first) }
    func say(_ kind: Event.Kind, _ value: String? = nil) throws {
      #expect(dom.page.handle(Event(try field().id, kind, value: value)))
    }
    #expect(try field().attribute(.keys) == nil)
    try say(.focus)
    #expect(model.isOn && dom.text.contains("searching"))
    try say(.input, "ro")
    // The search goes on while one looks at what was found.
    try say(.blur)
    #expect(model.isOn)
    dom.clearOperations()
    try dom.click("End")
    #expect(!model.isOn && model.text.isEmpty && dom.text.contains("at rest"))
    #expect(commands(dom) == [])
    try say(.focus)
    try say(.input, "pa")
    #expect(try field().attribute(.keys) == "Escape")
    dom.clearOperations()
    try say(.key, "Escape")
    #expect(!model.isOn && model.text.isEmpty)
    #expect(commands(dom).contains(.focus(nil)))
    #expect(dom.root == dom.page.root)
  }

  @Test func aSearchBegins() throws {
    let dom = ModelDOM(ViewPage(Searching(model: model)))
    model.isOn = true
    dom.page.update()
    let field = try #require(dom.all(.searchField).first)
    #expect(commands(dom) == [.focus(field.id)])
    #expect(dom.page.handle(Event(field.id, .focus)))
    model.isOn = false
    dom.page.update()
    #expect(commands(dom) == [.focus(nil)])
  }

  // MARK: Pages and sheets

  @Test func aLinkFollowsItsCondition() throws {
    let dom = ModelDOM(ViewPage(Linked(model: model)))
    try dom.click("Open")
    #expect(model.isOn && dom.text.contains("The page"))
    try dom.click("Back")
    #expect(!model.isOn && !dom.text.contains("The page"))
    model.isOn = true
    dom.page.update()
    #expect(dom.text.contains("The page"))
    model.text = "as it is now"
    dom.page.update()
    #expect(dom.text.contains("The page as it is now"))
    model.isOn = false
    dom.page.update()
    #expect(!dom.text.contains("The page"))
    #expect(dom.root == dom.page.root)
  }

  @Test func dialogsOfLabelsAndHeadersAreShown() {
    let text = ModelDOM(ViewPage(Parts())).text
    for part in ["header", "footer", "group", "day", "choice"] { #expect(text.contains("by the \(part)"), "\(part)") }
  }

  private func height(_ dom: ModelDOM) throws -> String {
    let sheet = try #require(dom.all(.sheetSized).first)
    return try #require(sheet.attribute(.style))
  }

  @Test func aSheetIsAsHighAsIsChosen() throws {
    let dom = ModelDOM(ViewPage(Sheet(model: model)))
    #expect(try height(dom).contains("50dvh"))
    model.detent = .large
    dom.page.update()
    #expect(try height(dom).contains("100dvh"))
  }

  @Test func aGripLeadsToTheOtherHeights() throws {
    let dom = ModelDOM(ViewPage(Sheet(model: model)))
    try dom.click("Height of the sheet")
    #expect(model.detent == .large)
    try dom.click("Height of the sheet")
    #expect(model.detent == .medium)
    func grip() throws -> Element { try #require(dom.all(.sheetHandle).first) }
    #expect(try grip().attribute(.sheetHeights) == "medium 0.5;large 1.0")
    #expect(dom.page.handle(Event(try grip().id, .change, value: "large")))
    #expect(model.detent == .large)
    #expect(try grip().attribute(.value) == "large")
    // A name that is none of them is refused.
    #expect(!dom.page.handle(Event(try grip().id, .change, value: "points-9000.0")))
    #expect(model.detent == .large)
    // What is none of the heights counts as none chosen.
    model.detent = .height(10)
    dom.page.update()
    #expect(model.detent == .medium)
    #expect(try height(dom).contains("50dvh"))
  }

  @Test func aSheetBeginsWithItsSmallestHeight() throws {
    let heights: [(Set<PresentationDetent>, String, Int)] = [
      ([.large, .medium], "50dvh", 1), ([.medium], "50dvh", 0), ([.fraction(0.3), .large], "30dvh", 1),
      ([.height(200), .medium], "200px", 1), ([.height(.nan)], "0px", 0),
    ]
    for (detents, text, grips) in heights {
      let dom = ModelDOM(
        ViewPage(Text("Page").sheet(isPresented: .constant(true)) { Text("Sheet").presentationDetents(detents) }))
      let style = try height(dom)
      #expect(style.contains("--sheet-height:\(text)"), "\(style)")
      #expect(dom.all(.sheetHandle).count == grips)
    }
    let alone = ModelDOM(
      ViewPage(Text("Page").sheet(isPresented: .constant(true)) { Text("Sheet").presentationDetents([.large]) }))
    #expect(alone.all(.sheet).count == 1 && alone.all(.sheetSized).isEmpty)
    // Without a binding the sheet remembers what was chosen.
    let dom = ModelDOM(
      ViewPage(
        Text("Page").sheet(isPresented: .constant(true)) { Text("Sheet").presentationDetents([.medium, .large]) }))
    try dom.click("Height of the sheet")
    #expect(try height(dom).contains("100dvh"))
    #expect(dom.root == dom.page.root)
  }

  /// What a sheet has begun may end after the sheet.
  @Test func aSheetThatIsGoneClosesNoOtherOne() throws {
    let kept = Kept()
    let dom = ModelDOM(ViewPage(ItemSheet(model: model, kept: kept)))
    func show(_ name: String?) {
      model.item = name.map { Named(id: $0) }
      dom.page.update()
    }
    func close(_ index: Int) {
      kept.actions[index]()
      dom.page.update()
    }
    show("a")
    try dom.click("Keep a")
    show("b")
    close(0)
    #expect(model.item?.id == "b" && dom.text.contains("sheet b"))
    try dom.click("Keep b")
    close(1)
    #expect(model.item == nil && dom.all(.dialog).isEmpty)
    // The same item again is another sheet.
    show("b")
    close(1)
    #expect(model.item?.id == "b" && dom.text.contains("sheet b"))
    try dom.click("Keep b")
    close(2)
    #expect(model.item == nil && dom.all(.dialog).isEmpty)
  }

  @Test func aFileIsChosenInADialog() throws {
    let dom = ModelDOM(ViewPage(Files(model: model)))
    #expect(model.log.isEmpty && dom.all(.fileChooser).isEmpty)
    model.isOn = true
    dom.page.update()
    let field = try #require(dom.all.first { $0.events.contains(.upload) })
    try dom.click("Cancel")
    #expect(!model.isOn && model.log.isEmpty && dom.all(.fileChooser).isEmpty)
    // The dialog is gone, and its field with it.
    #expect(!dom.page.handle(Event(field.id, .upload, value: "0/1/0/1/a.json\nAA==")))
    model.isOn = true
    dom.page.update()
    let other = try #require(dom.all.first { $0.events.contains(.upload) })
    #expect(dom.page.handle(Event(other.id, .upload, value: "0/1/0/999999999999/a.json\nAA==")))
    #expect(!model.isOn)
    #expect(model.log.count == 1 && model.log[0].contains("999999999999 bytes"))
  }

  private func close(_ dom: ModelDOM, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let dialog = try #require(dom.all(.dialog).last, sourceLocation: sourceLocation)
    #expect(dom.page.handle(Event(dialog.id, .toggle, value: "false")), sourceLocation: sourceLocation)
  }

  private struct Asking: View {
    @Bindable var model: Model
    let isAlert: Bool
    let hasCancel: Bool
    var body: some View {
      if isAlert {
        Text("Page").alert("Sure?", isPresented: $model.isOn) { buttons }
      } else {
        Text("Page").confirmationDialog("Sure?", isPresented: $model.isOn) { buttons }
      }
    }
    @ViewBuilder private var buttons: some View {
      Button("Do") { model.log.append("done") }
      if hasCancel { Button("Keep", role: .cancel) { model.log.append("kept") } }
    }
  }

  /// Escape, the browser's way back, a click beside it.
  @Test(arguments: [true, false]) func closingAQuestionIsCancelling(isAlert: Bool) throws {
    for hasCancel in [true, false] {
      model.log = []
      model.isOn = true
      let dom = ModelDOM(ViewPage(Asking(model: model, isAlert: isAlert, hasCancel: hasCancel)))
      try close(dom)
      #expect(!model.isOn && dom.all(.dialog).isEmpty)
      #expect(model.log == (hasCancel ? ["kept"] : []))
    }
  }

  private struct Importing: View {
    @Bindable var model: Model
    var body: some View {
      Text("Files").fileImporter(
        isPresented: $model.isOn, allowedContentTypes: [.json], allowsMultipleSelection: false
      ) { result in
        model.log.append((try? result.get())?.first?.lastPathComponent ?? "error")
      } onCancellation: {
        model.log.append("cancelled")
      }
    }
  }

  @Test func choosingNoFileIsCancelledHoweverItsDialogIsClosed() throws {
    let dom = ModelDOM(ViewPage(Importing(model: model)))
    func open() {
      model.log = []
      model.isOn = true
      dom.page.update()
    }
    open()
    try close(dom)
    #expect(!model.isOn && model.log == ["cancelled"])
    open()
    try dom.click("Cancel")
    #expect(!model.isOn && model.log == ["cancelled"])
    open()
    let field = try #require(dom.all.first { $0.events.contains(.upload) })
    #expect(dom.page.handle(Event(field.id, .upload, value: "0/1/0/1/a.json\nAA==")))
    #expect(!model.isOn && model.log == ["a.json"])
    open()
    try close(dom)
    #expect(model.log == ["cancelled"])
    dom.page.close()
  }

  // MARK: Focus

  private struct TwoFields: View {
    @FocusState private var focus: String?
    @State private var text = ""
    var body: some View {
      TextField("first", text: $text).focused($focus, equals: "first")
      TextField("second", text: $text).focused($focus, equals: "second")
      Button("To first") { focus = "first" }
      Button("To second") { focus = "second" }
      Button("To none") { focus = nil }
    }
  }

  @Test func theFocusMovesToAnEarlierField() throws {
    let dom = ModelDOM(ViewPage(TwoFields()))
    func field(_ name: String) throws -> ElementID {
      try #require(dom.all.first { $0.kind == .textField && $0.attribute(.placeholder) == name }).id
    }
    func commands(after button: String) throws -> [SwiftDataUI.Operation.Command] {
      dom.clearOperations()
      try dom.click(button)
      return dom.operations.compactMap { if case .command(let command) = $0 { command } else { nil } }
    }
    #expect(try commands(after: "To second") == [.focus(try field("second"))])
    #expect(try commands(after: "To first") == [.focus(try field("first"))])
    #expect(try commands(after: "To second") == [.focus(try field("second"))])
    #expect(try commands(after: "To none") == [.focus(nil)])
  }

  private struct ReplacedField: View {
    @FocusState private var isFocused: Bool
    @State private var text = ""
    @State private var isOther = false
    @State private var hasMore = false
    var body: some View {
      VStack {
        if hasMore { TextField("more", text: $text) }
        if isOther { TextField("other", text: $text) } else { TextField("one", text: $text) }
      }
      .focused($isFocused)
      Button("Focus") { isFocused = true }
      Button("Replace") { isOther = true }
      Button("More") { hasMore = true }
    }
  }

  /// With its element the browser's focus goes.
  @Test func aFieldThatTakesTheFocusedOnesPlaceGetsTheFocus() throws {
    let dom = ModelDOM(ViewPage(ReplacedField()))
    func field(_ name: String) throws -> ElementID {
      try #require(dom.all.first { $0.kind == .textField && $0.attribute(.placeholder) == name }).id
    }
    func commands(after button: String) throws -> [SwiftDataUI.Operation.Command] {
      dom.clearOperations()
      try dom.click(button)
      return dom.operations.compactMap { if case .command(let command) = $0 { command } else { nil } }
    }
    #expect(try commands(after: "Focus") == [.focus(try field("one"))])
    #expect(try commands(after: "Replace") == [.focus(try field("other"))])
    // One that comes before it takes nothing away.
    #expect(try commands(after: "More") == [])
  }

  // MARK: Appearance

  @Test func anAppearanceGoesWithItsView() {
    let dom = ModelDOM(ViewPage(Dark(model: model)))
    dom.page.update()
    #expect(commands(dom) == [.colorScheme("light")])
    model.scheme = .dark
    model.isOn = true
    dom.page.update()
    #expect(commands(dom) == [.colorScheme("dark")])
    model.scheme = nil
    dom.page.update()
    #expect(commands(dom) == [.colorScheme("light")])
    model.scheme = .dark
    dom.page.update()
    model.isOn = false
    dom.page.update()
    #expect(commands(dom) == [.colorScheme("dark"), .colorScheme("light")])
  }

  // MARK: Addresses

  @Test func anActionOpensAddresses() throws {
    let model = model
    let dom = ModelDOM(
      ViewPage(
        Opening(model: model).environment(
          \.openURL,
          OpenURLAction { url in
            if url.scheme != "app" { return .systemAction }
            model.log.append(url.absoluteString)
            return .handled
          })))
    #expect(
      dom.all.filter { $0.kind == .link }.allSatisfy {
        $0.attribute(.destination) == "#" && $0.attribute(.opensNewWindow) == nil
      })
    for name in ["Link", "place", "Button"] { try dom.click(name) }
    #expect(model.log == ["app://card/1", "app://card/2", "app://card/3"])
    #expect(commands(dom) == [])
    try dom.click("Elsewhere")
    #expect(model.log.last == "opened true")
    #expect(commands(dom) == [.open("https://example.com/")])
  }

  @Test func withoutAnActionTheBrowserOpensAddresses() throws {
    let dom = ModelDOM(ViewPage(Opening(model: model)))
    // Nobody knows what to do with the app's own.
    #expect(dom.all.filter { $0.kind == .link }.map { $0.attribute(.destination) } == ["#"])
    try dom.click("Button")
    #expect(commands(dom) == [])
    try dom.click("Elsewhere")
    #expect(commands(dom) == [.open("https://example.com/")])
    #expect(Text("[a](javascript:alert) b").plain == "[a](javascript:alert) b")
  }
}
