// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataUI

/// How the marks of a layout are written as elements.
struct Drawing {
  let layout: ChartLayout
  let palette: Palette

  // MARK: Bars, rectangles and rules

  var boxes: [MarkupPart] {
    layout.boxes.map { box in
      var styles: [Element.Style] = [
        .place(.left, .part(box.x.lowerBound)), .place(.bottom, .part(box.y.lowerBound)),
        .size(.width, .part(box.x.upperBound - box.x.lowerBound)),
        .size(.height, .part(box.y.upperBound - box.y.lowerBound)),
      ]
      let fill = palette.style(of: box.mark)
      if box.mark.kind == .rule {
        let line = box.mark.look.line ?? StrokeStyle(lineWidth: 1)
        let side = box.x.lowerBound == box.x.upperBound ? Element.Style.Side.left : .top
        styles.append(.edge(side, line.drawn(fill.color ?? Color(system: .text))))
      } else {
        styles.append(.background(fill))
        if case .fixed(let size) = box.mark.width.size, !box.mark.isHorizontal {
          styles += [
            .size(.maxWidth, .points(size)), .isCentered, .place(.right, .part(1 - box.x.upperBound)),
          ]
        }
        if let radius = box.mark.look.cornerRadius { styles.append(.corners(.radius(radius))) }
      }
      return MarkupPart(.box, classes: [.chartBar], [.init(styles + look(box.mark))])
    }
  }

  // MARK: Areas, lines and points

  var areas: [MarkupPart] {
    layout.runs.filter { $0.mark.kind == .area }.map { run in
      let upper = Curve.points(run.points.map { ($0.x, $0.y) }, run.mark.look.interpolation)
      let lower = Curve.points(run.points.map { ($0.x, $0.base) }, run.mark.look.interpolation)
      let outline = (upper + lower.reversed()).map { UnitPoint(x: $0.0, y: 1 - $0.1) }
      let styles: [Element.Style] = [.background(palette.style(of: run.mark)), .clip(.polygon(outline))]
      return MarkupPart(.box, classes: [.chartArea], [.init(styles + look(run.mark))])
    }
  }

  /// All lines, in a square of 1,000 that is stretched to the plot.
  var lines: [MarkupPart] {
    layout.runs.filter { $0.mark.kind == .line }.map { run in
      let points = Curve.points(run.points.map { ($0.x, $0.y) }, run.mark.look.interpolation)
      let path = points.enumerated().map {
        "\($0 == 0 ? "M" : "L")\(($1.0 * 1000).number) \((1000 - $1.1 * 1000).number)"
      }.joined()
      let line = run.mark.look.line ?? StrokeStyle(lineWidth: 2, lineCap: .round, lineJoin: .round)
      var styles: [Element.Style] = [
        .stroke(palette.style(of: run.mark).color ?? .accentColor), .strokeWidth(line.lineWidth),
        .strokeCap(line.lineCap), .fill(nil),
      ]
      if !line.dash.isEmpty { styles.append(.strokeDash(line.dash)) }
      return MarkupPart(
        .path, "", [.init(.outline, path), .init(.keepsLineWidth, true), .init(styles + look(run.mark))])
    }
  }

  var dots: [MarkupPart] {
    layout.dots.map { dot in
      // The area of the circle is that of the symbol.
      let size = 2 * (Double(max(1, dot.mark.look.symbolSize ?? 50)) / .pi).squareRoot()
      let styles: [Element.Style] = [
        .place(.left, .part(dot.x)), .place(.bottom, .part(dot.y)), .size(.width, .points(size)),
        .size(.height, .points(size)), .background(palette.style(of: dot.mark)),
      ]
      return MarkupPart(.box, classes: [.chartDot], [.init(styles + look(dot.mark))])
    }
  }

  private func look(_ mark: Mark) -> [Element.Style] {
    var styles: [Element.Style] = []
    if let opacity = mark.look.opacity { styles.append(.opacity(min(max(opacity, 0), 1))) }
    if let z = mark.look.zIndex, z.isFinite { styles.append(.order(Int(min(max(z, -1e6), 1e6)))) }
    return styles
  }

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
      var styles: [Element.Style] = [.fill(palette.style(of: mark).color ?? .accentColor)]
      if mark.angularInset > 0 {
        styles += [.stroke(Color(system: .background)), .strokeWidth(mark.angularInset)]
      }
      if let opacity = mark.look.opacity { styles.append(.opacity(min(max(opacity, 0), 1))) }
      let path = sector(start, min(start + part, start + 0.99999), inner: inner, outer: outer)
      return MarkupPart(.path, "", [.init(.outline, path), .init(styles)])
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
      "\((sin(turn * 2 * .pi) * radius).number) \((-cos(turn * 2 * .pi) * radius).number)"
    }
    let large = end - start > 0.5 ? 1 : 0
    var path = "M\(point(start, outer))A\(outer.number) \(outer.number) 0 \(large) 1 \(point(end, outer))"
    path += "L\(point(end, inner))"
    if inner > 0 { path += "A\(inner.number) \(inner.number) 0 \(large) 0 \(point(start, inner))" }
    return path + "Z"
  }
}

extension StrokeStyle {
  /// A line in a color.
  func drawn(_ color: Color) -> Element.Style.Line {
    .init(width: lineWidth, isDashed: !dash.isEmpty, color: color)
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
