// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// Who is in a share no more, and does not know it yet, may decide that a record leaves it. The decision goes with the share:
/// the other members keep the record, of which they have heard nothing else, and the account has its own.
extension SharingWorld {
  /// - Parameter forgotten: The zone as it was before.
  mutating func noteLostMarks(_ unsent: [RecordID], in share: String, _ forgotten: ZoneReplica) {
    for id in unsent where forgotten.marked.contains(id) {
      guard let row = forgotten.rows[id], let mark = row.local?.fields[ShareRecords.zoneField]?.value,
        // One that the server has is there for whoever may go on with it.
        mark != row.base?.fields[ShareRecords.zoneField]?.value, case .text(let end) = mark
      else { continue }
      lostMarks[id, default: [:]][share, default: []].insert(end)
    }
  }

  /// Whether a record is where it was to go, and in the share that it was to leave.
  func isLeftBehind(_ id: RecordID, in zones: [String]) -> Bool {
    (lostMarks[id] ?? [:]).contains { share, ends in
      ends.contains { end in
        let account = server.accounts.keys.first { end == "\($0)/\(Self.main)" }
        // Who may write to both, or may again, is to go on with it.
        return Set(zones) == [share, account ?? end] && !couldMove(from: share, to: end)
      }
    }
  }

  /// Whether anybody may write to both zones.
  ///
  /// - Parameter account: Whose own zone the first one is, if it is one; a mark says it of the other.
  func couldMove(from name: String, of account: String? = nil, to mark: String) -> Bool {
    devices.contains { device in
      let mayLeave = name == Self.main ? device.account == account : rights[name]?[device.account]?.mayWrite == true
      let mayArrive = mark == "\(device.account)/\(Self.main)" || rights[mark]?[device.account]?.mayWrite == true
      return mayLeave && mayArrive
    }
  }
}
