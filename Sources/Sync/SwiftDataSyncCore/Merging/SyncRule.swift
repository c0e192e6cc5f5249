// SPDX-License-Identifier: Apache-2.0

/// The rules that keep devices alike. Tests switch one off, and must notice it; nothing else does.
package enum SyncRule: String, CaseIterable, Sendable, Codable {
  /// Of two edits that did not know of each other, the later one stays.
  case laterEdit
  /// The last acknowledged values follow what the server sends.
  case shadow
  /// A clock runs ahead of all stamps that it has seen.
  case observedStamps
  /// Stamps that are too far ahead are set back.
  case clamp
  /// What the server sends waits for the device's own upload.
  case writeCheckpoint
  /// The server remembers uploads by their numbers.
  case idempotence
  /// The server refuses changes of versions that are not the latest.
  case baseVersion
  /// An upload is applied as a whole or not at all.
  case atomicity
  /// An edit beats a deletion that did not know of it.
  case editBeatsDelete
  /// A removal takes only the memberships that it saw.
  case observedRemove
  /// Records with the same unique value become one.
  case uniqueMerge
  /// Whatever refers to a record that was taken in follows.
  case relink
  /// References to records that were deleted meanwhile are resolved.
  case references
  /// Checksums are compared, and zones loaded again.
  case checksum
  /// A device that was away for longer than deletions are kept reconciles everything.
  case horizon
  /// A restored server is noticed.
  case generation
  /// What cannot be applied is set aside, the rest goes on.
  case setAside
  /// Fields that the app does not know are kept.
  case unknownFields
  /// What another account's server says is not for this one.
  case accounts
}
