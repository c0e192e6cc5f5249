// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI
@testable import SwiftDataWeb

@MainActor @Suite struct LookTests {
  private func element<V: View>(_ text: String, _ view: V, sourceLocation: SourceLocation = #_sourceLocation) throws
    -> Element
  {
    try #require(ModelDOM(ViewPage(view)).all.last { $0.text == text }, sourceLocation: sourceLocation)
  }

  private func style<V: View>(_ text: String, _ view: V, sourceLocation: SourceLocation = #_sourceLocation) throws
    -> [String]
  {
    try declarations(element(text, view, sourceLocation: sourceLocation))
  }

  private func declarations(_ element: Element) -> [String] {
    (element.attribute(.style) ?? "").split(separator: ";").map(String.init)
  }

  /// All declarations of a page.
  private func styles<V: View>(_ view: V) -> [String] { ModelDOM(ViewPage(view)).all.flatMap(declarations) }

  // MARK: Text

  @Test func linesUnderAndThroughTextGoTogether() throws {
    #expect(
      try style("a", Text("a").underline().strikethrough()).contains("text-decoration:line-through underline solid"))
    #expect(
      try style("a", Text("a").strikethrough(pattern: .dot, color: .white).underline())
        .contains("text-decoration:underline line-through dotted #fff"))
    let view = VStack { Text("a") }.underline(pattern: .dash).strikethrough()
    #expect(styles(view).contains("text-decoration:line-through underline dashed"))
  }

  @Test func boldAndItalicsEnd() throws {
    let bold = VStack {
      Text("a").bold(false).italic(false)
      VStack { Text("b") }.bold(false)
      Text("c")
      Text("d").bold(false).fontWeight(.heavy)
    }
    .bold().italic()
    #expect(try style("a", bold) == ["font-weight:400", "font-style:normal"])
    #expect(styles(bold).filter { $0 == "font-weight:400" }.count == 2)
    #expect(try style("c", bold) == [])
    #expect(try style("d", bold).contains("font-weight:800"))
    // Where nothing is bold, nothing is said.
    #expect(try style("a", Text("a").bold(false).italic(false)) == [])
    #expect(styles(VStack { Text("a") }.bold(false).italic(false)).isEmpty)
  }

