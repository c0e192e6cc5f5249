// SPDX-License-Identifier: Apache-2.0

import CrossProcessModels
import Foundation
import SwiftData
import Testing

/// The power fails at any moment, and what was not synced is there in part.
///
/// `SWIFTDATA_POWER_STATES` says how many states are tried, `SWIFTDATA_TEST_SEED` which; both are printed. What is
/// recorded has random names in it, so a failure keeps its recording, and says how to repeat it with that.
@Suite(.serialized, .enabled(if: Recording.obstacle == nil, "\(Recording.obstacle ?? "")")) struct PowerLossTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// How many states are tried of one recording.
  private static let share = 200

  private static var states: Int { environment["SWIFTDATA_POWER_STATES"].flatMap { Int($0) } ?? 60 }

  private static func seed() -> UInt64 {
    environment["SWIFTDATA_TEST_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...UInt64(UInt32.max))
  }

  /// With `.disk` no save is lost that has returned; otherwise the store is as it was after one of the last.
  @Test(arguments: ModelConfiguration.Durability.allCases)
  func whatIsLeftIsWhole(durability: ModelConfiguration.Durability) throws {
    let seed = Self.seed()
    var left = Self.states / ModelConfiguration.Durability.allCases.count
    var lost: [Int] = []
    var round: UInt64 = 0
    while left > 0 {
      let seed = seed &+ round
      round += 1
      print("seed \(seed), durability .\(durability), \(left) states to go")
      let recording = try Recording(durability, seed: seed)
      let differences = try recording.differences()
      #expect(differences.isEmpty, "The recorder has missed something, seed \(seed)")
      let trial = PowerTrial(recording: recording, seed: seed)
      let report = try trial.run(0..<min(left, Self.share))
      for failure in report.failures {
        Issue.record("seed \(seed), .\(durability.rawValue), \(failure)\n\(keep(failure, trial))")
      }
      left -= report.states
      lost += report.lost
    }
    let mean = Double(lost.reduce(0, +)) / Double(max(1, lost.count))
    print(
      "durability .\(durability): \(lost.count) states are whole; of the saves that had returned, "
        + "up to \(lost.max() ?? 0) were lost, \((mean * 100).rounded() / 100) on average")
    if durability == .disk { #expect(lost.allSatisfy { $0 == 0 }) }
  }

  /// - Returns: How to repeat it.
  private func keep(_ failure: PowerTrial.Failure, _ trial: PowerTrial) -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("swiftdata-power-failure-\(trial.seed)-\(failure.state)", isDirectory: true)
    do {
      try? FileManager.default.removeItem(at: folder)
      try trial.write(failure.state, into: folder.appendingPathComponent("state", isDirectory: true))
      let log = folder.appendingPathComponent("\(trial.recording.durability).log")
      try FileManager.default.copyItem(at: trial.recording.file, to: log)
      return """
        What the power failure left is in \(folder.path)/state. To repeat it:
        SWIFTDATA_POWER_LOG=\(log.path) SWIFTDATA_POWER_STATE=\(failure.state) SWIFTDATA_TEST_SEED=\(trial.seed) \
        swift test --filter PowerLossTests.aFailureIsRepeated
        """
    } catch {
      return "It could not be kept: \(error)"
    }
  }

  @Test(.enabled(if: environment["SWIFTDATA_POWER_LOG"] != nil, "Repeats a failure."))
  func aFailureIsRepeated() throws {
    let file = URL(fileURLWithPath: try #require(Self.environment["SWIFTDATA_POWER_LOG"]))
    let state = try #require(Self.environment["SWIFTDATA_POWER_STATE"].flatMap { Int($0) })
    let durability = try #require(
      ModelConfiguration.Durability(rawValue: file.deletingPathExtension().lastPathComponent))
    let trial = PowerTrial(recording: try Recording(file: file, durability), seed: Self.seed())
    let report = try trial.run(state..<state + 1)
    #expect(report.failures.isEmpty, "\(report.failures)")
    #expect(report.states == 1)
  }
}
