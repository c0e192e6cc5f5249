// SPDX-License-Identifier: Apache-2.0

/// What the app sees of a record while other values are on their way to it.
package struct FormerValues: Hashable, Sendable {
  /// Of to-one relationships, and of fields that have a rule.
  package var fields: [String: SyncValue] = [:]
  /// All ends of to-many relationships.
  package var links: [String: Set<RecordID>] = [:]

  package init() {}

  package var isEmpty: Bool { fields.isEmpty && links.isEmpty }

  init(_ former: SyncRecord, now: SyncRecord, policies: [String: FieldPolicy]) {
    if !former.isDeleted, !former.contentDiffers(from: now) { return }
    for field in Set(now.fields.keys).union(former.fields.keys) {
      // An object that was deleted refers to nothing.
      let known = former.isDeleted ? nil : former.fields[field]?.value
      let value = now.fields[field]?.value
      if known != value, known?.isReference == true || value?.isReference == true { fields[field] = known ?? .null }
    }
    for field in policies.keys {
      guard let value = former.fields[field]?.value, now.fields[field]?.value != value else { continue }
      fields[field] = value
    }
    for field in Set(now.links.keys).union(former.links.keys) {
      let known = former.isDeleted ? [] : former.links[field]?.targets ?? []
      if known != now.links[field]?.targets ?? [] { links[field] = known }
    }
  }

  /// Adds what another one knows of other fields.
  package mutating func add(_ other: FormerValues, isLater: Bool) {
    fields.merge(other.fields) { isLater ? $1 : $0 }
    links.merge(other.links) { isLater ? $1 : $0 }
  }
}

extension SyncValue {
  fileprivate var isReference: Bool {
    if case .reference = self { return true }
    return false
  }
}
