// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataUI

/// Marks, laid out in a plot that is one wide and one high, with the origin at the bottom left.
struct ChartLayout {
  /// A mark that is a box: a bar, a rectangle, a rule across the plot.
  struct Box {
    let mark: Mark
    let x: ClosedRange<Double>
    let y: ClosedRange<Double>
  }
  /// Marks that are the points of one line or area.
  struct Run {
    let mark: Mark
    var points: [(x: Double, y: Double, base: Double)]
  }
  struct Dot {
    let mark: Mark
    let x: Double
    let y: Double
  }

  private(set) var x = Scale(.number(0, 1))
  private(set) var y = Scale(.number(0, 1))
  private(set) var boxes: [Box] = []
  private(set) var runs: [Run] = []
  private(set) var dots: [Dot] = []
  /// Which of the bars that lie beside each other one is, and of how many.
  private var positions: [String: (place: Int, count: Int)] = [:]
  /// What annotations hang on.
  private(set) var anchors: [(annotation: MarkAnnotation, x: Double, y: Double)] = []

  init(_ marks: [Mark], _ setup: ChartSetup) {
    let stacked = Self.stack(marks)
    let beside = marks.compactMap { $0.look.position?.value.text }.uniqued
    for (index, name) in beside.enumerated() { positions[name] = (index, beside.count) }
    let hasBase = { (isHorizontal: Bool) in
      marks.contains { ($0.kind == .bar || $0.kind == .area || $0.kind == .line) && $0.isHorizontal == isHorizontal }
    }
    x = Scale(
      stacked.flatMap { Self.values($0.mark.x, $0.mark.xEnd) + $0.extentX }, domain: setup.x.domain,
      startsAtZero: hasBase(true))
    y = Scale(
      stacked.flatMap { Self.values($0.mark.y, $0.mark.yEnd) + $0.extentY }, domain: setup.y.domain,
      startsAtZero: hasBase(false))
    for item in stacked { place(item) }
    for index in runs.indices { runs[index].points.sort { $0.x < $1.x } }
  }

  private static func values(_ plotted: Plotted?...) -> [_ChartValue] {
    plotted.flatMap { [$0?.value, $0?.end].compactMap { $0 } }
  }

  // MARK: Marks at one place

  private struct Stacked {
    let mark: Mark
    /// Where the mark begins and ends along the axis of its length, if it is stacked.
    var low: Double?
    var high: Double?
    var extentX: [_ChartValue] { mark.isHorizontal ? extent : [] }
    var extentY: [_ChartValue] { mark.isHorizontal ? [] : extent }
    private var extent: [_ChartValue] { [low, high].compactMap { $0.map { .number($0) } } }
  }

  private struct Place: Hashable {
    let value: _ChartValue
    let position: _ChartValue?
    let kind: Mark.Kind
  }

  private static func stack(_ marks: [Mark]) -> [Stacked] {
    let areas = Set(marks.filter { $0.kind == .area }.map(\.seriesKey)).count
    var heights: [Place: (up: Double, down: Double)] = [:]
    return marks.map { mark in
      let isStacked =
        (mark.kind == .bar || mark.kind == .area && areas > 1) && mark.stacking != .unstacked && mark.yEnd == nil
        && mark.xEnd == nil
      let (across, along) = mark.isHorizontal ? (mark.y, mark.x) : (mark.x, mark.y)
      guard isStacked, let across, let along, along.end == nil, case .number(let length) = along.value, length.isFinite
      else { return Stacked(mark: mark) }
      let place = Place(value: across.value, position: mark.look.position?.value, kind: mark.kind)
      var height = heights[place] ?? (0, 0)
      let low = length < 0 ? height.down : height.up
      if length < 0 { height.down += length } else { height.up += length }
      heights[place] = height
      return Stacked(mark: mark, low: low, high: low + length)
    }
  }

  // MARK: Places

  private mutating func place(_ item: Stacked) {
    let mark = item.mark
    switch mark.kind {
    case .sector: return
    case .bar, .rectangle, .rule: placeBox(item)
    case .point, .line, .area: placePoint(item)
    }
  }

