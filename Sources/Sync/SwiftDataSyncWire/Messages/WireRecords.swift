// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

extension JSON {
  static func record(_ stored: StoredRecord) -> JSON {
    let record = stored.record
    var object: [String: JSON] = [
      "id": .id(stored.id), "version": .number(stored.version), "created": .stamp(record.created),
      "life": .life(record.life),
    ]
    if !record.fields.isEmpty { object["fields"] = .fields(record.fields) }
    if !record.links.isEmpty {
      object["links"] = .object(
        record.links.mapValues { ["members": .members($0.members), "removed": .removed($0.removed)] })
    }
    return .object(object)
  }

  static func change(_ change: RecordChange) -> JSON {
    var object: [String: JSON] = [
      "id": .id(change.id), "base": .number(change.base), "created": .stamp(change.created),
    ]
    if !change.fields.isEmpty { object["fields"] = .fields(change.fields) }
    if !change.added.isEmpty { object["added"] = .object(change.added.mapValues { .members($0) }) }
    if !change.removed.isEmpty { object["removed"] = .object(change.removed.mapValues { .removed($0) }) }
    object["life"] = change.life.map { .life($0) }
    if !change.claims.isEmpty {
      object["claims"] = .array(
        change.claims.map { ["type": .text($0.type), "field": .text($0.field), "value": .value($0.value)] })
    }
    return .object(object)
  }

  static func lineage(_ lineage: Lineage) -> JSON {
    [
      "generation": .bits(lineage.generation),
      "forks": .array(
        lineage.forks.map { ["generation": .bits($0.generation), "through": .number($0.through)] }),
    ]
  }
}

extension WireReader {
  func record() throws(WireError) -> StoredRecord {
    let object = try object(["id", "version", "created", "life"], optional: ["fields", "links"])
    guard let id = object["id"], let version = object["version"], let created = object["created"],
      let life = object["life"]
    else { throw wrong("a record") }
    var record = SyncRecord(created: try created.stamp())
    record.life = try life.life()
    record.fields = try object["fields"]?.fields() ?? [:]
    record.links =
      try object["links"]?.relationships { reader throws(WireError) in
        let object = try reader.object(["members", "removed"])
        guard let members = object["members"], let removed = object["removed"] else { throw reader.wrong("links") }
        var set = LinkSet()
        set.members = try members.members()
        set.removed = try removed.removed()
        return set
      } ?? [:]
    return StoredRecord(id: try id.id(), version: try version.count(), record: record)
  }

  func change() throws(WireError) -> RecordChange {
    let object = try object(
      ["id", "base", "created"], optional: ["fields", "added", "removed", "life", "claims"])
    guard let id = object["id"], let base = object["base"], let created = object["created"] else {
      throw wrong("a change")
    }
    var change = RecordChange(id: try id.id(), base: try base.count(), created: try created.stamp())
    change.fields = try object["fields"]?.fields() ?? [:]
    change.added =
      try object["added"]?.relationships { reader throws(WireError) in try reader.members() } ?? [:]
    change.removed =
      try object["removed"]?.relationships { reader throws(WireError) in try reader.removed() } ?? [:]
    change.life = try object["life"]?.life()
    change.claims = try object["claims"]?.array { reader throws(WireError) in try reader.claim() } ?? []
    return change
  }

  private func claim() throws(WireError) -> UniqueClaim {
    let object = try object(["type", "field", "value"])
    guard let type = object["type"], let field = object["field"], let value = object["value"] else {
      throw wrong("a unique value")
    }
    return UniqueClaim(type: try type.name(), field: try field.name(), value: try value.value())
  }

  func lineage() throws(WireError) -> Lineage {
    let object = try object(["generation", "forks"])
    guard let generation = object["generation"], let forks = object["forks"] else { throw wrong("a lineage") }
    return Lineage(
      generation: try generation.bits(),
      forks: try forks.array { reader throws(WireError) in
        let object = try reader.object(["generation", "through"])
        guard let generation = object["generation"], let through = object["through"] else {
          throw reader.wrong("a fork")
        }
        return Lineage.Fork(generation: try generation.bits(), through: try through.count())
      })
  }
}
