// SPDX-License-Identifier: Apache-2.0

extension SyncClient {
  /// Writes a transaction of the app.
  func edit(
    _ name: String, _ edits: [LocalEdit], _ state: inout ClientState, now: Int64,
    using random: inout some RandomNumberGenerator
  ) throws(LocalEditError) {
    guard var zone = state.zones[name] else { throw .unknownZone(name) }
    // Without the copy in the dictionary, rows are changed in place.
    state.zones[name] = nil
    for edit in edits {
      let stamp = state.clock.next(now: now, node: state.node)
      let id = edit.record
      var row = zone.rows[id] ?? ReplicaRow()
      if case .insert(_, let fields) = edit {
        guard !row.isAlive else { throw .exists(id) }
        var record = row.local ?? SyncRecord(created: stamp)
        record.life = Life(isDeleted: false, stamp: stamp)
        for (field, value) in fields { record.fields[field] = Register(value, stamp) }
        row.local = record
        row.cleared = nil
      } else {
        guard var record = row.local, !record.isDeleted else { throw .missing(id) }
        switch edit {
        case .insert: break
        case .set(_, let field, let value):
          record.fields[field] = Register(value, stamp)
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
        }
        if !schema.follows(.unknownFields), let model = schema.models[id.type] {
          for field in record.fields.keys where !model.fields.contains(field) {
            record.fields[field] = Register(.null, stamp)
          }
        }
        row.local = record
      }
      // Inserted and deleted before anybody heard of it.
      let isNothing =
        row.base == nil && row.lost == nil && !row.isAlive && zone.push?.changes.contains { $0.id == id } != true
      // It may be in order now.
      row.refusal = nil
      zone.set(id, isNothing ? nil : row, schema: schema)
    }
    if schema.follows(.transactions) { zone.joinTransactions(of: Set(edits.map(\.record)), new: random.next()) }
    state.zones[name] = zone
  }
}

extension LocalEdit {
  package var record: RecordID {
    switch self {
    case .insert(let id, _), .set(let id, _, _), .link(let id, _, _), .unlink(let id, _, _), .delete(let id): id
    }
  }
}
