// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

private struct Counter: View {
  @State private var count = 0

  var body: some View {
    VStack {
      Text("Count: \(count)")
      Button("More") { count += 1 }
      ForEach(0..<count, id: \.self) { Text("\($0)") }
    }
  }
}

@MainActor @Suite struct SmokeTests {
  @Test func aButtonChangesState() throws {
    let page = ViewPage(Counter())
    let model = ModelDOM(page)
    #expect(model.text.contains("Count: 0"))
    try model.click("More")
    #expect(model.text.contains("Count: 1"))
    #expect(model.root == page.root)
  }

  /// A colour is a view and a style: both forms would take it.
  @Test func aColourBehindAndInFront() {
    let view = Text("x").background(Color.secondary).overlay(Color.accentColor.opacity(0.2))
    #expect(ModelDOM(ViewPage(view)).text == "x")
  }
}