  @Test func anAttributedStringLooksAsItSays() throws {
    var text = AttributedString("plain ")
    var part = AttributedString("styled")
    part.font = .body.bold().italic()
    part.foregroundColor = .white
    part.backgroundColor = .black
    part.underlineStyle = .single
    part.strikethroughStyle = Text.LineStyle(pattern: .dot)
    part.kern = 2
    text += part
    let style = try style("styled", Text(text))
    for declaration in [
      "font-size:var(--s-body)", "font-weight:700", "font-style:italic", "color:#fff", "background:#000",
      "text-decoration:line-through underline solid", "letter-spacing:2px",
    ] { #expect(style.contains(declaration), "\(declaration)") }
    #expect(try self.style("plain ", Text(text)) == [])
    var container = AttributeContainer()
    container.foregroundColor = .red
    #expect(Text(AttributedString("a", attributes: container)).runs.first?.styles == [.color(.red)])
  }

  // MARK: Colours

  @Test func anotherOpacityReplacesTheFirst() {
    #expect(UIColor(red: 1, green: 0, blue: 0, alpha: 0.2).withAlphaComponent(1).kind.css == "rgba(255,0,0,1)")
    let pale = UIColor(Color.red.opacity(0.2).opacity(0.5)).withAlphaComponent(0.8)
    #expect(Color(pale) == Color.red.opacity(0.8))
    #expect(Color(UIColor.clear.withAlphaComponent(0.5)) == Color.black.opacity(0.5))
    let mixed = Color.red.mix(with: .blue, by: 0.5)
    #expect(Color(UIColor(mixed).withAlphaComponent(0.5)) == mixed.opacity(0.5))
  }

  @Test func noStyleRefersToItself() {
    for view in [
      AnyView(Text("a").tint(.tint)), AnyView(Text("a").tint(.tint.opacity(0.5))),
      AnyView(Text("a").backgroundStyle(.background)), AnyView(Text("a").backgroundStyle(.ultraThinMaterial)),
    ] {
      for declaration in styles(view) {
        let parts = declaration.split(separator: ":", maxSplits: 1).map(String.init)
        #expect(!parts[1].contains("var(\(parts[0])"), "\(declaration)")
      }
    }
    #expect(styles(Text("a").tint(.red)) == ["--s-tint:var(--s-red)"])
  }

  @Test func ranksAreThoseOfTheStyle() {
    #expect(SystemShapeStyle.background.secondary._style.css == "var(--s-secondary-background)")
    for style in [SystemShapeStyle.tint.secondary, .tint.tertiary, .tint.quaternary] {
      #expect(style._style.css.contains("var(--s-tint,") && !style._style.css.contains("background"))
    }
  }

  // MARK: Indicators and what is read

  @Test func aRingSaysHowFarItIs() throws {
    let dom = ModelDOM(
      ViewPage(
        VStack {
          ProgressView(value: 0.25)
          Gauge(value: 3, in: 0...4) { Text("Gauge") }
          ProgressView()
        }
        .progressViewStyle(.circular)))
    let rings = dom.all(.ring)
    #expect(rings.map { $0.attribute(.currentValue) } == ["0.25", "0.75"])
    #expect(rings.map(declarations) == [["--part:25%"], ["--part:75%"]])
    #expect(dom.all(.spinner).count == 1)
  }

  @Test func screenReadersAreToldLevelsAndWhatToLeaveOut() throws {
    #expect(try element("a", Text("a").accessibilityHeading(.h3)).attribute(.level) == "3")
    #expect(try element("a", Text("a").accessibilityHeading(.unspecified)).attribute(.level) == nil)
    // Only what has a range has a value in words.
    let named = try element("a", Text("a").accessibilityLabel("b").accessibilityValue("c"))
    #expect(named.attribute(.valueText) == nil && named.attribute(.hint) == "c")
    let group = VStack { Text("a") }
    #expect(try element("a", group.accessibilityElement()).attribute(.isHidden) == "true")
    #expect(try element("a", group.accessibilityElement(children: .contain)).attribute(.isHidden) == nil)
  }

  // MARK: Layout

  @Test func negativePaddingTakesRoomAway() throws {
    #expect(
      try style("a", Text("a").padding(.horizontal, -8)) == ["padding:0 0 0 0", "margin:0 -8px 0 -8px"])
    #expect(
      try style("a", Text("a").padding(EdgeInsets(top: 1, leading: -2, bottom: 3, trailing: 4)))
        == ["padding-block:1px 3px", "padding-inline:0 4px", "margin-block:0 0", "margin-inline:-2px 0"])
    #expect(try style("a", Text("a").padding(4)) == ["padding:4px 4px 4px 4px"])
    let insets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    #expect(
      try style("a", Text("a").contentMargins(.horizontal, insets))
        == ["padding-inline-end:4px", "padding-inline-start:2px"])
  }

  @Test func anInsetLiesWhereItIsSaid() throws {
    let view = Color.red.safeAreaInset(edge: .bottom, alignment: .trailing) { Text("a") }
    #expect(try style("a", view) == ["align-self:flex-end"])
    let bar = Color.red.safeAreaInset(edge: .bottom, alignment: .leading) { Text("a").frame(maxWidth: .infinity) }
    #expect(!styles(bar).contains { $0.hasPrefix("align-self") })
  }

  @Test func aGridCountsColumnsThatCellsTake() throws {
    let view = Grid {
      GridRow {
        Text("a").gridCellColumns(2).padding()
        Text("b")
      }
      GridRow(alignment: .top) {
        Text("c").gridColumnAlignment(.trailing)
        Text("d")
        Text("e")
      }
      GridRow {
        Text("f")
        Text("g")
      }
    }
    #expect(styles(view).contains("grid-template-columns:repeat(3,auto)"))
    #expect(try style("a", view).contains("grid-column:span 2"))
    // The column of "c" begins with "a".
    #expect(try style("a", view).contains("justify-self:end"))
    #expect(try style("f", view) == ["justify-self:end"])
    #expect(try style("c", view) == ["align-self:start", "justify-self:end"])
    #expect(try style("d", view) == ["align-self:start"])
    #expect(try style("g", view) == [])
  }

  @Test func fractionsOfAnIndexCount() throws {
    let view = ZStack {
      Text("a").zIndex(0.5)
      Text("b").zIndex(0.25)
      Text("c")
      Text("d").zIndex(-0.5)
    }
    let indexes = try ["a", "b", "c", "d"].map { name in
      try style(name, view).first { $0.hasPrefix("z-index") }
    }
    #expect(indexes == ["z-index:2", "z-index:1", nil, "z-index:-1"])
  }

  @Test func aPositionIsThatOfTheMiddle() throws {
    #expect(try style("a", Text("a").position(x: 1, y: 2)).contains("translate:calc(1px - 50%) calc(2px - 50%)"))
  }

  @Test func sectionsAreAsFarApartAsIsSaid() {
    let list = List { Section("a") { Text("b") } }
    #expect(styles(list.listSectionSpacing(3)).contains("--section-spacing:3px"))
    #expect(styles(list.listSectionSpacing(.compact)).contains("--section-spacing:8px"))
    #expect(!styles(list.listSectionSpacing(.default)).contains { $0.contains("--section-spacing") })
    #expect(!ModelDOM(ViewPage(list.listStyle(DefaultListStyle()))).all(.listInsetGrouped).isEmpty)
  }

  // MARK: Shapes

  @Test func aShapeIsSmallerThanItsRoom() throws {
    let box = styles(RoundedRectangle(cornerRadius: 12).inset(by: 5).fill(.red))
    #expect(box.contains("margin:5px") && box.contains("border-radius:7px"))
    let ring = styles(Circle().inset(by: 2).inset(by: 1).trim(from: 0, to: 0.5).stroke(.red, lineWidth: 2))
    #expect(ring.contains("margin:3px") && ring.contains("width:calc(100% - 6px)"))
    let path = RoundedRectangle(cornerSize: CGSize(width: 8, height: 4))
    #expect(styles(path.fill(.red)).contains("border-radius:8px / 4px"))
    #expect(path.path(in: CGRect(x: 0, y: 0, width: 20, height: 20)).svg.contains("A8 4 "))
  }

  @Test func aFullCircleIsDrawn() {
    func arc(_ start: Double, _ end: Double, clockwise: Bool = false) -> String {
      var path = Path()
      path.addArc(
        center: CGPoint(x: 50, y: 50), radius: 10, startAngle: .degrees(start), endAngle: .degrees(end),
        clockwise: clockwise)
      return path.svg
    }
    for (start, end, clockwise) in [(0.0, 360.0, false), (0, 1e9, false), (360, 0, true), (-90, 270, false)] {
      #expect(arc(start, end, clockwise: clockwise).filter { $0 == "A" }.count == 2, "\(start) \(end)")
    }
    for (start, end, clockwise) in [(0.0, 90.0, false), (90, 0, false), (0, 90, true), (0, 0, false)] {
      #expect(arc(start, end, clockwise: clockwise).filter { $0 == "A" }.count == 1, "\(start) \(end)")
    }
    #expect(arc(90, 0).contains(" 0 1 1 ") && arc(0, 90).contains(" 0 0 1 "))
    #expect(arc(0, -.infinity).isEmpty)
  }
}
