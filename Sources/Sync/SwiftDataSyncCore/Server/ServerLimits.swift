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
  /// The bytes of the records that one upload changes, as they are kept: they are in memory together.
  package var loadedBytes = 64 << 20
  /// The bytes of a record in a message: half of what a message may have, or nobody could load the zone any more.
  package var recordBytes = 8 << 20

  /// The bytes of unique values that a record may claim without having them in its fields.
  private let claimBytes = 1_024

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
    if let reason = nameFault(in: change) { return reason }
    if change.claims.contains(where: { $0.value == .null }) {
      return "it claims null as a unique value, which any number of records may have: leave that claim out"
    }
    for register in change.fields.values {
      guard let blob = register.value.blob, !(1...max(blobBytes, 1)).contains(blob.size) else { continue }
      return "a large value in it has \(blob.size) bytes, and not 1 to \(blobBytes)"
    }
    return change.size > changeBytes
      ? "the change has more than \(changeBytes) bytes: keep large data outside of the record" : nil
  }

  /// Why a record is not taken as a change has made it. What makes it smaller is taken, whatever is left of it.
  func fault(in record: SyncRecord, after change: RecordChange, replacing old: StoredRecord?) -> String? {
    let new = StoredRecord(id: change.id, version: 0, record: record)
    // Most records are far from it.
    guard new.size > recordBytes / StoredRecord.mostEncodedToSize else { return nil }
    // What goes leaves a trace, and must be possible.
    let adds = !record.isDeleted && !(change.fields.isEmpty && change.added.isEmpty)
    let size = new.encodedSize
    guard size > (adds ? recordBytes : recordBytes / 2 * 3), size > old.map(\.encodedSize) ?? 0 else { return nil }
    return "the record would have more than \(recordBytes) bytes: keep large data, and long relationships, out of it"
  }

  /// Why a change's unique values are not taken. They are those of the record's fields, which are counted as what the
  /// account has: of more than that nobody would count the bytes.
  func fault(inClaimsOf change: RecordChange, _ record: SyncRecord) -> String? {
    let size = change.claims.reduce(0) { $0 + $1.size }
    guard size > claimBytes else { return nil }
    guard size > StoredRecord(id: change.id, version: 0, record: record).size else { return nil }
    return "the change claims more unique values than its record has"
  }

  /// What a message cannot have as a name is never kept: nobody could read the record again, and no page that has it.
  private func nameFault(in change: RecordChange) -> String? {
    if let reason = fault(inNamesOf: change.id) ?? change.life?.successor.flatMap(fault(inNamesOf:)) { return reason }
    for (name, register) in change.fields {
      if let reason = name.withBytes(fault(inName:)) ?? fault(inNamesOf: register.value) { return reason }
    }
    for (name, members) in change.added {
      if let reason = name.withBytes(fault(inName:)) { return reason }
      for target in members.values { if let reason = fault(inNamesOf: target) { return reason } }
    }
    for name in change.removed.keys { if let reason = name.withBytes(fault(inName:)) { return reason } }
    for claim in change.claims {
      let reason = claim.type.withBytes(fault(inName:)) ?? claim.field.withBytes(fault(inName:))
      if let reason = reason ?? fault(inNamesOf: claim.value) { return reason }
    }
    return nil
  }

  private func fault(inNamesOf value: SyncValue) -> String? {
    if case .reference(let target) = value { fault(inNamesOf: target) } else { nil }
  }

  private func fault(inNamesOf id: RecordID) -> String? {
    id.type.withBytes(fault(inName:)) ?? id.withName(fault(inName:))
  }

  private func fault(inName bytes: UnsafeRawBufferPointer) -> String? {
    if bytes.isEmpty { return "a name in it is empty" }
    if bytes.count > nameBytes { return "a name in it has more than \(nameBytes) bytes" }
    return bytes.contains { $0 < 0x20 || $0 == 0x7f } ? "a name in it has control characters" : nil
  }
}

extension RecordChange {
  /// About how many bytes it has: of names and values, and a few for each.
  package var size: Int {
    var size = 64 + id.size
    for (name, register) in fields { size += 48 + name.utf8.count + register.value.size }
    for (name, members) in added { size += members.values.reduce(name.utf8.count) { $0 + 32 + $1.size } }
    for (name, numbers) in removed { size += name.utf8.count + 64 * numbers.count }
    return claims.reduce(size) { $0 + $1.size }
  }
}

extension UniqueClaim {
  var size: Int { 32 + field.utf8.count + value.size }
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
  var size: Int { type.utf8.count + nameLength }
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
