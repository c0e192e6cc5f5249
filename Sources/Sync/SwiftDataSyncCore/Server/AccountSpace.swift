// SPDX-License-Identifier: Apache-2.0

/// How much an account has on the server, in all of its zones: records that live, and about how many bytes they have.
package struct AccountUsage: Hashable, Sendable {
  package var records: Int64
  package var bytes: Int64

  package init(records: Int64 = 0, bytes: Int64 = 0) { (self.records, self.bytes) = (records, bytes) }

  /// At most as much as can be counted.
  package static func + (a: AccountUsage, b: AccountUsage) -> AccountUsage {
    AccountUsage(records: sum(a.records, b.records), bytes: sum(a.bytes, b.bytes))
  }

  private static func sum(_ a: Int64, _ b: Int64) -> Int64 {
    let (sum, isTooLarge) = a.addingReportingOverflow(b)
    return isTooLarge ? (b < 0 ? .min : .max) : sum
  }

  /// Whether it is more than can be counted.
  fileprivate var isFull: Bool { records == .max || bytes == .max }

  /// What writing a record in the place of another one adds.
  package init(replacing old: StoredRecord?, by new: StoredRecord) {
    self.init()
    if !new.record.isDeleted { (records, bytes) = (1, Int64(clamping: new.wholeSize)) }
    if let old, !old.record.isDeleted { (records, bytes) = (records - 1, bytes - Int64(clamping: old.wholeSize)) }
  }
}

/// How much an account may have; nil: as much as there is room for.
package struct AccountQuota: Hashable, Sendable {
  package var records: Int64?
  package var bytes: Int64?

  package init(records: Int64? = nil, bytes: Int64? = nil) { (self.records, self.bytes) = (records, bytes) }
}

/// What an account has, and may have.
package struct AccountSpace: Hashable, Sendable {
  package var usage: AccountUsage
  package var quota: AccountQuota

  package init(usage: AccountUsage, quota: AccountQuota) { (self.usage, self.quota) = (usage, quota) }

  /// The changes for which there is no room, in the order of an upload. What makes room counts first, wherever it is in the
  /// upload, and is never refused: an account that is full can be tidied up.
  func refusals(_ changes: [(id: RecordID, growth: AccountUsage)]) -> [Refusal] {
    var usage = usage
    for (_, growth) in changes where !growth.grows { usage = usage + growth }
    var refusals: [Refusal] = []
    for (id, growth) in changes where growth.grows {
      let next = usage + growth
      if let reason = reason(usage, next, growth) {
        refusals.append(Refusal(id: id, reason: Refusal.quotaMark + reason))
      } else {
        usage = next
      }
    }
    return refusals
  }

  private func reason(_ usage: AccountUsage, _ next: AccountUsage, _ growth: AccountUsage) -> String? {
    if let limit = quota.records, growth.records > 0, next.records > limit {
      return "the account has \(usage.records) of \(limit) records"
    }
    if let limit = quota.bytes, growth.bytes > 0, next.bytes > limit {
      return "the account has \(usage.bytes) of \(limit) bytes"
    }
    return next.isFull ? "the account would have more than can be counted" : nil
  }
}

extension AccountUsage {
  fileprivate var grows: Bool { records > 0 || bytes > 0 }
}

extension Refusal {
  /// How the reason of a change begins that the server would take if the account had more room.
  package static let quotaMark = "quota: "
}
