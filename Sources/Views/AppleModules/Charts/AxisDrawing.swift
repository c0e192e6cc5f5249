// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// The lines and labels of an axis.
@MainActor struct AxisDrawing {
  private(set) var lines: [MarkupPart] = []
  private(set) var labels: [AnyView] = []
  private(set) var isLeading = false

  init(_ axis: ChartSetup.Axis, _ scale: Scale, isVertical: Bool) {
    guard axis.visibility != .hidden else { return }
    for marks in axis.axes ?? [_Axis()] {
      if marks.position == .leading { isLeading = true }
      let ticks = scale.ticks(marks.values).filter { value in
        scale.position(value).map { (-0.001...1.001).contains($0) } ?? false
      }
      for (index, tick) in ticks.enumerated() {
        guard let place = scale.position(tick) else { continue }
        let value = AxisValue(index: index, count: ticks.count, value: tick)
        for part in marks.parts?(value) ?? (AxisGridLine()._parts + AxisValueLabel()._parts) {
          switch part {
          case .tick: continue
          case .gridLine(let look): lines.append(Self.line(look, place, isVertical))
          case .label(let view, let text, let look):
            let shift = look.isCentered == true ? Self.half(ticks, index, scale) : 0
            labels.append(
              Self.label(
                view ?? AnyView(Text(verbatim: text(value) ?? scale.label(tick))), look, place + shift, isVertical))
          }
        }
      }
    }
  }

  /// Half the way to the next mark: where the label of a day or a month stands. Names are in the middle already.
  private static func half(_ ticks: [_ChartValue], _ index: Int, _ scale: Scale) -> Double {
    if case .category = scale.kind { return 0 }
    guard ticks.count > 1, let first = scale.position(ticks[0]), let second = scale.position(ticks[1]) else { return 0 }
    return (second - first) / 2
  }

  private static func line(_ look: _AxisPart.AxisLook, _ place: Double, _ isVertical: Bool) -> MarkupPart {
    let line = look.line ?? StrokeStyle(lineWidth: 1)
    let stroke = line.drawn(look.style?.color ?? Color(system: .separator))
    let (part, none) = (Element.Style.Length.part(place), Element.Style.Length.points(0))
    let styles: [Element.Style] =
      isVertical
      ? [.place(.left, none), .place(.right, none), .place(.bottom, part), .edge(.top, stroke)]
      : [.place(.top, none), .place(.bottom, none), .place(.left, part), .edge(.left, stroke)]
    return MarkupPart(.box, "", [.init(styles)])
  }

  private static func label(
    _ view: AnyView, _ look: _AxisPart.AxisLook, _ place: Double, _ isVertical: Bool
  ) -> AnyView {
    let style: Element.Style = isVertical ? .place(.top, .part(1 - place)) : .place(.left, .part(place))
    return AnyView(
      Markup(.box, "", [.styles(style)]) {
        view.font(look.font ?? .caption2).foregroundStyle(
          look.style.map { AnyShapeStyle($0) } ?? AnyShapeStyle(.secondary))
      })
  }
}
