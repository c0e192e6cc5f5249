// SPDX-License-Identifier: Apache-2.0

import GRDB
import SwiftDataSyncCore
import SwiftDataSyncServer

/// Makes one upload of the operations of a request: what each changes, and which cannot be.
struct ModificationPlan {
  let db: Database
  let moment: RecordIndex.Zone
  let layout: RecordLayout
  let quirks: CloudKitQuirks
  let operations: [ModifyOperation]
  let loader: ZoneLoader
  let stamp: Stamp

  private(set) var drafts: [RecordID: RecordDraft] = [:]
  private(set) var failures: [Int: CloudKitError] = [:]
  /// The records that the operations make, by their names, and those that they delete.
  private(set) var created: [String: RecordID] = [:]
  private(set) var deleted: Set<RecordID> = []

  var zone: Int64 { moment.id }
  var schema: MirroredSchema { layout.schema }
  var reader: RecordReader { RecordReader(db: db, layout: layout, zone: zone) }

  init(
    db: Database, moment: RecordIndex.Zone, layout: RecordLayout, quirks: CloudKitQuirks,
    operations: [ModifyOperation], loader: ZoneLoader, stamp: Stamp
  ) {
    (self.db, self.moment, self.layout, self.quirks) = (db, moment, layout, quirks)
    (self.operations, self.loader, self.stamp) = (operations, loader, stamp)
  }

  /// Plans without the operations that fail. What one of them would have made, others cannot refer to: so it is planned
  /// until no more fail.
  mutating func run(without failed: [Int: CloudKitError]) throws {
    failures = failed
    while true {
      (drafts, created, deleted) = ([:], [:], [])
      let before = failures.count
      try prepare()
      for (index, operation) in operations.enumerated() where failures[index] == nil {
        do { try add(operation, index) } catch let error as CloudKitError { failures[index] = error }
      }
      if failures.count == before { return }
    }
  }

  /// The changes to upload.
  func changes() -> [RecordChange] {
    drafts.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { id, draft in
      let unique = schema.uniqueFields(of: id.type).union(loader.claims(id).map(\.field))
      return draft.finished(unique: unique)
    }
  }

  /// Which records are made and which go, before any operation is looked at as a whole.
  private mutating func prepare() throws {
    for (index, operation) in operations.enumerated() where failures[index] == nil {
      let entry = try alive(operation.recordName)
      if operation.kind.isDeletion {
        if let entry, entry.link == nil { deleted.insert(entry.id) }
      } else if entry == nil, operation.kind.mayCreate, operation.recordType != LinkRecord.type {
        do { created[operation.recordName] = try newIdentity(operation) } catch let error as CloudKitError {
          failures[index] = error
        }
      }
    }
  }

  func alive(_ recordName: String) throws -> IndexEntry? {
    guard let entry = try EntryReader.entry(named: recordName, zone, db), !entry.isDeleted else { return nil }
    return entry
  }

  /// The identity of a record that an operation makes: the one of its name, unless that is a record's which has another
  /// name, since this one was taken when it came. Nothing is to be written over it.
  private func newIdentity(_ operation: ModifyOperation) throws -> RecordID {
    let first = try identity(operation)
    for id in [first, RecordNames.otherIdentity(first, recordName: operation.recordName)].compactMap({ $0 }) {
      let entry = try EntryReader.entry(id, zone, db)
      if entry == nil || entry?.recordName == operation.recordName { return id }
    }
    throw CloudKitError(.exists, "the record has another name: create one under a name of its own")
  }

  /// The identity of a record by its name in CloudKit.
  private func identity(_ operation: ModifyOperation) throws(CloudKitError) -> RecordID {
    guard RecordNames.isName(operation.recordName) else {
      throw .badRequest(
        "\(operation.path).record.recordName must be 1 to 254 characters of ASCII, without '_' at the beginning")
    }
    guard let recordType = operation.recordType else {
      throw .badRequest("\(operation.path).record lacks 'recordType'")
    }
    guard recordType.hasPrefix(RecordLayout.prefix), recordType.utf8.count > 3, recordType.utf8.count <= 200 else {
      throw .badRequest("'\(recordType.prefix(200))' is no record type of a mirrored model: they begin with 'CD_'")
    }
    var entity = String(recordType.dropFirst(RecordLayout.prefix.count))
    if let field = operation.fields[RecordLayout.entityName] {
      guard case .text(let name)? = try CloudField.read(field, declared: .string, quirks) else {
        throw .badRequest("\(field.path) must be the name of an entity")
      }
      entity = name
    }
    if !schema.isEmpty, quirks.declaredFieldsOnly, schema.entities[entity] == nil {
      throw .badRequest("there is no entity '\(entity.prefix(200))' in the schema")
    }
    guard SyncDatabase.isName(entity) else {
      throw .badRequest("the name of an entity has 1 to 255 bytes and no control characters")
    }
    guard layout.recordType(of: entity) == recordType, !RecordLayout.isHidden(entity),
      (1...200).contains(entity.utf8.count)
    else { throw .badRequest("records of '\(entity.prefix(200))' have another type than '\(recordType)'") }
    return RecordNames.identity(type: entity, recordName: operation.recordName)
  }

  /// The record that a name leads to, after all operations; nil: none.
  func target(_ recordName: String) throws -> RecordID? {
    if let id = created[recordName] { return id }
    guard let entry = try alive(recordName), entry.link == nil, !deleted.contains(entry.id) else { return nil }
    return entry.id
  }

  /// Changes a record's draft, on behalf of an operation.
  mutating func edit(_ id: RecordID, for index: Int, _ body: (inout RecordDraft) -> Void) throws {
    var draft: RecordDraft
    if let known = drafts[id] { draft = known } else { draft = try RecordDraft(id, try loader.stored(id), stamp) }
    draft.operations.insert(index)
    body(&draft)
    drafts[id] = draft
  }

  private mutating func add(_ operation: ModifyOperation, _ index: Int) throws {
    let entry = try alive(operation.recordName)
    if operation.recordType == LinkRecord.type || entry?.link != nil {
      return try addLink(operation, entry, index)
    }
    if operation.kind.isDeletion {
      guard let entry = try checked(operation, entry) else { return }
      try edit(entry.id, for: index) { $0.delete() }
      for other in try EntryReader.referrers(of: entry.id, zone, db).sorted() where !deleted.contains(other) {
        try edit(other, for: index) { $0.letGo(of: entry.id) }
      }
      return
    }
    try addFields(operation, try checked(operation, entry), index)
  }

  /// The entry that an operation is about; nil: there is none, and need not be one.
  func checked(_ operation: ModifyOperation, _ entry: IndexEntry?) throws(CloudKitError) -> IndexEntry? {
    guard let entry else {
      if operation.kind.mayCreate { return nil }
      if operation.kind == .forceDelete, quirks.forcedDeletionOfNothingSucceeds { return nil }
      throw CloudKitError(.notFound, "Record not found")
    }
    if operation.kind == .create { throw CloudKitError(.exists, "record to insert already exists") }
    if let type = operation.recordType, type != entry.recordType {
      throw .badRequest("the record has the type '\(entry.recordType)': a type does not change")
    }
    guard operation.kind.needsTag else { return entry }
    guard let tag = operation.tag else { throw .badRequest("\(operation.path).record lacks 'recordChangeTag'") }
    guard tag == CloudRecord.tag(entry.version, moment) else {
      throw CloudKitError(.conflict, "the record has changed since: look it up, and send the operation with its tag")
    }
    return entry
  }
}
