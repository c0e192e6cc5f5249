// SPDX-License-Identifier: Apache-2.0

import SwiftData
import SwiftDataSyncCore

/// Makes the store's objects what the core's records are, in a context that is saved afterwards. What is so already is not
/// touched.
struct DownloadWriter {
  let schema: SyncedSchema
  let space: RecordSpace
  let context: ModelContext
  /// The objects that are in the store.
  private var objects: [RecordID: any PersistentModel]
  private(set) var inserted: [RecordID: any PersistentModel] = [:]
  /// Records that cannot be objects, and why.
  private(set) var refused: [RecordID: String] = [:]
  private(set) var hasDeletions = false
  /// Records with encrypted values that were changed, and which.
  private(set) var altered: [RecordID: String] = [:]
  /// Large values that records have and this device has not, by record: their objects have other ones.
  private(set) var awaiting: [RecordID: Set<BlobReference>] = [:]
  private let sealing: FieldSealing
  private let large: LargeValues
  /// As `Class.field`: what the store has of these, and a record has not, was not synced so far.
  private let newFields: Set<String>
  /// Classes whose objects are in no record yet.
  private let newModels: Set<String>

  init(
    schema: SyncedSchema, space: RecordSpace, context: ModelContext, objects: [RecordID: any PersistentModel],
    sealing: FieldSealing, large: LargeValues, newFields: Set<String> = [], newModels: Set<String> = []
  ) {
    self.schema = schema
    self.space = space
    self.context = context
    self.objects = objects
    self.sealing = sealing
    self.large = large
    self.newFields = newFields
    self.newModels = newModels
  }

  /// A record that is shown, looked up once.
  private struct Shown {
    var id: RecordID
    var row: ReplicaRow
  }

  /// Neighbors of one class: it is looked up for all of them.
  private struct Part {
    var model: SyncedModel
    var records: [Shown]
  }

  mutating func write(_ ids: [RecordID]) {
    var shown: [Part] = []
    var hidden: [RecordID] = []
    for id in ids {
      guard let row = space.shownRow(id), row.objection == nil else {
        hidden.append(id)
        continue
      }
      if let last = shown.indices.last, shown[last].model.name == id.type {
        shown[last].records.append(Shown(id: id, row: row))
      } else if let model = schema.models[id.type] {
        shown.append(Part(model: model, records: [Shown(id: id, row: row)]))
      } else {
        hidden.append(id)
      }
    }
    create(shown)
    for part in shown {
      for record in part.records where inserted[record.id] == nil {
        if let model = objects[record.id] { writeAttributes(record, part.model, model, isNew: false) }
      }
    }
    for part in shown where !part.model.relationships.isEmpty {
      for record in part.records { writeRelationships(record, part.model) }
    }
    // In the end: whatever belongs to them has found its new owner before a delete rule is asked.
    for id in hidden {
      guard let model = objects[id] else { continue }
      delete(model)
      hasDeletions = true
    }
  }

  private func delete(_ model: some PersistentModel) { context.delete(model) }

  private func insert(_ model: some PersistentModel) { context.insert(model) }

  /// New objects, without those that need an end that is not there.
  private mutating func create(_ shown: [Part]) {
    // Before what needs it is made.
    for part in shown {
      for record in part.records where objects[record.id] == nil {
        if let reason = missingValue(record, part.model) { refused[record.id] = reason }
      }
    }
    refuseWithoutEnds(shown)
    for part in shown {
      for record in part.records where objects[record.id] == nil && refused[record.id] == nil {
        let model = part.model.access.make()
        part.model.giveDefaults(to: model)
        writeAttributes(record, part.model, model, isNew: true)
        guard refused[record.id] == nil else { continue }
        inserted[record.id] = model
        objects[record.id] = model
        insert(model)
      }
    }
  }

  private mutating func refuseWithoutEnds(_ shown: [Part]) {
    guard shown.contains(where: { $0.model.relationships.contains(where: \.isRequired) }) else { return }
    var possible: [RecordID: [RecordID?]] = [:]
    for part in shown {
      let required = part.model.relationships.filter(\.isRequired)
      for record in part.records where objects[record.id] == nil && refused[record.id] == nil {
        possible[record.id] = required.map { target(record.row.local, $0.field) }
      }
    }
    var isDone = false
    while !isDone {
      let impossible = possible.filter { _, targets in
        targets.contains { target in target.map { objects[$0] == nil && possible[$0] == nil } ?? true }
      }
      isDone = impossible.isEmpty
      for id in impossible.keys {
        possible[id] = nil
        refused[id] = "an object that a \(id.type) needs is not there"
      }
    }
  }

  private func target(_ record: SyncRecord?, _ field: String) -> RecordID? {
    guard case .reference(let target)? = record?.fields[field]?.value else { return nil }
    return target
  }

