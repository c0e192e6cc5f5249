// SPDX-License-Identifier: Apache-2.0

import CrossProcessModels
import Foundation
import ProcessSupport
import Synchronization

/// Cuts the power at random moments of a recording, and has another process judge each store that is left.
struct PowerTrial {
  /// A moment, and what is there of what was not synced, by its seed.
  private struct State {
    let number: Int
    let point: Int
    let fileSystem: Disk.FileSystem
    let generator: SeededGenerator
  }

  struct Failure: CustomStringConvertible {
    let state: Int
    let point: Int
    let fileSystem: Disk.FileSystem
    let problems: [String]
    var description: String {
      "state \(state), after operation \(point), file system \(fileSystem): \(problems.joined(separator: "; "))"
    }
  }

  struct Report {
    var states = 0
    var failures: [Failure] = []
    /// How many of the saves that returned were lost, state by state.
    var lost: [Int] = []
  }

  let recording: Recording
  let seed: UInt64
  /// Syncs that the disk promises and does not do.
  var ignores: (String) -> Bool = { _ in false }
  var fileSystems = Disk.FileSystem.allCases

  private func state(_ number: Int) -> State {
    var generator = SeededGenerator(seed: seed &+ UInt64(number) &* 0x1_0000_0001)
    let (count, turns) = (recording.log.operations.count, recording.log.turns)
    var point = Int.random(in: 0...count, using: &generator)
    // Half of them around what is no mere write.
    if Bool.random(using: &generator), let turn = turns.randomElement(using: &generator) {
      point = min(count, turn + Int.random(in: 0...1, using: &generator))
    }
    let fileSystem = fileSystems.randomElement(using: &generator) ?? .journal
    return State(number: number, point: point, fileSystem: fileSystem, generator: generator)
  }

  /// Tries states by their numbers.
  func run(_ numbers: Range<Int>) throws -> Report {
    var report = Report()
    for fileSystem in fileSystems {
      let states = numbers.map(state).filter { $0.fileSystem == fileSystem }.sorted { $0.point < $1.point }
      var disk = Disk(recording.log, fileSystem, ignoring: ignores)
      var ledger = Ledger(waitsForDisk: recording.durability == .disk)
      var done = 0
      var start = states.startIndex
      while start < states.endIndex {
        // As many as there are processors, roughly.
        let batch = states[start..<min(states.endIndex, start + 4)]
        var waiting: [(state: State, folder: URL, ledger: Ledger)] = []
        for state in batch {
          for operation in recording.log.operations[done..<state.point] {
            try disk.perform(operation)
            ledger.note(operation)
          }
          done = state.point
          let folder = recording.folder.folder("state-\(state.number)")
          var generator = state.generator
          try disk.fail(into: folder, &generator)
          waiting.append((state, folder, ledger))
        }
        let outcomes = Self.judge(waiting.map { ($0.folder, $0.ledger) })
        for (entry, outcome) in zip(waiting, outcomes) {
          try? FileManager.default.removeItem(at: entry.folder)
          report.states += 1
          if outcome.problems.isEmpty {
            report.lost.append(outcome.lost)
          } else {
            report.failures.append(
              Failure(
                state: entry.state.number, point: entry.state.point, fileSystem: fileSystem,
                problems: outcome.problems))
          }
        }
        start = batch.endIndex
      }
    }
    return report
  }

  /// Writes the files of a state, as the power failure leaves them, into a folder that is not there yet.
  func write(_ number: Int, into folder: URL) throws {
    let state = self.state(number)
    var disk = Disk(recording.log, state.fileSystem, ignoring: ignores)
    for operation in recording.log.operations[..<state.point] { try disk.perform(operation) }
    var generator = state.generator
    try disk.fail(into: folder, &generator)
  }

  // MARK: Judging

  private struct Outcome {
    var problems: [String] = []
    var lost = 0
  }

  private static func judge(_ states: [(folder: URL, ledger: Ledger)]) -> [Outcome] {
    let outcomes = Mutex([Outcome](repeating: Outcome(), count: states.count))
    DispatchQueue.concurrentPerform(iterations: states.count) { index in
      let outcome = judge(states[index].folder, states[index].ledger)
      outcomes.withLock { $0[index] = outcome }
    }
    return outcomes.withLock { $0 }
  }

  private static func judge(_ folder: URL, _ ledger: Ledger) -> Outcome {
    let (answer, problems) = ask(folder)
    var outcome = Outcome(problems: problems + ledger.mistakes)
    if let store = answer["store"] {
      if let complaint = ledger.complaint(store: store) { outcome.problems.append(complaint) }
      outcome.lost = ledger.lost(store)
      if let complaint = ledger.complaint(backup: answer["backup"]) { outcome.problems.append(complaint) }
    }
    return outcome
  }

  /// What another process says of a folder.
  static func ask(_ folder: URL) -> (answer: [String: Int], problems: [String]) {
    var answer: [String: Int] = [:]
    var problems: [String] = []
    do {
      let process = try SecondProcess("PowerLossProcess", "check", folder.path)
      var isChecked = false
      while let line = process.line() {
        let words = line.split(separator: " ", maxSplits: 1)
        if line == "checked" {
          isChecked = true
        } else if words.count == 2, words[0] == "problem" {
          problems.append(String(words[1]))
        } else if words.count == 2, let number = Int(words[1]) {
          answer[String(words[0])] = number
        }
      }
      let status = process.end()
      if !isChecked || status != 0 { problems.append("the process that looks ended with \(status)") }
    } catch {
      problems.append("\(error)")
    }
    return (answer, problems)
  }
}
