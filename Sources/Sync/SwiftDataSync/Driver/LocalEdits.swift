// SPDX-License-Identifier: Apache-2.0

import SwiftData
import SwiftDataSyncCore

/// Makes edits for the core of what the app has saved. It compares objects with records as they were before all that is
/// read at once, so that an object which several transactions have changed is an edit in each of them, and they go up
/// together.
struct LocalEdits {
  let schema: SyncedSchema
  let space: RecordSpace
  let records: [PersistentIdentifier: RecordID]
  /// Which records are objects here; nil: as if all were.
  private let identities: [RecordID: PersistentIdentifier]?
  let objects: [PersistentIdentifier: any PersistentModel]
  private let sealing: FieldSealing
  private let large: LargeValues
  /// As `Class.field`: only what the history names is an edit of these.
  let newFields: Set<String>
  /// Classes that were not synced when these edits were made: they are the device's own. What it has of them is adopted.
  var newModels: Set<String> = []
  /// Which new records give way to what other devices have.
  var agesInserts = AgedInserts.none
  /// Records of others that have got their objects by the app's own name for them: until the first import, such an object
  /// gives way, as if it had been inserted before they came.
  var met: Set<RecordID> = []
  /// What the app saw of fields whose values it did not know when it changed them.
  var unseen: [RecordID: [String: SyncValue]] = [:]
  /// What the app sees of relationships whose ends are on their way into the store.
  private let unshown: [RecordID: [String: SyncValue]]
  private let unshownLinks: [RecordID: [String: Set<RecordID>]]
  /// What the store has of them, where the rules have decided otherwise.
  private(set) var lagging: [RecordID: [String: SyncValue]] = [:]
  /// What the app has deleted and comes back, since something refers to it that the app was not shown.
  private(set) var revived: Set<RecordID> = []
  private let rules: SyncSchema
  /// For edits, where a rule compares times.
  private let now: Stamp
  /// What the edits so far make of records' lives.
  private var lives: [RecordID: Bool] = [:]
  /// What the edits so far let to-one relationships refer to.
  private var references: [RecordID: [String: SyncValue]] = [:]

  init(
    schema: SyncedSchema, space: RecordSpace, records: [PersistentIdentifier: RecordID],
    identities: [RecordID: PersistentIdentifier]?, objects: [PersistentIdentifier: any PersistentModel],
    sealing: FieldSealing, large: LargeValues, newFields: Set<String> = [], rules: SyncSchema, now: Stamp,
    unshown: [RecordID: [String: SyncValue]], unshownLinks: [RecordID: [String: Set<RecordID>]]
  ) {
    self.schema = schema
    self.space = space
    self.records = records
    self.identities = identities
    self.objects = objects
    self.sealing = sealing
    self.large = large
    self.newFields = newFields
    self.rules = rules
    self.now = now
    self.unshown = unshown
    self.unshownLinks = unshownLinks
  }

  /// What one transaction has changed: names of properties by object; nil: all of them.
  mutating func edits(changed: [PersistentIdentifier: Set<String>?], deleted: [PersistentIdentifier]) throws
    -> [LocalEdit]
  {
    let edits = try edits(of: order(changed.keys)) { changed[$0] ?? nil }
    // What is not synced any more stays with other devices.
    var gone = Set(deleted.compactMap { records[$0] }.filter(isSynced))
    // Another object has taken the record over in the same transaction.
    let present = gone.isEmpty ? [] : Set(changed.keys.compactMap { objects[$0] == nil ? nil : records[$0] })
    let renewed = gone.intersection(present)
    gone.subtract(renewed)
    gone.subtract(spare(gone))
    gone.subtract(revive(gone))
    return edits + renewed.sorted().flatMap { letGo(of: $0, except: present) } + delete(gone.sorted())
  }

