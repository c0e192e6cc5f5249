// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// A chart of bars, lines, areas, points and sectors, drawn as SVG, with a table of the values for screen readers. See
/// Apple's documentation of `Chart`.
public struct Chart<Content: ChartContent>: View {
  @Environment(\.chartSetup) private var setup
  private let content: Content

  /// A chart of marks that are written out or come from loops.
  public init(@ChartContentBuilder content: () -> Content) { self.content = content() }

  /// A chart with marks for each element of the data.
  public init<Data: RandomAccessCollection, C: ChartContent>(
    _ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> C
  ) where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, C> {
    self.content = ForEach(data: data, content: content, id: { $0.id })
  }

  /// A chart with marks for each element of the data, which `id` tells apart.
  public init<Data: RandomAccessCollection, ID: Hashable, C: ChartContent>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> C
  ) where Content == ForEach<Data, ID, C> {
    self.content = ForEach(data: data, content: content, id: { $0[keyPath: id] })
  }

  public var body: some View { ChartView(marks: chartMarks(content), setup: setup) }
}

/// A chart whose content is known.
struct ChartView: View {
  let marks: [Mark]
  let setup: ChartSetup

  private var isPie: Bool { marks.contains { $0.kind == .sector } }

  var body: some View {
    let palette = Palette(marks, setup)
    Markup(.figure, classes: [.chart], [], grows: [.horizontal, .vertical]) {
      if let label = setup.y.label { label.font(.caption).foregroundStyle(.secondary) }
      if isPie { pie(palette) } else { plot(palette) }
      if let label = setup.x.label { label.font(.caption).foregroundStyle(.secondary) }
      if let legend = setup.legendContent {
        legend
      } else if !palette.names.isEmpty, setup.legend != .hidden {
        Markup(legend(palette))
      }
      Markup(table)
    }
  }

  private func pie(_ palette: Palette) -> some View {
    Markup(.box, classes: [.chartPie]) {
      if let background = setup.background { background(ChartProxy()) }
      Markup(
        MarkupPart(
          .drawing, "", [.init(.coordinates, "-100 -100 200 200"), .init(.isHidden, true)],
          parts: Drawing.sectors(marks, palette)))
      if let overlay = setup.overlay { overlay(ChartProxy()) }
    }
  }

  private func plot(_ palette: Palette) -> some View {
    let layout = ChartLayout(marks, setup)
    let drawing = Drawing(layout: layout, palette: palette)
    let x = AxisDrawing(setup.x, layout.x, isVertical: false)
    let y = AxisDrawing(setup.y, layout.y, isVertical: true)
    return Markup(.box, classes: [.chartBody]) {
      Markup(.box, classes: [.chartPlot]) {
        Markup(MarkupPart(.box, classes: [.chartGrid], [.init(.isHidden, true)], parts: x.lines + y.lines))
        if let background = setup.background { Markup(.box, classes: [.chartLayer]) { background(ChartProxy()) } }
        Markup(MarkupPart(.box, classes: [.chartMarks], [.init(.isHidden, true)], parts: drawing.areas + drawing.boxes))
        Markup(
          MarkupPart(
            .drawing, "",
            [.init(.coordinates, "0 0 1000 1000"), .init(.keepsProportions, false), .init(.isHidden, true)],
            parts: drawing.lines))
        Markup(MarkupPart(.box, classes: [.chartMarks], [.init(.isHidden, true)], parts: drawing.dots))
        ForEach(layout.anchors.indices, id: \.self) { index in annotation(layout.anchors[index]) }
        if let overlay = setup.overlay { Markup(.box, classes: [.chartLayer]) { overlay(ChartProxy()) } }
      }
      if !y.labels.isEmpty {
        Markup(.box, classes: y.isLeading ? [.chartY, .chartLeading] : [.chartY]) {
          ForEach(y.labels.indices, id: \.self) { y.labels[$0] }
        }
      }
      if !x.labels.isEmpty {
        Markup(.box, classes: [.chartX]) { ForEach(x.labels.indices, id: \.self) { x.labels[$0] } }
      }
    }
  }

  private func annotation(_ anchor: (annotation: MarkAnnotation, x: Double, y: Double)) -> some View {
    let name = anchor.annotation.position.name.lowercased()
    let across: Double = name.contains("leading") ? -1 : name.contains("trailing") ? 0 : -0.5
    let up: Double = name.contains("top") ? -1 : name.contains("bottom") ? 0 : -0.5
    let styles: [Element.Style] = [
      .place(.left, .part(anchor.x)), .place(.top, .part(1 - anchor.y)),
      .transform([.move(.part(across), .part(up))]),
      .padding(.init(min(max(anchor.annotation.spacing, 0), 100)), usual: []),
    ]
    return Markup(.box, classes: [.chartNote], [.init(styles)]) { anchor.annotation.view }
  }

  private func legend(_ palette: Palette) -> MarkupPart {
    MarkupPart(
      .box, classes: [.chartLegend],
      parts: palette.names.map { name in
        MarkupPart(
          .text, "",
          parts: [
            MarkupPart(.swatch, "", [.styles(.background(palette.style(of: name)))]),
            MarkupPart(.text, "", text: name),
          ])
      })
  }

  /// The values, for those who cannot see the drawing.
  private var table: MarkupPart {
    let shown = marks.filter { $0.kind != .rule && !$0.look.isHidden }
    let most = 500
    let first = shown.first
    let heads: [String] = [
      first?.look.label.map { _ in "" }, first?.look.group?.label, first?.x?.label, (first?.angle ?? first?.y)?.label,
    ].compactMap(\.self)
    let rows = shown.prefix(most).map { mark in
      let height = [(mark.angle ?? mark.y)?.value.text, mark.yEnd?.value.text].compactMap { $0 }
      let cells: [String?] = [
        mark.look.label, mark.look.group?.value.text, mark.x?.value.text,
        mark.look.valueText ?? height.joined(separator: " – "),
      ]
      return MarkupPart(.tableRow, "", parts: cells.compactMap(\.self).map { MarkupPart(.cell, "", text: $0) })
    }
    let head = MarkupPart(.tableRow, "", parts: heads.map { MarkupPart(.columnHeader, "", text: $0) })
    return MarkupPart(.table, classes: [.chartTable], [.init(.label, "Chart")], parts: [head] + rows)
  }
}
