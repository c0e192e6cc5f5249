// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a compiler has said about files.
struct CompilerOutput {
  struct Failure: Hashable {
    /// From 1.
    var line: Int
    var message: String
  }

  /// The errors by the positions of the files.
  private(set) var errors: [Int: [Failure]] = [:]
  /// Whether everything that went wrong could be told.
  private(set) var isReadable = true

  /// - Parameter files: the positions of the files by their paths.
  init(_ output: String, files: [String: Int]) {
    // Errors in the expansion of a macro are said to be there, and then where it stands.
    var pending: [String] = []
    var count = 0
    for line in output.split(separator: "\n").map(String.init) {
      guard let (path, number, kind, message) = Self.parts(line) else {
        if line.contains("error: ") { isReadable = false }
        continue
      }
      if kind == "error" {
        count += 1
        guard let index = files[path] else {
          pending.append(message)
          continue
        }
        add(Failure(line: number, message: message), to: index)
      } else if message.hasPrefix("in expansion of macro"), let index = files[path] {
        for message in pending { add(Failure(line: number, message: message), to: index) }
        pending = []
      }
    }
    if !pending.isEmpty || (count == 0 && !output.isEmpty) { isReadable = false }
  }

  private mutating func add(_ failure: Failure, to index: Int) {
    if errors[index]?.contains(failure) != true { errors[index, default: []].append(failure) }
  }

  /// `path:line:column: error: message`
  private static func parts(_ line: String) -> (path: String, line: Int, kind: String, message: String)? {
    for kind in ["error", "note"] {
      guard let range = line.firstRange(of: ": \(kind): ") else { continue }
      var place = line[..<range.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
      guard place.count >= 3, Int(place.removeLast()) != nil, let number = Int(place.removeLast()) else { continue }
      return (place.joined(separator: ":"), number, kind, String(line[range.upperBound...]))
    }
    return nil
  }

  /// The name of a module that is not there.
  static func missingModule(_ output: String) -> String? {
    guard let start = output.firstRange(of: "no such module '") else { return nil }
    let name = output[start.upperBound...].prefix { $0 != "'" }
    return name.isEmpty ? nil : name.split(separator: ".").first.map(String.init)
  }

  /// A file with a note before each line that has an error.
  static func marked(_ file: ConvertedSource, _ failures: [Failure]) -> ConvertedSource {
    var result = file
    var lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (number, group) in Dictionary(grouping: failures, by: \.line).sorted(by: { $0.key > $1.key }) {
      let index = min(max(0, number - 1), lines.count - 1)
      let indentation = lines[index].prefix { $0 == " " || $0 == "\t" }
      let notes = group.map { "TODO(realm): The compiler says: \($0.message)" }
      lines.insert(contentsOf: notes.map { "\(indentation)// \($0)" }, at: index)
      result.problems += notes
    }
    result.text = lines.joined(separator: "\n")
    result.isChanged = true
    return result
  }
}

extension Imports {
  /// The modules that a text imports.
  static func names(in text: String) -> Set<String> {
    Set(
      text.split(separator: "\n").compactMap { line in
        let words = line.split { $0 == " " || $0 == "\t" }
        guard let position = words.firstIndex(of: "import"), position < words.count - 1,
          words[..<position].allSatisfy({ $0.hasPrefix("@") || $0 == "public" || $0 == "internal" })
        else { return nil }
        return words[position + 1].split(separator: ".").first.map(String.init)
      })
  }
}
