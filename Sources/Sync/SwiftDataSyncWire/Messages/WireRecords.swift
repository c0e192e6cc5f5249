// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

extension JSONWriter {
  mutating func record(_ stored: StoredRecord) {
    let record = stored.record
    raw(#"{"created":"#)
    stamp(record.created)
    if !record.fields.isEmpty {
      raw(#","fields":"#)
      fields(record.fields)
    }
    raw(#","id":"#)
    id(stored.id)
    raw(#","life":"#)
    life(record.life)
    if !record.links.isEmpty {
      raw(#","links":"#)
      dictionary(record.links) { writer, set in
        writer.raw(#"{"members":"#)
        writer.members(set.members)
        writer.raw(#","removed":"#)
        writer.removed(set.removed)
        writer.raw("}")
      }
    }
    raw(#","version":"#)
    number(stored.version)
    raw("}")
  }

  mutating func change(_ change: RecordChange) {
    raw("{")
    if !change.added.isEmpty {
      raw(#""added":"#)
      dictionary(change.added) { $0.members($1) }
      raw(",")
    }
    raw(#""base":"#)
    number(change.base)
    if !change.claims.isEmpty {
      raw(#","claims":"#)
      array(change.claims) { writer, claim in
        writer.raw(#"{"field":"#)
        writer.text(claim.field)
        writer.raw(#","type":"#)
        writer.text(claim.type)
        writer.raw(#","value":"#)
        writer.value(claim.value)
        writer.raw("}")
      }
    }
    raw(#","created":"#)
    stamp(change.created)
    if !change.fields.isEmpty {
      raw(#","fields":"#)
      fields(change.fields)
    }
    raw(#","id":"#)
    id(change.id)
    if let life = change.life {
      raw(#","life":"#)
      self.life(life)
    }
    if !change.removed.isEmpty {
      raw(#","removed":"#)
      dictionary(change.removed) { $0.removed($1) }
    }
    raw("}")
  }

  mutating func lineage(_ lineage: Lineage) {
    raw(#"{"forks":"#)
    array(lineage.forks) { writer, fork in
      writer.raw(#"{"generation":"#)
      writer.bits(fork.generation)
      writer.raw(#","through":"#)
      writer.number(fork.through)
      writer.raw("}")
    }
    raw(#","generation":"#)
    bits(lineage.generation)
    raw("}")
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
