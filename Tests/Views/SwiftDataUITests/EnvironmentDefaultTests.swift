// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Testing

@testable import SwiftDataUI

extension EnvironmentValues {
  @Entry var usualColor: Color? = .blue
}

private enum DepthKey: PreferenceKey {
  static var defaultValue: Int? { 3 }
  static func reduce(value: inout Int?, nextValue: () -> Int?) { value = nextValue() }
}

private struct Sizes: View {
  @Environment(\.horizontalSizeClass) private var horizontal
  @Environment(\.verticalSizeClass) private var vertical
  @Environment(\.usualColor) private var color
  var body: some View {
    Text(verbatim: "\(name(horizontal)) \(name(vertical)) \(color == .blue ? "blue" : color == nil ? "none" : "other")")
  }

  private func name(_ size: UserInterfaceSizeClass?) -> String { size.map { "\($0)" } ?? "none" }
}

private struct Names: View {
  @Namespace private var first
  @Namespace private var second
  @State private var seen: [Namespace.ID] = []
  @State private var count = 0
  var body: some View {
    Text(verbatim: "\(first != second) \(seen.isEmpty || seen == [first, second]) \(count)")
    Button("Again") {
      seen = [first, second]
      count += 1
    }
  }
}

/// Values that nobody has set.
@MainActor @Suite struct EnvironmentDefaultTests {
  @Test func aDefaultOfAnOptionalCounts() {
    #expect(ModelDOM(ViewPage(Sizes())).text == "regular regular blue")
    let compact = Sizes().environment(\.horizontalSizeClass, .compact).environment(\.usualColor, .red)
    #expect(ModelDOM(ViewPage(compact)).text == "compact regular other")
    // Nil is a value, too.
    let none = Sizes().environment(\.verticalSizeClass, nil).environment(\.usualColor, nil)
    #expect(ModelDOM(ViewPage(none)).text == "regular none none")
  }

  @Test func aDefaultOfAPreferenceCounts() {
    var values = PreferenceValues()
    #expect(values[DepthKey.self] == 3)
    values[DepthKey.self] = nil
    #expect(values[DepthKey.self] == nil)
    values[DepthKey.self] = 5
    #expect(values[DepthKey.self] == 5)
  }

  @Test func twoNamesOfAViewDiffer() throws {
    let dom = ModelDOM(ViewPage(Names()))
    #expect(dom.text.hasPrefix("true true 0"))
    try dom.click("Again")
    #expect(dom.text.hasPrefix("true true 1"))
  }
}
