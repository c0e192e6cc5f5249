// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncServer

/// The commands about whole accounts.
enum AccountCommands {
  static func list(_ arguments: inout Arguments) throws {
    let file = try arguments.existingFile()
    try arguments.finish()
    let zones = try SyncDatabase(file: file).summaries()
    for zone in zones {
      print(
        "\(zone.account)  \(zone.zone)  \(zone.records) records, \(zone.deletions) deleted, "
          + "\(zone.versions) earlier versions, \((zone.bytes + 1_023) / 1_024) KiB")
    }
    print("\(Set(zones.map(\.account)).count) accounts, \(zones.count) zones")
  }

  static func export(_ arguments: inout Arguments) throws {
    let (file, account) = (try arguments.existingFile(), try arguments.next("the account"))
    let output = URL(fileURLWithPath: try arguments.next("the output's path"))
    try arguments.finish()
    guard !FileManager.default.fileExists(atPath: output.path) else {
      throw UsageError(text: "\(output.path) is there already")
    }
    let database = try SyncDatabase(file: file)
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
      print("\(count) records")
    } catch {
      // A part of it could be taken for all.
      try? FileManager.default.removeItem(at: output)
      throw error
    }
  }

  static func erase(_ arguments: inout Arguments) throws {
    let (file, account) = (try arguments.existingFile(), try arguments.next("the account"))
    try arguments.finish()
    let count = try SyncDatabase(file: file).erase(account: account)
    print(
      count == 0
        ? "There is nothing of an account '\(account)'; the file was written anew"
        : "\(count) zones erased; backups keep what they have")
  }
}
