// SPDX-License-Identifier: Apache-2.0

/// References that a merge has cleared on a device and that are not uploaded yet.
package struct ClearedReferences: Hashable, Sendable, Codable {
  package var fields = FieldMap()
  package var members: [String: [UniqueNumber: RecordID]] = [:]

  package init() {}

  package var isEmpty: Bool { fields.isEmpty && members.isEmpty }

  /// The user has decided about a field.
  mutating func forget(field: String) { fields[field] = nil }

  /// The user has removed an object from a relationship, which a merge had removed already.
  mutating func forget(_ relationship: String, _ target: RecordID) {
    members[relationship] = members[relationship]?.filter { $0.value != target }
    if members[relationship]?.isEmpty == true { members[relationship] = nil }
  }
}

extension SyncRecord {
  /// Clears all references to a record, and says what they were.
  ///
  /// Nobody's edit, so no later than the reference: what a user writes at the same time counts, here and, as a link, elsewhere.
  mutating func clear(_ target: RecordID, stamp: Stamp, into cleared: inout ClearedReferences) {
    for (name, register) in fields where register.value == .reference(target) {
      cleared.fields[name] = register
      fields[name] = Register(.null, register.stamp.afterwards)
    }
    for (name, var links) in links where links.members.values.contains(target) {
      for (number, member) in links.members where member == target {
        cleared.members[name, default: [:]][number] = member
        links.remove(number, stamp)
      }
      self.links[name] = links
    }
  }

  /// Puts references back that a merge has cleared, unless there is something else now; says which.
  mutating func restore(_ cleared: ClearedReferences) -> [(relationship: String, target: RecordID)] {
    var restored: [(relationship: String, target: RecordID)] = []
    for (name, register) in cleared.fields.sorted(by: { $0.key < $1.key }) {
      guard fields[name]?.value == .null, case .reference(let target) = register.value else { continue }
      fields[name] = register
      restored.append((name, target))
    }
    for (name, members) in cleared.members.sorted(by: { $0.key < $1.key }) {
      for (number, target) in members.sorted(by: { $0.key < $1.key }) {
        links[name, default: LinkSet()].removed[number] = nil
        links[name, default: LinkSet()].members[number] = target
        restored.append((name, target))
      }
    }
    return restored
  }
}
