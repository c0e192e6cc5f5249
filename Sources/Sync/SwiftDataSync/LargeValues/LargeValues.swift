// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecureHashes
import SwiftDataSyncCore

/// Texts and bytes of attributes that are too large for records: records have their SHA-256 and their length.
///
/// Of encrypted values, the encrypted bytes travel (`FieldSealing.write`). The same value may be in a record as it is, if a
/// device without this rule has written it; that is no edit.
struct LargeValues: Sendable {
  let folder: BlobFolder
  /// From how many bytes on values are large; nil: the transport carries none.
  let limit: Int?
  /// Values that are not here yet, and the records whose objects have other ones instead.
  private(set) var awaited: [BlobReference: Set<RecordID>] = [:]
  private var awaiting: [RecordID: Set<BlobReference>] = [:]

  init(folder: BlobFolder, limit: Int?) { (self.folder, self.limit) = (folder, limit) }

  /// Nil: the value is neither a text nor bytes.
  static func bytes(_ value: SyncValue) -> (data: Data, isText: Bool)? {
    switch value {
    case .text(let text): (Data(text.utf8), true)
    case .bytes(let data): (data, false)
    default: nil
    }
  }

  static func reference(_ data: Data, isText: Bool) -> BlobReference? {
    var hash = RunningSHA256()
    data.withUnsafeBytes { hash.update($0) }
    return BlobReference(sha256: hash.finish(), size: data.count, isText: isText)
  }

  private static func size(_ value: SyncValue) -> Int? {
    switch value {
    case .text(let text): text.utf8.count
    case .bytes(let data): data.count
    default: nil
    }
  }

  /// Whether an object's value is what a record has.
  func isSame(_ known: SyncValue, as own: SyncValue) -> Bool {
    guard case .blob(let blob) = known else { return known == own }
    // The length first: a hash takes time.
    guard Self.size(own) == blob.size, let (data, isText) = Self.bytes(own) else { return false }
    return isText == blob.isText && Self.reference(data, isText: isText) == blob
  }

  func isLarge(_ value: SyncValue) -> Bool {
    guard let limit, let size = Self.size(value) else { return false }
    return size > limit
  }

  /// A value as a record has it, without keeping it.
  func form(of value: SyncValue) -> SyncValue {
    guard isLarge(value), let (data, isText) = Self.bytes(value),
      let blob = Self.reference(data, isText: isText)
    else { return value }
    return .blob(blob)
  }

  /// What goes into a record for a value that the user has saved. A large one is kept until the server has it.
  func outgoing(_ value: SyncValue) throws -> SyncValue {
    guard case .blob(let blob) = form(of: value), let (data, _) = Self.bytes(value) else { return value }
    try folder.keep(data, as: blob)
    return .blob(blob)
  }

  /// The value itself; nil: it is not here.
  func whole(_ value: SyncValue) throws -> SyncValue? {
    guard case .blob(let blob) = value else { return value }
    guard let data = try folder.bytes(blob) else { return nil }
    return blob.isText ? .text(String(decoding: data, as: UTF8.self)) : .bytes(data)
  }

  // MARK: What is still to come

  /// Whether the object of a record has another value, since this one is not here yet.
  ///
  /// - Parameter value: As the record has it.
  func isAwaited(_ value: SyncValue?, _ id: RecordID) -> Bool {
    guard let blob = value?.blob else { return false }
    return awaited[blob]?.contains(id) ?? false
  }

  func isAwaiting(_ id: RecordID) -> Bool { awaiting[id] != nil }

  /// How many records wait for values.
  var count: Int { awaiting.count }

  /// Says that a record has another value by now; it may wait for others still.
  mutating func set(_ id: RecordID, awaitsNoMore blob: BlobReference) {
    set(id, awaits: (awaiting[id] ?? []).subtracting([blob]))
  }

  /// Says which values a record's object lacks.
  mutating func set(_ id: RecordID, awaits new: Set<BlobReference>) {
    for blob in (awaiting[id] ?? []).subtracting(new) {
      awaited[blob]?.remove(id)
      guard awaited[blob]?.isEmpty ?? true else { continue }
      awaited[blob] = nil
      folder.forget(blob)
    }
    for blob in new { awaited[blob, default: []].insert(id) }
    awaiting[id] = new.isEmpty ? nil : new
  }
}
