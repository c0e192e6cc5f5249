// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SwiftDataSyncServer
import SwiftDataUI

/// One account: what it has and may have, its zones, shares and conflicts, and the tokens of its devices.
struct AccountView: View {
  let server: AdminServer
  let account: String
  @State private var content = Answer<AccountContent>.loading

  var body: some View {
    List {
      AnswerView(answer: content) { content in
        QuotaSection(server: server, account: account, space: content.space)
        Section("Zones") {
          ForEach(content.zones, id: \.zone) { zone in
            LabeledContent(zone.zone, value: description(zone))
          }
          if content.zones.isEmpty { Text("Nothing was uploaded yet.") }
        }
        if let tokens = content.tokens {
          DeviceSection(server: server, account: account, tokens: tokens)
        }
        if !content.shares.isEmpty {
          Section("Shares") {
            ForEach(content.shares, id: \.zone) { share in
              LabeledContent(
                share.title.isEmpty ? share.zone : share.title,
                value: "of \(share.owner), \(AdminText.count(share.members.count, "member"))")
            }
          }
        }
        Section("Conflicts of the last \(AccountContent.days) days") {
          ForEach(content.conflicts) { found in
            NavigationLink(value: AdminPlace.record(account: account, zone: found.zone, found.conflict.record)) {
              VStack(alignment: .leading) {
                Text("\(found.conflict.record)")
                Text("\(AdminText.time(found.conflict.time)): \(AdminText.conflict(found.conflict))")
                  .foregroundStyle(.secondary)
              }
            }
          }
          if content.conflicts.isEmpty { Text("No two devices have changed the same object at the same time.") }
        }
      }
    }
    .navigationTitle(account)
    .modifier(
      Reading(server: server, id: account) {
        let account = account
        content = await server.read { try AccountContent(account, in: $0) }
      })
  }

  private func description(_ zone: ZoneSummary) -> String {
    "\(AdminText.count(zone.records, "record")), \(AdminText.count(zone.deletions, "deletion")), "
      + AdminText.bytes(Int64(zone.bytes))
  }
}

/// What the page of an account shows, read at once.
struct AccountContent: Sendable {
  struct Conflict: Sendable, Identifiable {
    let zone: String
    let conflict: RecordConflict

    var id: String { "\(zone) \(conflict.version)" }
  }

  static let days: Int64 = 30

  let space: AccountSpace
  let zones: [ZoneSummary]
  /// nil: it is no user of the server's own table.
  let tokens: [ServerToken]?
  let shares: [ShareInfo]
  let conflicts: [Conflict]

  init(_ account: String, in database: SyncDatabase) throws {
    space = try database.space(of: account)
    zones = try database.summaries(of: account)
    do {
      tokens = try database.tokens(of: account)
    } catch SyncDatabaseError.noUser {
      tokens = nil
    }
    shares = try database.shares(of: account)
    let since = AdminServer.now(daysAgo: Self.days)
    conflicts = try zones.flatMap { zone in
      try database.conflicts(account: account, zone: zone.zone, since: since, limit: 200).map { conflict in
        Conflict(zone: zone.zone, conflict: conflict)
      }
    }.sorted { $0.conflict.time > $1.conflict.time }
  }
}
