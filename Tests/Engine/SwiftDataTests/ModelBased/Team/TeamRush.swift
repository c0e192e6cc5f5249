// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// What one context has done at full speed, beside others.
struct RushResult: Sendable {
  /// Files whose insertion a save has acknowledged.
  var inserted: Set<Int> = []
  /// Files whose deletion a save has acknowledged.
  var deleted: Set<Int> = []
  /// Inserted files that may be in folders which are deleted.
  var temporary: Set<Int> = []
  var increments = 0
  var saves = 0
  var refusals = 0
  /// Errors that a program need not expect.
  var surprises: [String] = []

  mutating func add(_ other: RushResult) {
    inserted.formUnion(other.inserted)
    deleted.formUnion(other.deleted)
    temporary.formUnion(other.temporary)
    increments += other.increments
    saves += other.saves
    refusals += other.refusals
    surprises += other.surprises
  }
}

/// The work of one context in a rush.
///
/// Files with a title of 0 stay in the permanent folders; others may be in
/// folders that are deleted with what they have.
struct RushWork {
  static let permanent = 5
  let name: Int
  private var generator: SeededGenerator
  private var nextUID: Int
  private(set) var result = RushResult()

  init(_ name: Int, seed: UInt64) {
    self.name = name
    generator = SeededGenerator(seed: seed &* 31 &+ UInt64(name))
    nextUID = name * 1_000_000
  }

  private mutating func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &generator) }

  private mutating func uid() -> Int {
    nextUID += 1
    return nextUID
  }

  /// What all work on, once.
  static func fill(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    for uid in 1...permanent {
      context.insert(Team.Folder(uid, name: uid))
      context.insert(Team.Label(10 + uid, name: uid))
    }
    context.insert(Team.Log(100, key: 100, text: 0))
    try context.save()
  }

  mutating func step(_ context: ModelContext) {
    var attempt = result
    do {
      try work(context, &attempt)
      if context.hasChanges {
        try context.save()
        attempt.saves += 1
      }
      result = attempt
    } catch SwiftDataError.optimisticLockFailure {
      result.refusals += 1
      context.rollback()
    } catch {
      result.surprises.append("\(error)")
      context.rollback()
    }
  }

  private mutating func work(_ context: ModelContext, _ attempt: inout RushResult) throws {
    switch number(12) {
    case 0, 1: try insert(context, &attempt)
    case 2, 3:
      try context.fetch(FetchDescriptor<Team.Log>(predicate: #Predicate { $0.uid == 100 }))[0]
        .text += 1
      attempt.increments += 1
    case 4: try any(Team.File.self, context)?.pages += 1
    case 5:
      guard let file = try any(Team.File.self, context), let folder = try folder(context, for: file)
      else { return }
      if number(2) == 0 { file.folder = folder } else { folder.files.append(file) }
    case 6:
      guard let file = try any(Team.File.self, context), let label = try any(Team.Label.self, context)
      else { return }
      if file.labels.contains(where: { $0 === label }) {
        label.files.removeAll { $0 === file }
      } else {
        file.labels.append(label)
      }
    case 7:
      guard let file = try any(Team.File.self, context) else { return }
      if let cover = try any(Team.Cover.self, context), number(3) > 0 {
        file.cover = cover
      } else {
        file.cover = Team.Cover(uid(), tint: name)
      }
    case 8:
      guard let note = try any(Team.Note.self, context),
        let folder = try any(Team.Folder.self, context)
      else { return }
      folder.favourites.append(note)
    case 9:
      guard let file = try any(Team.File.self, context) else { return }
      attempt.deleted.insert(file.uid)
      context.delete(file)
    case 10: try temporary(context, &attempt)
    default:
      let wanted = number(3)
      let title = name
      // What it finds is decided when it is saved: only files of its own.
      let doomed = try context.fetch(
        FetchDescriptor<Team.File>(predicate: #Predicate { $0.title == title }))
      guard doomed.count > 4, wanted == 0 else { return }
      attempt.deleted.formUnion(doomed.map(\.uid))
      try context.delete(model: Team.File.self, where: #Predicate { $0.title == title })
    }
  }

  private mutating func insert(_ context: ModelContext, _ attempt: inout RushResult) throws {
    let uid = uid()
    let file = Team.File(uid, code: uid, title: number(3) == 0 ? name : 0)
    context.insert(file)
    file.folder = try folder(context, for: file)
    file.notes = [Team.Note(self.uid(), text: uid), Team.Note(self.uid(), text: uid)]
    file.labels = try context.fetch(FetchDescriptor<Team.Label>()).filter { _ in number(3) == 0 }
    attempt.inserted.insert(uid)
    if file.title != 0 { attempt.temporary.insert(uid) }
  }

  /// A folder that comes, or goes with all that it has.
  private mutating func temporary(_ context: ModelContext, _ attempt: inout RushResult) throws {
    let end = Self.permanent
    let folders = try context.fetch(
      FetchDescriptor<Team.Folder>(predicate: #Predicate { $0.uid > end }))
    guard folders.count > 3, let folder = folders.randomElement(using: &generator) else {
      let uid = uid()
      return context.insert(Team.Folder(uid, name: uid))
    }
    context.delete(folder)
  }

  private mutating func folder(_ context: ModelContext, for file: Team.File) throws -> Team.Folder? {
    let end = Self.permanent
    var folders = try context.fetch(FetchDescriptor<Team.Folder>())
    if file.title == 0 { folders.removeAll { $0.uid > end } }
    return folders.randomElement(using: &generator)
  }

  private mutating func any<T: PersistentModel>(_ type: T.Type, _ context: ModelContext) throws -> T? {
    let count = try context.fetchCount(FetchDescriptor<T>())
    guard count > 0 else { return nil }
    var descriptor = FetchDescriptor<T>()
    (descriptor.fetchOffset, descriptor.fetchLimit) = (number(count), 1)
    return try context.fetch(descriptor).first
  }
}

@ModelActor
actor RushActor {
  func run(_ name: Int, seed: UInt64, operations: Int) -> RushResult {
    modelContext.mergePolicy = .error
    var work = RushWork(name, seed: seed)
    for _ in 0..<operations { work.step(modelContext) }
    return work.result
  }
}
