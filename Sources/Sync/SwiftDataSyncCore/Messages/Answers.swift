// SPDX-License-Identifier: Apache-2.0

/// What the server answers.
package struct SyncAnswer: Hashable, Sendable, Codable {
  package var account: String
  package var zone: String
  /// The server's time, in milliseconds since 1970.
  package var time: Int64
  package var body: Body

  package enum Body: Hashable, Sendable, Codable {
    case pushed(PushResult)
    case page(LogPage)
    case snapshot(SnapshotPage)
    /// The token is not valid, or not any more.
    case signInNeeded
    /// The log from where the device stands is not to be had: everything must be reconciled.
    /// An answer to an upload names it: it was not applied now, and never will be.
    case reconcile(Lineage, push: UniqueNumber?)
    /// The request makes no sense; the text says why. An answer to an upload names it.
    case refused(String, push: UniqueNumber?)
    case shared(ShareAnswer)
    /// The zone is a share that the account is not in, or not any more; or there is no such share.
    case noAccess
  }

  /// Whether there is another page after this one.
  package var hasMore: Bool {
    switch body {
    case .page(let page): page.hasMore
    case .snapshot(let page): page.hasMore
    default: false
    }
  }

  package init(account: String, zone: String, time: Int64, body: Body) {
    self.account = account
    self.zone = zone
    self.time = time
    self.body = body
  }
}

/// What became of an upload; the server remembers it.
package struct PushResult: Hashable, Sendable, Codable {
  package var id: UniqueNumber
  package var outcome: Outcome

  package enum Outcome: Hashable, Sendable, Codable {
    /// The versions of the changes, in their order. Stamps after `limit` were set back to it.
    case applied(versions: [UInt64], limit: Int64)
    /// Others were faster: the device must pull, merge and upload again. Nothing was applied.
    case stale([RecordID])
    /// The server does not take these changes, now or later. Nothing was applied; the rest may be uploaded without them.
    case refused([Refusal])
    /// More than the server takes at once. Nothing was applied; the device uploads at most so many changes.
    case tooLarge(changes: Int)
  }

  package init(id: UniqueNumber, outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }
}

/// Why the server does not take a change.
package struct Refusal: Hashable, Sendable, Codable {
  package var id: RecordID
  package var reason: String

  package init(id: RecordID, reason: String) {
    self.id = id
    self.reason = reason
  }
}

/// A record as the server has it.
package struct StoredRecord: Hashable, Sendable, Codable {
  package var id: RecordID
  package var version: UInt64
  package var record: SyncRecord

  package init(id: RecordID, version: UInt64, record: SyncRecord) {
    self.id = id
    self.version = version
    self.record = record
  }
}

/// A part of the log, in the server's order. A record that changed several times is there once.
package struct LogPage: Hashable, Sendable, Codable {
  package var generation: UInt64
  package var after: UInt64
  /// The page has all changes up to this number.
  package var through: UInt64
  package var records: [StoredRecord]
  /// The records instead, as a server keeps them.
  package var encoded: [EncodedRecord] = []
  package var hasMore: Bool
  /// Deletions up to here are forgotten.
  package var horizon: UInt64
  /// The sum of the digests of all records that live, if this is the last page.
  package var checksum: UInt64?

  package init(
    generation: UInt64, after: UInt64, through: UInt64, records: [StoredRecord], hasMore: Bool, horizon: UInt64,
    checksum: UInt64?
  ) {
    self.generation = generation
    self.after = after
    self.through = through
    self.records = records
    self.hasMore = hasMore
    self.horizon = horizon
    self.checksum = checksum
  }
}

/// A part of a snapshot.
package struct SnapshotPage: Hashable, Sendable, Codable {
  package var lineage: Lineage
  package var since: UInt64
  package var after: RecordID?
  package var records: [StoredRecord]
  /// The records instead, as a server keeps them.
  package var encoded: [EncodedRecord] = []
  package var hasMore: Bool

  package init(lineage: Lineage, since: UInt64, after: RecordID?, records: [StoredRecord], hasMore: Bool) {
    self.lineage = lineage
    self.since = since
    self.after = after
    self.records = records
    self.hasMore = hasMore
  }
}

/// A record as it stands in a message. A server that keeps records so hands them out as they are.
package struct EncodedRecord: Hashable, Sendable, Codable {
  package var version: UInt64
  package var bytes: [UInt8]

  package init(version: UInt64, bytes: [UInt8]) {
    self.version = version
    self.bytes = bytes
  }
}

/// The server's generations: each restored backup begins a new one.
package struct Lineage: Hashable, Sendable, Codable {
  package struct Fork: Hashable, Sendable, Codable {
    package var generation: UInt64
    /// The last sequence number of that generation that the next one has.
    package var through: UInt64

    package init(generation: UInt64, through: UInt64) {
      self.generation = generation
      self.through = through
    }
  }

  package var forks: [Fork] = []
  package var generation: UInt64

  package init(generation: UInt64, forks: [Fork] = []) {
    self.generation = generation
    self.forks = forks
  }

  package mutating func fork(through: UInt64, generation next: UInt64) {
    forks.append(Fork(generation: generation, through: through))
    generation = next
  }

  /// Up to which sequence number both had the same log; nil: they are of one generation.
  package func common(with other: Lineage) -> UInt64? {
    if generation == other.generation { return nil }
    let a = forks + [Fork(generation: generation, through: .max)]
    let b = other.forks + [Fork(generation: other.generation, through: .max)]
    var common: UInt64 = 0
    for (mine, theirs) in zip(a, b) {
      guard mine.generation == theirs.generation else { break }
      common = min(mine.through, theirs.through)
      if mine.through != theirs.through { break }
    }
    return common == .max ? 0 : common
  }
}
