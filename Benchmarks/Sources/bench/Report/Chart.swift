// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Results as a bar chart in SVG: for each line of the workload, how many
/// times the floor GRDB's records and this package take.
struct Chart {
  let results: Results

  private let labelWidth = 310.0
  private let barsWidth = 420.0
  private let rowHeight = 40.0
  private let top = 64.0

  private struct Line {
    var title: String
    var grdb: Double?
    var ours: Double?
  }

  private var lines: [Line] {
    results.rows.compactMap { row in
      guard let floor = row.floor, floor > 0 else { return nil }
      return Line(
        title: row.title, grdb: row.grdb.map { $0 / floor }, ours: row.ours.map { $0 / floor })
    }
  }

  var svg: String {
    let lines = lines
    // A bar that is off the scale ends in its number.
    let longest = min(10, max(2, lines.flatMap { [$0.grdb ?? 0, $0.ours ?? 0] }.max() ?? 2))
    let width = labelWidth + barsWidth + 70
    let height = top + Double(lines.count) * rowHeight + 44
    let unit = barsWidth / longest
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(whole(width))" height="\(whole(height))" \
      viewBox="0 0 \(whole(width)) \(whole(height))" role="img" aria-label="Times the floor">
      """,
      Self.style,
      "<rect class=\"ground\" width=\"100%\" height=\"100%\" rx=\"6\"/>",
      text(16, 26, "Time, as a multiple of hand-written sqlite3 calls (shorter is better)", "head"),
      legend,
    ]
    for step in stride(from: 1, through: Int(longest), by: 1) {
      let x = labelWidth + Double(step) * unit
      parts.append(
        """
        <line class="\(step == 1 ? "floor" : "grid")" x1="\(point(x))" x2="\(point(x))" \
        y1="\(point(top - 6))" y2="\(point(height - 38))"/>
        """)
      parts.append(text(x, height - 24, "\(step)×", "axis", anchor: "middle"))
    }
    for (index, line) in lines.enumerated() {
      let y = top + Double(index) * rowHeight
      parts.append(text(labelWidth - 10, y + 20, line.title, "label", anchor: "end"))
      parts.append(bar(y + 2, line.ours, unit, longest, "ours"))
      parts.append(bar(y + 17, line.grdb, unit, longest, "grdb"))
    }
    parts.append(text(16, height - 8, "\(results.machine), \(results.date)", "axis"))
    parts.append("</svg>")
    return parts.joined(separator: "\n") + "\n"
  }

  private var legend: String {
    let x = labelWidth
    return """
      <rect class="ours" x="\(point(x))" y="37" width="12" height="12"/>
      \(text(x + 18, 47, "ours", "axis"))
      <rect class="grdb" x="\(point(x + 64))" y="37" width="12" height="12"/>
      \(text(x + 82, 47, "GRDB records", "axis"))
      """
  }

  private func bar(
    _ y: Double, _ value: Double?, _ unit: Double, _ longest: Double, _ style: String
  ) -> String {
    guard let value else { return "" }
    let length = min(value, longest) * unit
    return """
      <rect class="\(style)" x="\(point(labelWidth))" y="\(point(y))" \
      width="\(point(length))" height="13"/>
      \(text(labelWidth + length + 5, y + 11, String(format: "%.2f", value), "value"))
      """
  }

  private func text(
    _ x: Double, _ y: Double, _ text: String, _ style: String, anchor: String = "start"
  ) -> String {
    let escaped = text.replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;")
    return """
      <text class="\(style)" x="\(point(x))" y="\(point(y))" text-anchor="\(anchor)">\(escaped)</text>
      """
  }

  private func point(_ value: Double) -> String { String(format: "%.1f", value) }
  private func whole(_ value: Double) -> String { String(format: "%.0f", value) }

  private static let style = """
    <style>
      text { font: 12px system-ui, sans-serif; fill: #24292f; }
      .head { font-size: 14px; font-weight: 600; }
      .axis, .value { font-size: 11px; fill: #57606a; }
      .ground { fill: #ffffff; }
      .ours { fill: #f05138; }
      .grdb { fill: #8c959f; }
      .grid { stroke: #d0d7de; stroke-width: 0.5; }
      .floor { stroke: #24292f; stroke-width: 1; stroke-dasharray: 3 2; }
      @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; }
        .axis, .value { fill: #9198a1; }
        .ground { fill: #0d1117; }
        .grid { stroke: #30363d; }
        .floor { stroke: #e6edf3; }
      }
    </style>
    """
}
