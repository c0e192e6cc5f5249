// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataUI

/// How the marks of a layout are written as elements.
struct Drawing {
  let layout: ChartLayout
  let palette: Palette

  private static func percent(_ value: Double) -> String { "\(number(value * 100))%" }
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  // MARK: Bars, rectangles and rules

  var boxes: [MarkupPart] {
    layout.boxes.map { box in
      var style = [
        ("left", Self.percent(box.x.lowerBound)), ("bottom", Self.percent(box.y.lowerBound)),
        ("width", Self.percent(box.x.upperBound - box.x.lowerBound)),
        ("height", Self.percent(box.y.upperBound - box.y.lowerBound)),
      ]
      let color = palette.style(of: box.mark)
      if box.mark.kind == .rule {
        let line = box.mark.look.line ?? StrokeStyle(lineWidth: 1)
        let side = box.x.lowerBound == box.x.upperBound ? "border-left" : "border-top"
        let kind = line.dash.isEmpty ? "solid" : "dashed"
        style.append((side, "\(Self.number(line.lineWidth))px \(kind) \(color.isImage ? "currentColor" : color.text)"))
      } else {
        style.append(("background", color.text))
        if case .fixed(let size) = box.mark.width.size, !box.mark.isHorizontal {
          style += [("max-width", "\(Self.number(size))px"), ("margin-left", "auto"), ("margin-right", "auto")]
          style += [("right", Self.percent(1 - box.x.upperBound))]
        }
        if let radius = box.mark.look.cornerRadius { style.append(("border-radius", "\(Self.number(radius))px")) }
      }
      style += look(box.mark)
      return MarkupPart(.box, classes: [.chartBar], [.init(.style, Self.text(style))])
    }
  }

  // MARK: Areas, lines and points

  var areas: [MarkupPart] {
    layout.runs.filter { $0.mark.kind == .area }.map { run in
      let upper = Curve.points(run.points.map { ($0.x, $0.y) }, run.mark.look.interpolation)
      let lower = Curve.points(run.points.map { ($0.x, $0.base) }, run.mark.look.interpolation)
      let outline = (upper + lower.reversed()).map { "\(Self.percent($0.0)) \(Self.percent(1 - $0.1))" }
      let style =
        [
          ("background", palette.style(of: run.mark).text),
          ("clip-path", "polygon(\(outline.joined(separator: ",")))"),
        ] + look(run.mark)
      return MarkupPart(.box, classes: [.chartArea], [.init(.style, Self.text(style))])
    }
  }

  /// All lines, in a square of 1,000 that is stretched to the plot.
  var lines: [MarkupPart] {
    layout.runs.filter { $0.mark.kind == .line }.map { run in
      let points = Curve.points(run.points.map { ($0.x, $0.y) }, run.mark.look.interpolation)
      let path = points.enumerated().map {
        "\($0 == 0 ? "M" : "L")\(Self.number($1.0 * 1000)) \(Self.number(1000 - $1.1 * 1000))"
      }.joined()
      let line = run.mark.look.line ?? StrokeStyle(lineWidth: 2, lineCap: .round, lineJoin: .round)
      let color = palette.style(of: run.mark)
      var style = [
        ("stroke", color.isImage ? "var(--s-accent)" : color.text),
        ("stroke-width", "\(Self.number(line.lineWidth))px"),
        ("stroke-linecap", line.lineCap.rawValue), ("fill", "none"),
      ]
      if !line.dash.isEmpty {
        style.append(("stroke-dasharray", line.dash.map { Self.number($0) }.joined(separator: " ")))
      }
      style += look(run.mark)
      return MarkupPart(
        .path, "", [.init(.outline, path), .init(.keepsLineWidth, true), .init(.style, Self.text(style))])
    }
  }

  var dots: [MarkupPart] {
    layout.dots.map { dot in
      // The area of the circle is that of the symbol.
      let size = 2 * (Double(max(1, dot.mark.look.symbolSize ?? 50)) / .pi).squareRoot()
      let style =
        [
          ("left", Self.percent(dot.x)), ("bottom", Self.percent(dot.y)), ("width", "\(Self.number(size))px"),
          ("height", "\(Self.number(size))px"), ("background", palette.style(of: dot.mark).text),
        ] + look(dot.mark)
      return MarkupPart(.box, classes: [.chartDot], [.init(.style, Self.text(style))])
    }
  }

  private func look(_ mark: Mark) -> [(String, String)] {
    var style: [(String, String)] = []
    if let opacity = mark.look.opacity { style.append(("opacity", Self.number(min(max(opacity, 0), 1)))) }
    if let z = mark.look.zIndex, z.isFinite { style.append(("z-index", String(Int(min(max(z, -1e6), 1e6))))) }
    return style
  }

