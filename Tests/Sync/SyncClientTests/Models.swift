// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

/// The models of the synced app. `uid` tells tests which object is which on all devices.
enum App {
  enum Mood: String, Codable, CaseIterable { case calm, wild }

  struct Place: Codable, Equatable {
    var name: String
    var latitude: Double
  }

  @Model final class Folder {
    var uid: String
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Note.folder) var notes: [Note] = []

    init(uid: String, name: String) {
      self.uid = uid
      self.name = name
    }
  }

  @Model final class Note {
    var uid: String
    var title: String
    var score: Int = 0
    var weight: Double = 0
    var day: Date?
    var link: URL?
    var price: Decimal?
    var mood: Mood = Mood.calm
    var place: Place?
    var words: [String] = []
    @Attribute(.externalStorage) var picture: Data?
    var folder: Folder?
    @Relationship(inverse: \Tag.notes) var tags: [Tag] = []
    @Relationship(inverse: \Cover.note) var cover: Cover?
    @Relationship(deleteRule: .cascade, inverse: \Job.note) var jobs: [Job] = []

    init(uid: String, title: String) {
      self.uid = uid
      self.title = title
    }
  }

  @Model final class Tag {
    @Attribute(.unique) var name: String
    var color: String
    var notes: [Note] = []

    init(name: String, color: String) {
      self.name = name
      self.color = color
    }
  }

  @Model final class Cover {
    var uid: String
    var note: Note?

    init(uid: String) { self.uid = uid }
  }

  @Model class Animal {
    var uid: String
    var name: String
    var home: Folder?

    init(uid: String, name: String) {
      self.uid = uid
      self.name = name
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Model final class Dog: Animal {
    var trick: String

    init(uid: String, name: String, trick: String) {
      self.trick = trick
      super.init(uid: uid, name: name)
    }
  }

  /// A job makes no sense without its note.
  @Model final class Job {
    var uid: String
    var note: Note

    init(uid: String, note: Note) {
      self.uid = uid
      self.note = note
    }
  }

  /// Stays on the device.
  @Model final class Draft {
    var text: String

    init(text: String) { self.text = text }
  }

  static let synced: [any PersistentModel.Type] = [
    Folder.self, Note.self, Tag.self, Cover.self, Animal.self, Dog.self, Job.self,
  ]
  static let all: [any PersistentModel.Type] = synced + [Draft.self]

  private static func describe(_ data: Data?) -> String {
    data.map { "\($0.count)/\(SyncValue.bytes($0).digest)" } ?? "-"
  }

  /// All that is synced, as lines: equal on devices that have the same.
  static func dump(_ context: ModelContext) throws -> [String] {
    var lines: [String] = []
    for folder in try context.fetch(FetchDescriptor<Folder>()) {
      lines.append("Folder \(folder.uid) \(folder.name) notes \(folder.notes.map(\.uid).sorted())")
    }
    for note in try context.fetch(FetchDescriptor<Note>()) {
      lines.append(
        "Note \(note.uid) \(note.title) \(note.score) \(note.weight) \(note.day?.timeIntervalSince1970 ?? 0) "
          + "\(note.link?.absoluteString ?? "-") \(note.price?.description ?? "-") \(note.mood) "
          + "\(note.place.map { "\($0.name)/\($0.latitude)" } ?? "-") \(note.words) \(Self.describe(note.picture)) "
          + "folder \(note.folder?.uid ?? "-") tags \(note.tags.map(\.name).sorted()) cover \(note.cover?.uid ?? "-")")
    }
    for tag in try context.fetch(FetchDescriptor<Tag>()) {
      lines.append("Tag \(tag.name) \(tag.color) notes \(tag.notes.map(\.uid).sorted())")
    }
    for cover in try context.fetch(FetchDescriptor<Cover>()) {
      lines.append("Cover \(cover.uid) note \(cover.note?.uid ?? "-")")
    }
    for animal in try context.fetch(FetchDescriptor<Animal>()) {
      lines.append(
        "\(type(of: animal)) \(animal.uid) \(animal.name) home \(animal.home?.uid ?? "-") \((animal as? Dog)?.trick ?? "")"
      )
    }
    for job in try context.fetch(FetchDescriptor<Job>()) { lines.append("Job \(job.uid) note \(job.note.uid)") }
    return lines.sorted()
  }
}
