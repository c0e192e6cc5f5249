// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SyncSimulation

/// A user who does whatever the models allow, the same for the same seed.
struct RandomUser {
  var random: SeededRandom
  let name: String
  private var counter = 0

  init(seed: UInt64, name: String) {
    random = SeededRandom(seed)
    self.name = name
  }

  private mutating func uid() -> String {
    counter += 1
    return "\(name)\(counter)"
  }

  /// One transaction.
  mutating func act(_ context: ModelContext) throws {
    for _ in 0..<(1 + random.below(3)) { try change(context) }
  }

  private mutating func some<Model: PersistentModel>(
    _ type: Model.Type, _ context: ModelContext, by key: (Model) -> String
  ) throws -> Model? {
    // By what all devices agree on: a store's own order is not the seed's.
    let all = try context.fetch(FetchDescriptor<Model>()).filter { !$0.isDeleted }.sorted { key($0) < key($1) }
    return all.isEmpty ? nil : all[random.below(all.count)]
  }

  private mutating func note(_ context: ModelContext) throws -> App.Note? {
    try some(App.Note.self, context) { $0.uid }
  }

  private mutating func change(_ context: ModelContext) throws {
    switch random.below(28) {
    case 0: context.insert(App.Folder(uid: uid(), name: uid()))
    case 1, 2, 3:
      let note = App.Note(uid: uid(), title: uid())
      context.insert(note)
      note.folder = try some(App.Folder.self, context) { $0.uid }
      if random.chance(50), let tag = try some(App.Tag.self, context, by: \.name) { note.tags.append(tag) }
    case 4, 5:
      let name = "tag \(random.below(4))"
      guard try !has(name, context) else { return }
      context.insert(App.Tag(name: name, color: uid()))
    case 6:
      let name = "tag \(random.below(4))"
      guard try !has(name, context) else { return }
      try some(App.Tag.self, context, by: \.name)?.name = name
    case 7: try some(App.Tag.self, context, by: \.name)?.color = uid()
    case 8:
      let cover = App.Cover(uid: uid())
      context.insert(cover)
      try note(context)?.cover = cover
    case 9: try some(App.Cover.self, context) { $0.uid }?.note = try note(context)
    case 10:
      let dog = App.Dog(uid: uid(), name: uid(), trick: uid())
      context.insert(dog)
      dog.home = try some(App.Folder.self, context) { $0.uid }
    case 11: try some(App.Animal.self, context) { $0.uid }?.name = uid()
    case 12: if let note = try note(context) { context.insert(App.Job(uid: uid(), note: note)) }
    case 13: if let job = try some(App.Job.self, context, by: \.uid), let note = try note(context) { job.note = note }
    case 14: try note(context)?.folder = try some(App.Folder.self, context) { $0.uid }
    case 15:
      guard let note = try note(context), let tag = try some(App.Tag.self, context, by: \.name) else { return }
      if note.tags.contains(tag) { note.tags.removeAll { $0 == tag } } else { note.tags.append(tag) }
    case 16: try delete(context)
    case 17:
      let limit = 97 + random.below(3)
      try context.delete(model: App.Note.self, where: #Predicate { $0.score > limit })
    case 18: try note(context)?.place = App.Place(name: uid(), latitude: Double(random.below(90)))
    case 19:
      let picture = Data(count: random.below(2_000)) + Data(uid().utf8)
      try note(context)?.picture = random.chance(15) ? nil : picture
    case 20: try replace(context)
    case 21: try exchange(context)
    case 22: try takeName(context)
    default:
      let note = try note(context)
      note?.title = uid()
      note?.score = random.below(100)
    }
  }

  private func has(_ name: String, _ context: ModelContext) throws -> Bool {
    try context.fetch(FetchDescriptor<App.Tag>()).contains { $0.name == name }
  }

  /// Two objects exchange what only one can have.
  private mutating func exchange(_ context: ModelContext) throws {
    if random.chance(50) {
      guard let first = try note(context), let second = try note(context), first != second else { return }
      let covers = (first.cover, second.cover)
      first.cover = covers.1
      second.cover = covers.0
    } else {
      guard let first = try some(App.Tag.self, context, by: \.name),
        let second = try some(App.Tag.self, context, by: \.name), first != second
      else { return }
      let names = (first.name, second.name)
      first.name = names.1
      second.name = names.0
    }
  }

  /// Inserts an object with a unique value that another one has, or had until now.
  private mutating func takeName(_ context: ModelContext) throws {
    guard let tag = try some(App.Tag.self, context, by: \.name) else { return }
    let name = tag.name
    let isFreed = random.chance(50)
    if isFreed { context.delete(tag) }
    let new = App.Tag(name: name, color: uid())
    context.insert(new)
    if random.chance(50) { try note(context)?.tags.append(new) }
  }

  /// Gives what refers to an object another one instead, and deletes the former.
  private mutating func replace(_ context: ModelContext) throws {
    if random.chance(50) {
      guard let old = try note(context), let new = try note(context), old != new else { return }
      old.cover?.note = new
      for job in old.jobs { job.note = new }
      context.delete(old)
    } else {
      guard let old = try some(App.Folder.self, context, by: \.uid),
        let new = try some(App.Folder.self, context, by: \.uid), old != new
      else { return }
      for note in old.notes { note.folder = new }
      for animal in try context.fetch(FetchDescriptor<App.Animal>()) where animal.home == old { animal.home = new }
      context.delete(old)
    }
  }

  private mutating func delete(_ context: ModelContext) throws {
    switch random.below(6) {
    case 0: try some(App.Folder.self, context) { $0.uid }.map { context.delete($0) }
    case 1: try some(App.Tag.self, context, by: \.name).map { context.delete($0) }
    case 2: try some(App.Cover.self, context) { $0.uid }.map { context.delete($0) }
    case 3: try some(App.Animal.self, context) { $0.uid }.map { context.delete($0) }
    default: try note(context).map { context.delete($0) }
    }
  }
}
