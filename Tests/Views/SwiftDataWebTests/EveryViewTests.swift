// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import SwiftUI
  import Testing
  import WebPages

  @testable import SwiftDataUI
  @testable import SwiftDataWeb

  @Observable private final class Names { var all = (0..<1_000).map { "row \($0)" } }

  private struct Rows: View {
    let names: Names
    var body: some View { VStack { ForEach(names.all.indices, id: \.self) { Text(names.all[$0]) } } }
  }

  @MainActor private final class Changes { var names: Set<String> = [] }

  /// Notes each action and each value that is set.
  private struct Controls: View {
    let changes: Changes

    private func noting<T>(_ name: String, _ value: T) -> Binding<T> {
      Binding(get: { value }, set: { _ in changes.names.insert(name) })
    }

    var body: some View {
      Group {
        Button("x") { changes.names.insert("Button") }
        Menu("x") { Button("x") { changes.names.insert("Menu") } }
        TextField("x", text: noting("TextField", "a")).onSubmit { changes.names.insert("onSubmit") }
        SecureField("x", text: noting("SecureField", "a"))
        TextEditor(text: noting("TextEditor", "a"))
        Toggle("x", isOn: noting("Toggle", true))
        DatePicker("x", selection: noting("DatePicker", Date(timeIntervalSince1970: 0)))
        Stepper("x", value: noting("Stepper", 1))
        Slider(value: noting("Slider", 0.5))
        ColorPicker("x", selection: noting("ColorPicker", Color.red))
      }
      Picker("x", selection: noting("Picker", "a")) {
        Text("a").tag("a"); Text("b").tag("b")
      }
      Picker("x", selection: noting("segmented", "a")) {
        Text("a").tag("a"); Text("b").tag("b")
      }
      .pickerStyle(.segmented)
      Picker("x", selection: noting("inline", "a")) {
        Text("a").tag("a"); Text("b").tag("b")
      }.pickerStyle(.inline)
      Text("x").onTapGesture { changes.names.insert("onTapGesture") }
    }
  }

  private struct Offer: View {
    let changes: Changes

    var body: some View {
      let choice = Binding(get: { "a" }, set: { changes.names.insert($0) })
      Picker("x", selection: choice) {
        Text("a").tag("a"); Text("b").tag("b")
      }
      Picker("x", selection: choice) {
        Text("a").tag("a"); Text("b").tag("b")
      }.pickerStyle(.segmented)
    }
  }

  /// Texts that try to be markup stay text in every view, in the first page and in what is sent later.
  @MainActor @Suite struct EveryViewTests {
    private let icons = Icons(address: "/_/icons.svg", source: "")

    /// The names of the tags, and of the attributes with their values, as a browser would read them.
    private func tokens(_ html: String) throws -> (tags: Set<String>, attributes: [(String, String)]) {
      var tags: Set<String> = []
      var attributes: [(String, String)] = []
      var rest = html[...]
      while let start = rest.firstIndex(of: "<") {
        rest = rest[start...].dropFirst()
        if rest.first == "/" { rest = rest.dropFirst() }
        let name = rest.prefix { $0.isLetter || $0.isNumber }
        try #require(!name.isEmpty, "a '<' that begins no tag: \(rest.prefix(40))")
        tags.insert(String(name))
        rest = rest.dropFirst(name.count)
        while rest.first == " " {
          rest = rest.dropFirst()
          let name = rest.prefix { $0 != "=" && $0 != " " && $0 != ">" }
          rest = rest.dropFirst(name.count)
          var value = ""
          if rest.first == "=" {
            rest = rest.dropFirst(2)
            value = String(rest.prefix { $0 != "\"" })
            rest = rest.dropFirst(value.count + 1)
          }
          attributes.append((String(name), value))
        }
        try #require(rest.first == ">", "a tag that does not end: \(rest.prefix(40))")
        rest = rest.dropFirst()
      }
      return (tags, attributes)
    }

    private func tags(_ element: Element) -> Set<String> {
      element.children.reduce(into: [element.kind.tag]) { $0.formUnion(tags($1)) }
    }

    nonisolated private static let hostile = Hostile.texts + Hostile.addresses + Hostile.styles + Hostile.names

    @Test(arguments: hostile) func textsStayText(_ text: String) throws {
      for part in EveryView.parts(text) {
        let page = ViewPage(part)
        try check(page.root, title: text)
        page.close()
      }
    }

    /// Whatever the views let through: each attribute that any of them writes says each of the texts.
    @Test(arguments: hostile) func attributesStayAttributes(_ text: String) throws {
      func replaced(_ element: Element) -> Element {
        var element = element
        for index in element.attributes.indices { element.attributes[index].value = .text(text) }
        element.children = element.children.map(replaced)
        return element
      }
      for part in EveryView.parts("x") { try check(replaced(ViewPage(part).root), title: text) }
    }

    /// What a browser would do with a tree, sent whole and as operations.
    private func check(_ root: Element, title: String) throws {
      var writer = HTMLWriter(icons: icons)
      writer.write(root)
      let (tags, attributes) = try tokens(String(decoding: writer.html, as: UTF8.self))
      #expect(tags.subtracting(self.tags(root)).isSubset(of: ["svg", "use"]))
      #expect(!tags.contains("script"))
      for (name, value) in attributes { check(name, value) }
      let rules = String(decoding: writer.rules, as: UTF8.self)
      #expect(!rules.contains("<") && !rules.contains("url(") && !rules.contains("@import"))

      var message = MessageWriter(icons: icons)
      message.write(number: 1, acknowledged: 0, token: "t", root: root, commands: [.command(.title(title))])
      let object = try JSONSerialization.jsonObject(with: Data(message.json)) as? [String: Any]
      try check(try #require(object?["r"] as? [Any]))
    }

    private func check(_ name: String, _ value: String) {
      #expect(!name.lowercased().hasPrefix("on"), "\(name)")
      if ["href", "src"].contains(name) { #expect(MarkupRules.isAddress(value, ofImage: name == "src"), "\(value)") }
      if name == "style" { #expect(MarkupRules.style(value) == value) }
    }

    private func check(_ element: [Any]) throws {
      for (name, value) in try #require(element[2] as? [String: String]) { check(name, value) }
      if element.count > 4, let children = element[4] as? [[Any]] { for child in children { try check(child) } }
    }

    /// The sources declare no view that is not among the parts.
    @Test func noViewIsMissing() throws {
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      let parts = try String(contentsOf: folder.appendingPathComponent("EveryView.swift"), encoding: .utf8)
      let sources = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Views/SwiftDataUI")
      let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
      let declaration = /(?m)^(?:public struct|extension) ([A-Z][A-Za-z]*)(?:<[^{]*?>)?: (?:[A-Za-z, ]*, )?View\b/
      var names: Set<String> = []
      for case let file as URL in files where file.pathExtension == "swift" {
        for match in try String(contentsOf: file, encoding: .utf8).matches(of: declaration) {
          names.insert(String(match.1))
        }
      }
      // Those that builders, modifiers and scenes make, and shapes, which have no text.
      names.subtract(["ModifiedContent", "Never", "Optional", "PresentedWindowContent", "TupleView"])
      #expect(names.count > 60)
      for name in names.sorted() {
        #expect(try Regex("\\b\(name)\\b").firstMatch(in: parts) != nil, "\(name) is not in EveryView: show it a text")
      }
    }

    nonisolated private static let forged: [String?] = [
      nil, "", "true", "-1", "0-9223372036854775807", "9223372036854775807-0",
      "9223372036854775806-9223372036854775806", "1e999", "nan", "9999-99-99T99:99",
      "-99999-01-01", "0x0", "infxinf", "\u{0}\u{2028}", "<script>window.owned=1</script>", "javascript:window.owned=1",
      "//example.com", "/\u{FFFD}/..//%00", String(repeating: "x", count: 100_000),
    ]

    /// Each element is told everything that a browser can say, and what none would.
    @Test func forgedEventsDoNoHarm() throws {
      for (number, part) in EveryView.parts("x").enumerated() {
        let page = ViewPage(part)
        var handled = 0
        func all(_ element: Element) -> [Element] { [element] + element.children.flatMap(all) }
        for element in all(page.root) {
          for kind in Event.Kind.allCases {
            for value in Self.forged {
              let isHandled = page.handle(Event(element.id, kind, value: value))
              if isHandled { handled += 1 }
              // It reports nothing else than it has said.
              if !element.events.contains(kind),
                element.events == all(page.root).first(where: { $0.id == element.id })?.events
              {
                #expect(!isHandled, "\(element.kind) \(kind)")
              }
            }
          }
        }
        try check(page.root, title: "x")
        #expect(handled > 0 || number > 0)
        page.close()
      }
    }

    /// A button that cannot be pressed in the page cannot be pressed by a message either.
    @Test func disabledControlsAreOutOfReach() {
      let changes = Changes()
      func page(_ isDisabled: Bool) -> ViewPage { ViewPage(Controls(changes: changes).disabled(isDisabled)) }
      func tell(_ page: ViewPage) {
        func all(_ element: Element) -> [Element] { [element] + element.children.flatMap(all) }
        for element in all(page.root) {
          for kind in [Event.Kind.click, .input, .change, .submit, .key, .doubleClick] {
            for value in ["true", "false", "b", "5", "2001-01-01", nil] {
              page.handle(Event(element.id, kind, value: value))
            }
          }
        }
      }
      tell(page(true))
      #expect(changes.names.isEmpty)
      tell(page(false))
      #expect(changes.names.count > 8, "\(changes.names)")
    }

    /// A choice is one of those that are shown.
    @Test func whatIsNotOfferedCannotBeChosen() throws {
      let changes = Changes()
      let page = ViewPage(Offer(changes: changes))
      func all(_ element: Element) -> [Element] { [element] + element.children.flatMap(all) }
      for element in all(page.root) {
        for value in ["secret", "2", "-1", "99", "1e9"] { page.handle(Event(element.id, .change, value: value)) }
      }
      #expect(changes.names.isSubset(of: ["a", "b"]), "\(changes.names)")
    }

    /// One row of a thousand is changed: what is sent.
    @Test func aChangeIsSentInAFewBytes() throws {
      let names = Names()
      let page = ViewPage(Rows(names: names))
      var sent: [SwiftDataUI.Operation] = []
      page.onUpdate = { sent += $0 }
      names.all[500] = "another"
      page.update()
      var message = MessageWriter(icons: icons)
      message.write(number: 1, acknowledged: 0, operations: sent)
      #expect(sent.count == 1)
      #expect(message.json.count < 100)
    }
  }
#endif
