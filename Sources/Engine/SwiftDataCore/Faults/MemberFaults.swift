// SPDX-License-Identifier: Apache-2.0

/// To-many relationships whose objects are still faults.
///
/// The first time that a context is asked for a relationship, it reads keys
/// only, which an index answers: `count`, `isEmpty` and identity need no row.
/// When a property of a member is asked for, the rows of all members are read
/// at once, and from then on the relationship brings its rows straight away,
/// since that is how the program uses it. A loop over owners and their members
/// costs one statement more in a context's life, not one per member.
struct MemberFaults {
  /// Owners whose members' keys one statement has read.
  struct Batch {
    let relationship: _Property
    let owners: [Int64]
    let members: Set<Int64>
  }

  /// Relationships whose rows have been wanted.
  private var wanted: Set<ObjectIdentifier> = []
  /// Of keys read and not fired; the latest last.
  private var batches: [Batch] = []
  private static let keptBatches = 64

  func wantsRows(_ relationship: _Property) -> Bool {
    wanted.contains(ObjectIdentifier(relationship))
  }

  mutating func append(_ batch: Batch) {
    if batches.count >= Self.keptBatches { batches.removeFirst() }
    batches.append(batch)
  }

  /// Takes out the batch that a member came with.
  mutating func take(_ key: Int64, _ entity: _Entity) -> Batch? {
    let index = batches.lastIndex {
      $0.relationship.destination?.root === entity.root && $0.members.contains(key)
    }
    guard let index else { return nil }
    let batch = batches.remove(at: index)
    wanted.insert(ObjectIdentifier(batch.relationship))
    return batch
  }

  mutating func removeAll() { batches.removeAll() }
}

/// Objects by the key of the owner that they belong to.
struct GroupedMembers {
  private var objects: [any PersistentModel] = []
  private var stretches: [Int64: Range<Int>] = [:]
  private var current: (owner: Int64, start: Int) = (0, 0)

  /// Members of one owner must come one after the other.
  mutating func append(_ object: any PersistentModel, owner: Int64) {
    if owner != current.owner {
      finish()
      current = (owner, objects.count)
    }
    objects.append(object)
  }

  mutating func finish() { stretches[current.owner] = current.start..<objects.count }

  subscript(owner: Int64) -> ArraySlice<any PersistentModel> { objects[stretches[owner] ?? 0..<0] }
}

extension ContextCore {
  /// The objects that a to-many relationship of each owner leads to in the
  /// store: with their rows, or as faults if those have not been wanted yet.
  func members(of property: _Property, _ owners: [Int64]) throws -> GroupedMembers {
    var members = GroupedMembers()
    var keys: [Int64] = []
    let store = try store(of: property.entity)
    // A `let` cannot ask for its row later.
    let needsRows =
      isPrefetching || store.deliversWholeRows || memberFaults.wantsRows(property)
      || property.destination?.family.contains { $0.description.hasConstants } != false
    if let ahead = readAhead.members(of: property, owners) {
      (members, keys) = ahead
    } else if needsRows {
      try store.fetchRelated(property, owners: owners) { row in
        keys.append(row.key)
        members.append(try object(for: &row, mask: .all), owner: row.owner)
      }
    } else {
      var faults: Set<Int64> = []
      try store.fetchRelatedKeys(property, owners: owners) { owner, key, entity in
        keys.append(key)
        if let known = registered(entity, key: key) {
          members.append(known, owner: owner)
        } else {
          let object = unreadFault(entity, key: key)
          object._$state?.flags.insert(.member)
          faults.insert(key)
          members.append(object, owner: owner)
        }
      }
      if !faults.isEmpty {
        memberFaults.append(.init(relationship: property, owners: owners, members: faults))
      }
    }
    members.finish()
    if let destination = property.destination {
      groups.related(keys, of: destination, isShared: property.inverse?.isToMany != false)
    }
    return members
  }

  /// Reads the rows of a member and of those whose keys came with its own.
  func fireMembers(_ state: _ModelState, _ entity: _Entity, _ property: _Property) throws -> Bool {
    state.flags.remove(.member)
    guard let batch = memberFaults.take(state.key, entity) else { return false }
    noteFault(entity, property, count: batch.members.count)
    try store(of: batch.relationship.entity).fetchRelated(
      batch.relationship, owners: batch.owners
    ) { row in
      // Those that the program has let go meanwhile are not made again.
      guard let known = registered(row.entity, key: row.key), let state = known._$state,
        state.isFault
      else { return }
      try refresh(known, state, &row, mask: .all, replacing: false)
    }
    return true
  }
}
