// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCloudKitWeb
import SwiftDataSyncServer

/// The commands about whole accounts.
enum AccountCommands {
  static func list(_ arguments: inout Arguments) throws {
    let place = try arguments.place()
    try arguments.finish()
    let zones = try place.open(isNew: false).summaries()
    for zone in zones {
      print(
        "\(zone.account)  \(zone.zone)  \(zone.records) records, \(zone.deletions) deleted, "
          + "\(zone.versions) earlier versions, \((zone.bytes + 1_023) / 1_024) KiB")
    }
    print("\(Set(zones.map(\.account)).count) accounts, \(zones.count) zones")
  }

  static func export(_ arguments: inout Arguments) throws {
    let (place, account) = (try arguments.place(), try arguments.next("the account"))
    let output = URL(fileURLWithPath: try arguments.next("the output's path"))
    try arguments.finish()
    let folder = output.appendingPathExtension("values")
    for path in [output.path, folder.path] where FileManager.default.fileExists(atPath: path) {
      throw UsageError(text: "\(path) is there already")
    }
    let database = try place.open(isNew: false)
    guard FileManager.default.createFile(atPath: output.path, contents: nil),
      let handle = FileHandle(forWritingAtPath: output.path)
    else { throw UsageError(text: "\(output.path) cannot be written") }
    do {
      var part: [UInt8] = []
      let count = try database.export(account: account) { line in
        part += line
        guard part.count > 1 << 20 else { return }
        try handle.write(contentsOf: part)
        part = []
      }
      try handle.write(contentsOf: part)
      try handle.close()
      let values = try exportValues(database, account, folder)
      print(values == 0 ? "\(count) records" : "\(count) records, and \(values) large values in \(folder.path)")
    } catch {
      // A part of it could be taken for all.
      try? FileManager.default.removeItem(at: output)
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  /// Large values are files, whose names are their SHA-256, as the records have them.
  private static func exportValues(_ database: SyncDatabase, _ account: String, _ folder: URL) throws -> Int {
    var last: (name: String, handle: FileHandle)?
    let count = try database.exportBlobs(account: account) { name, part in
      if last?.name != name {
        try last?.handle.close()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name)
        guard FileManager.default.createFile(atPath: file.path, contents: nil),
          let handle = FileHandle(forWritingAtPath: file.path)
        else { throw UsageError(text: "\(file.path) cannot be written") }
        last = (name, handle)
      }
      try last?.handle.write(contentsOf: part)
    }
    try last?.handle.close()
    return count
  }

  static func erase(_ arguments: inout Arguments) throws {
    let (place, account) = (try arguments.place(), try arguments.next("the account"))
    try arguments.finish()
    let count = try place.open(isNew: false).erase(account: account)
    print(
      count == 0
        ? "There is nothing of an account '\(account)'; unused parts of the database were tidied up"
        : "\(count) zones erased; backups keep what they have")
    // After that, or a server at work would index it once more. What was done is said, even if the index is destroyed.
    if case .file(let file) = place {
      let index = CloudKitOptions.index(of: file)
      if FileManager.default.fileExists(atPath: index.path) {
        try RecordIndex.forget(account: account, inFile: index)
      }
    }
  }
}
