// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Testing

@testable import SwiftDataUI

private struct Card: GroupBoxStyle {
  @Environment(\.isEnabled) private var isEnabled
  @State private var taps = 0

  func makeBody(configuration: Configuration) -> some View {
    VStack {
      Text(isEnabled ? "card on" : "card off")
      Button("taps \(taps)") { taps += 1 }
      configuration.label
      configuration.content
    }
  }
}

private struct Framed: GroupBoxStyle {
  func makeBody(configuration: Configuration) -> some View {
    Text("frame")
    GroupBox(configuration)
  }
}

private struct Percent: ProgressViewStyle {
  func makeBody(configuration: Configuration) -> some View {
    if let label = configuration.label { label } else { Text("no label") }
    if let part = configuration.fractionCompleted { Text("\(Int(part * 100)) percent") } else { Text("waiting") }
  }
}

private struct Dial: GaugeStyle {
  func makeBody(configuration: Configuration) -> some View {
    configuration.label
    Text("dial \(Int(configuration.value * 100))")
    configuration.minimumValueLabel
  }
}

private struct Stacked: LabeledContentStyle {
  func makeBody(configuration: Configuration) -> some View {
    VStack {
      Text("stacked")
      configuration.label
      configuration.content
    }
  }
}

private struct Opening: DisclosureGroupStyle {
  func makeBody(configuration: Configuration) -> some View {
    Button {
      configuration.isExpanded.toggle()
    } label: {
      configuration.label
    }
    if configuration.isExpanded { configuration.content }
  }
}

/// Styles of the program's, beside those of the system.
@MainActor @Suite struct ViewStyleTests {
  private func text(_ view: some View) -> String { ModelDOM(ViewPage(VStack { view })).text }

  @Test func aStyleOfAGroupBoxReadsItsEnvironmentAndKeepsItsState() throws {
    let dom = ModelDOM(ViewPage(GroupBox("Title") { Text("content") }.groupBoxStyle(Card()).disabled(false)))
    #expect(dom.text == "card on taps 0 Title content")
    try dom.click("taps 0")
    #expect(dom.text == "card on taps 1 Title content")
    #expect(text(GroupBox("T") { Text("c") }.groupBoxStyle(Card()).disabled(true)).hasPrefix("card off"))
    #expect(dom.all(.groupBox).isEmpty)
  }

  @Test func aStyleMayShowTheBoxWhoseContentHasAllStyles() {
    let inner = GroupBox("inner") { Text("b") }
    let dom = ModelDOM(ViewPage(GroupBox("outer") { inner }.groupBoxStyle(Framed())))
    #expect(dom.text == "frame outer frame inner b")
    #expect(dom.all(.groupBox).count == 2)
    // The one of the system replaces what is further out.
    let plain = ModelDOM(ViewPage(GroupBox("a") { Text("b") }.groupBoxStyle(.automatic).groupBoxStyle(Framed())))
    #expect(plain.text == "a b")
  }

  @Test func progressViewsAndGaugesHaveStyles() {
    #expect(text(ProgressView(value: 0.5).progressViewStyle(Percent())) == "no label 50 percent")
    #expect(text(ProgressView("Loading").progressViewStyle(Percent())) == "Loading waiting")
    let bars = ModelDOM(ViewPage(ProgressView(value: 0.5).progressViewStyle(.linear).progressViewStyle(Percent())))
    #expect(bars.all.contains { $0.kind == .progress })
    let gauge = Gauge(value: 3, in: 0...4) {
      Text("Speed")
    } currentValueLabel: {
      Text("3")
    } minimumValueLabel: {
      Text("0")
    } maximumValueLabel: {
      Text("4")
    }
    #expect(text(gauge.gaugeStyle(Dial())) == "Speed dial 75 0")
    #expect(text(gauge) == "Speed 0 4 3")
    let ring = ModelDOM(ViewPage(gauge.gaugeStyle(.accessoryCircularCapacity)))
    #expect(ring.all(.ring).map { $0.attribute(.currentValue) } == ["0.75"])
  }

  @Test func labeledContentHasStyles() {
    #expect(text(LabeledContent("Name", value: "Rome").labeledContentStyle(Stacked())) == "stacked Name Rome")
    #expect(text(LabeledContent("Name", value: "Rome")) == "Name Rome")
  }

  @Test func aStyleOpensADisclosureGroup() throws {
    let dom = ModelDOM(ViewPage(DisclosureGroup("More") { Text("content") }.disclosureGroupStyle(Opening())))
    #expect(dom.text == "More")
    try dom.click("More")
    #expect(dom.text == "More content")
    #expect(!dom.all.contains { $0.kind == .disclosure })
    let usual = ModelDOM(ViewPage(DisclosureGroup("More") { Text("c") }.disclosureGroupStyle(.automatic)))
    #expect(usual.all.contains { $0.kind == .disclosure })
  }
}
