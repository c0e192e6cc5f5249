// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI
@testable import SwiftDataWeb

/// All elements with a class.
@MainActor private func elements<V: View>(_ name: StyleClass, _ view: V) -> [Element] {
  func all(_ element: Element) -> [Element] {
    (element.classes.contains(name) ? [element] : []) + element.children.flatMap(all)
  }
  return all(ViewPage(view).root)
}

extension Element {
  fileprivate var style: String { attribute(.style) ?? "" }
}

/// What lies inside which box, and which way it grows.
@MainActor @Suite struct BoxTests {
  @Test func aPaddingIsOutsideAFrameOfAFixedSize() throws {
    let frame = try #require(elements(.frame, Text("a").frame(width: 50, height: 50).padding(10)).first)
    #expect(!frame.style.contains("padding"))
    let limited = try #require(elements(.frame, Text("a").frame(maxWidth: 200).padding(10)).first)
    #expect(!limited.style.contains("padding"))
    // One without a size is the same with its padding.
    let free = try #require(elements(.frame, Text("a").frame(maxWidth: .infinity).padding(10)).first)
    #expect(free.style.contains("padding"))
  }

  @Test func aPaddingIsOutsideWhatHasALookOfItsOwn() throws {
    let picker = Picker("Kind", selection: .constant(1)) { Text("a").tag(1) }.padding().pickerStyle(.segmented)
    #expect(try #require(elements(.segmented, picker).first).style.isEmpty)
    #expect(try !#require(elements(.color, Color.red.padding()).first).style.contains("padding"))
    #expect(try !#require(elements(.shape, Circle().fill(.red).padding()).first).style.contains("padding"))
    // A layer is as large as what it lies over, not as the room around that.
    let layers = try #require(elements(.layers, Text("a").overlay { Text("b") }.padding(.horizontal)).first)
    #expect(!layers.style.contains("padding"))
  }

  @Test func aHorizontalScrollViewIsAsHighAsItsContent() throws {
    let chips = ScrollView(.horizontal) { HStack { Text("a") } }
    let classes = try #require(elements(.scroll, chips).first).classes
    #expect(classes.contains(.growsHorizontally) && !classes.contains(.growsVertically))
    let tall = ScrollView(.horizontal) { HStack { Color.red } }
    #expect(try #require(elements(.scroll, tall).first).classes.contains(.growsVertically))
    let both = ScrollView([.horizontal, .vertical]) { Text("a") }
    #expect(try #require(elements(.scroll, both).first).classes.contains(.growsVertically))
  }

  @Test func aGradientFillsTextShapesAndSymbols() throws {
    let gradient = LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
    let red = Color.red.css
    let text = try #require(elements(.text, Text("a").foregroundStyle(gradient)).first)
    #expect(text.style.contains("background-clip:text") && text.style.contains("color:transparent"))
    let symbol = try #require(elements(.symbol, Image(systemName: "heart").foregroundStyle(gradient)).first)
    #expect(symbol.style.contains("color:\(red)") && !symbol.style.contains("transparent"))
    let shape = try #require(elements(.shape, Circle().foregroundStyle(.red.gradient)).first)
    #expect(shape.style.contains("--s-shape:linear-gradient") && shape.style.contains("var(--s-shape,currentColor)"))
    // What has a background keeps it.
    let badge = HStack { Text("a") }.background(.yellow).foregroundStyle(gradient)
    let stack = try #require(elements(.hstack, badge).first)
    #expect(!stack.style.contains("background-clip") && stack.style.contains("color:\(red)"))
    let line = try #require(elements(.shape, Circle().stroke(gradient, lineWidth: 2)).first)
    #expect(line.style.contains("solid \(red)"))
  }

  @Test func gradientsAreMembersOfStyles() {
    func style<S: ShapeStyle>(_ style: S) -> String { style._style.css }
    let stops = [Gradient.Stop(color: .red, location: 0), Gradient.Stop(color: .blue, location: 1)]
    #expect(style(.linearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)).contains("180deg"))
    #expect(
      style(LinearGradient.linearGradient(stops: stops, startPoint: .leading, endPoint: .trailing)).contains("90deg"))
    #expect(style(.radialGradient(Gradient(colors: [.red]), endRadius: 20)).contains("circle 20px"))
    #expect(style(.ellipticalGradient(colors: [.red, .blue])).contains("ellipse 50% 50%"))
    #expect(style(.conicGradient(colors: [.red, .blue], angle: .degrees(10))).contains("from 100deg"))
    let half = style(.angularGradient(stops: stops, startAngle: .zero, endAngle: .degrees(180)))
    #expect(half.contains("from 90deg") && half.contains(" 50%"))
  }

  @Test func aSectionInAStackIsItsParts() throws {
    let list = List {
      HStack {
        Section {
          Text("first")
          Text("second")
        } header: {
          Text("header")
        }
      }
    }
    let stack = try #require(elements(.hstack, list).first)
    #expect(stack.children.map(\.text) == ["header", "first", "second"])
    #expect(elements(.section, List { Section("a") { Text("b") } }).count == 1)
  }

  @Test func cellsOfAGridAreInTheMiddleUnlessItSaysOtherwise() throws {
    let columns = [GridItem(.flexible()), GridItem(.flexible())]
    #expect(try !#require(elements(.grid, LazyVGrid(columns: columns) { Text("a") }).first).style.contains("items"))
    let leading = LazyVGrid(columns: columns, alignment: .leading) { Text("a") }
    #expect(try #require(elements(.grid, leading).first).style.contains("justify-items:start"))
    let rows = Grid(alignment: .topLeading) {
      GridRow {
        Text("a")
        Text("b")
      }
      Divider()
    }
    let grid = try #require(elements(.grid, rows).first)
    #expect(grid.style.contains("justify-items:start") && grid.style.contains("align-items:start"))
    #expect(grid.children.map { $0.style.contains("grid-column:1/-1") } == [false, true])
  }

  @Test func aFrameOfOneLengthIsASquareAroundACircle() throws {
    for view in [AnyView(Circle().frame(width: 80)), AnyView(Circle().fill(.red).frame(height: 80))] {
      let frame = try #require(elements(.frame, view).first)
      #expect(frame.style.contains("width:80px") && frame.style.contains("height:80px"))
      #expect(!frame.classes.contains(.growsHorizontally) && !frame.classes.contains(.growsVertically))
    }
    let capsule = try #require(elements(.frame, Capsule().frame(width: 80)).first)
    #expect(capsule.classes.contains(.growsVertically) && !capsule.style.contains("height"))
  }

  @Test func aPartOfACircleIsAnArc() throws {
    func path<V: View>(_ view: V) throws -> String {
      func find(_ element: Element) -> Element? {
        element.kind == .path ? element : element.children.lazy.compactMap(find).first
      }
      return try #require(find(ViewPage(view).root)).attribute(.outline) ?? ""
    }
    #expect(try path(Circle().trim(from: 0, to: 0.5).stroke(.red)) == "M100 50A50 50 0 0 1 50 100A50 50 0 0 1 0 50")
    #expect(try path(Circle().trim(from: 0, to: 0).stroke(.red)).isEmpty)
    #expect(try path(Circle().trim(from: 0.25, to: 2).stroke(.red)).hasSuffix(" 100 50"))
  }
}
