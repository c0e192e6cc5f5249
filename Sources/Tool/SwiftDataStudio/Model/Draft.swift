// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// What somebody has typed for a property.
enum DraftValue: Hashable, Sendable {
  case none
  case text(String)
  /// Bytes of a file.
  case data(Data)

  /// What was typed; empty for other values.
  var text: String {
    if case .text(let text) = self { text } else { "" }
  }
}

/// How the targets of a to-many relationship change.
struct TargetChanges: Hashable, Sendable {
  var added: [RowDetail.Target] = []
  var removed: [ObjectReference] = []

  var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  mutating func add(_ target: RowDetail.Target) {
    if let index = removed.firstIndex(of: target.reference) {
      removed.remove(at: index)
    } else if !added.contains(where: { $0.reference == target.reference }) {
      added.append(target)
    }
  }

  mutating func remove(_ reference: ObjectReference) {
    if let index = added.firstIndex(where: { $0.reference == reference }) {
      added.remove(at: index)
    } else if !removed.contains(reference) {
      removed.append(reference)
    }
  }
}

/// Changes that are not written yet.
struct Drafts: Equatable, Sendable {
  struct Insertion: Hashable, Sendable, Identifiable {
    let id: Int
    let entity: String
    var values: [String: DraftValue] = [:]
  }

  var updates: [ObjectReference: [String: DraftValue]] = [:]
  /// What was there when somebody began to change it, where that is known.
  var originals: [ObjectReference: [String: DraftValue]] = [:]
  var relations: [ObjectReference: [String: TargetChanges]] = [:]
  var insertions: [Insertion] = []
  var deletions: Set<ObjectReference> = []

  var count: Int {
    Set(updates.keys).union(relations.keys).subtracting(deletions).count + insertions.count + deletions.count
  }

  var isEmpty: Bool { updates.isEmpty && relations.isEmpty && insertions.isEmpty && deletions.isEmpty }

  /// Takes out what was written; what was changed since stays.
  mutating func remove(_ written: Drafts) {
    for (reference, values) in written.updates {
      for (property, value) in values {
        if updates[reference]?[property] == value {
          updates[reference]?[property] = nil
          originals[reference]?[property] = nil
        } else if originals[reference]?[property] != nil {
          // That is there now.
          originals[reference]?[property] = value
        }
      }
      if updates[reference]?.isEmpty == true { updates[reference] = nil }
      if originals[reference]?.isEmpty == true { originals[reference] = nil }
    }
    for (reference, changes) in written.relations {
      for (relationship, change) in changes {
        relations[reference]?[relationship]?.added.removeAll { change.added.contains($0) }
        relations[reference]?[relationship]?.removed.removeAll { change.removed.contains($0) }
        if relations[reference]?[relationship]?.isEmpty == true { relations[reference]?[relationship] = nil }
      }
      if relations[reference]?.isEmpty == true { relations[reference] = nil }
    }
    insertions.removeAll { insertion in written.insertions.contains { $0.id == insertion.id } }
    deletions.subtract(written.deletions)
  }

  /// The edits that they stand for.
  func edits(columns: (String) -> [GridColumn]) throws -> [StoreEdit] {
    var edits: [StoreEdit] = []
    for (reference, values) in updates.sorted(by: { "\($0.key)" < "\($1.key)" })
    where !deletions.contains(reference) {
      edits.append(.update(reference, try Self.members(values, columns(reference.entity))))
    }
    for (reference, changes) in relations.sorted(by: { "\($0.key)" < "\($1.key)" })
    where !deletions.contains(reference) {
      for (name, change) in changes.sorted(by: { $0.key < $1.key }) {
        edits.append(
          .relate(reference, relationship: name, adding: change.added.map(\.reference), removing: change.removed))
      }
    }
    for insertion in insertions {
      edits.append(.insert(entity: insertion.entity, try Self.members(insertion.values, columns(insertion.entity))))
    }
    for reference in deletions.sorted(by: { "\($0)" < "\($1)" }) { edits.append(.delete(reference)) }
    return edits
  }

  private static func members(
    _ values: [String: DraftValue], _ columns: [GridColumn]
  ) throws -> [JSONValue.Member] {
    try values.sorted { $0.key < $1.key }.map { name, value in
      let text: String
      switch value {
      case .none: return JSONValue.Member(name, .null)
      case .data(let data): return JSONValue.Member(name, .string(data.base64EncodedString()))
      case .text(let value): text = value
      }
      let kind = columns.first { $0.name == name }?.kind ?? .text
      return JSONValue.Member(name, try json(text, kind, name))
    }
  }

  private static func json(_ text: String, _ kind: GridColumn.Kind, _ name: String) throws -> JSONValue {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch kind {
    case .number: return .number(trimmed)
    case .boolean:
      switch trimmed.lowercased() {
      case "true", "yes", "1": return .bool(true)
      case "false", "no", "0": return .bool(false)
      default: throw StudioError("'\(name)': true or false is expected.")
      }
    case .date, .identifier, .data: return .string(trimmed)
    case .toOne(let entity):
      // A key alone is one of the relationship's entity.
      if let key = Int64(trimmed) { return .string("\(entity)/p\(key)") }
      return .string(trimmed)
    case .composite, .code:
      guard let value = try? JSONValue(parsing: Data(trimmed.utf8)) else {
        throw StudioError("'\(name)': JSON is expected.", advice: "Change the text that is there.")
      }
      return value
    case .choice:
      // With values of its own, a case is an object.
      if trimmed.hasPrefix("{"), let value = try? JSONValue(parsing: Data(trimmed.utf8)) { return value }
      return .string(trimmed)
    case .text, .toMany: return .string(text)
    }
  }
}
