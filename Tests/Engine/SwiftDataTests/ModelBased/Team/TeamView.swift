// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The graph as a context shows it, and where the sides of its relationships
/// disagree.
struct TeamView: Sendable {
  var facts = TeamFacts()
  var problems: [String] = []
}

extension TeamDesk {
  /// Reads everything, and holds some of it from now on.
  mutating func view(holding: Bool) throws -> TeamView {
    let folders = try context.fetch(FetchDescriptor<Team.Folder>())
    let files = try context.fetch(FetchDescriptor<Team.File>())
    let notes = try context.fetch(FetchDescriptor<Team.Note>())
    let labels = try context.fetch(FetchDescriptor<Team.Label>())
    let covers = try context.fetch(FetchDescriptor<Team.Cover>())
    let logs = try context.fetch(FetchDescriptor<Team.Log>())
    held = holding ? folders + files + notes + labels + covers + logs : []

    var view = TeamView()
    func add(_ uid: Int, _ kind: TeamFacts.Kind, _ values: [TeamFacts.Property: Int]) {
      if view.facts.rows[uid] != nil { view.problems.append("\(kind) \(uid) is there twice") }
      view.facts.rows[uid] = .init(kind: kind, values: values)
    }
    for folder in folders {
      add(folder.uid, .folder, [.folderName: folder.name, .folderColor: folder.color])
    }
    for file in files {
      add(file.uid, .file, [.fileCode: file.code, .fileTitle: file.title, .filePages: file.pages])
      view.facts.rows[file.uid]?.values[.fileFolder] = Self.uid(file.folder, \.uid)
      view.facts.rows[file.uid]?.values[.fileCover] = Self.uid(file.cover, \.uid)
      for label in file.labels where !label.isDeleted {
        view.facts.pairs.insert(.init(file: file.uid, label: label.uid))
      }
    }
    for note in notes {
      add(note.uid, .note, [.noteText: note.text])
      view.facts.rows[note.uid]?.values[.noteFile] = Self.uid(note.file, \.uid)
    }
    for label in labels { add(label.uid, .label, [.labelName: label.name]) }
    for cover in covers { add(cover.uid, .cover, [.coverTint: cover.tint]) }
    for log in logs { add(log.uid, .log, [.logKey: log.key, .logText: log.text]) }
    for folder in folders {
      for note in folder.favourites where !note.isDeleted {
        if let other = view.facts[note.uid, .noteFan] {
          view.problems.append("note \(note.uid) is in the lists of \(other) and \(folder.uid)")
        }
        view.facts.rows[note.uid]?.values[.noteFan] = folder.uid
      }
    }
    checkInverses(&view, folders, files, labels, covers)
    return view
  }

  /// An unsaved reference may lead to what somebody else has deleted: the save
  /// empties it.
  private static func uid<T: PersistentModel>(_ model: T?, _ uid: (T) -> Int) -> Int? {
    guard let model, !model.isDeleted else { return nil }
    return uid(model)
  }

  /// Lists keep their deleted members until the save.
  private static func left<T: PersistentModel>(_ members: [T]) -> [T] { members.filter { !$0.isDeleted } }

  private func checkInverses(
    _ view: inout TeamView, _ folders: [Team.Folder], _ files: [Team.File], _ labels: [Team.Label],
    _ covers: [Team.Cover]
  ) {
    let facts = view.facts
    func expect(_ owner: Int, _ list: String, _ found: [Int], _ expected: [Int]) {
      if found.sorted() != expected.sorted() {
        view.problems.append(
          "\(list) of \(owner): \(found.sorted()), the other sides say \(expected.sorted())")
      }
    }
    for folder in folders {
      expect(
        folder.uid, "files", Self.left(folder.files).map(\.uid),
        facts.referring(to: folder.uid, by: .fileFolder))
    }
    for file in files {
      expect(
        file.uid, "notes", Self.left(file.notes).map(\.uid), facts.referring(to: file.uid, by: .noteFile))
      expect(
        file.uid, "labels", file.labels.map(\.uid),
        facts.pairs.filter { $0.file == file.uid }.map(\.label))
    }
    for label in labels {
      expect(
        label.uid, "files of label", Self.left(label.files).map(\.uid),
        facts.pairs.filter { $0.label == label.uid }.map(\.file))
    }
    for cover in covers {
      expect(
        cover.uid, "file of cover", Self.uid(cover.file, \.uid).map { [$0] } ?? [],
        facts.referring(to: cover.uid, by: .fileCover))
    }
  }
}
