// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// One change of a program, as it is made on models.
enum TeamChange: Sendable, Equatable {
  typealias Kind = TeamFacts.Kind
  typealias Property = TeamFacts.Property

  /// The references are given to the new model before it is inserted, or the
  /// owner's list takes it.
  case insert(Int, TeamFacts.Row, byOwner: Bool)
  case set(Int, Property, Int)
  case moveFile(Int, to: Int?, byOwner: Bool)
  case replaceFiles(folder: Int, [Int])
  case moveNote(Int, to: Int?, byOwner: Bool)
  case tag(TeamFacts.Pair, isAdded: Bool, byLabel: Bool)
  case replaceLabels(file: Int, [Int])
  case cover(file: Int, Int?, byCover: Bool)
  case favour(note: Int, folder: Int)
  case unfavour(note: Int, folder: Int)
  case delete(Int, Kind)
  case deleteAndInsert(Int, Kind)
  /// Two rows exchange a unique value.
  case exchange(Int, Int, Property)
  /// By predicate, in the store.
  case deleteWhere(Property, Int)
  /// Gives a property of the files with this title that value, at once.
  case update(Property, Int)
  /// Notes, at once.
  case insertRows([Int: TeamFacts.Row])
}

extension TeamChange {
  /// Whether making it fetches: the context then sees what others have saved.
  var looks: Bool {
    guard case .insert(_, let row, _) = self else { return true }
    return row.values.keys.contains(where: \.isReference)
  }
}

/// A context, and the models that its program holds.
struct TeamDesk {
  let context: ModelContext
  var held: [any PersistentModel] = []

  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  private func find<T: PersistentModel>(_ uid: Int, _ predicate: Predicate<T>) throws -> T {
    let found = try context.fetch(FetchDescriptor<T>(predicate: predicate))
    guard found.count == 1 else {
      throw Missing(description: "found \(found.count) \(T.self) \(uid)")
    }
    return found[0]
  }