  static func text(_ style: [(String, String)]) -> String { style.map { "\($0):\($1)" }.joined(separator: ";") }

  // MARK: Pies

  /// The sectors of a pie, in a square of 200 around its middle.
  static func sectors(_ marks: [Mark], _ palette: Palette) -> [MarkupPart] {
    let values = marks.map { max(0, $0.angle?.number ?? 0) }
    let total = values.reduce(0, +)
    guard total > 0 else { return [] }
    var start = 0.0
    return zip(marks, values).compactMap { mark, value in
      let part = value / total
      defer { start += part }
      guard part > 0 else { return nil }
      let outer = radius(mark.outerRadius, 100, automatic: 100)
      let inner = min(radius(mark.innerRadius, outer, automatic: 0), outer)
      let color = palette.style(of: mark)
      var style = [("fill", color.isImage ? "var(--s-accent)" : color.text)]
      if mark.angularInset > 0 {
        style += [("stroke", "var(--s-background)"), ("stroke-width", "\(number(mark.angularInset))px")]
      }
      if let opacity = mark.look.opacity { style.append(("opacity", number(min(max(opacity, 0), 1)))) }
      let path = sector(start, min(start + part, start + 0.99999), inner: inner, outer: outer)
      return MarkupPart(.path, "", [.init(.outline, path), .init(.style, text(style))])
    }
  }

  private static func radius(_ dimension: MarkDimension, _ whole: Double, automatic: Double) -> Double {
    switch dimension.size {
    case .automatic: automatic
    case .ratio(let ratio): whole * min(max(ratio, 0), 1)
    // Of a pie of common size.
    case .fixed(let size): min(max(size, 0), 100)
    case .inset(let inset): min(max(whole - inset, 0), 100)
    }
  }

  private static func sector(_ start: Double, _ end: Double, inner: Double, outer: Double) -> String {
    func point(_ turn: Double, _ radius: Double) -> String {
      "\(number(sin(turn * 2 * .pi) * radius)) \(number(-cos(turn * 2 * .pi) * radius))"
    }
    let large = end - start > 0.5 ? 1 : 0
    var path = "M\(point(start, outer))A\(number(outer)) \(number(outer)) 0 \(large) 1 \(point(end, outer))"
    path += "L\(point(end, inner))"
    if inner > 0 { path += "A\(number(inner)) \(number(inner)) 0 \(large) 0 \(point(start, inner))" }
    return path + "Z"
  }
}

/// The points of a line, with those that make it smooth.
enum Curve {
  static func points(_ points: [(Double, Double)], _ method: InterpolationMethod?) -> [(Double, Double)] {
    guard points.count > 1 else { return points }
    switch method?.shape ?? .linear {
    case .linear: return points
    case .smooth: return points.count > 200 ? points : smooth(points)
    // Where, between two points, the line goes up or down.
    case .stepStart: return steps(points, at: 0)
    case .stepCenter: return steps(points, at: 0.5)
    case .stepEnd: return steps(points, at: 1)
    }
  }

  private static func steps(_ points: [(Double, Double)], at part: Double) -> [(Double, Double)] {
    var result = [points[0]]
    for (from, to) in zip(points, points.dropFirst()) {
      let x = from.0 + (to.0 - from.0) * part
      result += [(x, from.1), (x, to.1), to]
    }
    return result
  }

  /// A curve through the points without bends that they do not have (Fritsch and Carlson, 1980).
  private static func smooth(_ points: [(Double, Double)]) -> [(Double, Double)] {
    let slopes = zip(points, points.dropFirst()).map { from, to in
      to.0 > from.0 ? (to.1 - from.1) / (to.0 - from.0) : 0
    }
    var tangents = [slopes[0]]
    for (before, after) in zip(slopes, slopes.dropFirst()) {
      tangents.append(before * after <= 0 ? 0 : 2 * before * after / (before + after))
    }
    tangents.append(slopes[slopes.count - 1])
    var result = [points[0]]
    for index in 0..<(points.count - 1) {
      let (from, to) = (points[index], points[index + 1])
      let width = to.0 - from.0
      for step in 1...8 {
        let t = Double(step) / 8
        let (square, cube) = (t * t, t * t * t)
        let start = (2 * cube - 3 * square + 1) * from.1 + (cube - 2 * square + t) * width * tangents[index]
        let end = (3 * square - 2 * cube) * to.1 + (cube - square) * width * tangents[index + 1]
        result.append((from.0 + t * width, start + end))
      }
    }
    return result
  }
}
