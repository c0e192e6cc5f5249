// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One line that fills up; without a terminal, one line at the end.
struct ProgressBar {
  private static let cells = 32

  private let title: String
  private let total: Int
  private let terminal: Terminal
  private var done = 0
  private var shown = -1

  init(_ title: String, total: Int, terminal: Terminal) {
    self.title = title.padding(toLength: 12, withPad: " ", startingAt: 0)
    self.total = total
    self.terminal = terminal
    draw()
  }

  mutating func advance() {
    done += 1
    draw()
  }

  func finish(_ duration: Duration) {
    let count = String(done)
    let padding = String(repeating: " ", count: max(0, 6 - count.count))
    let line = "  \(title)\(bar(Self.cells)) \(padding)\(count) rows  \(Terminal.format(duration))"
    terminal.write((terminal.isInteractive ? "\r" : "") + line)
  }

  /// Draws only what has changed: a bar must not cost more than the work.
  private mutating func draw() {
    guard terminal.isInteractive else { return }
    let filled = total == 0 ? Self.cells : done * Self.cells / total
    guard filled != shown else { return }
    shown = filled
    terminal.write("\r  \(title)\(bar(filled)) ", terminator: "")
  }

  private func bar(_ filled: Int) -> String {
    terminal.styled(String(repeating: "█", count: filled), .good)
      + terminal.styled(String(repeating: "░", count: Self.cells - filled), .faint)
  }
}
