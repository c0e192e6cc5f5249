// SPDX-License-Identifier: Apache-2.0

import SwiftData
import SwiftDataSyncCore

/// Edits that have no time: nobody has made them, or nobody knows when.
extension LocalEdits {
  /// Which new records give way to whatever other devices have under their names.
  enum AgedInserts {
    case none
    /// Those of objects that the app names: before its first import, a device knows nothing of those of other devices.
    case named
    /// All: they were there before they were synced.
    case all
  }

  /// Sets the times of a new record's values back. References keep theirs.
  func aged(_ inserts: [LocalEdit], of model: any PersistentModel) -> [LocalEdit] {
    guard case .insert(let id, let fields)? = inserts.first, space.record(id) == nil else { return [] }
    switch agesInserts {
    case .none: return []
    case .named: guard (model as? any SyncNamed)?.syncName == id.name else { return [] }
    case .all: break
    }
    return fields.sorted { $0.key < $1.key }.compactMap { field, value in
      if case .reference = value { return nil }
      return .reseal(id, field: field, value, stamp: Self.oldest)
    }
  }

  /// Before all that a device writes.
  private static let oldest = Stamp(wall: 0, count: 1, node: 0)

  /// What an object has of fields that its record lacks, since an earlier version of the app did not sync them, or had
  /// them in other records. It is as old as the record. Default values are none.
  ///
  /// - Parameter new: Records of objects that were in none so far: what refers to them has to be said, too.
  func adoption(_ object: PersistentIdentifier, new: Set<RecordID>) throws -> [LocalEdit] {
    guard let model = objects[object], let id = records[object], let synced = schema.models[id.type],
      let record = space.record(id), space.isAlive(id)
    else { return [] }
    var edits: [LocalEdit] = []
    for attribute in synced.attributes where isNew(attribute.field, id) && record.fields[attribute.field] == nil {
      let value = try value(of: attribute, model, id)
      if attribute.isInitial(value, of: id) { continue }
      edits.append(.reseal(id, field: attribute.field, try write(value, attribute, id, over: nil), stamp: nil))
    }
    for relationship in synced.relationships {
      let field = relationship.field
      let isNew = isNew(field, id)
      guard isNew || !new.isEmpty else { continue }
      let ends = relationship.access.read(model).compactMap { records[$0.persistentModelID] }
        .filter { space.isAlive($0) && (isNew || new.contains($0)) }
      if relationship.isToMany {
        // Besides those that other devices have adopted.
        let known = record.links[field]?.targets ?? []
        edits += Set(ends).subtracting(known).sorted().map { .link(id, relationship: field, $0) }
      } else if record.fields[field] == nil || !isNew && record.fields[field]?.value == .null, let end = ends.first {
        // Between zones it becomes a link, with a time of its own.
        edits.append(
          space.isPlain
            ? .reseal(id, field: field, .reference(end), stamp: nil) : .set(id, field: field, .reference(end)))
      }
    }
    return edits
  }

  private func isNew(_ field: String, _ id: RecordID) -> Bool { newFields.contains("\(id.type).\(field)") }
}
