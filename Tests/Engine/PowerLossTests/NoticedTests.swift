// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// The trial of power failures finds what it is there to find: disks that do not sync, stores that are damaged.
@Suite(.serialized, .enabled(if: Recording.obstacle == nil, "\(Recording.obstacle ?? "")")) struct NoticedTests {
  /// What a disk promises and does not do.
  enum Lie: String, CaseIterable {
    case log, database, largeValues, names, supportFolder, folders, backups

    func ignores(_ path: String) -> Bool {
      switch self {
      case .log: path == "data/a.store-wal"
      case .database: path == "data/a.store"
      case .largeValues: path.hasPrefix("data/.a_SUPPORT/_EXTERNAL_DATA/")
      case .names: path == "data/.a_SUPPORT/_EXTERNAL_DATA"
      case .supportFolder: path == "data/.a_SUPPORT"
      // That of the store's folder.
      case .folders: path.isEmpty
      case .backups: path.hasPrefix("backups/.daily.partial")
      }
    }

    /// A journal has names with whatever is synced.
    var fileSystems: [Disk.FileSystem] {
      switch self {
      case .names, .supportFolder, .folders: [.loose]
      default: Disk.FileSystem.allCases
      }
    }
  }

  private static let seed = UInt64.random(in: 1...UInt64(UInt32.max))
  private static let recordings = ModelConfiguration.Durability.allCases.map { durability in
    Result { try Recording(durability, seed: seed) }
  }

  @Test(arguments: Lie.allCases, [0, 1]) func aDiskThatLiesIsFound(lie: Lie, index: Int) throws {
    let recording = try Self.recordings[index].get()
    let trial = PowerTrial(
      recording: recording, seed: Self.seed, ignores: lie.ignores, fileSystems: lie.fileSystems)
    var found: [PowerTrial.Failure] = []
    var states = 0
    while found.isEmpty, states < 600 {
      found += try trial.run(states..<states + 12).failures
      states += 12
    }
    #expect(
      !found.isEmpty, "no sync of \(lie), .\(recording.durability), seed \(Self.seed): \(states) states are whole")
    print("no sync of \(lie), .\(recording.durability): \(found.first.map(\.description) ?? "not found")")
  }

  // MARK: Damaged stores

  enum Damage: String, CaseIterable {
    case value, history, search, largeValue, largeFile

    /// What is said of it.
    var complaint: String {
      switch self {
      case .value: "belongs to no save"
      case .history: "the history has"
      case .search: "the search for"
      case .largeValue: "is not whole"
      case .largeFile: "missing"
      }
    }
  }

  private func damage(_ damage: Damage, _ folder: URL) throws {
    let file = folder.appendingPathComponent("data/a.store")
    let values = folder.appendingPathComponent("data/.a_SUPPORT/_EXTERNAL_DATA", isDirectory: true)
    let queue = try DatabaseQueue(path: file.path)
    let references = try queue.read { try Data.fetchAll($0, sql: "SELECT ZBLOB FROM ZITEM WHERE length(ZBLOB) = 38") }
    let name = references.first.map { String(decoding: $0.dropFirst().prefix(36), as: UTF8.self) }
    switch damage {
    case .value: try execute(queue, "UPDATE ZSETTING SET ZVALUE = ZVALUE + 1")
    case .history:
      try execute(queue, "DELETE FROM ACHANGE WHERE Z_PK = (SELECT max(Z_PK) FROM ACHANGE WHERE ZCHANGETYPE = 0)")
    case .search:
      let index = try queue.read {
        try String.fetchOne($0, sql: "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%'")
      }
      let name = try #require(index)
      try execute(queue, "INSERT INTO \(name)(\(name)) VALUES ('delete-all')")
    case .largeValue:
      let url = values.appendingPathComponent(try #require(name))
      var value = try Data(contentsOf: url)
      value.resetBytes(in: 4096..<8192)
      try value.write(to: url)
    case .largeFile: try FileManager.default.removeItem(at: values.appendingPathComponent(try #require(name)))
    }
  }

  private func execute(_ queue: DatabaseQueue, _ sql: String) throws { try queue.write { try $0.execute(sql: sql) } }

  @Test(arguments: Damage.allCases) func damageIsFound(damage: Damage) throws {
    let recording = try Self.recordings[0].get()
    let copy = recording.folder.folder("damaged-\(damage)")
    try FileManager.default.copyItem(at: recording.folder.folder("work"), to: copy)
    // What follows is about the store.
    try? FileManager.default.removeItem(at: copy.appendingPathComponent("backups"))
    try self.damage(damage, copy)
    let (_, problems) = PowerTrial.ask(copy)
    #expect(problems.contains { $0.contains(damage.complaint) }, "\(damage): \(problems)")
  }

  @Test func aStoreThatWasClosedIsWhole() throws {
    let recording = try Self.recordings[1].get()
    let copy = recording.folder.folder("closed")
    try FileManager.default.copyItem(at: recording.folder.folder("work"), to: copy)
    let (answer, problems) = PowerTrial.ask(copy)
    #expect(problems.isEmpty)
    var ledger = Ledger(waitsForDisk: true)
    for operation in recording.log.operations { ledger.note(operation) }
    #expect(answer["store"] == ledger.saves.last && ledger.saves.count > 200)
    #expect(answer["backup"] == ledger.backups.last)
  }
}
