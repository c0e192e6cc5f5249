// SPDX-License-Identifier: Apache-2.0

/// The objects that are deleted because their owners are, by object and by owner.
struct Cascades {
  /// An object may have several owners whose deletion takes it along.
  private var byObject: [ObjectIdentifier: [Cascade]] = [:]
  /// What the deletion of an owner has taken along, in order; with objects that have come back since.
  private var members: [ObjectIdentifier: [any PersistentModel]] = [:]

  var isEmpty: Bool { byObject.isEmpty }

  mutating func append(_ cascade: Cascade) {
    remove(of: cascade.object) { $0.isSame(as: cascade) }
    byObject[ObjectIdentifier(cascade.object), default: []].append(cascade)
    members[ObjectIdentifier(cascade.owner), default: []].append(cascade.object)
  }

  /// Why an object is deleted; nothing if the program has asked for it by name.
  func of(_ object: any PersistentModel) -> [Cascade] {
    byObject.isEmpty ? [] : byObject[ObjectIdentifier(object)] ?? []
  }

  /// What an object was related to that had not been saved, and has left the context with an owner.
  func removed(_ object: any PersistentModel) -> RemovedObject? { of(object).last { $0.removed != nil }?.removed }

  /// What the deletion of an owner has taken along.
  func from(_ owner: any PersistentModel) -> [Cascade] {
    // What has left may be in the list twice if it has come again, or be another object by now.
    var seen: Set<ObjectIdentifier> = []
    return (members[ObjectIdentifier(owner)] ?? []).flatMap { object in
      seen.insert(ObjectIdentifier(object)).inserted ? of(object).filter { $0.owner === owner } : []
    }
  }

  /// Forgets some of the reasons for which an object is deleted.
  mutating func remove(of object: any PersistentModel, where isRemoved: (Cascade) -> Bool = { _ in true }) {
    guard !byObject.isEmpty else { return }
    let rest = of(object).filter { !isRemoved($0) }
    byObject[ObjectIdentifier(object)] = rest.isEmpty ? nil : rest
    if byObject.isEmpty { members = [:] }
  }

  /// The deletion of an owner is taken back: what stays deleted does so because of others.
  mutating func remove(from owner: any PersistentModel) {
    for cascade in from(owner) { remove(of: cascade.object) { $0.owner === owner } }
    members[ObjectIdentifier(owner)] = nil
  }

  mutating func removeAll(where isRemoved: (Cascade) -> Bool) {
    for object in byObject.values.compactMap({ $0.first?.object }) { remove(of: object, where: isRemoved) }
  }
}
