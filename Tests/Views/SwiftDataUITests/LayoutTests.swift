// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI
@testable import SwiftDataWeb

private enum Third: AlignmentID {
  static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height / 3 }
}

private enum Lowest: AlignmentID {
  static func defaultValue(in context: ViewDimensions) -> CGFloat { context[.bottom] }
}

private enum Uneven: AlignmentID {
  static func defaultValue(in context: ViewDimensions) -> CGFloat { context.width * context.width }
}

/// All elements with a class.
@MainActor private func elements<V: View>(_ name: StyleClass, _ view: V) -> [Element] {
  func all(_ element: Element) -> [Element] {
    (element.classes.contains(name) ? [element] : []) + element.children.flatMap(all)
  }
  return all(ViewPage(view).root)
}

extension Element {
  fileprivate var style: String { attribute(.style) ?? "" }

  /// Guides as the factors that they have.
  fileprivate func guides(_ name: Attribute.Name) -> [String: [CGFloat]] {
    for attribute in attributes where attribute.name == name {
      if case .guides(let guides) = attribute.value {
        return Dictionary(uniqueKeysWithValues: guides.map { ($0.name, $0.form.factors) })
      }
    }
    return [:]
  }
}

/// What is said of a layout; how it looks, `layouts.py` tests in a browser.
@MainActor @Suite struct LayoutTests {
  private func form(_ compute: @escaping (ViewDimensions) -> CGFloat) throws -> [CGFloat]? {
    try #require(elements(.text, Text("a").alignmentGuide(.leading, computeValue: compute)).first)
      .guides(.guides)["x.leading"]
  }

  @Test func aGuideIsASumOfPartsOfMeasures() throws {
    #expect(try form { _ in -20 } == [-20, 0, 0, 0, 0])
    #expect(try form { $0[.leading] + 10 } == [10, 0, 0, 0, 0])
    #expect(try form { $0[.trailing] } == [0, 1, 0, 0, 0])
    #expect(try form { $0.width / 4 - $0.height * 2 } == [0, 0.25, -2, 0, 0])
    #expect(try form { $0[HorizontalAlignment.center] + $0[VerticalAlignment.center] } == [0, 0.5, 0.5, 0, 0])
    #expect(try form { $0[.firstTextBaseline] + $0[.lastTextBaseline] - 1 } == [-1, 0, 0, 1, 1])
    let third = try #require(try form { $0[VerticalAlignment(Third.self)] })
    #expect((third[2] - 1 / 3).magnitude < 0.001)
  }

  @Test(arguments: [0, 1, 2, 3, 4]) func anythingElseHasNoEffect(_ number: Int) throws {
    let closures: [(ViewDimensions) -> CGFloat] = [
      { max($0.width, 80) }, { $0.width > 200 ? 10 : 0 }, { $0.width * $0.height }, { _ in .nan },
      { $0.width / $0.height },
    ]
    #expect(try form(closures[number]) == nil)
  }

  @Test func aGuideMayBeSetByAnother() throws {
    let text = Text("a").alignmentGuide(.leading) { _ in 5 }.alignmentGuide(.leading) { $0[.leading] + 10 }
      .alignmentGuide(.top) { $0[explicit: .leading] ?? -1 }.alignmentGuide(.bottom) { $0[explicit: .bottom] ?? -1 }
    let guides = try #require(elements(.text, text).first).guides(.guides)
    #expect(guides["x.leading"] == [15, 0, 0, 0, 0] && guides["y.top"] == [15, 0, 0, 0, 0])
    #expect(guides["y.bottom"] == [-1, 0, 0, 0, 0])
  }