  private mutating func placePoint(_ item: Stacked) {
    let mark = item.mark
    guard let across = Self.middle(mark.x, x), let plottedY = mark.y else { return }
    let top: Double?
    let base: Double
    if let high = item.high {
      top = y.position(.number(high))
      base = y.position(.number(item.low ?? 0)) ?? y.zero
    } else if let end = mark.yEnd {
      top = y.position(end.value)
      base = y.position(plottedY.value) ?? y.zero
    } else {
      top = Self.middle(plottedY, y)
      base = y.zero
    }
    guard let top, across.isFinite, top.isFinite, base.isFinite else { return }
    anchor(mark, across...across, top...top)
    if mark.kind == .point || mark.look.hasSymbol { dots.append(Dot(mark: mark, x: across, y: top)) }
    guard mark.kind != .point else { return }
    let index = runs.firstIndex { $0.mark.kind == mark.kind && $0.mark.seriesKey == mark.seriesKey }
    if let index {
      runs[index].points.append((across, top, base))
    } else {
      runs.append(Run(mark: mark, points: [(across, top, base)]))
    }
  }

  private mutating func placeBox(_ item: Stacked) {
    let mark = item.mark
    let horizontal = extent(
      mark.x, mark.xEnd, x, mark, mark.width, low: mark.isHorizontal ? item.low : nil,
      high: mark.isHorizontal ? item.high : nil, isLength: mark.isHorizontal)
    let vertical = extent(
      mark.y, mark.yEnd, y, mark, mark.height, low: mark.isHorizontal ? nil : item.low,
      high: mark.isHorizontal ? nil : item.high, isLength: mark.kind == .bar && !mark.isHorizontal)
    guard let horizontal, let vertical else { return }
    boxes.append(Box(mark: mark, x: horizontal, y: vertical))
    anchor(mark, horizontal, vertical)
  }

  /// Where a box lies on one axis.
  private func extent(
    _ start: Plotted?, _ end: Plotted?, _ scale: Scale, _ mark: Mark, _ dimension: MarkDimension, low: Double?,
    high: Double?, isLength: Bool
  ) -> ClosedRange<Double>? {
    guard let start else { return 0...1 }
    func range(_ a: Double?, _ b: Double?) -> ClosedRange<Double>? {
      guard let a, let b, a.isFinite, b.isFinite else { return nil }
      return min(a, b)...max(a, b)
    }
    if let high { return range(scale.position(.number(low ?? 0)), scale.position(.number(high))) }
    if let end { return range(scale.position(start.value), scale.position(end.value)) }
    if isLength { return range(scale.zero, scale.position(start.value)) }
    guard let middle = Self.middle(start, scale), middle.isFinite else { return nil }
    if mark.kind == .rule { return middle...middle }
    var width: Double
    if let end = start.end, let from = scale.position(start.value), let to = scale.position(end) {
      width = abs(to - from)
    } else if case .category(let names) = scale.kind {
      width = 1 / Double(max(1, names.count))
    } else {
      width = 0.06
    }
    width *= dimension.share(automatic: 0.7)
    let (place, count) = positions[mark.look.position?.value.text ?? ""] ?? (0, 1)
    let part = width / Double(max(1, count))
    let from = middle - width / 2 + part * Double(place)
    return from...(from + part)
  }

  private static func middle(_ plotted: Plotted?, _ scale: Scale) -> Double? {
    guard let plotted, let start = scale.position(plotted.value) else { return nil }
    guard let end = plotted.end.flatMap(scale.position) else { return start }
    return (start + end) / 2
  }

  private mutating func anchor(_ mark: Mark, _ x: ClosedRange<Double>, _ y: ClosedRange<Double>) {
    for annotation in mark.look.annotations {
      let name = annotation.position.name.lowercased()
      var across = (x.lowerBound + x.upperBound) / 2
      if name.contains("leading") { across = x.lowerBound } else if name.contains("trailing") { across = x.upperBound }
      var up = (y.lowerBound + y.upperBound) / 2
      if name.contains("top") { up = y.upperBound } else if name.contains("bottom") { up = y.lowerBound }
      anchors.append((annotation, across, up))
    }
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, where it comes first.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Mark {
  /// What the points of one line have in common.
  var seriesKey: String { (series ?? "") + "\u{1F}" + (look.group?.value.text ?? "") }
}
