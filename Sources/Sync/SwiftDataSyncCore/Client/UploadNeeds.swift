// SPDX-License-Identifier: Apache-2.0

/// What must be on the server before a change, or in the same upload: otherwise the server refuses it.
struct UploadNeeds {
  /// What waits, since the server has refused it, or something that it needs.
  private(set) var held: Set<RecordID> = []
  private var all: [RecordID: [RecordID]] = [:]

  init(_ zone: ZoneReplica, schema: SyncSchema) {
    // A deletion needs all that referred to the object to have let go of it.
    var formerReferrers: [RecordID: [RecordID]] = [:]
    // A unique value needs the record that has it to have given it up.
    var formerHolders: [UniqueClaim: [RecordID]] = [:]
    for id in zone.dirty.sorted() {
      guard let row = zone.rows[id], let base = row.base, !base.isDeleted else { continue }
      for target in base.references where zone.dirty.contains(target) {
        formerReferrers[target, default: []].append(id)
      }
      for claim in schema.claims(of: base, id) { formerHolders[claim, default: []].append(id) }
    }
    for id in zone.dirty {
      guard let local = zone.rows[id]?.local else { continue }
      var found: Set<RecordID> = []
      if local.isDeleted {
        found.formUnion(formerReferrers[id] ?? [])
        // What another record has taken in must not be gone without it.
        if let successor = local.life.successor, zone.dirty.contains(successor) { found.insert(successor) }
      } else {
        // What it refers to, and the server does not have.
        found.formUnion(local.references.filter { zone.dirty.contains($0) && zone.rows[$0]?.base?.isDeleted ?? true })
        for claim in schema.claims(of: local, id) { found.formUnion(formerHolders[claim] ?? []) }
      }
      found.remove(id)
      if !found.isEmpty { all[id] = found.sorted() }
    }
    hold(zone.dirty.filter { zone.rows[$0]?.refusal != nil })
  }

  private mutating func hold(_ refused: Set<RecordID>) {
    guard !refused.isEmpty else { return }
    var dependents: [RecordID: [RecordID]] = [:]
    for (id, needed) in all {
      for other in needed { dependents[other, default: []].append(id) }
    }
    held = refused
    var open = Array(refused)
    while let id = open.popLast() {
      for dependent in dependents[id] ?? [] where held.insert(dependent).inserted { open.append(dependent) }
    }
  }

  func needs(of id: RecordID) -> [RecordID] { all[id] ?? [] }
}
