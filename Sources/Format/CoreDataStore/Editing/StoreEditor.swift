// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Changes objects of a store, all or none of them, as one step that can be undone.
///
/// ```swift
/// let editor = StoreEditor(url)
/// let preview = try editor.preview([.delete(reference)])
/// let report = try editor.save([.delete(reference)])
/// try editor.undo(report)
/// ```
/// Rows are written as Core Data would (``StoreWriter``): versions, counters of keys, both sides of relationships, delete
/// rules, large values in files, history.
package struct StoreEditor: Sendable {
  private let url: URL
  private let author: String
  private let keepsAllDigits: Bool

  /// - Parameters:
  ///   - author: who is said to have made the changes, in the store's history.
  ///   - keepsAllDigits: whether the store is a temporary file, whose decimals go on to a database with all their digits.
  package init(_ url: URL, author: String = "swiftdata studio", keepsAllDigits: Bool = false) {
    self.url = url
    self.author = author
    self.keepsAllDigits = keepsAllDigits
  }

  /// The effects of a change. Nothing is written.
  ///
  /// - Throws: ``StoreError``, and ``ImportProblems`` if something about the values is wrong.
  package func preview(_ edits: [StoreEdit]) throws -> EditReport {
    var result: EditReport?
    do {
      try change { writer, _ in
        try apply(edits, writer)
        result = try writer.journal?.report()
        throw EndOfPreview()
      }
    } catch is EndOfPreview {}
    return result ?? EditReport()
  }

  /// Does it.
  @discardableResult
  package func save(_ edits: [StoreEdit]) throws -> EditReport {
    try change { writer, _ in try apply(edits, writer) }
  }

  /// The outcome of a change that the user has seen in a preview.
  package enum Outcome: Equatable, Sendable {
    case written(EditReport)
    /// Nothing was written: the change would do something else now, since others have written meanwhile.
    case changed(EditReport)
  }

  /// Does what a preview has shown, or nothing.
  ///
  /// In the transaction that would write it, the change is compared with its preview: each value that is replaced, and each
  /// row that is deleted, cascades included.
  package func save(_ edits: [StoreEdit], previewed: EditReport) throws -> Outcome {
    var now: EditReport?
    do {
      let report = try change { writer, journal in
        try apply(edits, writer)
        let report = try journal.report()
        guard report.replacesTheSame(as: previewed) else {
          now = report
          throw EndOfPreview()
        }
      }
      return .written(report)
    } catch is EndOfPreview {}
    return .changed(now ?? EditReport())
  }

  /// Makes the rows what they were before.
  ///
  /// - Returns: what this has changed: undoing that does it again.
  /// - Throws: ``StoreError`` if one of the rows has changed since.
  @discardableResult
  package func undo(_ report: EditReport) throws -> EditReport { try undo(report, isPart: false) }

  /// - Parameter isPart: Whether the file has only some rows of a database, which itself refuses what would lead nowhere.
  @discardableResult
  package func undo(_ report: EditReport, isPart: Bool) throws -> EditReport {
    try change { writer, journal in try EditUndo(writer, journal, isPart: isPart).undo(report) }
  }

  private struct EndOfPreview: Error {}

  @discardableResult
  private func change(_ body: (StoreWriter, RowJournal) throws -> Void) throws -> EditReport {
    do {
      return try StoreWriter.change(url, author: author) { writer in
        guard writer.store.modelOrigin == .cache else {
          throw StoreError(
            .unsupported, "The store carries no model, so its types are not known.",
            file: url.path, advice: "Open it once with its app, which writes the model.")
        }
        let journal = RowJournal(writer.store)
        writer.journal = journal
        try body(writer, journal)
        return try journal.report()
      }
    } catch var problems as ImportProblems {
      problems.isOfEdits = true
      throw problems
    } catch let error as StoreError where error.what.contains("UNIQUE constraint failed") {
      throw StoreError(
        .invalidInput, "Another row has the same unique values.", file: url.path,
        advice: "Give other values, or delete the other row first.")
    }
  }

  private func apply(_ edits: [StoreEdit], _ writer: StoreWriter) throws {
    let run = try ImportRun(writer, .fail, keepsAllDigits: keepsAllDigits)
    var doomed: [ObjectReference] = []
    var inserted: [ImportObject] = []
    for case .delete(let reference) in edits { doomed.append(reference) }
    // First, so that their unique values are free.
    var deletion = ObjectDeletion(run)
    try deletion.delete(doomed)
    for edit in edits {
      switch edit {
      case .update(let reference, let members): try update(reference, members, run)
      case .insert(let entity, let members):
        inserted.append(
          ImportObject(
            entity: entity, identifier: nil, place: "new \(entity)", values: members))
      case .relate(let reference, let name, let added, let removed):
        try relate(reference, name, added, removed, run)
      case .delete: continue
      }
    }
    try run.throwProblems()
    _ = try run.run(EditedObjects(objects: inserted)) { _, _ in }
  }

  private func relate(
    _ reference: ObjectReference, _ name: String, _ added: [ObjectReference], _ removed: [ObjectReference],
    _ run: ImportRun
  ) throws {
    let place = "\(reference)"
    guard let owner = try run.target(place), let entity = run.store.model.entity(named: owner.entity) else {
      return run.note(place, "there is no such row any more")
    }
    guard let relationship = entity.relationship(named: name), relationship.isToMany, !relationship.isTransient else {
      return run.note(place, "\(entity.name) has no relationship '\(name)' that leads to many objects")
    }
    let inverse = run.store.model.inverse(of: relationship)
    if let inverse, !inverse.isToMany, !inverse.isOptional, let first = removed.first {
      return run.note("\(first)", "'\(inverse.name)' needs a value; let it lead to another object, or delete the row")
    }
    // First: what is removed and added stays.
    try RelationshipWriter(run.writer).remove(removed, from: relationship, of: owner)
    guard !added.isEmpty else { return }
    let value = JSONValue.array(added.map { .string("\($0)") })
    try run.connect(.init(object: owner, relationship: name, value: value, place: place), isAll: false)
  }

  private func update(_ reference: ObjectReference, _ members: [JSONValue.Member], _ run: ImportRun) throws {
    let place = "\(reference)"
    guard let entity = run.store.model.entity(named: reference.entity), try run.target(place) != nil else {
      return run.note(place, "there is no such row any more")
    }
    let before = run.problemCount
    var columns: [String: [SQLiteValue]] = [:]
    for member in members {
      if let attribute = entity.attribute(named: member.name) {
        if attribute.isTransient || attribute.isDerived {
          run.note(place, "'\(member.name)' is computed, and cannot be set")
          continue
        }
        do {
          columns[member.name] = try run.encoder.columns(attribute, member.value)
          if member.value == .null, !attribute.isOptional, run.needsValue(attribute) {
            run.note(place, "'\(member.name)' needs a value")
          }
        } catch let error as ValueEncoder.Unfit {
          run.note(place, "'\(member.name)': \(error.message)")
        }
      } else if let relationship = entity.relationship(named: member.name) {
        if relationship.isToMany {
          run.note(place, "'\(member.name)' leads to many objects; change its other side")
        } else if member.value == .null, !relationship.isOptional {
          run.note(place, "'\(member.name)' needs a value")
        }
      } else {
        run.note(place, "\(entity.name) has no property '\(member.name)'")
      }
    }
    guard run.problemCount == before else { return }
    try run.set(columns, of: reference)
    for member in members where entity.relationship(named: member.name) != nil {
      try run.connect(.init(object: reference, relationship: member.name, value: member.value, place: place))
    }
  }
}

/// Objects that were typed, as the source of an import.
private struct EditedObjects: ImportSource {
  let objects: [ImportObject]
  var size: Int { objects.count }

  func forEach(where isWanted: (String) -> Bool, _ body: (ImportObject, Int) throws -> Void) throws {
    for (index, object) in objects.enumerated() where isWanted(object.entity) { try body(object, index) }
  }
}

/// A change of an object that the user has requested.
///
/// Values are given as `export` writes them; relationships to one object by identifiers, such as `Trip/p12`.
package enum StoreEdit: Equatable, Sendable {
  case update(ObjectReference, [JSONValue.Member])
  case insert(entity: String, [JSONValue.Member])
  /// With all that its relationships' delete rules say.
  case delete(ObjectReference)
  /// Adds targets to a to-many relationship, and removes others from it. Both sides change.
  case relate(ObjectReference, relationship: String, adding: [ObjectReference], removing: [ObjectReference])
}