  func folder(_ uid: Int) throws -> Team.Folder { try find(uid, #Predicate { $0.uid == uid }) }
  func file(_ uid: Int) throws -> Team.File { try find(uid, #Predicate { $0.uid == uid }) }
  func note(_ uid: Int) throws -> Team.Note { try find(uid, #Predicate { $0.uid == uid }) }
  func label(_ uid: Int) throws -> Team.Label { try find(uid, #Predicate { $0.uid == uid }) }
  func cover(_ uid: Int) throws -> Team.Cover { try find(uid, #Predicate { $0.uid == uid }) }
  func log(_ uid: Int) throws -> Team.Log { try find(uid, #Predicate { $0.uid == uid }) }

  private func model(_ uid: Int, _ kind: TeamFacts.Kind) throws -> any PersistentModel {
    switch kind {
    case .folder: try folder(uid)
    case .file: try file(uid)
    case .note: try note(uid)
    case .label: try label(uid)
    case .cover: try cover(uid)
    case .log: try log(uid)
    }
  }

  func perform(_ change: TeamChange) throws {
    switch change {
    case .insert(let uid, let row, let byOwner): try insert(uid, row, byOwner)
    case .set(let uid, let property, let value): try set(uid, property, value)
    case .moveFile(let uid, let owner, let byOwner):
      let file = try file(uid)
      if byOwner, let owner {
        try folder(owner).files.append(file)
      } else {
        file.folder = try owner.map { try folder($0) }
      }
    case .replaceFiles(let owner, let files):
      try folder(owner).files = files.map { try file($0) }
    case .moveNote(let uid, let owner, let byOwner):
      let note = try note(uid)
      if byOwner, let owner {
        try file(owner).notes.append(note)
      } else {
        note.file = try owner.map { try file($0) }
      }
    case .tag(let pair, let isAdded, let byLabel):
      let (file, label) = (try file(pair.file), try label(pair.label))
      switch (isAdded, byLabel) {
      case (true, true): label.files.append(file)
      case (true, false): file.labels.append(label)
      case (false, true): label.files.removeAll { $0 === file }
      case (false, false): file.labels.removeAll { $0 === label }
      }
    case .replaceLabels(let uid, let labels):
      try file(uid).labels = labels.map { try label($0) }
    case .cover(let uid, let other, let byCover):
      if byCover, let other {
        try cover(other).file = try file(uid)
      } else {
        try file(uid).cover = try other.map { try cover($0) }
      }
    case .favour(let uid, let owner): try folder(owner).favourites.append(note(uid))
    case .unfavour(let uid, let owner):
      let note = try note(uid)
      try folder(owner).favourites.removeAll { $0 === note }
    case .delete(let uid, let kind): context.delete(try model(uid, kind))
    case .deleteAndInsert(let uid, let kind):
      let model = try model(uid, kind)
      context.delete(model)
      context.insert(model)
    case .exchange(let one, let other, .fileCode):
      let (a, b) = (try file(one), try file(other))
      (a.code, b.code) = (b.code, a.code)
    case .exchange(let one, let other, _):
      let (a, b) = (try log(one), try log(other))
      (a.key, b.key) = (b.key, a.key)
    case .deleteWhere(let property, let value): try deleteAll(property, value)
    case .update(_, let value):
      try context.update(
        Team.File.self, where: #Predicate { $0.title == value }, .set(\.pages, to: value))
    case .insertRows(let rows):
      let owners = try rows.values.compactMap { $0.values[.noteFile] }
        .map { ($0, try file($0).persistentModelID) }
      let files = Dictionary(owners) { first, _ in first }
      try context.insertRows(of: Team.Note.self, from: rows) { element, row in
        row.set(\.uid, element.key)
        row.set(\.text, element.value.values[.noteText] ?? 0)
        if let id = element.value.values[.noteFile].flatMap({ files[$0] }) {
          row.set(\.file, modelWith: id)
        }
      }
    }
  }

  private func deleteAll(_ property: TeamFacts.Property, _ value: Int) throws {
    switch property {
    case .fileTitle: try context.delete(model: Team.File.self, where: #Predicate { $0.title == value })
    case .folderColor:
      try context.delete(model: Team.Folder.self, where: #Predicate { $0.color == value })
    case .noteText: try context.delete(model: Team.Note.self, where: #Predicate { $0.text == value })
    case .labelName:
      try context.delete(model: Team.Label.self, where: #Predicate { $0.name == value })
    case .coverTint:
      try context.delete(model: Team.Cover.self, where: #Predicate { $0.tint == value })
    default: try context.delete(model: Team.Log.self, where: #Predicate { $0.text == value })
    }
  }

  private func insert(_ uid: Int, _ row: TeamFacts.Row, _ byOwner: Bool) throws {
    func value(_ property: TeamFacts.Property) -> Int { row.values[property] ?? 0 }
    switch row.kind {
    case .folder:
      context.insert(Team.Folder(uid, name: value(.folderName), color: value(.folderColor)))
    case .file:
      let file = Team.File(uid, code: value(.fileCode), title: value(.fileTitle))
      file.pages = value(.filePages)
      file.cover = try row.values[.fileCover].map { try cover($0) }
      guard let owner = try row.values[.fileFolder].map({ try folder($0) }) else {
        return context.insert(file)
      }
      if byOwner { return owner.files.append(file) }
      file.folder = owner
      context.insert(file)
    case .note:
      let note = Team.Note(uid, text: value(.noteText))
      guard let owner = try row.values[.noteFile].map({ try file($0) }) else {
        return context.insert(note)
      }
      if byOwner { return owner.notes.append(note) }
      note.file = owner
      context.insert(note)
    case .label: context.insert(Team.Label(uid, name: value(.labelName)))
    case .cover: context.insert(Team.Cover(uid, tint: value(.coverTint)))
    case .log: context.insert(Team.Log(uid, key: value(.logKey), text: value(.logText)))
    }
  }

  private func set(_ uid: Int, _ property: TeamFacts.Property, _ value: Int) throws {
    switch property {
    case .folderName: try folder(uid).name = value
    case .folderColor: try folder(uid).color = value
    case .fileCode: try file(uid).code = value
    case .fileTitle: try file(uid).title = value
    case .filePages: try file(uid).pages = value
    case .noteText: try note(uid).text = value
    case .labelName: try label(uid).name = value
    case .coverTint: try cover(uid).tint = value
    case .logKey: try log(uid).key = value
    case .logText: try log(uid).text = value
    case .fileFolder, .fileCover, .noteFile, .noteFan, .coverFile: return
    }
  }
}
