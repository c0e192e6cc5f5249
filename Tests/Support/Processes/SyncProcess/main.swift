// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync

// A device: `SyncProcess work FOLDER ADDRESS NAME` saves and syncs until it is killed, and says what it has saved;
// `SyncProcess dump …` syncs and says what is there; `edit FOLDER ADDRESS NAME=COUNT` saves without syncing, and deletes
// without a count; `sync …` only syncs; `fill FOLDER ADDRESS COUNT` saves and uploads many objects.

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
  say("SyncProcess work|dump|edit|sync|fill FOLDER ADDRESS NAME")
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

/// A thrown error at the top would start the debugger of crashes, which holds the state's lock for seconds.
func syncOrFail() async {
  do { try await sync.syncNow() } catch {
    say("failed \(error)")
    exit(1)
  }
}

if command == "edit" {
  let parts = name.split(separator: "=").map(String.init)
  guard let title = parts.first else { exit(64) }
  let items = try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.name == title }))
  let item = items.first ?? Item(name: title)
  if items.isEmpty { context.insert(item) }
  if parts.count > 1 { item.count = Int(parts[1]) ?? 0 } else { context.delete(item) }
  try context.save()
  exit(0)
}
if command == "fill" {
  let clock = ContinuousClock()
  let saving = try clock.measure {
    for index in 0..<(Int(name) ?? 0) { context.insert(Item(name: "item \(index)")) }
    try context.save()
  }
  let start = clock.now
  await syncOrFail()
  say("saved in \(saving), synced in \(clock.now - start)")
  exit(0)
}
if command == "sync" {
  await syncOrFail()
  exit(0)
}
if command == "dump" {
  await syncOrFail()
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