  /// What makes records of objects that are there, in this order.
  ///
  /// - Parameter names: Of properties that have changed; nil: all of them.
  mutating func edits(
    of ordered: some Sequence<PersistentIdentifier>, names: (PersistentIdentifier) -> Set<String>?
  ) throws -> [LocalEdit] {
    var inserts: [LocalEdit] = []
    var sets: [LocalEdit] = []
    for object in ordered {
      guard let model = objects[object], let id = records[object], let synced = schema.models[id.type],
        !newModels.contains(id.type)
      else { continue }
      if isAlive(id) {
        sets += try update(model, id, synced, names: names(object))
      } else {
        let new = try insert(model, id, synced, names: names(object))
        inserts += new + aged(new, of: model)
        lives[id] = true
      }
    }
    return inserts + sets
  }

  /// Finds objects of zones that the account may write to, and that went by the app's delete rules with owners which it may not
  /// delete. These come back, so they stay.
  private mutating func spare(_ deleted: Set<RecordID>) -> Set<RecordID> {
    guard !space.shares.isEmpty, !deleted.isEmpty else { return [] }
    let forbidden = deleted.filter { id in space.home(of: id).map { !space.mayWrite($0) } ?? false }
    var kept: Set<RecordID> = []
    var open = Array(forbidden)
    while let owner = open.popLast() {
      for child in space.owned(by: owner) where deleted.contains(child) && !forbidden.contains(child) {
        if isAlive(child), kept.insert(child).inserted { open.append(child) }
      }
    }
    revived.formUnion(kept)
    return kept
  }

  /// Finds what the app has deleted without having seen that something needs it. It stays, as if the reference had come
  /// from another device after the deletion.
  private mutating func revive(_ deleted: Set<RecordID>) -> Set<RecordID> {
    var kept: Set<RecordID> = []
    var isDone = deleted.isEmpty || identities == nil
    while !isDone {
      isDone = true
      for id in deleted.subtracting(kept) where isAlive(id) {
        let isNeeded = space.referrers(of: id).contains { referrer in
          guard isAlive(referrer), kept.contains(referrer) || !deleted.contains(referrer) else { return false }
          return rules.models[referrer.type]?.reviving.contains { field in
            guard reference(referrer, field) == .reference(id) else { return false }
            // What stays keeps what it refers to.
            return kept.contains(referrer) || references[referrer]?[field] == nil && !sees(referrer, field, id)
          } ?? false
        }
        guard isNeeded else { continue }
        kept.insert(id)
        isDone = false
      }
    }
    revived.formUnion(kept)
    return kept
  }

  /// What a to-one relationship refers to, as the edits so far leave it.
  private func reference(_ id: RecordID, _ field: String) -> SyncValue {
    references[id]?[field] ?? space.record(id)?.fields[field]?.value ?? .null
  }

  /// Whether the app sees the reference.
  private func sees(_ id: RecordID, _ field: String, _ target: RecordID) -> Bool {
    guard let identities else { return true }
    return identities[id] != nil && shownReference(id, field) == .reference(target)
  }

  private func shownReference(_ id: RecordID, _ field: String) -> SyncValue {
    unshown[id]?[field] ?? space.record(id)?.fields[field]?.value ?? .null
  }

  private func shownTargets(_ id: RecordID, _ field: String) -> Set<RecordID> {
    unshownLinks[id]?[field] ?? space.record(id)?.links[field]?.targets ?? []
  }

  /// Deletes records, after all that refers to them has let go.
  mutating func delete(_ ids: [RecordID]) -> [LocalEdit] {
    let gone = Set(ids)
    var edits: [LocalEdit] = []
    for id in ids where isAlive(id) {
      edits += letGo(of: id, except: gone)
      edits.append(.delete(id))
      lives[id] = false
    }
    return edits
  }

  /// Clears all that refers to a record.
  private func letGo(of id: RecordID, except others: Set<RecordID>) -> [LocalEdit] {
    var edits: [LocalEdit] = []
    for referrer in space.referrers(of: id) where !others.contains(referrer) && isAlive(referrer) {
      guard let record = space.record(referrer) else { continue }
      for field in record.fields.keys.sorted() where reference(referrer, field) == .reference(id) {
        edits.append(.set(referrer, field: field, .null))
      }
      for (field, set) in record.links.sorted(by: { $0.key < $1.key }) where set.targets.contains(id) {
        edits.append(.unlink(referrer, relationship: field, id))
      }
    }
    return edits
  }

