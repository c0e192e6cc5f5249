// SPDX-License-Identifier: Apache-2.0

/// What must be on the server before a change, or in the same upload: otherwise the server refuses it.
struct UploadNeeds {
  /// What waits, since the server has refused it, or something that it needs, or would refuse it.
  private(set) var held: Set<RecordID> = []
  private let zone: ZoneReplica
  private let schema: SyncSchema
  /// A deletion needs all that referred to the object to have let go of it.
  private var formerReferrers: [RecordID: [RecordID]] = [:]
  /// A unique value needs the record that has it to have given it up.
  private var formerHolders: [UniqueClaim: [RecordID]] = [:]

  /// - Parameter right: In a share; `nil` for the account's own zone.
  init(_ zone: ZoneReplica, schema: SyncSchema, right: ShareRight?) {
    let isShare = right != nil
    self.zone = zone
    self.schema = schema
    for id in zone.indexes.edited.sorted() {
      guard let base = zone.rows[id]?.base else { continue }
      for target in base.references where zone.dirty.contains(target) {
        formerReferrers[target, default: []].append(id)
      }
      for claim in schema.claims(of: base, id) { formerHolders[claim, default: []].append(id) }
    }
    hold(zone.refused)
    // It would be refused, taken back and made again without an end. What the app has changed goes up: the refusal is told.
    if right?.mayWrite == false { held.formUnion(zone.corrections) }
    // What has nothing but values that wait for a key, or that nobody else in a share could read. What it has besides is
    // uploaded, so nothing needs to wait for it.
    if schema.hasSealedFields {
      held.formUnion(
        zone.dirty.filter { id in
          zone.rows[id]?.change(id).flatMap { schema.uploadable($0, isShare: isShare) } == nil
        })
    }
  }

  private mutating func hold(_ refused: Set<RecordID>) {
    guard !refused.isEmpty else { return }
    var dependents: [RecordID: [RecordID]] = [:]
    for id in zone.dirty {
      for other in needs(of: id) { dependents[other, default: []].append(id) }
    }
    held = refused
    var open = Array(refused)
    while let id = open.popLast() {
      for dependent in dependents[id] ?? [] where held.insert(dependent).inserted { open.append(dependent) }
    }
  }

  /// Asked for what goes up, not for all that waits.
  func needs(of id: RecordID) -> [RecordID] {
    guard zone.dirty.contains(id), let local = zone.rows[id]?.local else { return [] }
    var found: Set<RecordID> = []
    if local.isDeleted {
      found.formUnion(formerReferrers[id] ?? [])
      // What another record has taken in must not be gone without it.
      if let successor = local.life.successor, zone.dirty.contains(successor) { found.insert(successor) }
    } else {
      // What it refers to, and the server does not have.
      for target in local.references where zone.dirty.contains(target) && zone.rows[target]?.base?.isDeleted ?? true {
        found.insert(target)
      }
      if !formerHolders.isEmpty {
        for claim in schema.claims(of: local, id) { found.formUnion(formerHolders[claim] ?? []) }
      }
    }
    found.remove(id)
    return found.sorted()
  }
}
