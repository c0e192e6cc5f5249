// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// One relationship between notes and tags, kept in every way there is.
enum Linked {
  /// One to one.
  enum OneToOne {
    @Model final class Note {
      var name: String
      var tag: Tag?
      init(_ name: String) { self.name = name }
    }
    @Model final class Tag {
      var name: String
      @Relationship(inverse: \Note.tag) var note: Note?
      init(_ name: String) { self.name = name }
    }
  }

  /// Many to one.
  enum ManyToOne {
    @Model final class Note {
      var name: String
      var tag: Tag?
      init(_ name: String) { self.name = name }
    }
    @Model final class Tag {
      var name: String
      @Relationship(inverse: \Note.tag) var note: [Note] = []
      init(_ name: String) { self.name = name }
    }
  }

  /// One to many.
  enum OneToMany {
    @Model final class Note {
      var name: String
      var tag: [Tag] = []
      init(_ name: String) { self.name = name }
    }
    @Model final class Tag {
      var name: String
      @Relationship(inverse: \Note.tag) var note: Note?
      init(_ name: String) { self.name = name }
    }
  }

  enum ManyToMany {
    @Model final class Note {
      var name: String
      var tag: [Tag] = []
      init(_ name: String) { self.name = name }
    }
    @Model final class Tag {
      var name: String
      @Relationship(inverse: \Note.tag) var note: [Note] = []
      init(_ name: String) { self.name = name }
    }
  }

  /// To one, without inverse.
  enum ToOne {
    @Model final class Note {
      var name: String
      var tag: Tag?
      init(_ name: String) { self.name = name }
    }
    @Model final class Tag {
      var name: String
      init(_ name: String) { self.name = name }
    }
  }

  /// To many, without inverse.
  enum ToMany {
    @Model final class Note {
      var name: String
      var tag: [Tag] = []
      init(_ name: String) { self.name = name }
    }
    @Model final class Tag {
      var name: String
      init(_ name: String) { self.name = name }
    }
  }

  /// Each note must have a tag.
  enum Required {
    @Model final class Note {
      var name: String
      var tag: Tag
      init(_ name: String, _ tag: Tag) {
        self.name = name
        self.tag = tag
      }
    }
    @Model final class Tag {
      var name: String
      @Relationship(inverse: \Note.tag) var note: [Note] = []
      init(_ name: String) { self.name = name }
    }
  }
}

/// A store's way of keeping the links, for all of them alike.
protocol LinkedSchema {
  static var types: [any PersistentModel.Type] { get }
  /// Makes `n0` with the tags `t0` and so on; the links are pairs of numbers.
  static func make(_ context: ModelContext, _ links: [(Int, Int)]) throws
  /// As `n0-t0`, sorted; a one-to-one or a list at the other end says the same.
  static func links(_ context: ModelContext) throws -> [String]
}

extension LinkedSchema {
  static func numbers(_ links: [(Int, Int)]) -> (notes: Range<Int>, tags: Range<Int>) {
    (0..<(links.map(\.0).max() ?? 0) + 2, 0..<(links.map(\.1).max() ?? 0) + 2)
  }
}

extension Linked.OneToOne: LinkedSchema {
  static var types: [any PersistentModel.Type] { [Note.self, Tag.self] }

  static func make(_ context: ModelContext, _ links: [(Int, Int)]) throws {
    let numbers = numbers(links)
    let notes = numbers.notes.map { Note("n\($0)") }
    let tags = numbers.tags.map { Tag("t\($0)") }
    for note in notes { context.insert(note) }
    for tag in tags { context.insert(tag) }
    for link in links { notes[link.0].tag = tags[link.1] }
    try context.save()
  }

  static func links(_ context: ModelContext) throws -> [String] {
    let notes = try context.fetch(FetchDescriptor<Note>())
    let own = notes.flatMap { note in note.tag.map { ["\(note.name)-\($0.name)"] } ?? [] }.sorted()
    let tags = try context.fetch(FetchDescriptor<Tag>())
    let back = tags.flatMap { tag in tag.note.map { ["\($0.name)-\(tag.name)"] } ?? [] }.sorted()
    return own == back ? own : ["\(own) but back \(back)"]
  }
}

extension Linked.ManyToOne: LinkedSchema {
  static var types: [any PersistentModel.Type] { [Note.self, Tag.self] }

  static func make(_ context: ModelContext, _ links: [(Int, Int)]) throws {
    let numbers = numbers(links)
    let notes = numbers.notes.map { Note("n\($0)") }
    let tags = numbers.tags.map { Tag("t\($0)") }
    for note in notes { context.insert(note) }
    for tag in tags { context.insert(tag) }
    for link in links { notes[link.0].tag = tags[link.1] }
    try context.save()
  }

  static func links(_ context: ModelContext) throws -> [String] {
    let notes = try context.fetch(FetchDescriptor<Note>())
    let own = notes.flatMap { note in note.tag.map { ["\(note.name)-\($0.name)"] } ?? [] }.sorted()
    let tags = try context.fetch(FetchDescriptor<Tag>())
    let back = tags.flatMap { tag in tag.note.map { "\($0.name)-\(tag.name)" } }.sorted()
    return own == back ? own : ["\(own) but back \(back)"]
  }
}

extension Linked.OneToMany: LinkedSchema {
  static var types: [any PersistentModel.Type] { [Note.self, Tag.self] }

