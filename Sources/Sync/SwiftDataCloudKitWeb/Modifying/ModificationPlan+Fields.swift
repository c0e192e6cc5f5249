// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SwiftDataSyncServer

/// What operations say about fields.
extension ModificationPlan {
  mutating func addFields(_ operation: ModifyOperation, _ entry: IndexEntry?, _ index: Int) throws {
    guard let id = entry?.id ?? created[operation.recordName] else {
      throw CloudKitError(.notFound, "Record not found")
    }
    let recordType = layout.recordType(of: id.type)
    let requested = try self.requested(operation, id, recordType)
    // What is there, as the client has seen it.
    let current = try entry.flatMap { _ in try loader.stored(id)?.record }
    let shown = try current.map { try reader.fields(of: $0, id) } ?? [:]
    let elsewhere = Dictionary(schema.keptElsewhere(id.type).map { ($0.field, $0.inverse) }) { first, _ in first }
    let edits = try FieldEdits(
      requested: requested, current: shown, replaces: operation.kind.isReplacement,
      kept: Set(elsewhere.keys.map { RecordLayout.prefix + $0 }))
    try edit(id, for: index) { _ in }
    for (name, field) in edits.values.sorted(by: { $0.key < $1.key }) {
      let attribute = String(name.dropFirst(RecordLayout.prefix.count))
      if let inverse = elsewhere[attribute] {
        try setEnd(of: id, field: inverse, to: field, name, index)
        continue
      }
      let known = current?.fields[attribute]?.value
      if known?.isSealed ?? false || schema.attribute(attribute, of: id.type)?.isEncrypted ?? false {
        throw CloudKitError(
          .accessDenied, "'\(name)' is encrypted: only devices with the account's keys can write it")
      }
      guard let value = try meaning(attribute, id.type, known).value(field, name, recordType) else {
        guard quirks.danglingReferencesBecomeNull else { throw Self.dangling(name) }
        try edit(id, for: index) { $0.set(attribute, .null) }
        continue
      }
      try edit(id, for: index) { $0.set(attribute, value) }
    }
  }

  static func dangling(_ name: String) -> CloudKitError {
    CloudKitError(
      .validatingReferenceError,
      "the record that '\(name)' leads to is not there: send it first, or in the same request")
  }

  /// The fields of an operation, as far as the record's type has them.
  private func requested(
    _ operation: ModifyOperation, _ id: RecordID, _ recordType: String
  ) throws(CloudKitError) -> [String: CloudField?] {
    var requested: [String: CloudField?] = [:]
    for (name, input) in operation.fields {
      let attribute = FieldEdits.attribute(name)
      let field = String(attribute.dropFirst(RecordLayout.prefix.count))
      guard name.hasPrefix(RecordLayout.prefix), !field.isEmpty, !RecordLayout.isHidden(field),
        SyncDatabase.isName(name), field != "moveReceipt"
      else { throw .badRequest("Field '\(name.prefix(255))' not found in '\(recordType)'") }
      if attribute == RecordLayout.entityName {
        guard case .text(id.type)? = try CloudField.read(input, declared: .string, quirks) else {
          throw .badRequest("\(input.path) must be '\(id.type)': a record stays of its entity")
        }
        continue
      }
      let declared = try self.declared(field, name, id.type, recordType)
      let isAsset = name != attribute
      if try input["isEncrypted"].bool() {
        throw .badRequest("'\(name)' is not encrypted in the schema")
      }
      let value = try CloudField.read(input, declared: isAsset ? .asset : declared, quirks)
      if isAsset, let value, value.type != .asset {
        throw .badRequest("'\(name)' must be an asset, not \(value.type.rawValue)")
      }
      if !isAsset, value?.type == .asset {
        throw .badRequest("an asset is in '\(name)\(RecordLayout.assetSuffix)', not in '\(name)'")
      }
      requested[name] = .some(value)
    }
    return requested
  }

  /// The type of a field by the schema; nil: it says nothing.
  private func declared(
    _ field: String, _ name: String, _ entity: String, _ recordType: String
  ) throws(CloudKitError) -> CloudFieldType? {
    if schema.isEmpty { return nil }
    if let attribute = schema.attribute(field, of: entity) { return attribute.kind.type }
    if let (_, relationship) = schema.relationship(field, of: entity), !relationship.isToMany { return .string }
    guard quirks.declaredFieldsOnly else { return nil }
    throw .badRequest("Field '\(name)' not found in '\(recordType)'")
  }

  /// What a value of an attribute means: what the schema says, or else what it and others had.
  private func meaning(_ attribute: String, _ entity: String, _ known: SyncValue?) throws -> FieldMeaning {
    let target = { (name: String) throws -> RecordID? in try self.target(name) }
    if let declared = schema.attribute(attribute, of: entity) {
      return FieldMeaning(kinds: [declared.kind], isDeclared: true, target: target)
    }
    if let (_, relationship) = schema.relationship(attribute, of: entity), !relationship.isToMany {
      let destination = relationship.destination
      return FieldMeaning(kinds: [.reference], isDeclared: true) { name in
        guard let id = try self.target(name) else { return nil }
        guard self.schema.family(id.type).contains(where: { $0.name == destination }) else {
          throw CloudKitError.badRequest(
            "'\(RecordLayout.prefix)\(attribute)' leads to records of '\(destination)' only")
        }
        return id
      }
    }
    var kinds = known.flatMap { FieldKind($0) }.map { [$0] } ?? []
    for kind in try EntryReader.kinds(entity, attribute, zone, db) where !kinds.contains(kind) { kinds.append(kind) }
    return FieldMeaning(kinds: kinds, isDeclared: false, target: target)
  }

  /// The end of a one-to-one relationship that the other record keeps.
  private mutating func setEnd(
    of id: RecordID, field: String, to value: CloudField?, _ name: String, _ index: Int
  ) throws {
    var owner: RecordID?
    switch value {
    case .text(let recordName)?, .reference(let recordName)?:
      owner = try target(recordName)
      guard owner != nil || quirks.danglingReferencesBecomeNull else { throw Self.dangling(name) }
    case nil: break
    case let other?:
      throw CloudKitError.badRequest("'\(name)' is the name of a record, not \(other.type.rawValue)")
    }
    for source in try EntryReader.sources(of: id, field: field, zone, db)
    where source != owner && !deleted.contains(source) {
      try edit(source, for: index) { $0.set(field, .null) }
    }
    if let owner { try edit(owner, for: index) { $0.set(field, .reference(id)) } }
  }
}
