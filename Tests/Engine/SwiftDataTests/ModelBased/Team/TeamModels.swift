// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// What the team of contexts works on: every kind of relationship and unique
/// values in one store, a log in another.
enum Team {
  @Model final class Folder {
    var uid: Int
    @Attribute(.unique) var name: Int
    var color: Int
    @Relationship(deleteRule: .cascade, inverse: \File.folder) var files: [File] = []
    /// Nothing leads back from a note.
    var favourites: [Note] = []
    init(_ uid: Int, name: Int, color: Int = 0) {
      (self.uid, self.name, self.color) = (uid, name, color)
    }
  }

  @Model final class File {
    var uid: Int
    @Attribute(.unique) var code: Int
    var title: Int
    var pages = 0
    var folder: Folder?
    @Relationship(inverse: \Label.files) var labels: [Label] = []
    @Relationship(deleteRule: .nullify, inverse: \Note.file) var notes: [Note] = []
    @Relationship(inverse: \Cover.file) var cover: Cover?
    init(_ uid: Int, code: Int, title: Int) {
      (self.uid, self.code, self.title) = (uid, code, title)
    }
  }

  @Model final class Note {
    var uid: Int
    var text: Int
    var file: File?
    init(_ uid: Int, text: Int) { (self.uid, self.text) = (uid, text) }
  }

  @Model final class Label {
    var uid: Int
    var name: Int
    var files: [File] = []
    init(_ uid: Int, name: Int) { (self.uid, self.name) = (uid, name) }
  }

  @Model final class Cover {
    var uid: Int
    var tint: Int
    var file: File?
    init(_ uid: Int, tint: Int) { (self.uid, self.tint) = (uid, tint) }
  }

  /// In a store of its own.
  @Model final class Log {
    var uid: Int
    @Attribute(.unique) var key: Int
    var text: Int
    init(_ uid: Int, key: Int, text: Int) { (self.uid, self.key, self.text) = (uid, key, text) }
  }

  static let desk: [any PersistentModel.Type] = [
    Folder.self, File.self, Note.self, Label.self, Cover.self,
  ]

  /// It notices what other processes have saved when it saves, not at any moment: a reference can tell what follows.
  static func container(_ folder: TestFolder) throws -> ModelContainer {
    let container = try ModelContainer(
      for: Schema(desk + [Log.self]),
      configurations: [
        ModelConfiguration("desk", schema: Schema(desk), url: folder.file("desk.store")),
        ModelConfiguration("log", schema: Schema([Log.self]), url: folder.file("log.store")),
      ])
    container.stopWatching()
    return container
  }
}
