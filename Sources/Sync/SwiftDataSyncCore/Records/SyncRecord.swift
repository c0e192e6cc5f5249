// SPDX-License-Identifier: Apache-2.0

/// All of a record. A deleted one keeps its values until the server forgets it, for edits that did not know.
package struct SyncRecord: Hashable, Sendable, Codable {
  package var fields = FieldMap()
  package var links: [String: LinkSet] = [:]
  package var life: Life
  /// When it was first inserted: of two records that are merged, the older one stays.
  package var created: Stamp

  package init(created: Stamp) {
    self.created = created
    life = Life(isDeleted: false, stamp: created)
  }

  package var isDeleted: Bool { life.isDeleted }

  /// All records that fields and relationships lead to.
  package var references: Set<RecordID> {
    var found: Set<RecordID> = []
    for (_, register) in fields {
      if case .reference(let id) = register.value { found.insert(id) }
    }
    for set in links.values { found.formUnion(set.members.values) }
    return found
  }

  package func refers(to id: RecordID) -> Bool {
    fields.contains { $0.value.value == .reference(id) } || links.values.contains { $0.members.values.contains(id) }
  }

  /// Whether a field has gone back in time: the server's times of a field only grow, unless it has forgotten the record.
  func isOlder(than other: SyncRecord) -> Bool {
    other.fields.contains { name, register in fields[name].map { $0.stamp < register.stamp } ?? false }
  }

  /// The latest sign of life.
  package var lastEdit: Stamp { fields.reduce(life.stamp) { max($0, $1.value.stamp) } }

  /// Whether values, members or life differ; stamps alone do not count.
  package func differs(from other: SyncRecord) -> Bool {
    isDeleted != other.isDeleted || contentDiffers(from: other)
  }

  package func contentDiffers(from other: SyncRecord) -> Bool {
    if !fields.hasValues(of: other.fields) { return true }
    if links.isEmpty, other.links.isEmpty { return false }
    for name in Set(links.keys).union(other.links.keys)
    where (links[name]?.members ?? [:]) != (other.links[name]?.members ?? [:]) { return true }
    return false
  }

  /// A part of a zone's checksum. It has the content, not only the version: a client that merges wrongly is found, too.
  package func digest(id: RecordID, version: UInt64) -> UInt64 {
    var sum: UInt64 = 0
    for (name, register) in fields {
      var digest = Digest()
      digest.add(name)
      digest.add(register.value.digest, register.stamp.digest)
      sum &+= digest.value
    }
    for (name, set) in links where !(set.members.isEmpty && set.removed.isEmpty) {
      var digest = Digest()
      digest.add(name)
      digest.add(set.digest)
      sum &+= digest.value
    }
    var digest = Digest()
    digest.add(id.digest, version)
    digest.add(sum)
    digest.add(life.stamp.digest, life.isDeleted ? 1 : 0)
    return digest.value
  }
}
