// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI
@testable import SwiftDataWeb

private struct Weight: LayoutValueKey {
  static let defaultValue = 1
}

/// Rows of views, each as wide as it wants to be, 10 points apart.
private struct Rows: Layout {
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
    let frames = frames(in: proposal.width, subviews)
    return CGSize(width: frames.map(\.maxX).max() ?? 0, height: frames.map(\.maxY).max() ?? 0)
  }

  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
    for (view, frame) in zip(subviews, frames(in: proposal.width, subviews)) {
      view.place(at: frame.origin, proposal: ProposedViewSize(frame.size))
    }
  }

  private func frames(in width: CGFloat?, _ views: Subviews) -> [CGRect] {
    var (x, y, height): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
    return views.map { view in
      let size = view.sizeThatFits(ProposedViewSize(width: width, height: nil))
      if x > 0, x + size.width > width ?? .infinity { (x, y, height) = (0, y + height + 10, 0) }
      defer { (x, height) = (x + size.width + 10, max(height, size.height)) }
      return CGRect(x: x, y: y, width: size.width, height: size.height)
    }
  }
}

/// As large as it can be, with its views at the right, by their weights.
private struct Whole: Layout {
  func makeCache(subviews: Subviews) -> [Int] { subviews.map { $0[Weight.self] } }
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout [Int]) -> CGSize {
    proposal.replacingUnspecifiedDimensions()
  }
  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout [Int]) {
    var y: CGFloat = 0
    for (view, weight) in zip(subviews, cache) {
      view.place(at: CGPoint(x: bounds.maxX, y: y), anchor: .topTrailing, proposal: .unspecified)
      y += CGFloat(weight) * 100
    }
  }
}

/// Says what no page has.
private struct Odd: Layout {
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
    CGSize(width: CGFloat.nan, height: -.infinity)
  }
  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
    subviews.first?.place(at: CGPoint(x: CGFloat.nan, y: .infinity), proposal: .infinity)
  }
}

private struct Tags: View {
  @State private var names = ["one", "two"]
  var body: some View {
    VStack {
      Rows { ForEach(names, id: \.self) { Text($0) } }
      Button("More") { names.append("three") }
    }
  }
}

private struct Turning: View {
  @State private var count = 0
  private var layout: AnyLayout {
    switch count % 3 {
    case 0: AnyLayout(HStackLayout(alignment: .top, spacing: 3))
    case 1: AnyLayout(VStackLayout(spacing: 4))
    default: AnyLayout(Rows())
    }
  }
  var body: some View {
    layout {
      Remembering()
      Button("Turn") { count += 1 }
    }
  }

  private struct Remembering: View {
    @State private var clicks = 0
    var body: some View { Button("Clicks \(clicks)") { clicks += 1 } }
  }
}

/// What layouts of a program make of what the browser has measured.
@MainActor @Suite struct CustomLayoutTests {
  private func report(_ dom: ModelDOM, _ text: String) throws -> Bool {
    dom.page.handle(Event(try #require(dom.all(.placed).first).id, .measure, value: text))
  }

  /// What the browser would measure: of each view its least width, and its size.
  private func measured(_ dom: ModelDOM, _ room: String, _ sizes: [String]) throws -> Bool {
    let views = dom.all(.placedItem).compactMap(\.children.first)
    try #require(views.count == sizes.count)
    return try report(dom, ([room] + zip(views, sizes).map { "\($0.id) \($1)" }).joined(separator: ";"))
  }

  private func styles(_ dom: ModelDOM) -> [String] { dom.all(.placedItem).map { $0.attribute(.style) ?? "" } }

  @Test func viewsAreInARowUntilTheBrowserHasMeasuredThem() throws {
    let dom = ModelDOM(ViewPage(Tags()))
    #expect(dom.all(.placed).count == 1 && dom.all(.placedArea).isEmpty)
    #expect(dom.all(.hstack).contains { $0.attribute(.style)?.contains("flex-wrap") == true })
    #expect(try measured(dom, "100 0", ["20 60 20", "30 50 25"]))
    let area = try #require(dom.all(.placedArea).first)
    #expect(area.attribute(.style) == "width:60px;height:55px")
    #expect(
      styles(dom) == [
        "transform:translate(0,0);width:60px;height:20px", "transform:translate(0,30px);width:50px;height:25px",
      ])
    #expect(dom.root == dom.page.root)
    // In a wider window they are beside each other.
    #expect(try measured(dom, "200 0", ["20 60 20", "30 50 25"]))
    #expect(styles(dom)[1].hasPrefix("transform:translate(70px,0)"))
  }

  @Test func aNewViewIsShownWhenItIsMeasured() throws {
    let dom = ModelDOM(ViewPage(Tags()))
    #expect(try measured(dom, "300 0", ["20 60 20", "30 50 25"]))
    try dom.click("More")
    #expect(dom.all(.placedItem).map { $0.classes.contains(.hidden) } == [false, false, true])
    #expect(try measured(dom, "300 0", ["20 60 20", "30 50 25", "30 70 20"]))
    #expect(dom.all(.placedItem).allSatisfy { !$0.classes.contains(.hidden) })
    #expect(styles(dom).last == "transform:translate(130px,0);width:70px;height:20px")
    #expect(dom.root == dom.page.root)
  }

  @Test func theBrowserIsAskedForHeightsInOtherWidths() throws {
    let dom = ModelDOM(ViewPage(Rows { Text("A long text") }))
    #expect(try measured(dom, "80 0", ["30 200 20"]))
    let asked = try #require(dom.all(.placed).first?.attribute(.askedWidths))
    #expect(asked == "80.0")
    // Three lines, as long as nobody has measured them.
    #expect(styles(dom) == ["transform:translate(0,0);width:80px;height:60px"])
    #expect(try measured(dom, "80 0", ["30 200 20 80.0:48"]))
    #expect(styles(dom) == ["transform:translate(0,0);width:80px;height:48px"])
    #expect(dom.all(.placed).first?.attribute(.askedWidths) == nil)
    // Nothing is asked for twice.
    dom.clearOperations()
    #expect(try measured(dom, "80 0", ["30 200 20"]))
    #expect(dom.operations.isEmpty)
  }

  @Test func aLayoutMayTakeAllTheRoom() throws {
    let view = Whole {
      Text("a").layoutValue(key: Weight.self, value: 2)
      Text("b")
    }
    let dom = ModelDOM(ViewPage(view))
    #expect(try measured(dom, "400 0", ["10 50 20", "10 60 20"]))
    #expect(try #require(dom.all(.placed).first).look.grows == [.horizontal, .vertical])
    #expect(try measured(dom, "400 300", ["10 50 20", "10 60 20"]))
    #expect(dom.all(.placedArea).first?.attribute(.style) == "width:400px;height:300px")
    #expect(
      styles(dom).map { $0.prefix { $0 != ";" } } == [
        "transform:translate(350px,0)", "transform:translate(340px,200px)",
      ])
    // From right to left, the leading side is the right one.
    let mirrored = ModelDOM(ViewPage(Rows { Text("a") }.environment(\.layoutDirection, .rightToLeft)))
    #expect(try measured(mirrored, "400 0", ["10 50 20"]))
    #expect(styles(mirrored) == ["transform:translate(0,0);width:50px;height:20px"])
  }

