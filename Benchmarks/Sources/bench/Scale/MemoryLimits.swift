// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// How much memory works over a million rows need, each in a process of its
/// own: the highest the process ever had, less what it had before.
enum MemoryLimits {
  /// A work, by the name under which the other process does it.
  enum Work: String, CaseIterable {
    case insert = "insert-in-batches"
    case insertTogether = "insert-at-once"
    case enumerate

    var title: String {
      switch self {
      case .insert: "inserting, saved by thousands"
      case .insertTogether: "inserting, saved once"
      case .enumerate: "enumerate"
      }
    }
  }

  static let count = 1_000_000

  /// Runs every work and gives a table.
  static func markdown() throws -> String {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    var lines = ["| \(grouped(count)) tracks | highest memory, MB |", "|---|---:|"]
    for work in Work.allCases {
      let megabytes = try measure(work, directory)
      lines.append("| \(work.title) | \(String(format: "%.0f", megabytes)) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func measure(_ work: Work, _ directory: URL) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["--peak", work.rawValue, "--directory", directory.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0,
      let bytes = Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
    else { throw Failure(text: "\(work.rawValue): \(text)") }
    return bytes / 1_000_000
  }

  struct Failure: Error { let text: String }

  // MARK: The other process

  /// Does one work and prints the bytes.
  static func run(_ work: Work, in directory: URL) throws {
    let file = directory.appendingPathComponent(
      work == .insertTogether ? "together.store" : "batches.store")
    let container = try ModelContainer(
      for: Album.self, Track.self,
      configurations: ModelConfiguration(url: file, isHistoryEnabled: false))
    let before = highest()
    switch work {
    case .insert: try insert(container, batch: 1000)
    case .insertTogether: try insert(container, batch: count)
    case .enumerate: try enumerate(container)
    }
    print(highest() - before)
  }

  private static func insert(_ container: ModelContainer, batch: Int) throws {
    var number = 0
    while number < count {
      let context = ModelContext(container)
      let end = min(number + batch, count)
      while number < end {
        context.insert(
          Track(
            key: "t\(number)", title: "A title of the usual length \(number % 100)",
            genre: Catalogue.genres[number % Catalogue.genres.count], duration: Double(number % 600),
            released: Date(timeIntervalSinceReferenceDate: Double(number)), plays: 0,
            isFavorite: false))
        number += 1
      }
      try context.save()
    }
  }

  private static func enumerate(_ container: ModelContainer) throws {
    var seen = 0
    try ModelContext(container).enumerate(FetchDescriptor<Track>()) {
      seen += $0.title.utf8.count > 0 ? 1 : 0
    }
    guard seen == count else { throw Failure(text: "\(seen) rows were seen") }
  }

  /// Bytes of memory that this process has had at most.
  private static func highest() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kilobytes = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
    return (kilobytes ?? 0) * 1024
  }
}
