// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import Testing

@testable import SwiftDataUI
@testable import SwiftDataWeb

@Observable private final class Shown {
  var isWide = false
  var count = 0
}

private struct Moving: View {
  let shown: Shown

  var body: some View {
    VStack {
      Button("with") { withAnimation(.linear(duration: 2).delay(1)) { shown.isWide.toggle() } }
      Button("without") { shown.isWide.toggle() }
      Button("count") { shown.count += 1 }
      Button("none") { withAnimation(nil) { shown.count += 1 } }
      Toggle("bound", isOn: Binding(get: { shown.isWide }, set: { shown.isWide = $0 }).animation(.easeOut))
      Text("wide").frame(width: shown.isWide ? 200 : 100)
      Text("count \(shown.count)").animation(.easeIn(duration: 3).repeatForever(), value: shown.isWide)
    }
  }
}

/// Animations that views ask for, as the host is told of them.
@MainActor @Suite struct MotionTests {
  private func motions(_ dom: ModelDOM) -> [SwiftDataUI.Operation.Motion] {
    dom.operations.compactMap { if case .command(.animate(let motion)) = $0 { motion } else { nil } }
  }

  @Test func aChangeWithAnAnimationSaysSoFirst() throws {
    let dom = ModelDOM(ViewPage(Moving(shown: Shown())))
    try dom.click("without")
    // The value of the text is another one now, too.
    #expect(motions(dom).map(\.duration) == [3000])
    dom.clearOperations()
    try dom.click("with")
    guard case .command(.animate(let motion)) = dom.operations.first else {
      Issue.record("the first operation is \(String(describing: dom.operations.first))")
      return
    }
    #expect(motion == .init(duration: 2000, easing: .linear, delay: 1000, iterations: 1, alternates: false))
    dom.clearOperations()
    for name in ["count", "none"] { try dom.click(name) }
    #expect(!dom.operations.isEmpty && motions(dom).isEmpty)
    let toggle = try #require(dom.all.first { $0.kind == .toggle })
    #expect(dom.page.handle(Event(toggle.id, .change, value: "true")))
    #expect(motions(dom).map(\.easing) == [.easeOut])
  }

  @Test func aPageBeginsWithoutOne() {
    let dom = ModelDOM(ViewPage(Moving(shown: Shown())))
    dom.page.update()
    #expect(motions(dom).isEmpty)
  }

  @Test func animationsAreWhatTheirNamesSay() {
    #expect(Animation.easeIn(duration: 3).repeatForever().motion.iterations == 0)
    #expect(Animation.default.repeatCount(3, autoreverses: false).motion.iterations == 3)
    #expect(Animation.linear(duration: 2).speed(2).motion.duration == 1000)
    for spring in [
      Animation.spring, .bouncy, .interpolatingSpring(stiffness: 100, damping: 10), .spring(response: .nan),
    ] {
      #expect(spring.motion.easing.css.hasPrefix("linear(0,") && spring.motion.easing.css.hasSuffix(",1)"))
      #expect(!spring.motion.easing.css.contains("nan"))
    }
    // A spring that swings goes beyond its end, another one does not.
    func most(_ animation: Animation) -> Double {
      animation.easing.css.dropFirst("linear(".count).dropLast().split(separator: ",").compactMap { Double($0) }.max()
        ?? 0
    }
    #expect(most(.bouncy) > 1.01 && most(.smooth) <= 1)
    #expect(Animation.default == .easeInOut && Animation.default != .linear)
  }

  @Test func transitionsAreSaidInWords() {
    let words: [(AnyTransition, String)] = [
      (.opacity, "opacity"), (.slide, "move:leading|move:trailing"),
      (.move(edge: .bottom).combined(with: .opacity), "move:bottom opacity"),
      (.asymmetric(insertion: .scale, removal: .opacity), "scale:0|opacity"), (.offset(x: 3, y: -4), "offset:3:-4"),
    ]
    for (transition, text) in words { #expect(transition.text == text) }
  }

  @Test func whatHasNoEffectSaysSoOnce() {
    _ = ViewPage(Text("a").matchedTransitionSource(id: 1, in: Namespace().wrappedValue))
    #expect(!Diagnostics.noteOnce("'matchedTransitionSource' has no effect in a browser."))
    #expect(Diagnostics.noteOnce("something else, \(UUID())"))
  }
}
