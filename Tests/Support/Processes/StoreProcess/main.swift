// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData

/// A second process for the tests: it writes until it is killed, holds the
/// store's write lock until it is told to let go, migrates the store, or saves
/// where that fails.
@Model
final class Entry {
  #Unique<Entry>([\.batch, \.number])
  var batch: Int
  var number: Int
  var text: String

  init(batch: Int, number: Int) {
    self.batch = batch
    self.number = number
    text = String(repeating: "\(batch)-\(number) ", count: 20)
  }
}

@Model
final class Place {
  #Index<Place>(.binary([\.name]), .rtree([\.latitude, \.longitude]))
  var name = ""
  var latitude = 0.0
  var longitude = 0.0
  init() {}
}

/// Opens a store twice whose schema asks for a spatial index.
func spatial(_ file: URL) throws {
  for _ in 0..<2 {
    _ = try ModelContainer(for: Place.self, configurations: ModelConfiguration(url: file))
  }
  say("opened")
}

@Model
final class Photo {
  var number: Int
  @Attribute(.externalStorage) var data: Data
  init(number: Int, data: Data) {
    self.number = number
    self.data = data
  }
}

/// Saves one photo, and, when told to go on, many in one save, which takes long: each has a file that is written to the disk.
func writeFiles(_ file: URL) throws {
  let context = ModelContext(
    try ModelContainer(for: Photo.self, configurations: ModelConfiguration(url: file)))
  let data = Data(repeating: 7, count: 120_000)
  context.insert(Photo(number: 0, data: data))
  try context.save()
  say("saved")
  _ = readLine()
  for number in 1...2_000 { context.insert(Photo(number: number, data: data)) }
  try context.save()
  say("saved all")
}

func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

/// Saves batch after batch, and says each that is saved.
func write(_ file: URL, from first: Int, size: Int) throws {
  let container = try ModelContainer(
    for: Entry.self, configurations: ModelConfiguration(url: file))
  for batch in first... {
    let context = ModelContext(container)
    for number in 0..<size { context.insert(Entry(batch: batch, number: number)) }
    try context.save()
    say("\(batch)")
  }
}

/// Saves so many objects one by one, and ends when a line comes in, without closing the store: or waits for a signal.
func writeMany(_ file: URL, _ count: Int, waits: Bool) throws {
  let container = try ModelContainer(for: Entry.self, configurations: ModelConfiguration(url: file))
  let context = ModelContext(container)
  context.author = "many"
  for number in 0..<count {
    context.insert(Entry(batch: 1, number: number))
    try context.save()
  }
  if waits {
    unblockSignals()
    container.saveOnTermination()
    say("saved")
    dispatchMain()
  }
  say("saved")
  _ = readLine()
  exit(withExtendedLifetime(container) { 0 })
}

/// Holds the write lock until a line comes in.
func hold(_ file: URL) throws {
  let queue = try DatabaseQueue(path: file.path)
  try queue.inDatabase { database in
    try database.execute(sql: "BEGIN IMMEDIATE")
    say("holding")
    _ = readLine()
    try database.execute(sql: "ROLLBACK")
  }
  say("let go")
}

/// Counts entries through a store that may not be written to, now and each time that a line comes in. The superuser may
/// write everywhere, and becomes somebody else before.
func readOnly(_ file: URL) throws {
  #if !os(Windows)
    guard geteuid() != 0 || setgid(65_534) == 0 && setuid(65_534) == 0 else {
      return say("cannot become another user")
    }
  #endif
  let container = try ModelContainer(
    for: Entry.self, configurations: ModelConfiguration(url: file, allowsSave: false))
  repeat {
    do { say("\(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()))") } catch { say("error: \(error)") }
  } while readLine() != nil
}

func check(_ file: URL) throws {
  let queue = try DatabaseQueue(path: file.path)
  say(try queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA integrity_check") ?? "nothing" })
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
  say(
    "usage: StoreProcess write|many|files|hold|read-only|spatial|migrate|commit-one|autosave|exit|"
      + "exit-in-transaction|terminate|graceful|check FILE [FIRST SIZE]"
  )
  exit(2)
}
let file = URL(fileURLWithPath: arguments[2])
do {
  switch arguments[1] {
  case "write":
    try write(
      file, from: arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1,
      size: arguments.count > 4 ? Int(arguments[4]) ?? 50 : 50)
  case "many": try writeMany(file, arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1, waits: arguments.count > 4)
  case "files": try writeFiles(file)
  case "hold": try hold(file)
  case "read-only": try readOnly(file)
  case "spatial": try spatial(file)
  case "seed-one": try seedOne(file)
  case "commit-one": try commitOne(file, rollsBack: arguments.count > 3)
  case "autosave": try autosave(file)
  case "exit": try changeAndExit(file)
  case "exit-in-transaction": try exitWithinTransaction(file)
  case "terminate": try changeAndWait(file, savesOnTermination: arguments.count > 3)
  case "graceful":
    try endGracefully(
      file, by: arguments.count > 3 ? arguments[3] : "", isFirst: arguments.count > 4 && arguments[4] == "first")
  case "migrate":
    Later.isFull = arguments.count > 3 && arguments[3] == "full"
    Later.isUnpaused = arguments.count > 3 && arguments[3] == "unpaused"
    try Later.migrate(file)
  default: try check(file)
  }
} catch {
  say("error: \(error)")
  exit(1)
}
