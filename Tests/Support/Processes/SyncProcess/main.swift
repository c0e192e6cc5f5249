// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync

// A device: `SyncProcess work FOLDER ADDRESS NAME` saves and syncs until it is killed, and says what it has saved;
// `SyncProcess dump …` syncs and says what is there.

@Model final class Item {
  @Attribute(.unique) var name: String
  var count: Int = 0
  var group: ItemGroup?

  init(name: String) { self.name = name }
}

@Model final class ItemGroup {
  var name: String
  @Relationship(inverse: \Item.group) var items: [Item] = []

  init(name: String) { self.name = name }
}

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

guard CommandLine.arguments.count == 5 else {
  say("SyncProcess work|dump FOLDER ADDRESS NAME")
  exit(64)
}
let (command, address, name) = (CommandLine.arguments[1], CommandLine.arguments[3], CommandLine.arguments[4])
let folder = URL(fileURLWithPath: CommandLine.arguments[2])
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let container = try ModelContainer(
  for: Item.self, ItemGroup.self,
  configurations: ModelConfiguration(url: folder.appendingPathComponent("store.sqlite")))
let sync = try ModelSync(
  container, models: [Item.self, ItemGroup.self], account: "ann", transport: HTTPSyncTransport(address) { "secret" })
let context = ModelContext(container)
context.autosaveEnabled = false

if command == "dump" {
  try await sync.syncNow()
  let items = try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.name)]))
  for item in items { say("\(item.name) \(item.count) \(item.group?.name ?? "-")") }
  say("end")
  exit(0)
}
var round = 0
while true {
  round += 1
  let group = ItemGroup(name: "\(name) \(round)")
  context.insert(group)
  for index in 0..<5 {
    let item = Item(name: "\(name).\(round).\(index)")
    context.insert(item)
    item.group = group
  }
  for item in try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.count < 3 })).prefix(3) {
    item.count += 1
  }
  try context.save()
  for index in 0..<5 { say("saved \(name).\(round).\(index)") }
  do { try await sync.syncNow() } catch { say("failed \(error)") }
}
