// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

private enum BoundsKey: PreferenceKey {
  static var defaultValue: [String: Anchor<CGRect>] { [:] }
  static func reduce(value: inout [String: Anchor<CGRect>], nextValue: () -> [String: Anchor<CGRect>]) {
    value.merge(nextValue()) { $1 }
  }
}

private enum NamesKey: PreferenceKey {
  static var defaultValue: [String] { [] }
  static func reduce(value: inout [String], nextValue: () -> [String]) { value += nextValue() }
}

private struct Marked: View {
  var body: some View {
    HStack {
      ForEach(["a", "b"], id: \.self) { name in
        Text(name).anchorPreference(key: BoundsKey.self, value: .bounds) { [name: $0] }
      }
    }
    .overlayPreferenceValue(BoundsKey.self) { anchors in
      GeometryReader { proxy in
        ForEach(anchors.keys.sorted(), id: \.self) { name in
          if let anchor = anchors[name] { Text("\(name) at \(Int(proxy[anchor].minX))") }
        }
      }
    }
  }
}

private struct Named: View {
  @State private var isOn = false
  var body: some View {
    VStack {
      Text("a").preference(key: NamesKey.self, value: isOn ? ["a", "b"] : ["a"])
      Button("More") { isOn = true }
    }
    .backgroundPreferenceValue(NamesKey.self) { Text("names \($0.joined(separator: " "))") }
  }
}

@MainActor @Suite struct AnchorTests {
  @Test func aLayerIsMadeOfWhatViewsSay() throws {
    let dom = ModelDOM(ViewPage(Named()))
    #expect(dom.text.hasPrefix("names a"))
    try dom.click("More")
    #expect(dom.text.hasPrefix("names a b"))
    #expect(dom.all(.layerBehind).count == 1)
    #expect(dom.root == dom.page.root)
  }

  @Test func anchorsAreWhereTheBrowserSays() throws {
    let page = ViewPage(Marked())
    let dom = ModelDOM(page)
    #expect(!dom.text.contains("at"))
    func asked() -> [Element] { dom.all.filter { $0.events.contains(.frame) } }
    // The box around all, and around each of the texts.
    let box = try #require(asked().first)
    #expect(box.classes.contains(.layers))
    for (name, place) in [("a", "10 5 20 20"), ("b", "50 5 20 20")] {
      let element = try #require(asked().last { ModelDOM.text($0) == name })
      #expect(page.handle(Event(element.id, .frame, value: place)))
    }
    #expect(dom.text.hasSuffix("a at 10 b at 50"))
    #expect(asked().first?.id == box.id)
    // The reader is 8 points to the right of the box.
    let reader = try #require(asked().first { $0.events.contains(.size) })
    #expect(page.handle(Event(reader.id, .frame, value: "8 0 100 30")))
    #expect(dom.text.hasSuffix("a at 2 b at 42"))
    for value in ["", "1 2", "x 1 2 3", "1e9 0 0 0", "nan 0 0 0"] {
      _ = page.handle(Event(reader.id, .frame, value: value))
    }
    #expect(dom.text.hasSuffix("a at 2 b at 42"))
    #expect(dom.root == page.root)
  }

  @Test func sourcesArePartsOfAView() {
    let frame = CGRect(x: 10, y: 20, width: 40, height: 60)
    #expect(Anchor<CGPoint>.Source.center.find(frame) == CGPoint(x: 30, y: 50))
    #expect(Anchor<CGPoint>.Source.bottomTrailing.find(frame) == CGPoint(x: 50, y: 80))
    #expect(Anchor<CGPoint>.Source.point(CGPoint(x: 1, y: 2)).find(frame) == CGPoint(x: 11, y: 22))
    let part = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(Anchor<CGRect>.Source.rect(part).find(frame) == CGRect(x: 11, y: 22, width: 3, height: 4))
    #expect(GeometryProxy(size: frame.size)[Anchor<CGRect>()] == CGRect(origin: .zero, size: frame.size))
  }
}
