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

/// Turns from the moment that it is there.
private struct Turning: View {
  @State private var angle = 0.0
  let name: String
  var body: some View {
    Text(name).rotationEffect(.degrees(angle)).onAppear {
      withAnimation(.linear(duration: 4).repeatForever()) { angle = 360 }
    }
  }
}

private struct Opening: View {
  @State private var isShown = false
  var body: some View {
    NavigationStack {
      List {
        NavigationLink("push") { Turning(name: "pushed") }
        Button("show") { withAnimation(.linear(duration: 7)) { isShown = true } }
      }
      .sheet(isPresented: $isShown) { Turning(name: "presented") }
    }
  }
}

/// Animates a change for ever.
private struct Endless: View {
  @State private var count = 0
  var body: some View {
    Text("count \(count)")
    Button("again") { count += 1 }.onChange(of: count) { withAnimation { count += 1 } }
  }
}

@MainActor @Observable private final class Phased {
  var trigger = 0
  @ObservationIgnored var shown: [String] = []
  func note(_ phase: String) -> String {
    if shown.last != phase { shown.append(phase) }
    return phase
  }
}

private struct Triggered: View {
  let phased: Phased
  var body: some View {
    Text("it").phaseAnimator(["one", "two"], trigger: phased.trigger) { _, phase in
      Text(phased.note(phase))
    } animation: { _ in
      .linear(duration: 0.001)
    }
  }
}

private struct Fading: View {
  @State private var isFaded = false
  @State private var count = 0
  var body: some View {
    Button("fade") { isFaded.toggle() }
    Button("count") { count += 1 }
    Text("count \(count)")
    Text("faded").opacity(isFaded ? 0.5 : 1).animation(.linear(duration: 3))
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

  /// Where it was when it appeared is shown first.
  @Test func whatAViewAnimatesWhenItAppearsComesAfterIt() throws {
    let page = ViewPage(Turning(name: "first"))
    #expect(page.beginsAnimated)
    let dom = ModelDOM(page)
    func styles() -> [String] { dom.all.compactMap { $0.attribute(.style) } }
    let before = styles()
    page.update()
    #expect(!page.beginsAnimated)
    #expect(motions(dom).map(\.iterations) == [0] && dom.updates == 1)
    #expect(styles() != before && styles().contains { $0.contains("rotate(") })
    #expect(dom.root == page.root)
    // Nothing is left to do.
    dom.clearOperations()
    page.update()
    #expect(dom.operations.isEmpty)
  }

  @Test func pagesAndSheetsBeginAsTheyWereBefore() throws {
    for (button, durations) in [("push", [4000]), ("show", [7000, 4000])] {
      let dom = ModelDOM(ViewPage(Opening()))
      try dom.click(button)
      #expect(motions(dom).map(\.duration) == durations)
      #expect(dom.updates == 2)
      // The animation is about what follows it, and not about what has come before.
      let last = try #require(dom.operations.lastIndex { if case .command(.animate) = $0 { true } else { false } })
      #expect(dom.operations[..<last].contains { if case .insert = $0 { true } else { false } })
      #expect(!dom.operations[last...].contains { if case .insert = $0 { true } else { false } })
      #expect(dom.root == dom.page.root)
    }
  }

  @Test func whatAnimatesItselfForEverIsStopped() throws {
    let dom = ModelDOM(ViewPage(Endless()))
    try dom.click("again")
    for _ in 0..<20 { dom.page.update() }
    dom.clearOperations()
    dom.page.update()
    #expect(dom.operations.isEmpty)
  }

  private func wait(_ page: ViewPage, until isThere: () -> Bool) async throws {
    for _ in 0..<2_000 where !isThere() {
      try await Task.sleep(for: .milliseconds(5))
      page.update()
    }
    #expect(isThere())
  }

  @Test func phasesFollowEachOther() async throws {
    let phased = Phased()
    let page = ViewPage(
      PhaseAnimator(["one", "two", "three"]) {
        Text(phased.note($0))
      } animation: {
        .linear(duration: $0 == "two" ? 0.002 : 0.001)
      })
    let dom = ModelDOM(page)
    try await wait(page) { phased.shown.count >= 5 }
    #expect(phased.shown.prefix(5) == ["one", "two", "three", "one", "two"])
    #expect(motions(dom).prefix(2).map(\.duration) == [2, 1])
    page.close()
  }

  @Test func aTriggerLeadsThroughThePhasesOnce() async throws {
    let phased = Phased()
    let page = ViewPage(Triggered(phased: phased))
    let dom = ModelDOM(page)
    #expect(phased.shown == ["one"])
    phased.trigger += 1
    page.update()
    try await wait(page) { phased.shown.count >= 3 }
    #expect(phased.shown == ["one", "two", "one"])
    #expect(dom.text.contains("one"))
    page.close()
  }

  /// Tasks of a page begin anew when it is shown again.
  @Test func whatIsShownAgainGoesThroughNoPhases() async throws {
    @MainActor final class Visits { var count = 0 }
    let (phased, visits) = (Phased(), Visits())
    let page = ViewPage(
      TabView {
        Triggered(phased: phased).task { visits.count += 1 }.tabItem { Text("One") }
        Text("other").tabItem { Text("Two") }
      })
    let dom = ModelDOM(page)
    phased.trigger += 1
    page.update()
    try await wait(page) { phased.shown.count >= 3 }
    try dom.click("Two")
    try dom.click("One")
    try await wait(page) { visits.count == 2 }
    #expect(phased.shown == ["one", "two", "one"])
    page.close()
  }

  @Test func anAnimationWithoutAValueIsAboutTheView() throws {
    let dom = ModelDOM(ViewPage(Fading()))
    try dom.click("count")
    #expect(motions(dom).isEmpty)
    try dom.click("fade")
    #expect(motions(dom).map(\.duration) == [3000])
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