  @Test func onlyWhatGuidesAreSetForTakesAScript() throws {
    func stack<V: View>(_ alignment: HorizontalAlignment, _ content: V) throws -> Element {
      try #require(elements(.vstack, VStack(alignment: alignment) { content }).first)
    }
    let guided = Text("a").alignmentGuide(.leading) { _ in 10 }
    let aligned = try stack(.leading, HStack { guided.padding() }.frame(height: 50))
    #expect(aligned.guides(.alignment) == ["x.leading": [0, 0, 0, 0, 0]])
    // Another guide than the stack's, none at all, or one in a layer.
    for plain in [
      try stack(.trailing, guided), try stack(.leading, Text("a")), try stack(.leading, Text("a").overlay { guided }),
    ] {
      #expect(plain.guides(.alignment).isEmpty)
    }
    #expect(try stack(.trailing, guided).style.contains("align-items:flex-end"))
    // What lies around the guide is no part of the view.
    let padded = try #require(elements(.text, guided.padding(5)).first)
    #expect(!padded.style.contains("padding"))
  }

  @Test func alignmentsOfAProgramHaveADefault() throws {
    func stack(_ id: any AlignmentID.Type) throws -> Element {
      try #require(elements(.hstack, HStack(alignment: VerticalAlignment(id)) { Text("a") }).first)
    }
    let third = try stack(Third.self)
    #expect(third.guides(.alignment).count == 1 && third.style.contains("align-items:flex-start"))
    // CSS has a word for it.
    let lowest = try stack(Lowest.self)
    #expect(lowest.guides(.alignment).isEmpty && lowest.style.contains("align-items:flex-end"))
    // The middle, which stacks have anyway.
    let uneven = try stack(Uneven.self)
    #expect(uneven.guides(.alignment).isEmpty && !uneven.style.contains("align-items"))
    #expect(VerticalAlignment(Third.self) == VerticalAlignment(Third.self))
    #expect(VerticalAlignment(Third.self) != VerticalAlignment(Lowest.self))
  }

  @Test func viewsOfALowerPriorityGiveRoomAway() throws {
    let row = HStack {
      Text("first").layoutPriority(1)
      Text("usual")
      Color.red
      Text("fixed").fixedSize().layoutPriority(-1)
    }
    let styles = try #require(elements(.hstack, row).first).children.map(\.style)
    #expect(styles[0].isEmpty && styles[1] == "flex-shrink:1000000")
    #expect(styles[2].contains("flex-shrink:1000000") && !styles[2].contains("flex-grow"))
    #expect(styles[3].contains("flex-shrink:0"))
    let column = VStack {
      Color.red
      Color.blue.layoutPriority(-1)
      Spacer().layoutPriority(-2)
    }
    let yields = try #require(elements(.vstack, column).first).children.map { $0.style.contains("flex-grow:0") }
    #expect(yields == [false, true, true])
    // One with a limit may leave room.
    let limited = HStack {
      Color.red.frame(maxWidth: 100).layoutPriority(1)
      Color.blue
    }
    let taken = try #require(elements(.hstack, limited).first).children.map { $0.style.contains("flex-grow:0") }
    #expect(taken == [false, false])
    let alone = try #require(elements(.hstack, HStack { Spacer().layoutPriority(-1) }).first)
    #expect(alone.children[0].style.isEmpty)
  }

  @Test func aFixedSizeIsTheIdealOne() throws {
    let text = try #require(elements(.text, Text("a").fixedSize()).first)
    #expect(text.style.contains("width:var(--ideal-width,max-content)") && text.style.contains("flex-shrink:0"))
    let tall = try #require(elements(.text, Text("a").fixedSize(horizontal: false, vertical: true)).first)
    #expect(!tall.style.contains("width") && !tall.style.contains("flex-shrink"))
    let frame = try #require(elements(.frame, Color.red.frame(idealWidth: 80).fixedSize()).first)
    #expect(frame.style.contains("--ideal-width:80px") && !frame.classes.contains(.growsHorizontally))
    // A frame's own length counts.
    let fixed = try #require(elements(.frame, Color.red.frame(width: 50, height: 40).fixedSize()).first)
    #expect(fixed.style.contains("width:50px") && !fixed.style.contains("max-content"))
  }

