// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI
@testable import SwiftDataWeb

private struct Chapter: Identifiable {
  let id: Int
  let name: String
}

/// What apps say for screen readers, windows and devices that a browser does not have.
private struct Book: View {
  let chapters = [Chapter(id: 1, name: "one"), Chapter(id: 2, name: "two")]
  @Namespace private var space
  @State private var angle = 0.0

  var body: some View {
    VStack {
      ForEach(chapters) { Text($0.name).accessibilityRotorEntry(id: $0.id, in: space) }
    }
    .accessibilityRotor("Chapters") {
      ForEach(chapters) { AccessibilityRotorEntry($0.name, id: $0.id) }
      if angle > 0 { AccessibilityRotorEntry("angle", id: 7) }
    }
    .accessibilityRotor(.headings) { AccessibilityRotorEntry(Text("first"), 1, in: space) }
    .accessibilityRotor("Names", entries: chapters, entryLabel: \.name)
    .accessibilityRotor("Names", entries: chapters, entryID: \.id, entryLabel: \.name)
    .accessibilityScrollAction { _ in }
    .accessibilityLabeledPair(role: .label, id: 1, in: space)
    .accessibilityTextContentType(.narrative)
    .digitalCrownRotation($angle)
    .focusSection()
    .inspectorColumnWidth(min: 100, ideal: 200)
    .windowDismissBehavior(.disabled)
    .allowedDynamicRange(.high)
  }
}

@MainActor @Suite struct AcceptedNameTests {
  @Test func whatABrowserHasNoLikeOfIsAccepted() {
    let dom = ModelDOM(ViewPage(Book()))
    #expect(dom.text == "one two" && dom.all(.vstack).count == 1)
  }

  @Test func aTransformMovesWhatIsDrawn() throws {
    let view = Text("a").transformEffect(CGAffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 10, ty: -2))
    let box = try #require(ModelDOM(ViewPage(view)).all(.box).first)
    #expect(box.attribute(.style) == "transform:matrix(1,0,0.5,1,10,-2);transform-origin:0% 0%")
  }

  @Test func contentOfItsOwnIsSaidAfterTheHint() throws {
    let view = Text("a").accessibilityHint(Text("opens it")).accessibilityCustomContent("Size", "12 MB")
      .accessibilityCustomContent("Author", Text("Ada"))
    let text = try #require(ModelDOM(ViewPage(view)).all(.text).first)
    #expect(text.attribute(.hint) == "opens it, Size: 12 MB, Author: Ada")
  }

  @Test func aKeyframeAnimatorShowsTheEnd() throws {
    let view = KeyframeAnimator(initialValue: 1.0) { scale in
      Text("scale \(Int(scale * 10))")
    } keyframes: { _ in
      KeyframeTrack(\.self) {
        LinearKeyframe(3, duration: 1)
        LinearKeyframe(2, duration: 1)
      }
    }
    #expect(ModelDOM(ViewPage(view)).text == "scale 20")
  }
}
