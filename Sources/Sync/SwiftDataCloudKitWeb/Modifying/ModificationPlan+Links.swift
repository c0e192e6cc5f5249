// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SwiftDataSyncServer

/// Operations on links between many and many, which are memberships of a record.
extension ModificationPlan {
  mutating func addLink(_ operation: ModifyOperation, _ entry: IndexEntry?, _ index: Int) throws {
    let known = try checked(operation, entry)
    if operation.kind.isDeletion {
      guard let link = known?.linkRecord else { return }
      // It goes with its owner, or is removed from it.
      if deleted.contains(link.owner) { return }
      return try edit(link.owner, for: index) { $0.remove(link.relationship, link.number) }
    }
    let fields = try linkFields(operation)
    if let known {
      guard try isSame(fields, known) else {
        throw CloudKitError.badRequest("a link does not change: delete it, and create another one")
      }
      return
    }
    guard let number = RecordNames.number(operation.recordName) else {
      throw CloudKitError.badRequest("the name of a link is a UUID in upper case")
    }
    let ends = try LinkRecord.Ends(fields, "\(operation.path).record")
    guard
      let isFirst = try ends.isFirst(schema, { try EntryReader.hasLinks($0, $1, zone, db) })
    else {
      throw CloudKitError.badRequest(
        "'\(ends.entities.0).\(ends.relationships.0)' and '\(ends.entities.1).\(ends.relationships.1)' are no "
          + "relationship of many to many")
    }
    let (first, second) = (
      try end(ends.names.0, ends.entities.0), try end(ends.names.1, ends.entities.1)
    )
    let (owner, target) = isFirst ? (first, second) : (second, first)
    let relationship = isFirst ? ends.relationships.0 : ends.relationships.1
    guard !RecordLayout.isHidden(relationship), SyncDatabase.isName(relationship) else {
      throw CloudKitError.badRequest(
        "the name of a relationship has 1 to 255 bytes, no control characters, and no '$' at the beginning")
    }
    if try loader.stored(owner)?.record.links[relationship]?.removed[number] != nil {
      throw CloudKitError.badRequest("there was a link of that name: create another one under a new name")
    }
    try edit(owner, for: index) { $0.add(relationship, number, target) }
  }

  /// Whether fields say what a link has. Without a schema, nobody knows what its other end is called.
  private func isSame(_ fields: [String: CloudField], _ entry: IndexEntry) throws -> Bool {
    guard let link = entry.linkRecord else { return false }
    var shown = try link.fields(schema) { try EntryReader.name(of: $0, zone, db) } ?? [:]
    if schema.isEmpty, case .text(let names)? = fields[LinkRecord.relationships],
      names.split(separator: ":").contains(Substring(link.relationship))
    {
      shown[LinkRecord.relationships] = .text(names)
    }
    return fields.allSatisfy { shown[$0.key] == $0.value }
  }

  private func linkFields(_ operation: ModifyOperation) throws(CloudKitError) -> [String: CloudField] {
    var fields: [String: CloudField] = [:]
    for (name, input) in operation.fields {
      guard [LinkRecord.entityNames, LinkRecord.recordNames, LinkRecord.relationships].contains(name) else {
        throw .badRequest("Field '\(name.prefix(255))' not found in '\(LinkRecord.type)'")
      }
      guard let field = try CloudField.read(input, declared: .string, quirks) else { continue }
      fields[name] = field
    }
    return fields
  }

  /// The record at an end of a link.
  private func end(_ recordName: String, _ entity: String) throws -> RecordID {
    guard let id = try target(recordName) else { throw Self.dangling(LinkRecord.recordNames) }
    guard id.type == entity || schema.family(id.type).contains(where: { $0.name == entity }) else {
      throw CloudKitError.badRequest("the record that a link of '\(entity)' names is one of '\(id.type)'")
    }
    return id
  }
}
