// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a process did to files, as `CDiskRecorder` has written it down.
struct DiskLog {
  enum Operation {
    case write(path: String, offset: Int, bytes: Range<Int>)
    case resize(path: String, size: Int)
    case makeFile(path: String)
    case makeFolder(path: String)
    case remove(path: String)
    case rename(path: String, to: String)
    case exchange(path: String, with: String)
    case sync(path: String)
    case note(String)
  }

  struct Unreadable: Error { let explanation: String }

  /// Of the log's file: operations refer to them.
  let bytes: [UInt8]
  private(set) var operations: [Operation] = []
  /// Where the order of things matters most: the operations around which a failure is likeliest to be seen.
  private(set) var turns: [Int] = []

  init(_ file: URL) throws {
    bytes = [UInt8](try Data(contentsOf: file))
    var position = 0
    while position < bytes.count {
      let operation = UnicodeScalar(bytes[position])
      let pathSize = try number(at: position + 1, size: 4)
      let offset = try number(at: position + 5, size: 8)
      let size = try number(at: position + 13, size: 8)
      let start = position + 21
      guard start + pathSize + size <= bytes.count else { throw Unreadable(explanation: "The log ends early.") }
      let path = String(decoding: bytes[start..<start + pathSize], as: UTF8.self)
      let content = start + pathSize..<start + pathSize + size
      func text() -> String { String(decoding: bytes[content], as: UTF8.self) }
      if !"WX".unicodeScalars.contains(operation) { turns.append(operations.count) }
      switch operation {
      case "W": operations.append(.write(path: path, offset: offset, bytes: content))
      case "T": operations.append(.resize(path: path, size: offset))
      case "C": operations.append(.makeFile(path: path))
      case "D": operations.append(.makeFolder(path: path))
      case "U": operations.append(.remove(path: path))
      case "R": operations.append(.rename(path: path, to: text()))
      case "E": operations.append(.exchange(path: path, with: text()))
      case "S": operations.append(.sync(path: path))
      case "N": operations.append(.note(text()))
      default:
        throw Unreadable(
          explanation: "Not understood: \(operation) \(text()) of \(path). Teach DiskLog and CDiskRecorder.")
      }
      position = content.upperBound
    }
  }

  private func number(at position: Int, size: Int) throws -> Int {
    guard position + size <= bytes.count else { throw Unreadable(explanation: "The log ends early.") }
    return bytes[position..<position + size].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  var notes: [String] {
    operations.compactMap { if case .note(let text) = $0 { text } else { nil } }
  }
}