  private mutating func writeAttributes(
    _ record: Shown, _ synced: SyncedModel, _ model: any PersistentModel, isNew: Bool
  ) {
    let (id, row) = (record.id, record.row)
    for attribute in synced.attributes {
      let opened = sealing.read(attribute, row, id)
      if opened == .altered { altered[id] = alteration(attribute, id) }
      let known: SyncValue?
      if opened == .value(.null), !attribute.isOptional {
        known = attribute.initial(of: id)
      } else if case .value(let content) = opened {
        known = content
      } else {
        known = isNew ? attribute.initial(of: id) : nil
      }
      guard let value = known else { continue }
      do {
        if !isNew {
          let own = try attribute.access.read(model)
          if large.isSame(value, as: own) || attribute.access.isSame(value, own) { continue }
        }
        switch try sealing.whole(value, attribute.field, row, id, large) {
        case .value(let whole): try attribute.access.write(model, whole)
        case let other:
          if other == nil { awaits(attribute, record) } else { altered[id] = alteration(attribute, id) }
          if isNew, let initial = attribute.initial(of: id) { try attribute.access.write(model, initial) }
        }
      } catch {
        refused[id] = "\(id.type).\(attribute.name) cannot have what another device has written: \(error)"
      }
    }
  }

  /// Why a new object cannot have all its values; nil: it can.
  private mutating func missingValue(_ record: Shown, _ synced: SyncedModel) -> String? {
    let (id, row) = (record.id, record.row)
    if let name = synced.unfillable {
      return
        "\(id.type).\(name) stays on the device and is unique: let its default value be made for each object, as UUID() is"
    }
    for attribute in synced.attributes where attribute.initial == nil {
      let lack: String
      switch sealing.read(attribute, row, id) {
      case .value(.null) where !attribute.isOptional: lack = "has neither a value nor a default value"
      case .value(let value):
        let whole = try? sealing.whole(value, attribute.field, row, id, large)
        if whole == .altered {
          altered[id] = alteration(attribute, id)
          return "\(alteration(attribute, id)), and no default value"
        }
        if whole != nil { continue }
        awaits(attribute, record)
        lack = "is a large value, which has not come yet"
      case .locked: lack = "is encrypted, and its key is not on this device: the recovery code is needed"
      case .altered: return "\(alteration(attribute, id)), and no default value"
      case nil: lack = "has neither a value nor a default value"
      }
      return "\(id.type).\(attribute.name) \(lack)"
    }
    return nil
  }

  private mutating func awaits(_ attribute: SyncedAttribute, _ record: Shown) {
    guard let blob = record.row.local?.fields[attribute.field]?.value.blob else { return }
    awaiting[record.id, default: []].insert(blob)
  }

  private func alteration(_ attribute: SyncedAttribute, _ id: RecordID) -> String {
    "\(id.type).\(attribute.name) has an encrypted value that was changed"
  }

  private func isLocal(_ model: any PersistentModel) -> Bool {
    let name = model.persistentModelID.entityName
    return schema.models[name] == nil || newModels.contains(name)
  }

  private mutating func writeRelationships(_ shown: Shown, _ synced: SyncedModel) {
    let id = shown.id
    guard let record = shown.row.local, let model = objects[id] else { return }
    let isNew = inserted[id] != nil
    for relationship in synced.relationships {
      let field = relationship.field
      if !newFields.isEmpty, !isNew, newFields.contains("\(id.type).\(field)"),
        relationship.isToMany ? record.links[field] == nil : record.fields[field] == nil
      {
        continue
      }
      let targets: [RecordID]
      if relationship.isToMany {
        targets = (record.links[field]?.targets ?? []).sorted()
      } else {
        targets = target(record, field).map { [$0] } ?? []
      }
      let ends = targets.compactMap { objects[$0] }
      if isNew, !relationship.isToMany {
        // Nobody else has given it an end: the other class's records do not have this relationship.
        if let end = ends.first { write([end], to: relationship, of: model, id) }
        continue
      }
      let current = relationship.access.read(model)
      // Ends of classes that are not synced are in no record. They stay, unless a to-one relationship leads elsewhere.
      let new = Set(ends.map(ObjectIdentifier.init))
      let leavesOut = relationship.leavesOut || !relationship.ends.isDisjoint(with: newModels)
      let local = leavesOut ? current.filter { isLocal($0) && !new.contains(ObjectIdentifier($0)) } : []
      let own = local.isEmpty ? current : current.filter { !isLocal($0) || new.contains(ObjectIdentifier($0)) }
      let old = Set(own.map(ObjectIdentifier.init))
      guard old != new else { continue }
      let kept = own.filter { new.contains(ObjectIdentifier($0)) }
      write(kept + ends.filter { !old.contains(ObjectIdentifier($0)) } + local, to: relationship, of: model, id)
    }
  }

  private mutating func write(
    _ ends: [any PersistentModel], to relationship: SyncedRelationship, of model: any PersistentModel, _ id: RecordID
  ) {
    do { try relationship.access.write(model, ends) } catch {
      refused[id] = "\(id.type).\(relationship.name) needs an object that is not there"
    }
  }
}
