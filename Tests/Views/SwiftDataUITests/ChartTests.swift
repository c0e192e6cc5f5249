// SPDX-License-Identifier: Apache-2.0

import Charts
import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI

private struct Sale: Identifiable {
  let month: String
  let shop: String
  let amount: Double
  var id: String { month + shop }
}

private let sales = [
  Sale(month: "Jan", shop: "North", amount: 40), Sale(month: "Jan", shop: "South", amount: 60),
  Sale(month: "Feb", shop: "North", amount: 20), Sale(month: "Feb", shop: "South", amount: 10),
]

private enum Mood: String, Plottable { case good, bad }

/// Charts as elements: what lies where, and what is said beside the drawing.
@MainActor @Suite struct ChartTests {
  private func shown(_ view: some View) -> ModelDOM { ModelDOM(ViewPage(view)) }

  private func elements(_ dom: ModelDOM, _ name: StyleClass) -> [Element] {
    dom.all.filter { $0.classes.contains(name) }
  }

  private func style(_ element: Element) -> [String: String] {
    let text = element.attribute(.style) ?? ""
    var result: [String: String] = [:]
    for declaration in text.split(separator: ";") {
      let parts = declaration.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
    }
    return result
  }

  @Test func barsOfSeveralGroupsAreStacked() throws {
    let dom = shown(
      Chart(sales) {
        BarMark(x: .value("Month", $0.month), y: .value("Amount", $0.amount)).foregroundStyle(
          by: .value("Shop", $0.shop))
      })
    let bars = elements(dom, .chartBar).map(style)
    try #require(bars.count == 4)
    // The axis goes from 0 to 100.
    #expect(bars.map { $0["bottom"] } == ["0%", "40%", "0%", "20%"])
    #expect(bars.map { $0["height"] } == ["40%", "60%", "20%", "10%"])
    #expect(bars[0]["left"] == bars[1]["left"])
    #expect(bars[0]["background"] != bars[1]["background"])
    #expect(bars[0]["background"] == bars[2]["background"])
    let legend = elements(dom, .chartLegend).map(ModelDOM.text)
    #expect(legend == ["North South"])
  }

  @Test func barsLieBesideEachOther() throws {
    let dom = shown(
      Chart(sales) {
        BarMark(x: .value("Month", $0.month), y: .value("Amount", $0.amount)).position(by: .value("Shop", $0.shop))
      })
    let bars = elements(dom, .chartBar).map(style)
    try #require(bars.count == 4)
    #expect(bars.map { $0["bottom"] } == ["0%", "0%", "0%", "0%"])
    #expect(bars.map { $0["left"] } == ["7.5%", "25%", "57.5%", "75%"])
    #expect(bars.allSatisfy { $0["width"] == "17.5%" })
  }

  @Test func barsCanBeHorizontal() throws {
    let dom = shown(
      Chart(sales.prefix(1)) { BarMark(x: .value("Amount", $0.amount), y: .value("Month", $0.month)) })
    let bar = try #require(elements(dom, .chartBar).first.map(style))
    #expect(bar["left"] == "0%")
    #expect(bar["width"] == "100%")
    #expect(bar["height"] == "70%")
  }

  @Test func pointsAreConnectedByX() throws {
    let dom = shown(
      Chart([3, 1, 2], id: \.self) { LineMark(x: .value("x", $0), y: .value("y", $0 * 10)) }
        .chartXScale(domain: 0...4).chartYScale(domain: 0...40))
    let path = try #require(dom.all.first { $0.kind == .path }?.attribute(.outline))
    #expect(path == "M250 750L500 500L750 250")
  }

  @Test func aSectorIsAPartOfTheWhole() throws {
    let dom = shown(
      Chart {
        SectorMark(angle: .value("Count", 1)).foregroundStyle(.red)
        SectorMark(angle: .value("Count", 3), innerRadius: .ratio(0.5)).foregroundStyle(.blue)
      })
    let paths = dom.all.filter { $0.kind == .path }.compactMap { $0.attribute(.outline) }
    try #require(paths.count == 2)
    #expect(paths[0].hasPrefix("M0 -100A100 100 0 0 1 100"))
    #expect(paths[1].contains("A100 100 0 1 1"))
    #expect(paths[1].contains("A50 50 0 1 0"))
    #expect(elements(dom, .chartY).isEmpty)
  }

  @Test func axesAreAsTheProgramSays() throws {
    let dom = shown(
      Chart(sales) { BarMark(x: .value("Month", $0.month), y: .value("Amount", $0.amount)) }
        .chartXAxis(.hidden)
        .chartYAxis {
          AxisMarks(position: .leading, values: [0, 50, 100]) { value in
            AxisGridLine()
            AxisValueLabel { if let number = value.as(Int.self) { Text("\(number) €") } }
          }
        })
    #expect(elements(dom, .chartX).isEmpty)
    let labels = elements(dom, .chartLeading).flatMap(\.children)
    #expect(labels.map(ModelDOM.text) == ["0 €", "50 €", "100 €"])
    #expect(labels.map { style($0)["top"] } == ["100%", "50%", "0%"])
  }

  @Test func theAxisOfDatesHasMonths() throws {
    let calendar = Calendar.current
    let start = try #require(calendar.date(from: DateComponents(year: 2024, month: 1, day: 1)))
    let days = (0..<4).compactMap { calendar.date(byAdding: .month, value: $0, to: start) }
    let dom = shown(
      Chart(days, id: \.self) { BarMark(x: .value("Month", $0, unit: .month), y: .value("n", 1)) }
        .chartXAxis { AxisMarks(values: .stride(by: .month)) { AxisValueLabel(format: .dateTime.month(.abbreviated)) } }
    )
    #expect(elements(dom, .chartBar).count == 4)
    #expect(elements(dom, .chartX).flatMap(\.children).count == 5)
  }

  @Test func valuesCanBeReadWithoutTheDrawing() throws {
    let dom = shown(
      Chart(sales.prefix(1)) {
        BarMark(x: .value("Month", $0.month), y: .value("Amount", $0.amount)).annotation { Text("forty") }
      })
    let table = try #require(dom.all.first { $0.kind == .table })
    #expect(ModelDOM.all(table).filter { $0.kind == .cell }.map(ModelDOM.text) == ["Jan", "40"])
    #expect(elements(dom, .chartNote).map(ModelDOM.text) == ["forty"])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e308, 0])
  func noValueBreaksTheDrawing(_ value: Double) {
    let dom = shown(
      Chart {
        LineMark(x: .value("x", 0), y: .value("y", value))
        LineMark(x: .value("x", value), y: .value("y", 1)).interpolationMethod(.catmullRom)
        BarMark(x: .value("x", value), y: .value("y", value))
        SectorMark(angle: .value("angle", value))
        RuleMark(y: .value("y", value))
        AreaMark(x: .value("x", value), y: .value("y", value))
        PointMark(x: .value("Mood", Mood.good), y: .value("y", value))
      })
    #expect(!dom.all.contains { $0.attributes.contains { $0.text.contains("nan") || $0.text.contains("inf;") } })
    _ = shown(Chart([Sale]()) { BarMark(x: .value("a", $0.month), y: .value("b", $0.amount)) })
  }
}
