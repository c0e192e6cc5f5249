// SPDX-License-Identifier: Apache-2.0

/// The members of relationships that a fetch prefetches, read together before the first of them is filled.
///
/// A store on another machine answers all the statements in one round trip. Only the first stretch of objects is read
/// ahead (``FetchGroup/window``): what is longer takes a statement for each relationship and stretch, as without this.
struct ReadAhead {
  private struct Entry {
    let owners: Set<Int64>
    var members = GroupedMembers()
    var keys: [Int64] = []
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  /// The members of a relationship and their keys, if those of all of these owners have been read.
  func members(of relationship: _Property, _ owners: [Int64]) -> (members: GroupedMembers, keys: [Int64])? {
    guard let entry = entries[ObjectIdentifier(relationship)], owners.allSatisfy(entry.owners.contains) else {
      return nil
    }
    return (entry.members, entry.keys)
  }

  mutating func removeAll() { if !entries.isEmpty { entries = [:] } }

  /// - Parameter requests: Relationships of one entity, each with its owners.
  init(_ requests: [RelatedRequest], _ store: any RowStore, _ core: ContextCore) throws {
    var read = requests.map { Entry(owners: Set($0.owners)) }
    try store.fetchRelated(requests) { index, row in
      read[index].keys.append(row.key)
      read[index].members.append(try core.object(for: &row, mask: .all), owner: row.owner)
    }
    for (request, var entry) in zip(requests, read) {
      entry.members.finish()
      entries[ObjectIdentifier(request.relationship)] = entry
    }
  }

  init() {}
}

/// A to-many relationship with the keys of objects whose members are wanted.
package struct RelatedRequest: Sendable {
  package let relationship: _Property
  package let owners: [Int64]

  package init(relationship: _Property, owners: [Int64]) {
    self.relationship = relationship
    self.owners = owners
  }
}

extension ContextCore {
  /// Reads the members of all to-many relationships among those that are prefetched, if the store answers several
  /// statements at once.
  func readAhead(_ paths: [PropertyPath], _ entity: _Entity, _ objects: [any PersistentModel]) throws {
    guard paths.count > 1, !objects.isEmpty else { return }
    let store = try store(of: entity)
    guard store.answersTogether else { return }
    let requests: [RelatedRequest] = paths.compactMap { path in
      guard path.properties.count == 1, let property = entity.property(named: path.properties[0]), property.isToMany
      else { return nil }
      let owners: [Int64] = objects.prefix(FetchGroup.window).compactMap { object in
        guard let state = object._$state, state.key > 0, keeps(state, property), !property.description.isLoaded(object)
        else { return nil }
        return state.key
      }
      return owners.isEmpty ? nil : RelatedRequest(relationship: property, owners: owners)
    }
    if requests.count > 1 { readAhead = try ReadAhead(requests, store, self) }
  }
}
