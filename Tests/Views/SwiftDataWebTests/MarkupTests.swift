// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import SwiftDataUI
  import Testing
  import WebPages

  @testable import SwiftDataWeb

  /// What reaches a browser is text, and never more, whoever wrote it.
  @Suite struct MarkupTests {
    let icons = Icons(address: "/_/icons.svg", source: #"<symbol id="star" x><symbol id="star.fill" x>"#)

    private func html(_ element: Element) -> String {
      var writer = HTMLWriter(icons: icons)
      writer.write(element)
      return String(decoding: writer.html, as: UTF8.self)
    }

    private func element(
      _ kind: Element.Kind, _ attributes: [Element.Attribute] = [], text: String? = nil, _ children: [Element] = []
    ) -> Element {
      Element(
        id: ElementID(), kind: kind, attributes: attributes, text: text, children: children)
    }

    @Test(arguments: Hostile.texts) func textIsEscaped(_ text: String) {
      let part = html(element(.paragraph, text: text))
      let content = part.drop { $0 != ">" }.dropFirst().dropLast("</p>".count)
      #expect(!content.contains("<"))
      #expect(!content.contains(">"))
    }

    /// A field's text is sent back whole with the next letter: what it has must be in the page.
    @Test func controlCharactersStay() {
      #expect(html(element(.paragraph, text: "a\u{b}\u{c}\u{1}\u{7f}b")).contains("a\u{b}\u{c}\u{1}\u{7f}b"))
      #expect(html(element(.paragraph, text: "a\u{0}b")).contains("a\u{FFFD}b"))
    }

    @Test(arguments: Hostile.texts) func valuesOfAttributesAreEscaped(_ text: String) {
      let part = html(element(.paragraph, [.init(.help, text)]))
      // One element, whose only '<' and '>' are those of its tags.
      #expect(part.count { $0 == "<" } == 2)
      #expect(part.count { $0 == ">" } == 2)
      // id="…" and title="…"
      #expect(part.count { $0 == "\"" } == 4)
    }

    @Test(arguments: Hostile.addresses) func addressesThatRunSomethingAreLeftOut(_ address: String) {
      #expect(!MarkupRules.isAddress(address))
      #expect(!MarkupRules.isAddress(address, ofImage: true))
      #expect(!html(element(.link, [.init(.destination, address)])).contains("href"))
      #expect(!html(element(.image, [.init(.source, address)])).contains("src="))
    }

    @Test(arguments: [
      "/", "/trips/1?x=a:b", "#part", "?q", "trips", "https://example.com/", "HTTP://example.com", "mailto:a@b.c",
      "tel:1",
      "a/b:c",
    ])
    func otherAddressesStay(_ address: String) {
      #expect(MarkupRules.isAddress(address))
    }

    @Test func picturesMayBeData() {
      #expect(MarkupRules.isAddress("data:image/png;base64,AAAA", ofImage: true))
      #expect(!MarkupRules.isAddress("data:image/png;base64,AAAA"))
      #expect(!MarkupRules.isAddress("data:image/svg+xml;base64,AAAA", ofImage: true))
    }

    /// Names are a closed set: there is none for an attribute that runs, sends or loads something, or that the host writes
    /// itself.
    @Test(arguments: Element.Attribute.Name.allCases) func noNameIsAnAttributeThatDoesSomething(
      _ name: Element.Attribute.Name
    ) {
      #expect(name.html.wholeMatch(of: /[a-zA-Z-]+/) != nil)
      #expect(!name.html.lowercased().hasPrefix("on"))
      #expect(!Self.refused.contains(name.html))
      #expect(!Hostile.names.contains(name.html))
      let text = html(element(.paragraph, [.init(name, "\"window.owned=1")], text: "x"))
      #expect(!text.contains("\"window"))
    }

    private static let refused: Set<String> = [
      "action", "background", "code", "codebase", "data", "data-e", "data-y", "formaction", "http-equiv", "id", "is",
      "manifest", "nonce", "ping", "profile", "srcdoc", "srcset", "usemap", "xlink:href", "xmlns", "xml:base",
    ]

    @Test func namesAreDifferent() {
      #expect(Set(Element.Attribute.Name.allCases.map(\.html)).count == Element.Attribute.Name.allCases.count)
      #expect(Set(StyleClass.allCases.map(\.name)).count == StyleClass.allCases.count)
      #expect(StyleClass.allCases.allSatisfy { $0.name.wholeMatch(of: /s-[a-z-]+/) != nil })
    }

    @Test func flagsAreWhatTheAttributeNeeds() {
      let states: [(Element.Attribute, String)] = [
        (.init(.isDisabled, true), " disabled>"), (.init(.isDisabled, false), "type=\"button\">"),
        (.init(.isSelected, false), " aria-selected=\"false\">"), (.init(.isFocusable, false), " tabindex=\"-1\">"),
        (.init(.opensMenu, true), " aria-haspopup=\"menu\">"), (.init(.switch), " role=\"switch\">"),
        (.init(.keyboard, .keyboard(.numbers)), " inputmode=\"numeric\">"),
      ]
      for (attribute, end) in states {
        #expect(html(element(.button, [attribute])).hasSuffix(end + "</button>"))
      }
    }

    @Test func classesOfTheProgramAreEscaped() {
      let element = Element(
        id: ElementID(), kind: .box, look: .init([.vstack], names: "a\"><b", grows: [.horizontal, .vertical]))
      #expect(html(element).contains(" class=\"s-vstack a&quot;&gt;&lt;b s-grow-x s-grow-y\">"))
      var writer = MessageWriter(icons: icons)
      writer.write(
        number: 1, acknowledged: 0, operations: [.look(element.id, element.look), .look(element.id, .init())])
      let text = String(decoding: writer.json, as: UTF8.self)
      #expect(text.contains(#","class","s-vstack a\"><b s-grow-x s-grow-y"]"#))
      #expect(text.contains(#","class",null]"#))
    }

    /// Kinds are a closed set: there is none for an element that runs or loads something.
    @Test(arguments: Element.Kind.allCases) func noKindIsAnElementThatDoesSomething(_ kind: Element.Kind) {
      #expect(Self.harmless.contains(kind.tag))
      #expect(!Hostile.tags.contains(kind.tag))
      let text = html(element(kind, text: "x"))
      #expect(text.hasPrefix("<\(kind.tag) "))
      #expect(text.hasSuffix("</\(kind.tag)>") != kind.isVoid)
    }

    /// Elements of HTML and SVG that show what is in them, and nothing else.
    private static let harmless: Set<String> = [
      "a", "abbr", "address", "article", "aside", "b", "bdi", "bdo", "blockquote", "br", "button", "caption", "cite",
      "code", "col", "colgroup", "datalist", "dd", "del", "details", "dfn", "dialog", "div", "dl", "dt", "em",
      "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup",
      "hr", "i", "img", "input", "ins", "kbd", "label", "legend", "li", "main", "mark", "menu", "meter", "nav", "ol",
      "optgroup", "option", "output", "p", "pre", "progress", "q", "s", "samp", "search", "section", "select", "small",
      "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "time",
      "tr", "u", "ul", "var", "wbr", "svg", "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon",
      "text", "tspan", "title", "desc", "defs", "linearGradient", "radialGradient", "stop", "clipPath", "mask",
    ]

    @Test(arguments: Hostile.styles) func stylesFetchNothingAndEndNowhere(_ style: String) {
      let result = MarkupRules.style(style)
      for part in ["{", "}", "<", ">", "url", "@", "expression", "\\"] { #expect(!result.contains(part)) }
    }

    /// The names of fonts and colors are the only text in styles.
    @Test(arguments: Hostile.styles + Hostile.texts) func namesInStylesStayNames(_ name: String) {
      let text = StyleText.of([
        .fontFamily(.named(name)), .background(_Fill(Color(name))), .clip(.path(name)), .missingRows(3),
      ])
      for part in ["{", "}", "<", ">", "url(", "@", "(window", "\\", "owned=", "\n"] { #expect(!text.contains(part)) }
      #expect(text.hasSuffix(";--rows:3") && text.count { $0 == ";" } == 3)
      #expect(text.count { $0 == "\"" } == 2 && text.count { $0 == "'" } == 2)
    }

    @Test(arguments: [
      "background:URL(x)", "background:a Image-Set(x)", "color:/* */red", "Color:red", "color", ":red", "color:", "",
      "x: ;", "(:a",
    ]) func noStyleIsLetThroughByAnotherSpelling(_ style: String) {
      #expect(MarkupRules.style(style).isEmpty)
      #expect(MarkupRules.style("color:red;" + style) == "color:red")
    }

    @Test func goodStylesStay() {
      let style = "color:var(--s-red);width:12px;background:linear-gradient(90deg,red 0%,blue 100%);--rows:3"
      #expect(MarkupRules.style(style) == style)
    }

    @Test func equalStylesShareOneRule() {
      var writer = HTMLWriter(icons: icons)
      writer.write(
        element(
          .box, [],
          [element(.paragraph, [.styles(.color(.red))]), element(.paragraph, [.styles(.color(.red))])]))
      let rules = String(decoding: writer.rules, as: UTF8.self)
      #expect(rules.split(separator: "\n").count == 1)
      #expect(!String(decoding: writer.html, as: UTF8.self).contains("color"))
    }

    @Test func valuesOfFieldsAreWrittenAsHTMLHasThem() {
      #expect(html(element(.textArea, [.init(.value, "\n</textarea>")])).hasSuffix(">\n\n&lt;/textarea&gt;</textarea>"))
      let choice = element(
        .picker, [.init(.value, "b")],
        [element(.option, [.init(.value, "a")], text: "A"), element(.option, [.init(.value, "b")], text: "B")])
      let text = html(choice)
      #expect(text.contains("value=\"b\" selected"))
      #expect(!text.contains("value=\"a\" selected"))
    }

    @Test func symbolsFallBack() {
      #expect(icons.symbol("star.fill") == "star.fill")
      #expect(icons.symbol("star.square.on.square") == "star")
      #expect(icons.symbol("no.such.thing") == "unknown")
      #expect(icons.symbol("\"><script>") == "unknown")
    }

    @Test func aFilledVariantStaysFilled() {
      #expect(icons.symbol("star.square.fill") == "star.fill")
      let other = Icons(
        address: "/a", source: #"<symbol id="star" x>"#, otherAddress: "/b", otherSource: #"<symbol id="leaf" x>"#)
      #expect(other.symbol("star.fill") == "star" && other.symbol("leaf.fill") == "/b#leaf")
      #expect(other.address(of: "star") == "/a#star" && other.address(of: "/b#leaf") == "/b#leaf")
    }

    /// What few pages show is no part of what every page loads.
    @Test func lessCommonSymbolsAreAFileOfTheirOwn() throws {
      let files = IconFiles(String(decoding: EmbeddedFile.icons, as: UTF8.self))
      for file in [files.common, files.others] {
        #expect(file.hasPrefix("<svg ") && file.hasSuffix("</symbol>\n</svg>\n"))
        #expect(file.components(separatedBy: "<svg ").count == 2 && !file.contains("<!--"))
      }
      let set = Icons(address: "/a", source: files.common, otherAddress: "/b", otherSource: files.others)
      #expect(set.names.isDisjoint(with: set.otherNames))
      #expect(set.names.contains("trash") && !set.names.contains("leaf"))
      for name in [
        "building.2", "fork.knife", "face.smiling", "trophy", "dumbbell", "shippingbox.fill", "box.truck", "film",
        "alarm", "keyboard", "network", "rectangle.stack", "rectangle.grid.1x2", "slider.vertical.3", "hand.tap",
        "paintpalette", "speaker.wave.2.fill", "speaker.slash", "text.quote", "scalemass", "ruler", "safari", "cube",
        "chevron.compact.down", "arrowshape.turn.up.left", "leaf.fill", "gift", "crown", "drop.fill", "pawprint",
        "calendar.fill", "qrcode", "0.circle", "1.circle", "50.square.fill", "a.circle.fill", "z.square",
      ] {
        #expect(set.symbol(name) == "/b#\(name)")
      }
    }

    @Test func theSetHasTheNamesThatAppsUse() {
      let all = Icons(address: "", source: String(decoding: EmbeddedFile.icons, as: UTF8.self)).names
      #expect(all.count > 250)
      for name in ["plus", "trash", "checkmark.circle.fill", "magnifyingglass", "airplane", "unknown"] {
        #expect(all.contains(name))
      }
    }

    @Test(arguments: Hostile.texts) func messagesAreJSON(_ text: String) throws {
      var writer = MessageWriter(icons: icons)
      let id = ElementID()
      writer.write(
        number: 7, acknowledged: 3,
        operations: [
          .text(id, text), .attribute(id, name: .help, value: .text(text)),
          .insert(element(.paragraph, [.init(.help, text)], text: text), parent: id, before: nil),
          .command(.title(text)),
        ])
      let message = try JSONSerialization.jsonObject(with: Data(writer.json)) as? [String: Any]
      let operations = try #require(message?["o"] as? [[Any]])
      #expect(message?["q"] as? Int == 7)
      #expect(message?["a"] as? Int == 3)
      #expect(operations[0][2] as? String == text)
      #expect(operations[1][3] as? String == text)
      #expect((operations[2][3] as? [Any])?.last as? String == text)
      #expect(operations[3][2] as? String == text)
    }

    @Test func refusedTextIsNamedByNumbers() throws {
      for (refused, expected) in [([], nil), ([7, 9], [7, 9])] as [([Int], [Int]?)] {
        var writer = MessageWriter(icons: icons)
        writer.write(number: 7, acknowledged: 9, refused: refused, operations: [])
        let message = try JSONSerialization.jsonObject(with: Data(writer.json)) as? [String: Any]
        #expect(message?["x"] as? [Int] == expected)
        #expect(message?["a"] as? Int == 9)
      }
    }

    @Test func commandsLeadNowhereElse() throws {
      var writer = MessageWriter(icons: icons)
      writer.write(
        number: 1, acknowledged: 0,
        operations: [
          .command(.location("//example.com", push: true)), .command(.location("https://example.com", push: true)),
          .command(.open("javascript:window.owned=1")), .command(.location("/trips?x=1", push: false)),
        ])
      let text = String(decoding: writer.json, as: UTF8.self)
      #expect(!text.contains("example.com"))
      #expect(!text.contains("javascript"))
      #expect(text.contains("/trips?x=1"))
    }
  }
#endif
