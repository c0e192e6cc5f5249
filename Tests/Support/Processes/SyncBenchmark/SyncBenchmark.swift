// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync

/// Measures devices that sync with the command `swiftdata-server` on this machine: Scripts/bench --sync.
@main struct SyncBenchmark {
  static func main() async throws {
    var words = Array(CommandLine.arguments.dropFirst())
    var parts = allParts
    if let option = words.firstIndex(of: "--only"), option + 1 < words.count {
      parts = words[option + 1].split(separator: ",").map(String.init)
      words.removeSubrange(option...option + 1)
    }
    guard words.count <= 1, let count = words.first.map({ Int($0) }) ?? 100_000, count >= 1_000,
      Set(parts).isSubset(of: allParts)
    else {
      print(
        """
        SyncBenchmark [ROWS] [--only PART,…]
        ROWS: at least 1000, 100000 unless said otherwise. PART: \(allParts.joined(separator: ", ")).
        """)
      exit(64)
    }
    for part in parts {
      switch part {
      case "first": try await firstSync(count)
      case "pictures": try await pictures(100)
      case "propagation": for replicas in [1, 10, 100] { try await propagation(to: replicas) }
      case "saves": try await localSaves(2_000)
      default: try idle(9_900)
      }
    }
  }

  private static let allParts = ["first", "pictures", "propagation", "saves", "idle"]

  private static func line(_ name: String, _ value: Double, _ unit: String) {
    let digits = value < 10 ? 3 : value < 1_000 ? 1 : 0
    print(name.padding(toLength: 52, withPad: " ", startingAt: 0), String(format: "%.\(digits)f", value), unit)
    fflush(nil)
  }

  /// All of a store to the server, from there to another device, and then what comes after that.
  private static func firstSync(_ count: Int) async throws {
    let clock = ContinuousClock()
    let other = try BenchServer()
    let plain = PlainUpload(count)
    let least = try await clock.measure { try await plain.run(other) } / .seconds(1)
    other.stop()
    line("plain messages with \(count) rows, up", least, "s")
    let server = try BenchServer()
    defer { server.stop() }
    let first = try BenchDevice(server)
    try first.fill(0..<count)
    let up = try await clock.measure { try await first.sync.syncNow() } / .seconds(1)
    line("first sync of \(count) rows, up", up, "s")
    line("", Double(count) / up, "rows/s")
    line("to plain messages", up / least, "×")
    let second = try BenchDevice(server)
    let down = try await clock.measure { try await second.sync.syncNow() } / .seconds(1)
    line("first sync of \(count) rows, down", down, "s")
    line("", Double(count) / down, "rows/s")
    guard try second.count() == count else { throw BenchError("rows are missing") }
    var later: [Double] = []
    for part in 0..<10 {
      try first.fill(count + part * 1_000..<count + (part + 1) * 1_000)
      later.append(try await clock.measure { try await first.sync.syncNow() } / .seconds(1))
    }
    line("1000 rows more, up (median of 10)", 1_000 / median(later), "rows/s")
    try await second.sync.syncNow()
    // Opening reads the state file of all rows.
    let reopened = try second.reopened()
    line(
      "start with \(count + 10_000) rows", try await clock.measure { try await reopened.syncNow() } / .seconds(1), "s")
  }

  /// Pictures of a megabyte, which travel beside their objects.
  private static func pictures(_ count: Int) async throws {
    let server = try BenchServer()
    defer { server.stop() }
    let (first, second) = (try BenchDevice(server), try BenchDevice(server))
    let context = ModelContext(first.container)
    for index in 0..<count {
      let group = EntryGroup(name: "\(index)")
      context.insert(group)
      group.picture = Data(
        (0..<(1 << 20) / 8).flatMap { part in
          withUnsafeBytes(of: UInt64(part) &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(index)) { Array($0) }
        })
    }
    try context.save()
    for (name, device) in [("up", first), ("down", second)] {
      let time = try await ContinuousClock().measure { try await device.sync.syncNow() } / .seconds(1)
      line("\(count) pictures of 1 MiB, \(name)", Double(count) / time, "MiB/s")
    }
  }

  /// What connections cost the server that only listen.
  private static func idle(_ count: Int) throws {
    let server = try BenchServer()
    defer { server.stop() }
    let listeners = IdleListeners()
    try listeners.open(100, server)
    guard let before = server.memory else { return }
    let clock = ContinuousClock()
    let time = try clock.measure { try listeners.open(count - 100, server) } / .seconds(1)
    guard let after = server.memory else { return }
    line("\(count) devices that listen, to connect", time, "s")
    line("\(count) devices that listen, memory of the server", Double(after) / 1_048_576, "MiB")
    line("for each of them", Double(after - before) / Double(count - 100) / 1_024, "KiB")
    withExtendedLifetime(listeners) {}
  }

  /// From the end of a save on one device to the end of sync's save on the others, which listen.
  private static func propagation(to replicas: Int) async throws {
    let server = try BenchServer()
    defer { server.stop() }
    let writer = try BenchDevice(server)
    try writer.fill(0..<100)
    try await writer.sync.syncNow()
    var listeners: [BenchDevice] = []
    for _ in 0..<replicas {
      let device = try BenchDevice(server)
      try await device.sync.syncNow()
      device.sync.resume()
      listeners.append(device)
    }
    writer.sync.resume()
    // Until all of them listen.
    try await Task.sleep(for: .seconds(1))
    var times: [Double] = []
    for round in 0..<60 {
      let arrivals = listeners.map { $0.nextDownload() }
      try writer.fill(1_000 + round..<1_001 + round)
      let start = ContinuousClock().now
      for arrival in arrivals {
        let time = try await arrival.value
        // The first rounds open connections.
        if round >= 10 { times.append((time - start) / .milliseconds(1)) }
      }
      // Not in step with anything that goes on in the background.
      try await Task.sleep(for: .milliseconds(20 + round % 7))
    }
    times.sort()
    line("propagation to \(replicas) replica(s), median", median(times), "ms")
    line("propagation to \(replicas) replica(s), p95", times[times.count * 95 / 100], "ms")
  }

  /// What saving costs an app while sync uploads what it saves.
  private static func localSaves(_ count: Int) async throws {
    let server = try BenchServer()
    defer { server.stop() }
    var medians: [Bool: [Double]] = [:]
    for run in 0..<6 {
      let device = try BenchDevice(server)
      try device.fill(0..<100)
      try await device.sync.syncNow()
      let isOn = run % 2 == 1
      if isOn { device.sync.resume() }
      let context = ModelContext(device.container)
      context.autosaveEnabled = false
      guard let entry = try context.fetch(FetchDescriptor<Entry>()).first else { throw BenchError("no entry") }
      var times: [Double] = []
      for index in 0..<count {
        entry.score = index
        times.append(try ContinuousClock().measure { try context.save() } / .microseconds(1))
      }
      device.sync.pause()
      medians[isOn, default: []].append(median(times))
    }
    let (off, on) = (median(medians[false] ?? []), median(medians[true] ?? []))
    line("a local save, sync off (median)", off, "µs")
    line("a local save, sync on (median)", on, "µs")
    line("on to off", on / off, "×")
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
  }
}

struct BenchError: Error, CustomStringConvertible {
  var description: String
  init(_ text: String) { description = text }
}
