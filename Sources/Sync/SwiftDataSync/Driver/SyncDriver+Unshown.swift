// SPDX-License-Identifier: Apache-2.0

import SwiftData
import SwiftDataSyncCore

/// What has come and the app has not seen yet. An edit that is saved in between does not know of it, and must not win as
/// if it did:
/// - What an object refers to is compared with what the app saw. Otherwise another property's edit would take back what
///   has come for a relationship.
/// - An attribute's rule decides, as between two devices. By the usual rule the later edit stays, and that is the app's; so
///   only attributes with another rule are looked at.
extension SyncDriver {
  /// Remembers what the app saw of what has just changed.
  func noteUnshown() {
    guard follows(.unshownValues) else { return }
    // What the app saw of them before counts, if it has not seen the values of meanwhile.
    add(space.formerValues(of: { state.identities[$0] != nil }, replaced: replaced), isLater: false)
    replaced = [:]
  }

  /// An object that showed a record shows another one from now on, which took that one in.
  func noteReplaced(_ loser: RecordID, by survivor: RecordID) {
    replaced[survivor] = replaced[loser] ?? loser
    if let seen = state.header.unshown?[loser] { state.header.unshown?[survivor] = seen }
    if let seen = state.header.unshownLinks?[loser] { state.header.unshownLinks?[survivor] = seen }
  }

  /// Remembers what the store has instead of the records, as edits have left it that did not win.
  func noteLagging(_ values: [RecordID: [String: SyncValue]]) {
    add(
      values.mapValues { fields in
        var values = FormerValues()
        values.fields = fields
        return values
      }, isLater: true)
  }

  private func add(_ values: [RecordID: FormerValues], isLater: Bool) {
    guard !values.isEmpty else { return }
    var all = state.header.unshown ?? [:]
    var links = state.header.unshownLinks ?? [:]
    // Changed in place.
    (state.header.unshown, state.header.unshownLinks) = (nil, nil)
    for (id, seen) in values {
      var known = FormerValues()
      (known.fields, known.links) = (all[id] ?? [:], links[id] ?? [:])
      known.add(seen, isLater: isLater)
      all[id] = known.fields
      if !known.links.isEmpty { links[id] = known.links }
    }
    state.header.unshown = all
    if !links.isEmpty { state.header.unshownLinks = links }
  }

  /// The store has what these records have.
  func noteShown(_ ids: [RecordID]) {
    guard state.header.unshown != nil else { return }
    for id in ids {
      state.header.unshown?[id] = nil
      state.header.unshownLinks?[id] = nil
    }
    if state.header.unshown?.isEmpty == true { state.header.unshown = nil }
    if state.header.unshownLinks?.isEmpty == true { state.header.unshownLinks = nil }
  }

  /// What edits do not know of, by record and field: the app has saved them before it was shown that.
  func unseen(by transactions: [DefaultHistoryTransaction]) -> [RecordID: [String: SyncValue]] {
    guard let unshown = state.header.unshown else { return [:] }
    var found: [RecordID: [String: SyncValue]] = [:]
    for change in transactions.flatMap(\.changes) {
      guard let id = state.records[change.changedPersistentIdentifier], let fields = unshown[id] else { continue }
      let names = change.changedNames
      for attribute in schema.models[id.type]?.attributes ?? [] where names?.contains(attribute.name) ?? true {
        if let seen = fields[attribute.field] { found[id, default: [:]][attribute.field] = seen }
      }
    }
    return found
  }
}
