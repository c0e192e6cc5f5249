// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI
@testable import SwiftDataWeb

private struct Flow: Layout {
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
    proposal.replacingUnspecifiedDimensions()
  }
  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
    for subview in subviews { subview.place(at: bounds.origin, proposal: .unspecified) }
  }
}

private struct ConditionalToolbar: View {
  @State private var isOn = false

  var body: some View {
    NavigationStack {
      Text("Content").toolbar {
        if isOn {
          first
          ToolbarItem(placement: .topBarTrailing) { Button("Second") {} }
        }
        ToolbarItem(placement: .primaryAction) { Button("Always") { isOn.toggle() } }
      }
    }
  }

  @ToolbarContentBuilder private var first: some ToolbarContent {
    if isOn { ToolbarItem(placement: .topBarLeading) { Button("First") {} } }
  }
}

private struct Framed: TextFieldStyle {
  func _body(configuration: TextField<Self._Label>) -> some View {
    HStack {
      Text("Framed")
      configuration
    }
  }
}

private struct ShareSheet: UIViewControllerRepresentable {
  func makeUIViewController(context: Context) -> UIActivityViewController {
    UIActivityViewController(activityItems: [], applicationActivities: nil)
  }
  func updateUIViewController(_ uiViewController: UIActivityViewController, context: Context) {}
}

extension UIColor {
  fileprivate convenience init(hex: UInt32) {
    self.init(
      red: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255, blue: CGFloat(hex & 255) / 255,
      alpha: 1)
  }
}

/// All styles of a page, each with the tag that has it.
@MainActor private func styles<V: View>(_ view: V) -> [String] {
  func all(_ element: Element) -> [String] {
    [element.attribute(.style)].compactMap(\.self) + element.children.flatMap(all)
  }
  return all(ViewPage(view).root)
}

@MainActor @Suite struct BreadthTests {
  @Test func aColorOfTheAssetsIsABackground() {
    // Two overloads take it, as a style and as a view.
    #expect(styles(Text("a").background(Color("Card"))).contains { $0.contains("var(--color-card") })
    let isOn = true
    #expect(
      styles(Text("a").background(isOn ? Color.white.opacity(0.2) : Color.red.opacity(0.3))).contains {
        $0.contains("color-mix")
      })
  }

  @Test func colorsOfTheAssetsHaveProperties() {
    #expect(Color.cardBackground == Color("cardBackground"))
    #expect(styles(Text("a").foregroundStyle(Color.font)).contains { $0.contains("var(--color-font") })
  }

  @Test func aLayoutOfTheAppsShowsItsViewsInARowThatWraps() {
    let view = Flow { ForEach(0..<3, id: \.self) { Text("Tag \($0)") } }
    #expect(ModelDOM(ViewPage(view)).text.contains("Tag 2"))
    #expect(styles(view).contains { $0.contains("flex-wrap") })
    let stack = AnyLayout(VStackLayout(spacing: 3)) { Text("x") }
    #expect(styles(stack).contains { $0.contains("gap:3px") || $0.contains("gap: 3px") })
  }

  @Test func aToolbarsItemsMayDependOnACondition() throws {
    let page = ViewPage(ConditionalToolbar())
    let model = ModelDOM(page)
    #expect(model.text.contains("Always"))
    #expect(!model.text.contains("First"))
    try model.click("Always")
    #expect(model.text.contains("First") && model.text.contains("Second"))
    try model.click("Always")
    #expect(!model.text.contains("First"))
    #expect(model.root == page.root)
  }

  @Test func aTextFieldStyleOfTheAppsIsShown() {
    let view = TextField("Name", text: .constant("Ada")).textFieldStyle(Framed())
    #expect(ModelDOM(ViewPage(view)).text.contains("Framed"))
  }

  @Test func whatIsNotSupportedSaysSo() {
    #expect(ModelDOM(ViewPage(ShareSheet())).text.contains("Not supported here"))
    #expect(ModelDOM(ViewPage(Canvas { _, _ in })).text.contains("Canvas"))
  }

  @Test func partsOfColors() {
    var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
    #expect(UIColor(hex: 0xFF8000).getRed(&red, green: &green, blue: &blue, alpha: &alpha))
    #expect(red == 1 && abs(green - 128.0 / 255) < 0.001 && blue == 0 && alpha == 1)
    #expect(UIColor(Color.red.opacity(0.5)).cgColor.components?.last == 0.5)
    #expect(UIColor(Color("Card")).cgColor.components == nil)
    let both = UIColor { $0.userInterfaceStyle == .dark ? .black : .white }
    #expect(Color(both).css == "light-dark(#fff,#000)")
    for hue in [0.0, 0.25, 0.6] {
      let parts = UIColor(hue: hue, saturation: 0.5, brightness: 0.8).cgColor.components ?? []
      #expect(parts.count == 4 && abs((parts.prefix(3).max() ?? 0) - 0.8) < 0.01)
    }
  }

  @Test func singleCornersAreRounded() {
    let path = UIBezierPath(
      roundedRect: CGRect(x: 0, y: 0, width: 100, height: 50), byRoundingCorners: [.topLeft, .topRight],
      cornerRadii: CGSize(width: 8, height: 8))
    #expect(Path(path.cgPath).svg.hasPrefix("M8 0L92 0Q100 0 100 8"))
  }
}
