// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI
@testable import SwiftDataWeb

private struct Pose {
  var y = -50.0
  var word = "first"
}

private struct Falling: View {
  @State private var count = 0
  var body: some View {
    VStack {
      Text("a")
        .keyframeAnimator(initialValue: Pose()) { content, pose in
          content
          Text("\(pose.word) at \(Int(pose.y))")
        } keyframes: { _ in
          KeyframeTrack(\.y) {
            LinearKeyframe(10, duration: 1)
            SpringKeyframe(0, duration: 0.5)
          }
          KeyframeTrack(\.word) { MoveKeyframe("last") }
        }
      Text("b")
        .keyframeAnimator(initialValue: 1.5, trigger: count) { _, scale in
          Text("scale \(Int(scale * 10))")
        } keyframes: { _ in
          KeyframeTrack(\.self) { CubicKeyframe(2, duration: 1) }
        }
      Button("Begin") { count += 1 }
    }
  }
}

/// Modifiers of which the browser shows the end, and those that do nothing.
@MainActor @Suite struct InPartTests {
  @Test func keyframesAreShownAsTheyEnd() throws {
    let dom = ModelDOM(ViewPage(Falling()))
    #expect(dom.text.hasPrefix("a last at 0 scale 15"))
    try dom.click("Begin")
    #expect(dom.text.hasPrefix("a last at 0 scale 20"))
    #expect(dom.root == dom.page.root)
  }

  @Test func whatIsNotAnimatedIsThere() {
    struct Names: View {
      @Namespace private var space
      var body: some View {
        VStack {
          Text("7").contentTransition(.numericText(value: 7)).matchedGeometryEffect(id: 1, in: space)
          Image(systemName: "star").symbolEffect(.bounce, value: 3)
          Text("b").visualEffect { content, _ in content.opacity(0.5) }
        }
      }
    }
    let dom = ModelDOM(ViewPage(Names()))
    #expect(dom.text == "7 b" && dom.all(.symbol).count == 1)
  }

  @Test func aRowMayHaveItsDistanceFromSomeEdges() {
    func style(_ row: some View) -> [String] {
      ModelDOM(ViewPage(List { row })).all(.rowContent).compactMap { $0.attribute(.style) }
    }
    let insets = EdgeInsets(top: 0, leading: 20, bottom: 0, trailing: 20)
    #expect(style(Text("a").listRowInsets(.horizontal, 20)) == style(Text("a").listRowInsets(insets)))
    #expect(!style(Text("a").listRowInsets(.horizontal, 20)).isEmpty)
    #expect(style(Text("a").listRowInsets(.horizontal, nil)) == style(Text("a")))
  }
}
