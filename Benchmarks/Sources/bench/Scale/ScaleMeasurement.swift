// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Measures the workload at growing sizes: the cost of a row should not grow
/// with the number of rows.
struct ScaleMeasurement {
  /// One size: nanoseconds per row or call, by work.
  struct Size {
    var count: Int
    var nanoseconds: [Work: Double]
  }

  static let counts = [1_000, 10_000, 100_000, 1_000_000]
  /// Works whose cost is per row or call. Creating and reading have no store.
  static let works: [Work] = [
    .insert, .fetchAll, .pages, .lookups, .albums, .update, .delete, .saveAmongFew, .saveAmongMany,
  ]

  let sizes: [Size]
  let clock: Clock

  init(clock: Clock, runs: Int) throws {
    self.clock = clock
    sizes = try Self.counts.map { count in
      // Small sizes take no time: more runs make them repeat.
      try Self.measure(count, clock, runs: count < 100_000 ? max(runs, 5) : runs)
    }
  }

  private static func measure(_ count: Int, _ clock: Clock, runs: Int) throws -> Size {
    let catalogue = Catalogue(count: count)
    var seconds: [Work: [Double]] = [:]
    for _ in 0..<runs {
      let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("bench-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: directory) }
      let ours = try OurContestant(directory: directory)
      for work in works {
        let measurement = try ours.measure(work, catalogue, clock)
        seconds[work, default: []].append(measurement.seconds)
      }
    }
    return Size(
      count: count,
      nanoseconds: Dictionary(
        uniqueKeysWithValues: works.map { work in
          let total = median(seconds[work] ?? []) ?? 0
          return (work, total / Double(max(1, work.operations(catalogue))) * 1e9)
        }))
  }

  /// What a row costs at a million, to what it costs at ten thousand.
  func growth(_ work: Work) -> Double? {
    guard let small = sizes.first(where: { $0.count == 10_000 })?.nanoseconds[work],
      let large = sizes.last?.nanoseconds[work], small > 0
    else { return nil }
    return large / small
  }

  var markdown: String {
    var lines = [
      "Microseconds per row or call, ours, by the number of tracks. \(Machine.description), \(Machine.today).",
      "",
      "| | " + sizes.map { grouped($0.count) }.joined(separator: " | ") + " | last to 10,000 |",
      "|---|" + String(repeating: "---:|", count: sizes.count + 1),
    ]
    for work in Self.works {
      let cells = sizes.map { size in
        size.nanoseconds[work].map { String(format: "%.2f", $0 / 1000) } ?? "–"
      }
      let growth = growth(work).map { String(format: "%.2f×", $0) } ?? "–"
      lines.append("| \(work.title) | " + cells.joined(separator: " | ") + " | \(growth) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