  @Test func nothingThatIsSaidHarmsThePage() throws {
    let dom = ModelDOM(ViewPage(Odd { Text("a") }))
    #expect(try measured(dom, "400 0", ["10 50 20"]))
    #expect(dom.all(.placedArea).first?.attribute(.style) == "width:0;height:0")
    let tags = ModelDOM(ViewPage(Tags()))
    let other = ElementID()
    for text in ["", "1", "-1 0", "nan 0", "1e9 0", "1 1;;;;;", "1 0 0;\(other) 1 1 1"] {
      #expect(try report(tags, text))
    }
    #expect(tags.all(.placedArea).isEmpty)
    // Of elements that are not there, nothing is kept.
    #expect(try report(tags, "100 0;\(other) 1 1 1;x 1 1 1"))
    #expect(tags.all(.placedArea).isEmpty && tags.root == tags.page.root)
  }

  @Test func aViewIsAskedForAFewWidthsOnly() {
    let measures = SubviewMeasures(leastWidth: 5, ideal: CGSize(width: 1_000, height: 20))
    let view = MeasuredSubview(measures, grows: [])
    for width in 10..<100 { _ = view.size(ProposedViewSize(width: CGFloat(width), height: nil)) }
    #expect(view.asked.count == MeasuredSubview.mostWidths)
    #expect(view.size(.zero).width == 5)
    #expect(view.size(.infinity) == CGSize(width: 1_000, height: 20))
    let growing = MeasuredSubview(measures, grows: [.horizontal, .vertical])
    #expect(growing.size(ProposedViewSize(width: 2_000, height: 7)) == CGSize(width: 2_000, height: 7))
    #expect(growing.size(.unspecified) == measures.ideal)
    #expect(MeasuredSubview(nil, grows: []).size(.infinity) == .zero)
  }

  @Test func viewsKeepTheirStatesInAnotherLayout() throws {
    let dom = ModelDOM(ViewPage(Turning()))
    #expect(dom.all(.hstack).first?.attribute(.style) == "align-items:flex-start;gap:3px")
    try dom.click("Clicks 0")
    try dom.click("Turn")
    #expect(dom.all(.vstack).first?.attribute(.style) == "gap:4px" && dom.all(.hstack).isEmpty)
    #expect(dom.text.contains("Clicks 1"))
    try dom.click("Turn")
    #expect(dom.all(.placed).count == 1 && dom.text.contains("Clicks 1"))
    try dom.click("Turn")
    #expect(dom.all(.placed).isEmpty && dom.text.contains("Clicks 1") && dom.root == dom.page.root)
  }

  @Test func stacksAsLayoutsAreTheStacks() throws {
    func look<V: View>(_ view: V) -> [String] {
      ModelDOM(ViewPage(view)).all.map { "\($0.classes) \($0.attribute(.style) ?? "") \($0.text ?? "")" }
    }
    let rows = GridRow {
      Text("a")
      Text("b")
    }
    #expect(
      look(HStackLayout(alignment: .bottom, spacing: 2) { Parts() })
        == look(HStack(alignment: .bottom, spacing: 2) { Parts() }))
    #expect(look(VStackLayout(alignment: .leading) { Parts() }) == look(VStack(alignment: .leading) { Parts() }))
    #expect(look(ZStackLayout(alignment: .top) { Parts() }) == look(ZStack(alignment: .top) { Parts() }))
    #expect(
      look(GridLayout(alignment: .leading, horizontalSpacing: 1, verticalSpacing: 2) { rows })
        == look(Grid(alignment: .leading, horizontalSpacing: 1, verticalSpacing: 2) { rows }))
  }
}

private struct Parts: View {
  var body: some View {
    Text("a")
    Spacer()
    Divider()
  }
}
