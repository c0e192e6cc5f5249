// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

@Model
final class Reading {
  #Index<Reading>([\.code], [\.place])
  var code: String
  var place: String

  init(_ number: Int) {
    // In no order: each row changes any page of the indexes.
    var hasher = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    hasher ^= hasher >> 29
    code = String(hasher &* 0xBF58_476D_1CE4_E5B9, radix: 36) + String(repeating: "0123456789", count: 12)
    place = String(hasher &* 0x94D0_49BB_1331_11EB, radix: 36) + String(repeating: "0123456789", count: 12)
  }
}

/// What a save writes that is larger than the writer's usual cache.
enum LargeSave {
  /// Prints how many bytes the process has written, and how many the database has.
  static func measure(_ file: URL, rows: Int) throws {
    guard let before = written() else { return say("uncounted") }
    let configuration = ModelConfiguration(url: file)
    let container = try ModelContainer(for: Reading.self, configurations: configuration)
    let context = ModelContext(container)
    for number in 0..<rows { context.insert(Reading(number)) }
    try context.save()
    guard let after = written() else { return say("uncounted") }
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    say("\(after - before) \((attributes[.size] as? NSNumber)?.intValue ?? 0)")
  }

  /// What the process has asked the system to write, in bytes: Linux counts that.
  private static func written() -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/io", encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix("wchar: ") { return Int(line.dropFirst(7)) }
    return nil
  }
}
