// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

/// Large values go up before the records that have them, and come down after them.
extension SyncDriver {
  /// How many bytes come between two looks at what the user has saved.
  private static let portion = 16 << 20

  /// Finds what a process that ended was waiting for.
  func openValues() throws {
    large = LargeValues(folder: BlobFolder(stateFile: file), limit: large.limit)
    let marks = large.folder.wanted()
    if marks?.isEmpty == true { return }
    for name in followedZones {
      for (id, row) in core.zones[name]?.rows ?? [:] where row.isAlive && schema.models[id.type] != nil {
        let blobs = row.local?.blobs ?? []
        // Without the folder nobody knows which objects have their values: all may lack them, until they are looked at.
        let missing = marks.map { marks in blobs.filter { marks.contains(BlobFolder.mark($0)) } } ?? blobs
        if !missing.isEmpty { large.set(id, awaits: missing) }
      }
    }
    for blob in large.awaited.keys where marks == nil { try large.folder.want(blob) }
  }

  // MARK: Uploads

  /// Sends the large values of an upload that the server does not have.
  ///
  /// - Returns: What cannot be uploaded, and why.
  func sendValues(of push: Push, to zone: String) async throws -> [Refusal] {
    var refusals: [Refusal] = []
    for change in push.changes {
      let base = core.zones[zone]?.rows[change.id]?.base
      for (field, register) in change.fields.sorted(by: { $0.key < $1.key }) {
        guard let blob = register.value.blob, base?.fields[field]?.value != register.value,
          !sentValues.contains(SentValue(zone: zone, blob: blob))
        else { continue }
        if let reason = try await send(blob, change.id, field, to: zone) {
          refusals.append(Refusal(id: change.id, reason: reason))
          break
        }
        sentValues.insert(SentValue(zone: zone, blob: blob))
      }
    }
    return refusals
  }

  /// Nil: the server has it.
  private func send(_ blob: BlobReference, _ id: RecordID, _ field: String, to zone: String) async throws -> String? {
    let value = SyncLargeValue(blob)
    // Damage in the folder is found by the server; the store may have the value, too.
    for attempt in 1...2 {
      do {
        var received = try await transport.upload(Data(), of: value, at: 0, zone: zone)
        while received < blob.size {
          guard let part = try part(of: blob, from: received, id, field) else {
            return "the value of '\(field)' is not on this device any more"
          }
          let next = try await transport.upload(part, of: value, at: received, zone: zone)
          guard next > received else {
            throw SyncError.malformedAnswer(reason: "the server takes nothing of a large value")
          }
          received = next
          try step(.sentPart)
        }
        return nil
      } catch SyncError.tooLarge {
        return "the value of '\(field)' has \(blob.size) bytes, more than the server takes"
      } catch SyncError.server(status: 507, let reason) {
        return Refusal.quotaMark + reason
      } catch SyncError.server(status: 400, let reason) {
        // The rest goes up without it.
        return "the server does not take the value of '\(field)': \(reason)"
      } catch SyncError.server(status: 404, let reason) {
        return "the server takes no large values: \(reason)"
      } catch SyncError.forbidden {
        // The upload itself says what the account may not do.
        return nil
      } catch SyncError.server(status: 422, _) where attempt == 1 {
        large.folder.remove(blob.name)
      }
    }
    return "the value of '\(field)' is not on this device any more"
  }

  private func part(of blob: BlobReference, from offset: Int, _ id: RecordID, _ field: String) throws -> Data? {
    let size = environment.partSize
    if let part = try large.folder.part(of: blob, from: offset, count: size) { return part }
    // The server has lost what it had once: the object has it.
    guard let own = try storedValue(id, field), let data = bytes(of: own, as: blob, id, field) else { return nil }
    try large.folder.keep(data, as: blob)
    return try large.folder.part(of: blob, from: offset, count: size)
  }

  /// What travels for an object's value; nil: it is not the value that the record has.
  private func bytes(of own: SyncValue, as blob: BlobReference, _ id: RecordID, _ field: String) -> Data? {
    if case .sealedBlob(let sealed)? = space.record(id)?.fields[field]?.value, sealed.blob == blob {
      return ring.bytes(of: own, for: sealed, field, id)
    }
    return large.isSame(.blob(blob), as: own) ? LargeValues.bytes(own)?.data : nil
  }

  /// A value with its bytes, from the folder or from the object; nil: they are in neither.
  func wholeValue(_ known: SyncValue, _ id: RecordID, _ field: String) -> SyncValue? {
    if case .value(let whole)? = try? sealing().whole(known, field, space.row(id), id, large) { return whole }
    return (try? storedValue(id, field)).flatMap { own in own.flatMap { large.isSame(known, as: $0) ? $0 : nil } }
  }

  /// What the object of a record has.
  func storedValue(_ id: RecordID, _ field: String) throws -> SyncValue? {
    guard let object = state.identities[id],
      let attribute = schema.models[id.type]?.attributes.first(where: { $0.field == field }),
      let model = try find([object], ModelContext(container))[object]
    else { return nil }
    return try? attribute.access.read(model)
  }

