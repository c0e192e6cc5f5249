// SPDX-License-Identifier: Apache-2.0

/// The rows of relationships that a fetch prefetches, read together before the first of them is filled.
///
/// A store on another machine answers all the statements in one round trip. Only the first stretch of objects is read
/// ahead (``FetchGroup/window``): what is longer takes a statement for each relationship and stretch, as without this.
struct ReadAhead {
  private struct Entry {
    /// Whose members the statement has read.
    var owners: Set<Int64>
    var members = GroupedMembers()
    var keys: [Int64] = []
  }

  private var entries: [ObjectIdentifier: [Entry]] = [:]
  /// What to-one relationships lead to: the objects find it in the context, which does not keep it.
  private var targets: [any PersistentModel] = []

  var isEmpty: Bool { entries.isEmpty && targets.isEmpty }

  /// The members of a relationship and their keys, if those of all of these owners have been read.
  func members(of relationship: _Property, _ owners: [Int64]) -> (members: GroupedMembers, keys: [Int64])? {
    guard let known = entries[ObjectIdentifier(relationship)],
      let entry = known.first(where: { owners.allSatisfy($0.owners.contains) })
    else { return nil }
    return (entry.members, entry.keys)
  }

  mutating func removeAll() { if !isEmpty { self = ReadAhead() } }

  init() {}

  /// Takes the answers to several requests.
  struct Reading: RelatedRows {
    private let requests: [RelatedRequest]
    private let core: ContextCore
    private var read: [Entry]
    private var targets: [any PersistentModel] = []

    init(_ requests: [RelatedRequest], _ core: ContextCore) {
      self.requests = requests
      self.core = core
      read = requests.map { request in
        if case .keys(let keys) = request.owners { return Entry(owners: Set(keys)) }
        return Entry(owners: [])
      }
    }

    mutating func receive(owner key: Int64, of index: Int) { read[index].owners.insert(key) }

    mutating func receive(_ row: inout FetchedRow, of index: Int) throws {
      let object = try core.object(for: &row, mask: .all)
      guard requests[index].relationship.isToMany else { return targets.append(object) }
      read[index].keys.append(row.key)
      read[index].members.append(object, owner: row.owner)
    }

    consuming func finish() -> ReadAhead {
      var ahead = ReadAhead()
      ahead.targets = targets
      for (request, var entry) in zip(requests, read) where request.relationship.isToMany {
        entry.members.finish()
        ahead.entries[ObjectIdentifier(request.relationship), default: []].append(entry)
      }
      return ahead
    }
  }
}

/// A relationship whose destinations are wanted, of many objects.
package struct RelatedRequest: Sendable {
  /// Whose destinations are wanted.
  package enum Owners: Sendable {
    case keys([Int64])
    /// Of the rows of the fetch that the requests come with.
    case rows
    /// Of the destinations of an earlier request, by its position.
    case destinations(of: Int)
  }

  package let relationship: _Property
  package let owners: Owners

  package init(relationship: _Property, owners: Owners) {
    self.relationship = relationship
    self.owners = owners
  }
}

/// Whoever is told what a store answers to ``RelatedRequest``s, each by its position.
package protocol RelatedRows {
  /// Called for owners that are not listed: what follows has all that the relationship of this one leads to.
  mutating func receive(owner key: Int64, of index: Int)

  /// Of a to-many relationship, the rows of one owner come one after the other.
  mutating func receive(_ row: inout FetchedRow, of index: Int) throws
}

extension ContextCore {
  /// What a fetch asks for along with its rows, in a store that answers several statements at once.
  ///
  /// - Returns: `nil` if the store has nothing to gain.
  func requestsAhead<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ entity: _Entity) throws
    -> [RelatedRequest]?
  {
    let store = try store(of: entity)
    guard store.answersTogether else { return nil }
    let tree = RelatedTree(try descriptor.prefetchedPaths(), entity, store) { _ in .rows }
    return tree.requests.isEmpty ? nil : tree.requests
  }

  /// Reads what relationships lead to that are prefetched, unless it came with the fetch, if the store answers several
  /// statements at once.
  func readAhead(_ paths: [[String]], _ entity: _Entity, _ objects: [any PersistentModel]) throws {
    guard readAhead.isEmpty, !objects.isEmpty else { return }
    let store = try store(of: entity)
    guard store.answersTogether else { return }
    let tree = RelatedTree(paths, entity, store) { property in
      let owners: [Int64] = objects.prefix(FetchGroup.window).compactMap { object in
        guard let state = object._$state, state.key > 0 else { return nil }
        if property.isToMany {
          return keeps(state, property) && !property.description.isLoaded(object) ? state.key : nil
        }
        if case .key = property.description.related(of: object) { return state.key }
        return nil
      }
      return owners.isEmpty ? nil : .keys(owners)
    }
    guard tree.requests.count > 1 else { return }
    var reading = ReadAhead.Reading(tree.requests, self)
    try store.fetchRelated(tree.requests, &reading)
    readAhead = reading.finish()
  }
}

/// Chains of relationships as requests, with those that several chains begin with once.
private struct RelatedTree {
  private(set) var requests: [RelatedRequest] = []

  /// - Parameter owners: Whose destinations are wanted of a relationship of the fetched objects; `nil` for none.
  init(
    _ paths: [[String]], _ entity: _Entity, _ store: any RowStore, _ owners: (_Property) -> RelatedRequest.Owners?
  ) {
    var known: [[String]: Int] = [:]
    for path in paths {
      var place: _Entity? = entity
      var parent: Int?
      for (position, name) in path.enumerated() {
        // What is no relationship is refused when the path is filled.
        guard let property = place?.property(named: name), let destination = property.destination,
          store.keeps(destination)
        else { break }
        let beginning = Array(path[...position])
        if let index = known[beginning] {
          parent = index
        } else {
          guard let owners = parent.map({ .destinations(of: $0) }) ?? owners(property) else { break }
          requests.append(RelatedRequest(relationship: property, owners: owners))
          parent = requests.count - 1
          known[beginning] = parent
        }
        place = destination
      }
    }
  }
}
