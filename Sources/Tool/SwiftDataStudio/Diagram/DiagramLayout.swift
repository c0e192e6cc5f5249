// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Places boxes in columns, those with much in common near each other.
///
/// The boxes of each connected part are put into columns by their distance from the one with the most lines, then sorted
/// within columns by the middle of their neighbours, several times, so that few lines cross. Parts stand below each
/// other; entities without lines fill rows at the end.
enum DiagramLayout {
  private static let gapX = 74.0
  private static let gapY = 24.0
  private static let margin = 24.0
  /// Higher columns are split.
  private static let columnHeight = 1_150.0

  static func place(_ diagram: inout Diagram) {
    var index: [String: Int] = [:]
    for (position, box) in diagram.boxes.enumerated() where index[box.entity] == nil { index[box.entity] = position }
    var neighbours = Array(repeating: Set<Int>(), count: diagram.boxes.count)
    for edge in diagram.edges {
      guard let from = index[edge.from], let to = index[edge.to], from != to else { continue }
      neighbours[from].insert(to)
      neighbours[to].insert(from)
    }
    var seen = Set<Int>()
    var y = margin
    var width = 0.0
    let byDegree = diagram.boxes.indices.sorted { (neighbours[$1].count, $0) < (neighbours[$0].count, $1) }
    for start in byDegree where !seen.contains(start) && !neighbours[start].isEmpty {
      var columns = columns(from: start, neighbours, &seen)
      sort(&columns, neighbours)
      columns = columns.flatMap { split($0, diagram.boxes) }
      let size = place(columns, top: y, &diagram)
      y = size.height + gapY * 1.5
      width = max(width, size.width)
    }
    let alone = byDegree.filter { neighbours[$0].isEmpty }
    let perRow = max(3, Int((max(width, 1_100) - margin) / (Diagram.Box.width + 32)))
    for start in stride(from: 0, to: alone.count, by: perRow) {
      let row = alone[start..<min(start + perRow, alone.count)]
      for (position, box) in row.enumerated() {
        diagram.boxes[box].x = margin + Double(position) * (Diagram.Box.width + 32)
        diagram.boxes[box].y = y
        width = max(width, diagram.boxes[box].x + Diagram.Box.width + margin)
      }
      y += (row.map { diagram.boxes[$0].height }.max() ?? 0) + gapY
    }
    // Lines round the right side of the last column need room, too.
    diagram.width = max(width + 24, 320)
    diagram.height = y + margin - gapY
    for position in diagram.edges.indices {
      diagram.edges[position].path = path(diagram.edges[position], diagram, index)
    }
  }

  /// The boxes by their distance from the first.
  private static func columns(from start: Int, _ neighbours: [Set<Int>], _ seen: inout Set<Int>) -> [[Int]] {
    var columns: [[Int]] = []
    var current = [start]
    seen.insert(start)
    while !current.isEmpty {
      columns.append(current)
      var next: [Int] = []
      for box in current {
        for other in neighbours[box].sorted() where seen.insert(other).inserted { next.append(other) }
      }
      current = next
    }
    return columns
  }

  private static func sort(_ columns: inout [[Int]], _ neighbours: [Set<Int>]) {
    for round in 0..<6 {
      var places: [Int: Double] = [:]
      for column in columns {
        for (position, box) in column.enumerated() { places[box] = (Double(position) + 0.5) / Double(column.count) }
      }
      let order = round % 2 == 0 ? Array(columns.indices.dropFirst()) : Array(columns.indices.dropLast().reversed())
      for index in order {
        let keys = Dictionary(
          uniqueKeysWithValues: columns[index].map { box -> (Int, Double) in
            let known = neighbours[box].compactMap { places[$0] }
            return (box, known.isEmpty ? places[box] ?? 0 : known.reduce(0, +) / Double(known.count))
          })
        columns[index].sort { (keys[$0] ?? 0, $0) < (keys[$1] ?? 0, $1) }
        for (position, box) in columns[index].enumerated() {
          places[box] = (Double(position) + 0.5) / Double(columns[index].count)
        }
      }
    }
  }

  private static func split(_ column: [Int], _ boxes: [Diagram.Box]) -> [[Int]] {
    let height = column.reduce(0) { $0 + boxes[$1].height + gapY }
    let parts = Int((height / columnHeight).rounded(.up))
    guard parts > 1, column.count > 1 else { return [column] }
    var result: [[Int]] = [[]]
    var filled = 0.0
    for box in column {
      if filled > height / Double(parts), result.count < parts {
        result.append([])
        filled = 0
      }
      result[result.count - 1].append(box)
      filled += boxes[box].height + gapY
    }
    return result
  }

  private static func place(
    _ columns: [[Int]], top: Double, _ diagram: inout Diagram
  ) -> (width: Double, height: Double) {
    let heights = columns.map { column in
      column.reduce(-gapY) { $0 + diagram.boxes[$1].height + gapY }
    }
    let highest = heights.max() ?? 0
    for (number, column) in columns.enumerated() {
      var y = top + (highest - heights[number]) / 2
      for box in column {
        diagram.boxes[box].x = margin + Double(number) * (Diagram.Box.width + gapX)
        diagram.boxes[box].y = y
        y += diagram.boxes[box].height + gapY
      }
    }
    return (margin * 2 + Double(columns.count) * (Diagram.Box.width + gapX) - gapX, top + highest)
  }

  /// A curve from the side of one box to that of the other.
  private static func path(_ edge: Diagram.Edge, _ diagram: Diagram, _ index: [String: Int]) -> String {
    guard let first = index[edge.from], let second = index[edge.to] else { return "" }
    let from = diagram.boxes[first]
    let to = diagram.boxes[second]
    let start = anchor(from, edge)
    let end = anchor(to, edge)
    let width = Diagram.Box.width
    func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
    if first == second {
      let x = from.x + width
      return
        "M\(number(x)) \(number(from.y + 12)) c44 -26 44 50 0 \(number(22))"
    }
    if abs(from.x - to.x) < 1 {
      // One column: round the right side.
      let x = from.x + width
      let reach = 26 + min(40, abs(start - end) / 16)
      return
        "M\(number(x)) \(number(start)) C\(number(x + reach)) \(number(start)) \(number(x + reach)) \(number(end)) "
        + "\(number(x)) \(number(end))"
    }
    let isRightwards = from.x < to.x
    let x1 = isRightwards ? from.x + width : from.x
    let x2 = isRightwards ? to.x : to.x + width
    let reach = max(40, abs(x2 - x1) / 2) * (isRightwards ? 1 : -1)
    return
      "M\(number(x1)) \(number(start)) C\(number(x1 + reach)) \(number(start)) \(number(x2 - reach)) \(number(end)) "
      + "\(number(x2)) \(number(end))"
  }

  /// At the line of the relationship, if that is shown.
  private static func anchor(_ box: Diagram.Box, _ edge: Diagram.Edge) -> Double {
    let names = edge.name.split(separator: "/").map { $0.trimmingCharacters(in: .whitespaces) }
    let other = box.entity == edge.from ? edge.to : edge.from
    let own = box.entity == edge.from ? names.first : names.last
    if edge.kind == .relationship, let own,
      let line = box.lines.firstIndex(where: {
        $0.isRelationship && $0.name == own && $0.type.contains(other)
      })
    {
      return box.y + Diagram.Box.header + 5 + (Double(line) + 0.5) * Diagram.Box.line
    }
    return box.y + Diagram.Box.header / 2
  }
}
