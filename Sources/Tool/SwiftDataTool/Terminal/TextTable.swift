// SPDX-License-Identifier: Apache-2.0

/// Columns of text, aligned.
struct TextTable {
  enum Alignment { case left, right }

  private let titles: [String]
  private let alignments: [Alignment]
  private var rows: [[String]] = []

  /// - Parameter columns: titles; of numbers, with `.right`.
  init(_ columns: [(String, Alignment)]) {
    titles = columns.map(\.0)
    alignments = columns.map(\.1)
  }

  mutating func add(_ row: [String]) { rows.append(row) }

  var isEmpty: Bool { rows.isEmpty }

  /// - Parameter maximum: of a column's width; what is longer is cut.
  func lines(indent: String = "", maximum: Int = .max, _ style: Style) -> [String] {
    let cut = rows.map { row in row.map { $0.count > maximum ? $0.prefix(maximum - 1) + "…" : $0 } }
    var widths = titles.map(\.count)
    for row in cut {
      for (index, cell) in row.enumerated() where index < widths.count {
        widths[index] = max(widths[index], cell.count)
      }
    }
    func line(_ cells: [String]) -> String {
      var text = indent
      for (index, cell) in cells.enumerated() where index < widths.count {
        let space = String(repeating: " ", count: widths[index] - cell.count)
        let isLast = index == widths.count - 1
        text += alignments[index] == .right ? space + cell : isLast ? cell : cell + space
        if !isLast { text += "  " }
      }
      while text.last == " " { text.removeLast() }
      return text
    }
    return [style.apply(.bold, line(titles))] + cut.map(line)
  }
}
