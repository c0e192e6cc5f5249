// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The next version of ``Entry``, and the plan that leads to it.
enum Later {
  @Model
  final class Entry {
    #Unique<Entry>([\.batch, \.number])
    var batch: Int
    var number: Int
    var text: String
    var length: Int = 0

    init(batch: Int, number: Int) {
      self.batch = batch
      self.number = number
      text = ""
    }
  }

  enum First: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [StoreProcess.Entry.self] }
  }

  enum Second: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Entry.self] }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [First.self, Second.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: First.self, toVersion: Second.self,
          willMigrate: { context in
            let entries = try context.fetch(FetchDescriptor<StoreProcess.Entry>())
            if isFull { return fill(entries, context) }
            for entry in entries where entry.number > 0 { context.delete(entry) }
            try context.save()
            pause("will")
          },
          didMigrate: { context in
            for entry in try context.fetch(FetchDescriptor<Entry>()) {
              entry.length = entry.text.count
            }
            try context.save()
            pause("did")
          })
      ]
    }
  }

  /// Says where it is, and waits to be told to go on.
  static func pause(_ place: String) {
    say(place)
    if isUnpaused { return }
    _ = readLine()
  }

  nonisolated(unsafe) static var isFull = false
  nonisolated(unsafe) static var isUnpaused = false

  /// Code that does not look at the errors of its saves, on a full disk.
  private static func fill(_ entries: [StoreProcess.Entry], _ context: ModelContext) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    getrlimit(.init(RLIMIT_FSIZE.rawValue), &limit)
    let all = limit.rlim_cur
    limit.rlim_cur = 4_000_000
    setrlimit(.init(RLIMIT_FSIZE.rawValue), &limit)
    // More than a connection keeps in memory.
    for entry in entries { entry.text = String(repeating: "full ", count: 40_000) }
    do { try context.save() } catch { say("failed") }
    limit.rlim_cur = all
    setrlimit(.init(RLIMIT_FSIZE.rawValue), &limit)
    context.rollback()
    context.insert(StoreProcess.Entry(batch: 1_000, number: 0))
    try? context.save()
    say("went on")
  }

  static func migrate(_ file: URL) throws {
    let container = try ModelContainer(
      for: Entry.self, migrationPlan: Plan.self, configurations: ModelConfiguration(url: file))
    let entries = try ModelContext(container).fetch(FetchDescriptor<Entry>())
    say("\(entries.filter { $0.length > 0 }.count)")
  }
}
