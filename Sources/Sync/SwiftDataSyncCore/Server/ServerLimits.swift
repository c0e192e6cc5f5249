// SPDX-License-Identifier: Apache-2.0

/// What a server takes, whoever sends it.
package struct ServerLimits: Sendable {
  /// The changes of one upload.
  package var changes = 10_000
  /// The bytes of one upload, as `RecordChange.size` counts them.
  package var bytes = 8 << 20
  /// The bytes of one change.
  package var changeBytes = 1 << 20
  /// The bytes of a large value, which is not in the upload.
  package var blobBytes = 256 << 20
  /// The bytes of one part of it.
  package var partBytes = 4 << 20
  /// The bytes of a name: of a type, a record or a field.
  package var nameBytes = 255

  package init() {}

  /// Why an upload is not taken; nil: it is.
  func fault(in push: Push, _ objection: (@Sendable (RecordChange) -> String?)?) -> PushResult.Outcome? {
    if push.changes.count > changes { return .tooLarge(changes: changes) }
    var refusals: [Refusal] = []
    var seen: Set<RecordID> = []
    var size = 0
    for change in push.changes {
      size += change.size
      if let reason = fault(in: change, isFirst: seen.insert(change.id).inserted) ?? objection?(change) {
        refusals.append(Refusal(id: change.id, reason: reason))
      }
    }
    if !refusals.isEmpty { return .refused(refusals) }
    return size > bytes ? .tooLarge(changes: max(push.changes.count / 2, 1)) : nil
  }

  private func fault(in change: RecordChange, isFirst: Bool) -> String? {
    if !isFirst { return "the upload changes it twice" }
    if change.base == 0, change.life == nil { return "the upload inserts it without a life" }
    let names = [change.id.type, change.id.name] + change.fields.keys + change.added.keys + change.removed.keys
    if names.contains(where: \.isEmpty) { return "a name in it is empty" }
    if names.contains(where: { $0.utf8.count > nameBytes }) { return "a name in it has more than \(nameBytes) bytes" }
    return change.size > changeBytes
      ? "the change has more than \(changeBytes) bytes: keep large data outside of the record" : nil
  }
}

extension RecordChange {
  /// About how many bytes it has: of names and values, and a few for each.
  package var size: Int {
    var size = 64 + id.size
    for (name, register) in fields { size += 48 + name.utf8.count + register.value.size }
    for (name, members) in added { size += members.values.reduce(name.utf8.count) { $0 + 32 + $1.size } }
    for (name, numbers) in removed { size += name.utf8.count + 64 * numbers.count }
    for claim in claims { size += 32 + claim.field.utf8.count + claim.value.size }
    return size
  }
}

extension StoredRecord {
  /// About how many bytes it has.
  var size: Int {
    var size = 64 + id.size
    for (name, register) in record.fields { size += 48 + name.utf8.count + register.value.size }
    for (name, set) in record.links {
      size += set.members.values.reduce(name.utf8.count + 64 * set.removed.count) { $0 + 40 + $1.size }
    }
    return size
  }
}

extension StoredRecord {
  /// With its large values, each as often as records have it.
  var wholeSize: Int {
    record.blobs.reduce(size) { sum, blob in
      let (whole, isTooLarge) = sum.addingReportingOverflow(max(blob.size, 0))
      return isTooLarge ? .max : whole
    }
  }
}

extension RecordID {
  var size: Int { type.utf8.count + name.utf8.count }
}

extension SyncValue {
  var size: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .bytes(let data): data.count
    case .reference(let id): id.size
    case .uuid: 16
    case .blob: 48
    case .sealedBlob(let value): 48 + value.envelope.count
    default: 8
    }
  }
}
