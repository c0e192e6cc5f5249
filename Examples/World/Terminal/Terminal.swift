// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Standard output: its width, and colours if somebody looks at it.
struct Terminal {
  enum Style: String {
    case title = "1;36"
    case strong = "1"
    case faint = "2"
    case good = "32"
    case bad = "31"
    case keyword = "34"
  }

  let isInteractive: Bool
  let usesColour: Bool
  let width: Int

  /// Colours are left out for pipes and files, and where `NO_COLOR` is set.
  init() {
    let environment = ProcessInfo.processInfo.environment
    isInteractive = isatty(STDOUT_FILENO) == 1 && environment["TERM"] != "dumb"
    usesColour = isInteractive && environment["NO_COLOR"] == nil
    width = min(max(Self.columns() ?? 100, 60), 120)
  }

  private static func columns() -> Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  func styled(_ text: String, _ style: Style) -> String {
    usesColour ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  func write(_ text: String = "", terminator: String = "\n") {
    print(text, terminator: terminator)
    if isInteractive { fflush(nil) }
  }

  /// A heading with a rule as wide as the terminal.
  func heading(_ text: String) {
    let rule = String(repeating: "─", count: max(3, width - text.count - 4))
    write("\n" + styled("── \(text) \(rule)", .title))
  }

  /// A time as people read it: `0.42 ms`, `1.3 s`.
  static func format(_ duration: Duration) -> String {
    let seconds =
      Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    if seconds >= 1 { return String(format: "%.1f s", seconds) }
    return String(format: seconds >= 0.01 ? "%.0f ms" : "%.2f ms", seconds * 1000)
  }
}
