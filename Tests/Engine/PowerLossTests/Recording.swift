// SPDX-License-Identifier: Apache-2.0

import CrossProcessModels
import Foundation
import ProcessSupport
import SwiftData

/// Work that was written down: three processes, one after the other, with one store.
///
/// The first is killed somewhere, the second ends without closing the store, the third closes it.
struct Recording {
  let folder: PowerFolder
  let file: URL
  let log: DiskLog
  let durability: ModelConfiguration.Durability

  struct Failed: Error { let explanation: String }

  /// Says why there can be no recording; `nil` if there can.
  static let obstacle: String? = {
    let process = try? SecondProcess("PowerLossProcess", "records")
    return process?.line() == "unrecorded"
      ? "What a process does to files is recorded on Linux with glibc only, and not under a sanitizer." : nil
  }()

  /// - Parameter steps: Of each process: mostly saves.
  init(_ durability: ModelConfiguration.Durability, seed: UInt64, steps: Int = 110) throws {
    self.durability = durability
    folder = try PowerFolder()
    file = folder.url.appendingPathComponent("log")
    var generator = SeededGenerator(seed: seed)
    let work = folder.folder("work")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    // Few saves are killed by an operation that never comes.
    for (index, ending) in ["\(Int.random(in: 300...2500, using: &generator))", "exit", "close"].enumerated() {
      let seed = Int.random(in: 1...1_000_000_000, using: &generator)
      let process = try SecondProcess(
        "PowerLossProcess", "work", work.path, file.path, "\(seed)", "\(index * 100_000)", "\(steps)",
        durability.rawValue,
        ending, saysErrors: true)
      var lines: [String] = []
      while let line = process.line() { lines.append(line) }
      let status = process.end()
      let isKilled = index == 0 && status == -9
      guard isKilled || (status == 0 && lines.last == "worked") else {
        throw Failed(explanation: "Process \(index) ended with \(status): \(lines.joined(separator: "\n"))")
      }
    }
    log = try DiskLog(file)
  }

  /// One that was kept.
  init(file: URL, _ durability: ModelConfiguration.Durability) throws {
    self.durability = durability
    self.file = file
    folder = try PowerFolder()
    log = try DiskLog(file)
  }

  /// Compares what the log says with what is there.
  ///
  /// - Returns: The files that differ, with the reason.
  func differences() throws -> [String] {
    var disk = Disk(log, .journal)
    for operation in log.operations { try disk.perform(operation) }
    let copy = folder.folder("everything")
    try disk.write(into: copy)
    defer { try? FileManager.default.removeItem(at: copy) }
    let (expected, found) = (try Self.files(folder.folder("work")), try Self.files(copy))
    return Set(expected.keys).union(found.keys).sorted().filter { expected[$0] != found[$0] }.map {
      "\($0): \(expected[$0]?.count ?? -1) bytes, in the log \(found[$0]?.count ?? -1)"
    }
  }

  private static func files(_ folder: URL) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where !path.hasSuffix("-shm") {
      let url = folder.appendingPathComponent(path)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      files[path] = isFolder.boolValue ? Data() : try Data(contentsOf: url)
    }
    return files
  }
}