  private func order(_ ids: some Sequence<PersistentIdentifier>) -> [PersistentIdentifier] {
    ids.compactMap { object in records[object].map { (object, $0) } }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Whether the app can have removed it from a relationship: what it was never shown it has not removed, and objects of
  /// classes that are synced no more are the device's own.
  private func isShown(_ id: RecordID) -> Bool {
    identities.map { $0[id] != nil && isSynced(id) } ?? true
  }

  private func isSynced(_ id: RecordID) -> Bool { schema.models[id.type] != nil && !newModels.contains(id.type) }

  private func isAlive(_ id: RecordID) -> Bool { lives[id] ?? space.isAlive(id) }

  /// - Parameter names: What was changed of an object whose record had been deleted, and comes back; nil: nobody knows.
  private mutating func insert(
    _ model: any PersistentModel, _ id: RecordID, _ synced: SyncedModel, names: Set<String>?
  ) throws -> [LocalEdit] {
    var fields: [String: SyncValue] = [:]
    var links: [LocalEdit] = []
    fields.reserveCapacity(synced.attributes.count + synced.relationships.count)
    // What the object does not have as the record had it stays in the record.
    let row = space.row(id)
    let isReturn = row?.local != nil
    for attribute in synced.attributes where !isReturn || isEdit(attribute.name, attribute.field, id, names) {
      fields[attribute.field] = try edited(attribute, model, id, row, names: names)
    }
    for relationship in synced.relationships
    where !isReturn || names?.contains(relationship.name) == true
      || !newFields.contains("\(id.type).\(relationship.field)")
    {
      let ends = relationship.access.read(model).compactMap { records[$0.persistentModelID] }
      if relationship.isToMany {
        let known = row?.local?.links[relationship.field]?.targets ?? []
        links += Set(ends).subtracting(known).sorted().map { .link(id, relationship: relationship.field, $0) }
        links += known.subtracting(ends).filter(isShown).sorted().map {
          .unlink(id, relationship: relationship.field, $0)
        }
      } else {
        let value = ends.first.map { SyncValue.reference($0) } ?? .null
        if ends.isEmpty, case .reference(let hidden) = shownReference(id, relationship.field), !isShown(hidden) {
          continue
        }
        fields[relationship.field] = value
        references[id, default: [:]][relationship.field] = value
      }
    }
    return [.insert(id, fields)] + links
  }

  private mutating func update(
    _ model: any PersistentModel, _ id: RecordID, _ synced: SyncedModel, names: Set<String>?
  ) throws -> [LocalEdit] {
    let row = space.row(id)
    let record = row?.local
    let givesWay = names == nil && agesInserts == .named && met.contains(id)
    var edits: [LocalEdit] = []
    for attribute in synced.attributes where isEdit(attribute.name, attribute.field, id, names) {
      guard let written = try edited(attribute, model, id, row, names: names) else { continue }
      let known = record?.fields[attribute.field]?.value
      let decided = givesWay ? known ?? written : decide(written, attribute.field, id)
      if decided != written { lagging[id, default: [:]][attribute.field] = written }
      if decided == written || decided != known { edits.append(.set(id, field: attribute.field, decided)) }
    }
    for relationship in synced.relationships
    where names?.contains(relationship.name) == true || !newFields.contains("\(id.type).\(relationship.field)") {
      let all = relationship.access.read(model).map(\.persistentModelID)
      // Ends of classes that are not synced stay on this device.
      let objects = relationship.leavesOut ? all.filter { schema.models[$0.entityName] != nil } : all
      let ends = objects.compactMap { records[$0] }
      // An end that was inserted since: its own transaction is read later, and this one again.
      guard ends.count == objects.count else { continue }
      // Nor can other devices be without one.
      if relationship.isRequired, ends.isEmpty { continue }
      if relationship.isToMany {
        let known = shownTargets(id, relationship.field)
        edits += Set(ends).subtracting(known).sorted().map { .link(id, relationship: relationship.field, $0) }
        if givesWay { continue }
        edits += known.subtracting(ends).filter(isShown).sorted().map {
          .unlink(id, relationship: relationship.field, $0)
        }
      } else {
        let value = ends.first.map { SyncValue.reference($0) } ?? .null
        let known = shownReference(id, relationship.field)
        if ends.isEmpty, case .reference(let hidden) = known, !isShown(hidden) { continue }
        if known != value, !givesWay || known == .null {
          edits.append(.set(id, field: relationship.field, value))
          references[id, default: [:]][relationship.field] = value
        }
      }
    }
    return edits
  }

  private func isEdit(_ name: String, _ field: String, _ id: RecordID, _ names: Set<String>?) -> Bool {
    names?.contains(name) ?? !newFields.contains("\(id.type).\(field)")
  }

  /// What an attribute of a record becomes, as a record has it; nil: the record has it already, or the object has another value
  /// only since it cannot have the record's.
  private func edited(
    _ attribute: SyncedAttribute, _ model: any PersistentModel, _ id: RecordID, _ row: ReplicaRow?, names: Set<String>?
  ) throws -> SyncValue? {
    let value = try value(of: attribute, model, id)
    let known = row?.local?.fields[attribute.field]?.value
    let isNamed = names?.contains(attribute.name) == true
    // An older version of the app has made the record: the default value is no edit.
    if row?.local != nil, known == nil, !isNamed, attribute.isInitial(value, of: id) { return nil }
    switch sealing.read(attribute, row, id) {
    case .locked:
      // What this device cannot read it does not overwrite. A key that has just come opens what the user has edited.
      guard isNamed,
        case .value? = sealing.unrestricted.read(attribute, row, id)
      else { return nil }
      return try sealing.unrestricted.write(value, attribute, id, over: known, large)
    // Nobody can read it. The object may have a default value instead, so only an edit replaces it.
    case .altered: guard isNamed else { return nil }
    case .value(let current):
      if large.isSame(current, as: value) { return nil }
      if !isNamed, current == .null, !attribute.isOptional, attribute.isInitial(value, of: id) { return nil }
      // The object has another value until this one has come. Only an edit replaces it.
      if !isNamed, large.isAwaited(known, id) || attribute.access.isSame(current, value) { return nil }
    case nil: break
    }
    return try sealing.write(value, attribute, id, over: known, large)
  }

  /// What becomes of an edit that may not have known of the record's value.
  private func decide(_ value: SyncValue, _ field: String, _ id: RecordID) -> SyncValue {
    guard let seen = unseen[id]?[field], let remote = space.record(id)?.fields[field] else { return value }
    let local = Register(value, now)
    return RecordMerge(schema: rules, id: id, stamp: now).field(field, Register(seen, .zero), local, remote).value
  }

  func write(
    _ value: SyncValue, _ attribute: SyncedAttribute, _ id: RecordID, over known: SyncValue?
  ) throws -> SyncValue {
    try sealing.write(value, attribute, id, over: known, large)
  }

  func value(of attribute: SyncedAttribute, _ model: any PersistentModel, _ id: RecordID) throws -> SyncValue {
    do { return try attribute.access.read(model) } catch {
      throw SyncError.unsupportedProperty(model: id.type, property: attribute.name, type: "\(error)")
    }
  }

  /// Objects whose records have a relationship that has changed, seen from its other end.
  func owners(ofEndsOf model: any PersistentModel, _ id: RecordID, names: Set<String>?) -> Set<RecordID> {
    guard let synced = schema.models[id.type] else { return [] }
    var found: Set<RecordID> = []
    for inverse in synced.inverses where names?.contains(inverse.name) ?? true {
      let now = Set(inverse.access.read(model).compactMap { records[$0.persistentModelID] })
      let before = Set(
        space.referrers(of: id).filter { owner in
          guard inverse.owners.contains(owner.type), let record = space.record(owner) else { return false }
          return inverse.isToMany
            ? record.links[inverse.field]?.targets.contains(id) == true
            : record.fields[inverse.field]?.value == .reference(id)
        })
      found.formUnion(now.symmetricDifference(before))
    }
    return found
  }
}
