// SPDX-License-Identifier: Apache-2.0

import CDiskRecorder
import CrossProcessModels
import Foundation
import SwiftData

/// Random work on a store, all of which is written down: what is done to files, and what the program was told of it.
///
/// The notes between the operations: `begin N` before the save with that number, `done N` when it has returned, `has N`
/// what is there when the store is opened, `backup N` and `backed N` around making a backup.
struct Worker {
  let folder: URL
  let container: ModelContainer
  var generator: SeededGenerator
  var number: Int
  private var settings: [Int: Int] = [:]
  /// The save that the backup has.
  private var backup: Int?

  /// - Parameter number: Higher than that of any save before.
  init(_ folder: URL, _ durability: ModelConfiguration.Durability, seed: UInt64, number: Int) throws {
    self.folder = folder
    self.number = number
    generator = SeededGenerator(seed: seed)
    container = try Power.container(folder, durability)
    let context = ModelContext(container)
    settings = try Self.settings(context)
    Self.note("has \(try context.fetch(FetchDescriptor<Head>()).first?.number ?? 0)")
  }

  static func note(_ text: String) { osd_note(text) }

  static func settings(_ context: ModelContext) throws -> [Int: Int] {
    Dictionary(
      try context.fetch(FetchDescriptor<Setting>()).map { ($0.key, $0.value) }, uniquingKeysWith: { $0 &+ $1 &+ 1 })
  }

  private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

  mutating func work(_ steps: Int) async throws {
    let context = ModelContext(container)
    context.autosaveEnabled = false
    for _ in 0..<steps {
      if one(in: 40) {
        try await makeBackup(context)
      } else if backup != nil, one(in: 40) {
        try await restore()
      } else if one(in: 60) {
        _ = try await container.vacuum()
      } else if one(in: 5) {
        // The other one hears of it.
        let other = ModelContext(container)
        other.autosaveEnabled = false
        try save(other)
      } else {
        try save(context)
      }
    }
    // At the end there is a large value.
    number += 1
    let item = Item(1000 + number, text())
    item.blob = Power.blob(9, 120_000)
    context.insert(item)
    try seal(context)
    Self.note("begin \(number)")
    try context.save()
    Self.note("done \(number)")
  }

  // MARK: Saves

  private mutating func save(_ context: ModelContext) throws {
    number += 1
    let isLarge = one(in: 12)
    let changes = isLarge ? 40 : Int.random(in: 1...3, using: &generator)
    if one(in: 10) {
      Self.note("begin \(number)")
      let key = Int.random(in: 0..<30, using: &generator)
      try context.transaction {
        try context.delete(model: Setting.self, where: #Predicate { $0.key == key })
        settings[key] = nil
        try change(context, changes)
        try seal(context)
      }
    } else {
      try change(context, changes)
      try seal(context)
      Self.note("begin \(number)")
      try context.save()
    }
    Self.note("done \(number)")
  }

  private func seal(_ context: ModelContext) throws {
    context.processPendingChanges()
    let head: Head
    if let first = try context.fetch(FetchDescriptor<Head>()).first {
      head = first
    } else {
      head = Head()
      context.insert(head)
    }
    head.number = number
    head.saves += 1
    head.sum = try Power.sum(context) &+ Power.sum(settings)
  }

  private mutating func change(_ context: ModelContext, _ count: Int) throws {
    var items = try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.number)]))
    var shelves = try context.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)]))
    let tags = try context.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.name)]))
    for part in 0..<count {
      let name = "\(number)-\(part)"
      switch Int.random(in: 0..<13, using: &generator) {
      case 0...2:
        let new = Int.random(in: 0..<60, using: &generator)
        guard !items.contains(where: { $0.number == new }) else { continue }
        let item = Item(new, text())
        context.insert(item)
        item.shelf = shelves.randomElement(using: &generator)
        if one(in: 4) { item.blob = blob() }
        if one(in: 2) { item.badge = Badge(name) }
        items.append(item)
      case 3...4: items.randomElement(using: &generator)?.text = text()
      case 5: items.randomElement(using: &generator)?.blob = one(in: 3) ? nil : blob()
      case 6: items.randomElement(using: &generator)?.shelf = shelves.randomElement(using: &generator)
      case 7:
        guard shelves.count < 12 else { continue }
        let shelf = Shelf(name)
        context.insert(shelf)
        shelf.tags.append(Tag(name))
        shelves.append(shelf)
      case 8:
        guard let shelf = shelves.randomElement(using: &generator), let tag = tags.randomElement(using: &generator)
        else { continue }
        if let index = shelf.tags.firstIndex(where: { $0 === tag }) {
          shelf.tags.remove(at: index)
        } else {
          shelf.tags.append(tag)
        }
      case 9:
        guard let index = items.indices.randomElement(using: &generator) else { continue }
        context.delete(items.remove(at: index))
      case 10:
        guard shelves.count > 4, let index = shelves.indices.randomElement(using: &generator) else { continue }
        let shelf = shelves.remove(at: index)
        items.removeAll { $0.shelf === shelf }
        context.delete(shelf)
      default:
        let setting = Setting(Int.random(in: 0..<30, using: &generator), number)
        context.insert(setting)
        settings[setting.key] = setting.value
      }
    }
  }

  private mutating func text() -> String {
    let count = one(in: 8) ? 300 : 4
    return (0..<count).map { _ in Power.words[Int.random(in: 0..<Power.words.count, using: &generator)] }
      .joined(separator: " ")
  }

  /// In the column, or in a file.
  private mutating func blob() -> Data {
    let size =
      one(in: 4) ? Int.random(in: 1...10_000, using: &generator) : Int.random(in: 103_000...140_000, using: &generator)
    return Power.blob(UInt8.random(in: 1...255, using: &generator), size)
  }

  // MARK: Backups

  private mutating func makeBackup(_ context: ModelContext) async throws {
    let saved = try ModelContext(container).fetch(FetchDescriptor<Head>()).first?.number ?? 0
    Self.note("backup \(saved)")
    try await container.backup(to: Power.backup(folder), overwriting: true)
    Self.note("backed \(saved)")
    backup = saved
  }

  private mutating func restore() async throws {
    guard let backup else { return }
    Self.note("begin \(backup)")
    try await container.restore(from: Power.backup(folder))
    Self.note("done \(backup)")
    settings = try Self.settings(ModelContext(container))
  }
}