  @Test func aLimitOfLinesIsThatOfTexts() throws {
    let stack = VStack {
      Text("a")
      Text("b").lineLimit(nil)
      Text("c").lineLimit(3)
    }
    .lineLimit(1)
    #expect(elements(.lineLimit, stack).map(\.text) == ["a", "c"])
    #expect(elements(.lineLimit, stack).map(\.style) == ["--lines:1", "--lines:3"])
  }

  @Test func aGridGrowsWithItsCells() throws {
    let grid = try #require(
      elements(
        .grid,
        Grid {
          GridRow {
            Text("a")
            TextField("b", text: .constant(""))
          }
          GridRow { Color.red.gridCellColumns(2).gridCellUnsizedAxes(.vertical) }
        }
      ).first)
    #expect(grid.style.contains("grid-template-columns:auto minmax(0,1fr)") && !grid.style.contains("template-rows"))
    #expect(grid.classes.contains(.growsHorizontally) && !grid.classes.contains(.growsVertically))
    let plain = try #require(elements(.grid, Grid { GridRow { Text("a") } }).first)
    #expect(plain.style.contains("grid-template-columns:repeat(1,auto)") && plain.classes == [.grid])
  }

  @Test func anEmptyLabelTakesNoRoom() throws {
    let day = Binding.constant(Date.distantPast)
    #expect(try #require(elements(.control, DatePicker("", selection: day)).first).children.count == 1)
    #expect(try #require(elements(.control, DatePicker("Day", selection: day)).first).children.count == 2)
  }

  @Test func aLimitedFrameLiesWhereItsContainerHasOthers() throws {
    let limited = try #require(elements(.frame, Text("a").frame(maxWidth: 100)).first)
    #expect(limited.classes.contains(.limitedWidth) && limited.classes.contains(.growsHorizontally))
    #expect(try !#require(elements(.frame, Text("a").frame(maxWidth: .infinity)).first).classes.contains(.limitedWidth))
  }

  /// The browser shows one of them: all are there.
  @Test func viewsOfWhichOneFitsAreAllThere() throws {
    let views = ViewThatFits(in: .horizontal) {
      Text("long")
      Text("short")
    }
    let element = try #require(elements(.fitting, views).first)
    #expect(element.attribute(.fitting) == "x" && element.children.map(ModelDOM.text) == ["long", "short"])
    #expect(elements(.fitting, ViewThatFits { Text("alone") }).isEmpty)
  }

  private struct FittingFields: View {
    @FocusState private var isFocused: Bool
    @State private var text = ""
    var body: some View {
      ViewThatFits {
        TextField("wide", text: $text).focused($isFocused)
        TextField("narrow", text: $text).focused($isFocused)
      }
      Button("Focus") { isFocused = true }
      Button("Leave") { isFocused = false }
    }
  }

  /// Only the browser knows which of them is in sight.
  @Test func theFocusIsOfferedToAllViewsOfWhichOneFits() throws {
    let dom = ModelDOM(ViewPage(FittingFields()))
    let fields = dom.all.filter { $0.kind == .textField }.map(\.id)
    func focused() -> [ElementID?] {
      defer { dom.clearOperations() }
      return dom.operations.compactMap { if case .command(.focus(let element)) = $0 { .some(element) } else { nil } }
    }
    try dom.click("Focus")
    let offered = focused()
    #expect(fields.count == 2 && offered.count == 2 && Set(offered) == Set(fields.map(Optional.init)))
    try dom.click("Leave")
    #expect(focused() == [nil])
    // The browser tells of the one that is in sight: of the others it hears nothing.
    let shown = try #require(fields.last)
    #expect(dom.page.handle(Event(shown, .focus)) && focused().isEmpty)
    #expect(dom.page.handle(Event(shown, .blur)) && focused().isEmpty)
  }

  @Test func aStackThatALayoutAsksIsSaidToHaveNoSize() {
    var cache: Void = ()
    #expect(VStackLayout().sizeThatFits(proposal: .zero, subviews: LayoutSubviews([]), cache: &cache) == .zero)
    let note = "'VStackLayout' has no size and places nothing within another layout: the browser lays it out."
    #expect(!Diagnostics.noteOnce(note))
  }
}
