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
  /// What the server does not take waits, the rest goes on.
  case refusals
  /// A transaction of the app goes up as a whole.
  case transactions
  /// What another account's server says is not for this one.
  case accounts
  /// Who may only read a share changes nothing of it on the server.
  case rights
  /// Who is in a share no more is told nothing of it.
  case membership
  /// What an account had no right to change is taken back.
  case takingBack
  /// A device forgets a share that its account is in no more.
  case leaving
  /// An object is in the zone of the one that owns it.
  case following
  /// A record leaves a zone when the other one has all of it.
  case arrival
  /// A record leaves a zone when the server knows that it is to stay in the other one.
  case receipt
  /// A later decision about where a record goes counts, wherever it was made.
  case course
  /// What a move makes null is no later than the reference was.
  case linkTimes

  /// Those that only matter where accounts share.
  package static let ofSharing: Set<SyncRule> = [
    .rights, .membership, .takingBack, .leaving, .following, .arrival, .receipt, .course, .linkTimes,
  ]
}
