// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync

// A device: `SyncProcess work FOLDER ADDRESS NAME` saves and syncs until it is killed, and says what it has saved;
// `SyncProcess dump …` syncs and says what is there; `edit FOLDER ADDRESS NAME=COUNT` saves without syncing, and deletes
// without a count; `sync …` only syncs; `fill FOLDER ADDRESS COUNT` saves and uploads many objects. `playlist FOLDER ADDRESS
// NAME=SONG,SONG` adds songs without syncing, `share … NAME` says an invitation to a playlist, `join … INVITATION` accepts it, and
// `playlists …` syncs and says which there are. SYNC_ACCOUNT and SYNC_TOKEN say whose device it is.

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

@Model final class Playlist {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Song.playlist) var songs: [Song] = []

  init(name: String) { self.name = name }
}

@Model final class Song {
  var title: String
  var playlist: Playlist?

  init(title: String) { self.title = title }
}

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

guard CommandLine.arguments.count == 5 else {
  say("SyncProcess work|dump|edit|sync|fill|playlist|share|join|playlists FOLDER ADDRESS NAME")
  exit(64)
}
let (command, address, name) = (CommandLine.arguments[1], CommandLine.arguments[3], CommandLine.arguments[4])
let folder = URL(fileURLWithPath: CommandLine.arguments[2])
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let container = try ModelContainer(
  for: Item.self, ItemGroup.self, Playlist.self, Song.self,
  configurations: ModelConfiguration(url: folder.appendingPathComponent("store.sqlite")))
let environment = ProcessInfo.processInfo.environment
let token = environment["SYNC_TOKEN"] ?? "secret"
var options = SyncOptions()
options.sharing = environment["SYNC_ACCOUNT"] != nil
let sync = try ModelSync(
  container, models: [Item.self, ItemGroup.self, Playlist.self, Song.self],
  account: environment["SYNC_ACCOUNT"] ?? "ann",
  transport: HTTPSyncTransport(address) { token }, options: options)
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
@MainActor func playlist(_ name: String) throws -> Playlist? {
  try context.fetch(FetchDescriptor<Playlist>(predicate: #Predicate { $0.name == name })).first
}

if command == "playlist" {
  let parts = name.split(separator: "=").map(String.init)
  guard let title = parts.first else { exit(64) }
  let list = try playlist(title) ?? Playlist(name: title)
  context.insert(list)
  for song in parts.dropFirst().first?.split(separator: ",") ?? [] {
    let song = Song(title: String(song))
    context.insert(song)
    song.playlist = list
  }
  try context.save()
  exit(0)
}
if command == "share" || command == "join" {
  do {
    if command == "join" {
      let share = try await sync.accept(SyncInvitation(name))
      say("joined \(share.title) of \(share.owner)")
    } else if let list = try playlist(name) {
      let share = try await sync.share(list, title: name)
      say(try await sync.invite(to: share, as: .write).text)
    }
  } catch {
    say("failed \(error)")
    exit(1)
  }
  exit(0)
}
if command == "playlists" {
  await syncOrFail()
  for list in try context.fetch(FetchDescriptor<Playlist>(sortBy: [SortDescriptor(\.name)])) {
    say("\(list.name): \(list.songs.map(\.title).sorted().joined(separator: ", "))")
  }
  say("end")
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
