// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI
@testable import SwiftDataWeb

extension Element {
  fileprivate var style: String { attribute(.style) ?? "" }
}

/// What reaches behind the bars of a page, and what stays between them.
@MainActor @Suite struct BleedTests {
  private static let red = "background:\(Color.red.css)"
  private static let blue = "background:\(Color.blue.css)"

  private func all(_ styleClass: StyleClass, in element: Element) -> [Element] {
    ModelDOM.all(element).filter { $0.classes.contains(styleClass) }
  }

  /// The styles of what lies behind the page, and the content between its bars.
  private func page<V: View>(_ content: V) throws -> (behind: [String], content: Element) {
    let root = ViewPage(NavigationStack { content.navigationTitle("Title") }).root
    let page = try #require(all(.navigationPage, in: root).first)
    let layers = page.children.filter { $0.classes.contains(.bleed) }
    #expect(layers.isEmpty || page.children.first?.classes.contains(.bleed) == true)
    return (layers.flatMap(\.children).map(\.style), try #require(all(.navigationContent, in: page).first))
  }

  private func drawn(_ element: Element) -> [String] {
    ModelDOM.all(element).map(\.style).filter { $0.contains("background:") }
  }

  @Test func aColourThatIgnoresTheSafeAreaReachesBehindBars() throws {
    let (behind, content) = try page(
      ZStack {
        Color.red.ignoresSafeArea()
        Color.blue.opacity(0.5).edgesIgnoringSafeArea(.all)
        VStack { Text("a").background(.yellow) }
      })
    #expect(behind.count == 2 && behind.first == Self.red)
    #expect(drawn(content).count == 1)
    #expect(ModelDOM.text(content) == "a")
    // The stack is as large as before.
    let stack = try #require(all(.zstack, in: content).first)
    #expect(stack.look.grows == [.horizontal, .vertical] && stack.children.count == 3)
  }

  @Test func aBackgroundOfWhatFillsThePageDoesSo() throws {
    let gradient = LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
    let scroll = try page(ScrollView { Text("a") }.background(gradient))
    #expect(scroll.behind.count == 1 && scroll.behind[0].contains("linear-gradient"))
    #expect(drawn(scroll.content).isEmpty)
    let stack = VStack { Text("a") }.frame(maxWidth: .infinity, maxHeight: .infinity).background(Color.red)
    #expect(try page(stack).behind == [Self.red])
    #expect(try page(List { Text("a") }.scrollContentBackground(.hidden).background(Color.red)).behind == [Self.red])
    let layer = ScrollView { Text("a") }.background { Color.blue.ignoresSafeArea() }
    #expect(try page(layer).behind == [Self.blue])
    let inset = ScrollView { Text("a") }.background(Color.red).safeAreaInset(edge: .bottom) {
      Text("bar").background(Color.blue)
    }
    let (behind, content) = try page(inset)
    #expect(behind == [Self.red] && drawn(content) == [Self.blue])
  }

  @Test func whatDoesNotTouchTheEdgesStays() throws {
    #expect(try page(VStack { Text("a") }.background(Color.red)).behind == [])
    #expect(try page(VStack { Color.red.ignoresSafeArea().padding() }).behind == [])
    #expect(
      try page(
        VStack {
          Color.red.ignoresSafeArea(); Text("a")
        }
      ).behind == [])
    #expect(try page(Color.red.ignoresSafeArea().frame(height: 100)).behind == [])
    #expect(try page(ScrollView { Text("a") }.background(Color.red).padding()).behind == [])
    #expect(try page(ScrollView { Text("a") }.background(Color.red).opacity(0.5)).behind == [])
    // What lies over something else, and what is not asked to.
    #expect(
      try page(
        ZStack {
          Text("a"); Color.red.ignoresSafeArea()
        }
      ).behind == [])
    #expect(
      try page(
        ZStack {
          Color.red; Text("a")
        }
      ).behind == [])
    #expect(try page(Color.red.ignoresSafeArea(.keyboard)).behind == [])
    let kept = ScrollView { Text("a") }.background(Color.red, ignoresSafeAreaEdges: [])
    #expect(try page(kept).behind == [])
    #expect(try page(ScrollView { Text("a") }.background(.red, in: Rectangle())).behind == [])
  }

  @Test func whatIsUsedStaysBetweenTheBars() throws {
    let (behind, content) = try page(
      ZStack {
        Color.red.ignoresSafeArea().onTapGesture {}
        ScrollView { Button("a") {} }.ignoresSafeArea()
      })
    #expect(behind == [Self.red])
    // The colour is behind the page, the tap is where it was.
    #expect(ModelDOM.all(content).filter { $0.events.contains(.click) }.count == 2)
    #expect(ModelDOM.text(content) == "a")
  }

  @Test func aTabHasItBehindItsBarToo() throws {
    let root = ViewPage(
      TabView {
        ZStack {
          Color.red.ignoresSafeArea(); Text("a")
        }.tabItem { Text("First") }
      }
    ).root
    let tab = try #require(all(.tabContent, in: root).first)
    #expect(tab.children.first?.classes == [.bleed] && tab.children.first?.children.map(\.style) == [Self.red])
  }

  @Test func itFollowsWhatChanges() throws {
    let dom = ModelDOM(ViewPage(Switching()))
    #expect(dom.all(.bleed).flatMap(\.children).map(\.style) == [Self.red])
    try dom.click("Switch")
    #expect(dom.all(.bleed).flatMap(\.children).map(\.style) == [Self.blue])
    try dom.click("Switch")
    #expect(dom.all(.bleed).isEmpty == false && dom.root == dom.page.root)
  }
}

private struct Switching: View {
  @State private var isBlue = false
  var body: some View {
    NavigationStack {
      ZStack {
        (isBlue ? Color.blue : Color.red).ignoresSafeArea()
        Button("Switch") { isBlue.toggle() }
      }
    }
  }
}
