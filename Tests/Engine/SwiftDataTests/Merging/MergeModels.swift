// SPDX-License-Identifier: Apache-2.0

import SwiftData

enum Desk {
  @Model final class Folder {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \File.folder) var files: [File] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class File {
    @Attribute(.unique) var id: Int
    var text = ""
    var pages = 0
    var folder: Folder?
    @Relationship(inverse: \Label.files) var labels: [Label] = []
    @Relationship(deleteRule: .cascade, inverse: \Note.file) var notes: [Note] = []
    init(_ id: Int, _ folder: Folder? = nil, text: String = "") {
      self.id = id
      self.folder = folder
      self.text = text
    }
  }

  @Model final class Note {
    var text: String
    var file: File?
    init(_ text: String) { self.text = text }
  }

  @Model final class Label {
    var name: String
    var files: [File] = []
    init(_ name: String) { self.name = name }
  }

  /// A shelf is a parent that lets its books go; a list of things nobody leads back from.
  @Model final class Shelf {
    var name: String
    @Relationship(deleteRule: .nullify, inverse: \Box.shelf) var boxes: [Box] = []
    var things: [Thing] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Box {
    var name: String
    var shelf: Shelf?
    init(_ name: String) { self.name = name }
  }

  @Model final class Thing {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model final class Person {
    @Attribute(.unique) var key: Int
    var name = ""
    var passport: Passport?
    init(_ key: Int) { self.key = key }
  }

  @Model final class Passport {
    var number: String
    @Relationship(inverse: \Person.passport) var person: Person?
    init(_ number: String) { self.number = number }
  }

  static var types: [any PersistentModel.Type] {
    [
      Folder.self, File.self, Note.self, Label.self, Shelf.self, Box.self, Thing.self, Person.self,
      Passport.self,
    ]
  }

  static func container() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(types), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
  }

  /// A container of its own on a file stands for another process.
  static func container(_ folder: TestFolder) throws -> ModelContainer {
    let schema = Schema(types)
    return try ModelContainer(
      for: schema, configurations: [ModelConfiguration(schema: schema, url: folder.file())])
  }

  static func folder(_ name: String, in context: ModelContext) throws -> Folder {
    try context.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.name == name }))[0]
  }

  static func file(_ id: Int, in context: ModelContext) throws -> File {
    try context.fetch(FetchDescriptor<File>(predicate: #Predicate { $0.id == id }))[0]
  }

  /// Files with their folders, as the store has them.
  static func stored(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<File>(sortBy: [SortDescriptor(\.id)]))
      .map { "\($0.id)→\($0.folder?.name ?? "nil")" }
  }
}
