// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SwiftDataSyncServer
import SwiftDataUI

/// When a record was changed, by which device, and what, without values.
struct RecordView: View {
  let server: AdminServer
  let account: String
  let zone: String
  let record: RecordID
  @State private var versions = Answer<[RecordVersion]>.loading

  var body: some View {
    List {
      Section("Versions, the latest first") {
        AnswerView(answer: versions) { versions in
          ForEach(versions.reversed(), id: \.number) { version in
            VStack(alignment: .leading) {
              Text(title(version))
              Text(what(version)).foregroundStyle(.secondary)
            }
          }
        }
      }
    }
    .navigationTitle("\(record)")
    .modifier(
      Reading(server: server, id: "\(zone) \(record)") {
        let (account, zone, record) = (account, zone, record)
        versions = await server.read { try $0.history(account: account, zone: zone, record) }
      })
  }

  private func title(_ version: RecordVersion) -> String {
    "Version \(version.number)" + (version.time.map { ", came \(AdminText.time($0))" } ?? "")
  }

  private func what(_ version: RecordVersion) -> String {
    let changes = (version.isDeleted ? ["deleted"] : []) + version.changes
    return "Written \(AdminText.time(version.written)) by device \(AdminText.device(version.node)): "
      + (changes.isEmpty ? "nothing that is known" : changes.joined(separator: ", "))
  }
}
