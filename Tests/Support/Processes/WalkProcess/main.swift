// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

// WalkProcess fetch|again|save: does one thing to a store, for Scripts/trace-walks, which has this built with counters of
// coverage and asks which files it went through. 'again' is a fetch of a shape that was fetched before.
@Model final class Album {
  var title: String
  var year: Int

  init(_ title: String, _ year: Int) {
    self.title = title
    self.year = year
  }
}

#if WALK
  @_silgen_name("__llvm_profile_reset_counters") func resetCounters()
  @_silgen_name("__llvm_profile_write_file") func writeCounters() -> Int32
#else
  func resetCounters() {}
  func writeCounters() -> Int32 { 0 }
#endif

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("walk-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let configuration = ModelConfiguration(url: folder.appendingPathComponent("walk.store"))
let container = try ModelContainer(for: Album.self, configurations: configuration)
let context = ModelContext(container)
for index in 0..<10 { context.insert(Album("Album \(index)", 1990 + index)) }
try context.save()

func fetch(_ context: ModelContext, after year: Int) throws -> Int {
  try context.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.year > year }, sortBy: [SortDescriptor(\.title)]))
    .count
}

let walked = ModelContext(container)
var status: Int32 = 0
switch CommandLine.arguments.dropFirst().first {
case "fetch":
  resetCounters()
  let count = try fetch(walked, after: 1995)
  status = writeCounters()
  if count != 4 { status = 1 }
case "again":
  _ = try fetch(ModelContext(container), after: 1993)
  resetCounters()
  let count = try fetch(walked, after: 1995)
  status = writeCounters()
  if count != 4 { status = 1 }
case "save":
  let albums = try walked.fetch(FetchDescriptor<Album>())
  albums[0].title = "Changed"
  walked.insert(Album("New", 2026))
  resetCounters()
  try walked.save()
  status = writeCounters()
default:
  FileHandle.standardError.write(Data("WalkProcess fetch|again|save\n".utf8))
  status = 2
}
try FileManager.default.removeItem(at: folder)
// Without what the process does at its end, the counters among it.
_exit(status)
