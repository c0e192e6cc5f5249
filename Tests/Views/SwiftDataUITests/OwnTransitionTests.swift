// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

private struct Rise: Transition {
  func body(content: Content, phase: TransitionPhase) -> some View {
    HStack {
      content
      Text(phase.isIdentity ? "rests" : "moves")
    }
  }
}

private struct Door: View {
  @State private var isOpen = true
  var body: some View {
    VStack {
      if isOpen { Text("a").transition(Rise()) }
      Button("Change") { withAnimation { isOpen.toggle() } }
    }
  }
}

/// Transitions that are types: those that the script knows, and those of an app.
@MainActor @Suite struct OwnTransitionTests {
  private func words(_ view: some View) throws -> String? {
    try #require(ModelDOM(ViewPage(view)).all(.text).first).attribute(.transition)
  }

  @Test func knownOnesAreSaidInWords() throws {
    #expect(try words(Text("a").transition(OpacityTransition())) == "opacity")
    #expect(try words(Text("a").transition(MoveTransition(edge: .top))) == "move:top")
    #expect(try words(Text("a").transition(OffsetTransition(CGSize(width: 1, height: -2)))) == "offset:1:-2")
    #expect(try words(Text("a").transition(BlurReplaceTransition(configuration: .upUp))) == "blur")
    #expect(try words(Text("a").transition(MoveTransition(edge: .top).combined(with: .opacity))) == "move:top opacity")
    let both = AsymmetricTransition(insertion: .move(edge: .leading), removal: .opacity)
    #expect(try words(Text("a").transition(both)) == "move:leading|opacity")
    // Without a type, names are those of 'AnyTransition', as before.
    #expect(try words(Text("a").transition(.opacity)) == "opacity")
    #expect(try words(Text("a").transition(.move(edge: .top).combined(with: .opacity))) == "move:top opacity")
    #expect(AnyTransition(SlideTransition()).text == AnyTransition.slide.text)
  }

  @Test func anAppsOwnOneShowsTheViewAsItRestsAndFades() throws {
    let dom = ModelDOM(ViewPage(Door()))
    #expect(dom.text.hasPrefix("a rests"))
    #expect(dom.all(.hstack).first?.attribute(.transition) == "opacity")
    #expect(!Diagnostics.noteOnce("'transition' has its effect in part in a browser: one of an app's own fades."))
    #expect(AnyTransition(Rise()).text == "opacity")
    try dom.click("Change")
    #expect(!dom.text.contains("rests"))
    try dom.click("Change")
    #expect(dom.text.hasPrefix("a rests") && dom.root == dom.page.root)
  }

  @Test func phasesHaveValues() {
    #expect([TransitionPhase.willAppear, .identity, .didDisappear].map(\.value) == [-1, 0, 1])
    #expect(TransitionPhase.identity.isIdentity && !TransitionPhase.didDisappear.isIdentity)
    #expect(Rise.properties.hasMotion)
  }
}
