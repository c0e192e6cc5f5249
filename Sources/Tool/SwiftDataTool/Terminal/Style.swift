// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Colours, where they are wanted: on a terminal, without NO_COLOR.
struct Style {
  enum Colour: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  let isColoured: Bool

  static let output = Style(descriptor: 1)
  static let errors = Style(descriptor: 2)
  /// For files.
  static let plain = Style()

  private init() { isColoured = false }

  private init(descriptor: Int32) {
    let environment = ProcessInfo.processInfo.environment
    isColoured =
      isatty(descriptor) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
      && environment["TERM"] != "dumb"
  }

  func apply(_ colour: Colour, _ text: String) -> String {
    isColoured ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }
}
