// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SwiftDataSyncServer
import SwiftDataUI

/// What an account has, and what it may have.
struct QuotaSection: View {
  let server: AdminServer
  let account: String
  let space: AccountSpace
  @State private var records = ""
  @State private var megabytes = ""

  var body: some View {
    Section("Space") {
      LabeledContent("Records", value: of(space.usage.records.formatted(), space.quota.records?.formatted()))
      LabeledContent("Size", value: of(AdminText.bytes(space.usage.bytes), space.quota.bytes.map(AdminText.bytes)))
      TextField("Most records; 0: no limit", text: $records)
      TextField("Most megabytes; 0: no limit", text: $megabytes)
      Button("Set quota") { set() }.disabled(quota == nil)
      Button("Use the server's quota") {
        let account = account
        Task { await server.change { try $0.setQuota(nil, of: account) } }
      }
    }
  }

  private func of(_ usage: String, _ quota: String?) -> String { quota.map { "\(usage) of \($0)" } ?? usage }

  /// What is typed; nil: nothing, or no number.
  private var quota: AccountQuota? {
    func number(_ text: String, _ limit: Int64) -> Int64?? {
      if text.isEmpty { return .some(nil) }
      guard let number = Int64(text), (0...limit).contains(number) else { return nil }
      return number
    }
    guard let records = number(records, 1_000_000_000_000), let megabytes = number(megabytes, 1_000_000_000),
      records != nil || megabytes != nil
    else { return nil }
    return AccountQuota(records: records, bytes: megabytes.map { $0 << 20 })
  }

  private func set() {
    guard let quota else { return }
    let account = account
    Task {
      // What is left empty stays as it is.
      let isSet = await server.change { database in
        var own = try database.quotas()[account] ?? AccountQuota()
        if let records = quota.records { own.records = records }
        if let bytes = quota.bytes { own.bytes = bytes }
        try database.setQuota(own, of: account)
      }
      if isSet != nil { (records, megabytes) = ("", "") }
    }
  }
}
