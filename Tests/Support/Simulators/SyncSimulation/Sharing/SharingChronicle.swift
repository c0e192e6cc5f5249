// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// What users have written where nobody wrote at the same time: it must be there in the end, wherever the record has gone. It
/// knows nothing of zones.
struct SharingChronicle {
  private struct Place: Hashable {
    var id: RecordID
    var field: String
  }

  private struct Entry {
    var account: String
    var value: SyncValue
    /// Whether each who wrote it saw what was written before.
    var isOrdered: Bool
  }

  private var entries: [Place: Entry] = [:]
  /// Records of which somebody has lost an edit, since it was not allowed, or with a share.
  private var excused: Set<RecordID> = []
  /// Who has decided where a record goes: what leads out of its zone then is theirs.
  private var movers: [RecordID: Set<String>] = [:]

  mutating func excuse(_ ids: some Sequence<RecordID>) { excused.formUnion(ids) }

  mutating func note(move id: RecordID, by account: String) { movers[id, default: []].insert(account) }

  /// - Parameter shown: What the user saw of a record before.
  mutating func note(_ edits: [LocalEdit], by account: String, shown: (RecordID) -> SyncRecord?) {
    // What a deletion clears comes back with what was deleted.
    let deletes = edits.contains { if case .delete = $0 { true } else { false } }
    for edit in edits {
      switch edit {
      case .insert(let id, let fields):
        for (field, value) in fields {
          entries[Place(id: id, field: field)] = Entry(account: account, value: value, isOrdered: true)
        }
      case .set(let id, let field, let value):
        let place = Place(id: id, field: field)
        let isOrdered = entries[place].map { last in
          last.isOrdered && shown(id)?.fields[field]?.value ?? .null == last.value
        }
        entries[place] = Entry(account: account, value: value, isOrdered: isOrdered == true && !deletes)
      default: break
      }
    }
  }

  /// What an account's user does not see, and has written; where a record was deleted, others have decided, too.
  func missing(for account: String, deleted: Set<RecordID>, shown: (RecordID) -> SyncRecord?) -> [String] {
    var missing: [String] = []
    for (place, entry) in entries where entry.isOrdered && entry.account == account {
      guard !excused.contains(place.id), !deleted.contains(place.id), let record = shown(place.id) else { continue }
      if case .reference(let end) = entry.value {
        guard !excused.contains(end), !deleted.contains(end), shown(end) != nil,
          movers[place.id, default: []].union(movers[end] ?? []).subtracting([account]).isEmpty
        else { continue }
      }
      let value = record.fields[place.field]?.value ?? .null
      if value != entry.value { missing.append("\(place.id) has \(value) as '\(place.field)', not \(entry.value)") }
    }
    return missing.sorted()
  }
}
