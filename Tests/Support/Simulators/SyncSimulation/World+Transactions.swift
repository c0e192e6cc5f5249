// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

extension World {
  /// What a user has inserted in one transaction arrives in one upload, but for what waits or is gone since.
  mutating func checkTransactions(_ push: Push, _ index: Int, _ before: ServerZone) {
    // What is uploaded again after a loss is not of one transaction.
    guard !oracle.wasRestored, before.horizon == 0, let zone = replicas[index].state.zones[Self.zone] else { return }
    let ids = Set(push.changes.map(\.id))
    let waited = waiting[push.id] ?? []
    for change in push.changes where change.base == 0 && before.records[change.id] == nil {
      for other in (oracle.insertedTogether[change.id] ?? []).sorted()
      where !ids.contains(other) && before.records[other] == nil && zone.dirty.contains(other) {
        guard zone.rows[other]?.isAlive == true, !waited.contains(other) else { continue }
        oracle.violate("\(change.id) arrived without \(other), which device \(index) inserted with it")
      }
    }
  }
}
