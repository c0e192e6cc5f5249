// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How much memory loaded objects take, measured in a process of its own:
/// what other lines have freed does not hide it.
enum Memory {
  /// Bytes per track of `contestant`, while all tracks in `directory` are
  /// held; `nil` where it cannot be measured.
  static func bytesPerObject(of contestant: any Contestant.Type, in directory: URL) -> Double? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["--weigh", contestant.name, "--directory", directory.path]
    let output = Pipe()
    process.standardOutput = output
    do { try process.run() } catch { return nil }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Double(
      String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// The other process: prints the number.
  static func weigh(_ type: any Contestant.Type, in directory: URL) throws {
    let contestant = try type.init(directory: directory)
    // Statements, page caches and type metadata are there before we look.
    _ = try contestant.pages([
      Catalogue.Page(
        genre: Catalogue.genres[0], from: .distantPast, to: .distantFuture, offset: 0)
    ])
    let before = resident()
    try contestant.whileHoldingAll { count in
      print(Double(resident() - before) / Double(max(1, count)))
    }
  }

  /// Bytes of this process that are in memory.
  private static func resident() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