  /// The server says that it lacks values: they are sent again.
  func noteMissingValues(_ answer: SyncAnswer, _ push: Push) {
    guard case .pushed(let result) = answer.body, case .refused(let refusals) = result.outcome else { return }
    let lacking = Set(refusals.filter { $0.reason.hasPrefix(Refusal.blobMark) }.map(\.id))
    for change in push.changes where lacking.contains(change.id) {
      for blob in change.blobs { sentValues.remove(SentValue(zone: answer.zone, blob: blob)) }
    }
  }

  // MARK: Downloads

  /// Loads values that objects lack, and shows them.
  ///
  /// - Returns: Whether there is more to load.
  func loadValues() async throws -> Bool {
    var arrived: Set<RecordID> = []
    var bytes = 0
    var hasMore = false
    let wanted = large.awaited.keys.sorted()
    for blob in wanted {
      let ids = large.awaited[blob] ?? []
      let owners = ids.filter { space.record($0)?.blobs.contains(blob) == true && space.isAlive($0) }
      for id in ids.subtracting(owners) where !mayReturn(id, with: blob) { large.set(id, awaitsNoMore: blob) }
      // A process that ended had shown it already.
      if try owners.allSatisfy({ try isShown(blob, $0) }) {
        arrived.formUnion(owners)
        continue
      }
      if bytes >= Self.portion {
        hasMore = true
        break
      }
      if let failure = unloadable[blob], failure.until > environment.now() { continue }
      do { guard try await load(blob, for: owners.sorted()) else { continue } } catch let error where error.isOfOneValue
      {
        // The others do not wait for it.
        unloadable[blob] = ("a large value cannot be loaded: \(error)", environment.now().addingTimeInterval(3_600))
        untold += owners.sorted().map { .setAside(item($0, .alteredValue, "\(error)")) }
        continue
      }
      unloadable[blob] = nil
      bytes += blob.size
      arrived.formUnion(owners)
    }
    try large.folder.make()
    unloadable = unloadable.filter { large.awaited[$0.key] != nil }
    guard !arrived.isEmpty else { return false }
    try drain()
    try apply(arrived)
    try seal(arrived)
    tell()
    // An object that is there now may lack others.
    return hasMore || !Set(large.awaited.keys).isSubset(of: wanted)
  }

  /// Whether the object of a deleted record is still here: if an edit brings that back, the object lacks the value as before.
  private func mayReturn(_ id: RecordID, with blob: BlobReference) -> Bool {
    guard space.record(id)?.blobs.contains(blob) == true else { return false }
    return state.header.refusedByStore[id] != nil || state.header.held?.contains(id) == true
  }

  private func isShown(_ blob: BlobReference, _ id: RecordID) throws -> Bool {
    try space.record(id)?.fields.allSatisfy { field, register in
      guard register.value.blob == blob else { return true }
      guard case .value(let known) = ring.open(register.value, field, id) else { return false }
      return try storedValue(id, field).map { large.isSame(known, as: $0) } ?? false
    } ?? true
  }

  /// False: nobody has it now.
  private func load(_ blob: BlobReference, for ids: [RecordID]) async throws -> Bool {
    if large.folder.has(blob) { return true }
    for zone in Set(ids.compactMap { space.home(of: $0) }).sorted() {
      do {
        var received = large.folder.received(blob)
        while received < blob.size {
          let part = try await transport.download(
            SyncLargeValue(blob), from: received, count: environment.partSize, zone: zone)
          guard !part.isEmpty, part.count <= blob.size - received else {
            throw SyncError.malformedAnswer(reason: "a part of a large value has \(part.count) bytes")
          }
          try large.folder.append(part, to: blob)
          received += part.count
          try step(.receivedPart)
        }
        guard try large.folder.finish(blob) else {
          throw SyncError.malformedAnswer(reason: "the bytes of a large value have another SHA-256")
        }
        return true
      } catch SyncError.server(status: 404, _) {
        continue
      } catch SyncError.forbidden {
        continue
      }
    }
    return false
  }

  /// Removes files that nobody needs any more. What only this device has is needed, even of a deleted record: it may come
  /// back, and go up then.
  func tidyValues() {
    let awaited = Set(large.awaited.keys.map(\.name))
    large.folder.removeParts(except: awaited)
    let files = large.folder.whole().subtracting(awaited)
    guard !files.isEmpty else { return }
    var needed: Set<String> = []
    for name in followedZones {
      for row in core.zones[name]?.rows.values ?? [:].values {
        for blob in (row.local?.blobs ?? []).subtracting(row.base?.blobs ?? []) { needed.insert(blob.name) }
      }
    }
    for name in files.subtracting(needed) { large.folder.remove(name) }
  }
}

/// A value that a zone of the server has.
struct SentValue: Hashable, Sendable {
  var zone: String
  var blob: BlobReference
}

extension Error {
  /// Whether a download has failed for its value, where another one may go well.
  fileprivate var isOfOneValue: Bool {
    switch self as? SyncError {
    case .tooLarge, .server, .malformedAnswer: true
    default: false
    }
  }
}
