// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Results as text: for a terminal, or as Markdown.
struct Table {
  let results: Results

  private var heading: String {
    "\(grouped(results.count)) tracks in \(grouped(max(1, results.count / 10))) albums"
      + ", median of \(results.runs == 1 ? "one run" : "\(results.runs) runs")"
  }

  private var unit: String {
    results.clock == Clock.cpu.rawValue ? "seconds of processor time" : "seconds"
  }

  private static let columns = ["", "floor", "GRDB", "ours", "to floor", "to GRDB"]

  private var rows: [[String]] {
    results.rows.map { row in
      [
        "\(row.title) (\(grouped(row.count)))", seconds(row.floor), seconds(row.grdb),
        seconds(row.ours), ratio(row.ratio), ratio(row.ratioToGRDB),
      ]
    }
  }

  private var figures: [[String]] {
    results.figures.map { figure in
      ["\(figure.title), \(figure.unit)"]
        + [figure.floor, figure.grdb, figure.ours].map { number($0, digits: 2) } + ["", ""]
    }
  }

  var text: String {
    let lines = [Self.columns] + rows + [[]] + [["", "floor", "GRDB", "ours"]] + figures
    let widths = Self.columns.indices.map { column in
      lines.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0
    }
    let body = lines.map { line in
      line.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }.joined(separator: "  ")
    }
    return ["\(results.machine), \(results.date)", "\(heading); \(unit)"].joined(separator: "\n")
      + "\n\n" + body.joined(separator: "\n") + "\n"
  }

  var markdown: String {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let rule = "|---|" + String(repeating: "---:|", count: Self.columns.count - 1)
    var lines = [
      "\(unit.prefix(1).uppercased() + unit.dropFirst()); \(heading). \(results.machine), \(results.date).", "",
    ]
    lines += [line(Self.columns), rule] + rows.map(line)
    if !figures.isEmpty {
      lines += ["", line(["", "floor", "GRDB", "ours"]), "|---|---:|---:|---:|"]
      lines += figures.map { line(Array($0.prefix(4))) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func seconds(_ value: Double?) -> String {
    guard let value else { return "–" }
    return String(format: value < 0.01 ? "%.4f" : value < 1 ? "%.3f" : "%.2f", value)
  }

  private func ratio(_ value: Double?) -> String {
    guard let value else { return "–" }
    return String(format: "%.2f×", value)
  }

  private func number(_ value: Double?, digits: Int) -> String {
    guard let value else { return "–" }
    return String(format: value >= 100 ? "%.0f" : "%.\(digits)f", value)
  }
}

/// With a comma between thousands.
func grouped(_ number: Int) -> String {
  var digits = Array(String(number))
  var place = digits.count - 3
  while place > 0 {
    digits.insert(",", at: place)
    place -= 3
  }
  return String(digits)
}
