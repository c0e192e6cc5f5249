#if Web
  import Foundation
  import SwiftUI
  import Testing
  import WebPages

  @testable import SwiftDataUI
  @testable import SwiftDataWeb

  /// One of each view, with the same text wherever a text can be.
  private struct EveryView: View {
    let text: String
    @State private var field = ""
    @State private var isOn = true
    @State private var date = Date(timeIntervalSince1970: 0)
    @State private var choice = ""

    var body: some View {
      TabView {
        NavigationStack {
          List {
            Section {
              Text(text).tag(text).badge(text).help(text).accessibilityLabel(text).id(text)
              Text(verbatim: text).font(.custom(text, size: 12)).accessibilityIdentifier(text)
              Text(LocalizedStringKey(text))
              Text("**\(text)** [link](\(text))")
              Label(text, systemImage: text)
              Image(systemName: text).accessibilityHint(text)
              Image(text)
              Button(text) {}.swipeActions { Button(text, role: .destructive) {} }
              NavigationLink(text, value: text)
              NavigationLink(text) { Text(text) }
            } header: {
              Text(text)
            } footer: {
              Text(text)
            }
            controls
            more
          }
          .navigationTitle(text)
          .searchable(text: $field, prompt: text)
          .toolbar { ToolbarItem { Button(text) {} } }
          .alert(text, isPresented: $isOn) {
            Button(text) {}
          } message: {
            Text(text)
          }
          .contextMenu { Button(text) {} }
        }
        .tabItem { Label(text, systemImage: text) }
        .badge(text)
      }
    }

    @ViewBuilder private var controls: some View {
      TextField(text, text: .constant(text), prompt: Text(text))
      TextField(text, text: .constant(text), axis: .vertical)
      SecureField(text, text: .constant(text))
      TextEditor(text: .constant(text))
      Toggle(text, isOn: $isOn)
      DatePicker(text, selection: $date)
      Stepper(text, value: .constant(1))
      Slider(value: .constant(0.5)) { Text(text) }
      Picker(text, selection: $choice) { Text(text).tag(text) }
      Picker(text, selection: $choice) { Text(text).tag(text) }.pickerStyle(.segmented)
    }

    @ViewBuilder private var more: some View {
      Menu(text) { Button(text) {} }
      Link(text, destination: URL(string: "javascript:window.owned=1") ?? URL(fileURLWithPath: "/"))
      ShareLink(item: text)
      ProgressView(text, value: 0.5)
      GroupBox(text) { Text(text) }
      DisclosureGroup(text) { Text(text) }
      LabeledContent(text, value: text)
      ContentUnavailableView(text, systemImage: text, description: Text(text))
      AsyncImage(url: URL(string: "data:text/html,x"))
      Canvas { _, _ in }
      Color(text).frame(width: .infinity, height: .nan)
    }
  }

  @Observable private final class Names { var all = (0..<1_000).map { "row \($0)" } }

  private struct Rows: View {
    let names: Names
    var body: some View { VStack { ForEach(names.all.indices, id: \.self) { Text(names.all[$0]) } } }
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
      element.children.reduce(into: [element.tag]) { $0.formUnion(tags($1)) }
    }

    @Test(arguments: Hostile.texts + Hostile.addresses + Hostile.styles + Hostile.names)
    func textsStayText(_ text: String) throws {
      let page = ViewPage(EveryView(text: text))
      var writer = HTMLWriter(icons: icons)
      writer.write(page.root)
      let (tags, attributes) = try tokens(String(decoding: writer.html, as: UTF8.self))
      #expect(tags.subtracting(self.tags(page.root)).isSubset(of: ["svg", "use"]))
      #expect(!tags.contains("script"))
      for (name, value) in attributes {
        #expect(!name.lowercased().hasPrefix("on"), "\(name)")
        if ["href", "src"].contains(name) { #expect(MarkupRules.isAddress(value, ofImage: name == "src"), "\(value)") }
      }
      let rules = String(decoding: writer.rules, as: UTF8.self)
      #expect(!rules.contains("<") && !rules.contains("url(") && !rules.contains("@import"))

      var message = MessageWriter(icons: icons)
      message.write(number: 1, acknowledged: 0, token: "t", root: page.root, commands: [.command(.title(text))])
      let object = try JSONSerialization.jsonObject(with: Data(message.json)) as? [String: Any]
      try check(try #require(object?["r"] as? [Any]))
    }

    private func check(_ element: [Any]) throws {
      let attributes = try #require(element[2] as? [String: String])
      for (name, value) in attributes {
        #expect(!name.lowercased().hasPrefix("on"))
        if ["href", "src"].contains(name) { #expect(MarkupRules.isAddress(value, ofImage: name == "src")) }
        if name == "style" { #expect(MarkupRules.style(value) == value) }
      }
      if element.count > 4, let children = element[4] as? [[Any]] { for child in children { try check(child) } }
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
