// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// What somebody has typed for a property.
enum DraftValue: Hashable, Sendable {
  case none
  case text(String)
}

/// Changes that are not written yet.
struct Drafts: Equatable, Sendable {
  struct Insertion: Hashable, Sendable, Identifiable {
    let id: Int
    let entity: String
    var values: [String: DraftValue] = [:]
  }

  var updates: [ObjectReference: [String: DraftValue]] = [:]
  var insertions: [Insertion] = []
  var deletions: Set<ObjectReference> = []

  var count: Int { updates.count + insertions.count + deletions.count }

  /// The edits that they stand for.
  func edits(columns: (String) -> [GridColumn]) throws -> [StoreEdit] {
    var edits: [StoreEdit] = []
    for (reference, values) in updates.sorted(by: { "\($0.key)" < "\($1.key)" })
    where !deletions.contains(reference) {
      edits.append(.update(reference, try Self.members(values, columns(reference.entity))))
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
      guard case .text(let text) = value else { return JSONValue.Member(name, .null) }
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