  static func make(_ context: ModelContext, _ links: [(Int, Int)]) throws {
    let numbers = numbers(links)
    let notes = numbers.notes.map { Note("n\($0)") }
    let tags = numbers.tags.map { Tag("t\($0)") }
    for note in notes { context.insert(note) }
    for tag in tags { context.insert(tag) }
    for link in links { notes[link.0].tag.append(tags[link.1]) }
    try context.save()
  }

  static func links(_ context: ModelContext) throws -> [String] {
    let notes = try context.fetch(FetchDescriptor<Note>())
    let own = notes.flatMap { note in note.tag.map { "\(note.name)-\($0.name)" } }.sorted()
    let tags = try context.fetch(FetchDescriptor<Tag>())
    let back = tags.flatMap { tag in tag.note.map { ["\($0.name)-\(tag.name)"] } ?? [] }.sorted()
    return own == back ? own : ["\(own) but back \(back)"]
  }
}

extension Linked.ManyToMany: LinkedSchema {
  static var types: [any PersistentModel.Type] { [Note.self, Tag.self] }

  static func make(_ context: ModelContext, _ links: [(Int, Int)]) throws {
    let numbers = numbers(links)
    let notes = numbers.notes.map { Note("n\($0)") }
    let tags = numbers.tags.map { Tag("t\($0)") }
    for note in notes { context.insert(note) }
    for tag in tags { context.insert(tag) }
    for link in links { notes[link.0].tag.append(tags[link.1]) }
    try context.save()
  }

  static func links(_ context: ModelContext) throws -> [String] {
    let notes = try context.fetch(FetchDescriptor<Note>())
    let own = notes.flatMap { note in note.tag.map { "\(note.name)-\($0.name)" } }.sorted()
    let tags = try context.fetch(FetchDescriptor<Tag>())
    let back = tags.flatMap { tag in tag.note.map { "\($0.name)-\(tag.name)" } }.sorted()
    return own == back ? own : ["\(own) but back \(back)"]
  }
}

extension Linked.ToOne: LinkedSchema {
  static var types: [any PersistentModel.Type] { [Note.self, Tag.self] }

  static func make(_ context: ModelContext, _ links: [(Int, Int)]) throws {
    let numbers = numbers(links)
    let notes = numbers.notes.map { Note("n\($0)") }
    let tags = numbers.tags.map { Tag("t\($0)") }
    for note in notes { context.insert(note) }
    for tag in tags { context.insert(tag) }
    for link in links { notes[link.0].tag = tags[link.1] }
    try context.save()
  }

  static func links(_ context: ModelContext) throws -> [String] {
    let notes = try context.fetch(FetchDescriptor<Note>())
    let own = notes.flatMap { note in note.tag.map { ["\(note.name)-\($0.name)"] } ?? [] }.sorted()
    return own
  }
}

extension Linked.ToMany: LinkedSchema {
  static var types: [any PersistentModel.Type] { [Note.self, Tag.self] }

  static func make(_ context: ModelContext, _ links: [(Int, Int)]) throws {
    let numbers = numbers(links)
    let notes = numbers.notes.map { Note("n\($0)") }
    let tags = numbers.tags.map { Tag("t\($0)") }
    for note in notes { context.insert(note) }
    for tag in tags { context.insert(tag) }
    for link in links { notes[link.0].tag.append(tags[link.1]) }
    try context.save()
  }

  static func links(_ context: ModelContext) throws -> [String] {
    let notes = try context.fetch(FetchDescriptor<Note>())
    let own = notes.flatMap { note in note.tag.map { "\(note.name)-\($0.name)" } }.sorted()
    return own
  }
}

/// A relationship of a subclass to a class with subclasses, to one and to many.
enum Shelved {
  enum One {
    @Model class Medium {
      var name: String
      init(_ name: String) { self.name = name }
    }
    @Model final class Film: Medium {
      var length: Int = 90
      override init(_ name: String) { super.init(name) }
    }
    @Model class Place {
      var room: String = "hall"
      init() {}
    }
    @Model final class Shelf: Place {
      var top: Medium?
      override init() { super.init() }
    }
    static var types: [any PersistentModel.Type] {
      [Medium.self, Film.self, Place.self, Shelf.self]
    }
  }

  /// Renamed as well.
  enum Many {
    @Model class Medium {
      var name: String
      @Relationship(inverse: \Shelf.media) var shelves: [Shelf] = []
      init(_ name: String) { self.name = name }
    }
    @Model final class Film: Medium {
      var length: Int = 90
      override init(_ name: String) { super.init(name) }
    }
    @Model class Place {
      var room: String = "hall"
      init() {}
    }
    @Model final class Shelf: Place {
      @Relationship(originalName: "top") var media: [Medium] = []
      override init() { super.init() }
    }
    static var types: [any PersistentModel.Type] {
      [Medium.self, Film.self, Place.self, Shelf.self]
    }
  }

  /// And back, under a third name.
  enum First {
    @Model class Medium {
      var name: String
      init(_ name: String) { self.name = name }
    }
    @Model final class Film: Medium {
      var length: Int = 90
      override init(_ name: String) { super.init(name) }
    }
    @Model class Place {
      var room: String = "hall"
      init() {}
    }
    @Model final class Shelf: Place {
      @Relationship(originalName: "media") var first: Medium?
      override init() { super.init() }
    }
    static var types: [any PersistentModel.Type] {
      [Medium.self, Film.self, Place.self, Shelf.self]
    }
  }
}
