// SPDX-License-Identifier: Apache-2.0

/// How the lines of a text end. Fields of browsers know line feeds alone, and make one of each other line end.
package enum LineEnds: Equatable {
  case feeds
  /// A carriage return and a line feed, at all lines.
  case returnsAndFeeds
  /// Carriage returns alone, or several kinds: no field gives such a text back as it was.
  case mixed

  package init(of text: String) {
    let bytes = Array(text.utf8)
    let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    guard bytes.contains(carriage) else {
      self = .feeds
      return
    }
    let areAll = bytes.indices.allSatisfy { index in
      switch bytes[index] {
      case carriage: index + 1 < bytes.count && bytes[index + 1] == feed
      case feed: index > 0 && bytes[index - 1] == carriage
      default: true
      }
    }
    self = areAll ? .returnsAndFeeds : .mixed
  }

  /// What was typed in a field, with the line ends that the text had before.
  package func restored(_ typed: String) -> String {
    guard self == .returnsAndFeeds else { return typed }
    var scalars = String.UnicodeScalarView()
    for scalar in typed.unicodeScalars where scalar != "\r" {
      if scalar == "\n" { scalars.append("\r") }
      scalars.append(scalar)
    }
    return String(scalars)
  }

  package static func hasLines(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }
}
