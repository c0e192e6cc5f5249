// SPDX-License-Identifier: Apache-2.0

extension SyncClient {
  /// Writes a transaction of the app; one that cannot be changes nothing.
  func edit(
    _ name: String, _ edits: [LocalEdit], _ state: inout ClientState, now: Int64,
    using random: inout some RandomNumberGenerator
  ) throws(LocalEditError) {
    guard var zone = state.zones[name] else { throw .unknownZone(name) }
    // Before anything is changed: a copy to come back to would cost as much as the whole zone.
    try check(edits, zone)
    // Without the copy in the dictionary, rows are changed in place.
    state.zones[name] = nil
    for edit in edits {
      let stamp = state.clock.next(now: now, node: state.node)
      let id = edit.record
      var row = zone.rows[id] ?? ReplicaRow()
      if case .insert(_, let fields) = edit {
        var record = row.local ?? SyncRecord(created: stamp)
        record.life = Life(isDeleted: false, stamp: stamp)
        // What is there already is no decision: an object that comes back keeps the times of its values.
        for (field, value) in fields where record.fields[field]?.value != value {
          record.fields[field] = Register(value, stamp)
        }
        row.local = record
        row.cleared = nil
      } else if case .adopt(_, let record) = edit {
        row.local = Self.adopt(record, into: row.local, stamp)
      } else {
        guard var record = row.local, !record.isDeleted else { continue }
        switch edit {
        case .insert, .adopt: break
        case .set(_, let field, let value):
          // The value that is there already is no decision, unless a merge has cleared another one.
          if record.fields[field]?.value != value || row.cleared?.fields[field] != nil {
            record.fields[field] = Register(value, stamp)
          }
          row.cleared?.forget(field: field)
        case .link(_, let relationship, let target):
          var set = record.links[relationship] ?? LinkSet()
          set.forgetRemovals(before: now - retention)
          if !set.members.values.contains(target) { set.members[UniqueNumber(using: &random)] = target }
          record.links[relationship] = set
        case .unlink(_, let relationship, let target):
          var set = record.links[relationship] ?? LinkSet()
          for (number, member) in set.members where member == target { set.remove(number, stamp) }
          record.links[relationship] = set
          row.cleared?.forget(relationship, target)
        case .delete:
          record.life = Life(isDeleted: true, stamp: stamp)
        case .reseal(_, let field, let value, let given):
          record.fields[field] = Register(value, given ?? record.fields[field]?.stamp ?? record.created)
          row.cleared?.forget(field: field)
        }
        if !schema.follows(.unknownFields), let model = schema.models[id.type] {
          for field in record.fields.keys where !model.fields.contains(field) {
            record.fields[field] = Register(.null, stamp)
          }
        }
        row.local = record
      }
      // Inserted and deleted before anybody heard of it. An upload of which nobody knows whether it was applied is heard of.
      let isNothing =
        row.base == nil && row.lost == nil && row.sent.isEmpty && !row.isAlive
        && zone.push?.changes.contains { $0.id == id } != true
      // It may be in order now.
      row.refusal = nil
      zone.set(id, isNothing ? nil : row, schema: schema)
    }
    // Neither encrypting anew nor coming from another zone is a transaction of the app.
    let changed = Set(
      edits.compactMap { edit -> RecordID? in
        switch edit {
        case .reseal, .adopt: nil
        default: edit.record
        }
      })
    if schema.follows(.transactions), !changed.isEmpty { zone.joinTransactions(of: changed, new: random.next()) }
    state.zones[name] = zone
  }

  private static func adopt(_ record: SyncRecord, into known: SyncRecord?, _ stamp: Stamp) -> SyncRecord {
    guard let known else { return record }
    var adopted = known.joined(with: record)
    adopted.life = known.isDeleted ? Life(isDeleted: false, stamp: stamp) : known.life
    return adopted
  }

  private func check(_ edits: [LocalEdit], _ zone: ZoneReplica) throws(LocalEditError) {
    var lives: [RecordID: Bool] = [:]
    for edit in edits {
      let id = edit.record
      let isAlive = lives[id] ?? zone.rows[id]?.isAlive ?? false
      if case .adopt = edit {
        lives[id] = true
      } else if case .insert = edit {
        guard !isAlive else { throw .exists(id) }
        lives[id] = true
      } else {
        guard isAlive else { throw .missing(id) }
        if case .delete = edit { lives[id] = false }
      }
    }
  }
}

extension LocalEdit {
  package var record: RecordID {
    switch self {
    case .insert(let id, _), .set(let id, _, _), .link(let id, _, _), .unlink(let id, _, _), .delete(let id),
      .reseal(let id, _, _, _), .adopt(let id, _):
      id
    }
  }
}
