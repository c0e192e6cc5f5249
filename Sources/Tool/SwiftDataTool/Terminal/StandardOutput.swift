// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// Standard output, in large pieces.
enum StandardOutput {
  // Unsafe: the tool writes from its main thread only.
  nonisolated(unsafe) private static var buffer: [UInt8] = []

  static func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count > 1 << 16 { flush() }
  }

  /// Text for people.
  static func text(_ text: String) { write(harmless(text)) }

  /// A line for people.
  static func line(_ text: String = "") { write(harmless(text) + "\n") }

  /// Names come from files, and shall not steer the terminal: of what controls
  /// it, line breaks, tabs and colours stay.
  private static func harmless(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F || $0 == 0xC2 }) else {
      return text
    }
    var result = ""
    var rest = text[...]
    while let character = rest.first {
      if character == "\u{1B}", let colour = rest.prefixMatch(of: /\u{1B}\[[0-9]{1,2}m/) {
        result += colour.output
        rest = rest[colour.range.upperBound...]
        continue
      }
      rest.removeFirst()
      result +=
        character == "\n" || character == "\t"
        ? String(character) : Store.oneLine(String(character))
    }
    return result
  }

  /// Ends the program, as one that has done its work, if nobody reads on.
  static func flush() {
    var start = 0
    while start < buffer.count {
      let count = buffer.withUnsafeBytes {
        Foundation.write(1, $0.baseAddress.map { $0 + start }, $0.count - start)
      }
      if count < 0 {
        if errno == EINTR { continue }
        exit(errno == EPIPE ? 0 : ExitCodes.failure)
      }
      start += count
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Says on standard error what went wrong.
  static func complain(_ text: String) {
    let prefix = Style.errors.apply(.red, "error:")
    FileHandle.standardError.write(Data("\(prefix) \(harmless(text))\n".utf8))
  }

  static func note(_ text: String) {
    FileHandle.standardError.write(Data((harmless(text) + "\n").utf8))
  }
}

/// Standard output as a sink.
final class OutputSink: TextSink {
  func write(_ text: String) { StandardOutput.write(text) }
}
