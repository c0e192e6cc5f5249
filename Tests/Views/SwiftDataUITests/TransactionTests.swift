// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Testing

@testable import SwiftDataUI

private struct Changing: View {
  @State private var page = 0
  @State private var count = 0
  var body: some View {
    VStack {
      Button("page") { page += 1 }
      Button("count") { withAnimation { count += 1 } }
      Text("page \(page)").transaction(value: page) { $0.animation = .linear(duration: 2) }
      Text("count \(count)")
    }
  }
}

private struct Fading: View {
  @State private var isFaded = false
  @State private var count = 0
  var body: some View {
    VStack {
      Button("fade") { isFaded.toggle() }
      Button("count") { count += 1 }
      Text("count \(count)").animation(.linear(duration: 3)) { $0.opacity(isFaded ? 0.5 : 1) }
      Text("moved").transaction {
        $0.disablesAnimations = false
      } body: {
        $0.padding(isFaded ? 4 : 2)
      }
    }
  }
}

private struct Closing: View {
  @State private var page = 0
  var body: some View {
    VStack {
      Button("page") { withAnimation { page += 1 } }
      Text("page \(page)").transaction(value: page) { $0.disablesAnimations = true }
    }
  }
}

private struct Many: View {
  @State private var isFaded = false
  @State private var count = 0
  var body: some View {
    VStack {
      Button("fade") { isFaded.toggle() }
      Button("count") { count += 1 }
      Text("count \(count)")
      ForEach(0..<1000) { Text(verbatim: "row \($0)").opacity(isFaded && $0 == 700 ? 0.5 : 1) }
    }
    .animation(.linear(duration: 4))
  }
}

/// What views change of the transaction of an update.
@MainActor @Suite struct TransactionTests {
  private func durations(_ dom: ModelDOM) -> [Int] {
    defer { dom.clearOperations() }
    return dom.operations.compactMap { if case .command(.animate(let motion)) = $0 { motion.duration } else { nil } }
  }

  @Test func aValueChangesTheTransaction() throws {
    let dom = ModelDOM(ViewPage(Changing()))
    try dom.click("count")
    #expect(durations(dom) == [350])
    try dom.click("page")
    #expect(durations(dom) == [2000])
    let closing = ModelDOM(ViewPage(Closing()))
    try closing.click("page")
    #expect(durations(closing) == [])
    #expect(closing.text.contains("page 1"))
  }

  @Test func whatIsAddedIsAnimatedAlone() throws {
    let dom = ModelDOM(ViewPage(Fading()))
    try dom.click("count")
    #expect(durations(dom) == [])
    try dom.click("fade")
    #expect(durations(dom) == [3000])
  }

  @Test func oneOfManyElementsThatLooksDifferentIsNoticed() throws {
    let dom = ModelDOM(ViewPage(Many()))
    try dom.click("count")
    #expect(durations(dom) == [])
    try dom.click("fade")
    #expect(durations(dom) == [4000])
    try dom.click("fade")
    #expect(durations(dom) == [4000])
  }
}
