// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A bar on standard error, if that is a terminal, for work that takes longer
/// than a moment.
final class ProgressBar {
  private let label: String
  private let isShown: Bool
  private let start = Date()
  private var lastDrawn = Date.distantPast
  private var isDrawn = false

  init(_ label: String, isWanted: Bool = true) {
    self.label = label
    isShown = isWanted && isatty(2) == 1
  }

  /// - Parameter total: 0 if it is not known.
  func update(_ done: Int, of total: Int) { update(done, of: total, detail: "") }

  /// - Parameter detail: what is said behind the bar.
  func update(_ done: Int, of total: Int, detail: String) {
    guard isShown else { return }
    let now = Date()
    guard now.timeIntervalSince(start) > 0.4, now.timeIntervalSince(lastDrawn) > 0.1 else { return }
    lastDrawn = now
    isDrawn = true
    var text = "\r\(label) "
    if total > 0 {
      let part = min(1, Double(done) / Double(total))
      let filled = Int(part * 30)
      text += "[" + String(repeating: "#", count: filled)
      text += String(repeating: ".", count: 30 - filled) + "] \(Int(part * 100)) %"
      if !detail.isEmpty { text += ", \(detail)" }
    } else {
      text += "\(done)"
    }
    FileHandle.standardError.write(Data((text + "\u{1B}[K").utf8))
  }

  func finish() {
    guard isDrawn else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
    isDrawn = false
  }
}
