// SPDX-License-Identifier: Apache-2.0

/// What is to be done so that each record is where it belongs: after the app has saved, and after something has come.
///
/// Each step needs what the server has acknowledged of the one before, and doing it twice changes nothing: any device that may
/// write to both zones goes on with a move, whoever began it.
struct Settlement {
  let space: RecordSpace
  let touched: Set<RecordID>
  var edits: SpaceEdits
  /// Marks that this settlement makes.
  var marks: [RecordID: String] = [:]
  /// What it brings back.
  var revived: Set<RecordID> = []

  /// - Parameter touched: Records that may have changed.
  init(_ space: RecordSpace, touched: Set<RecordID>) {
    (self.space, self.touched) = (space, touched)
    edits = SpaceEdits(space)
  }

  mutating func settle() -> [(zone: String, edits: [LocalEdit])] {
    keepDetached()
    for id in touched.sorted() where !ShareRecords.isShareRecord(id) {
      follow(id)
      guard let zone = destination(id) else { continue }
      for child in space.owned(by: id) where destination(child) != zone { follow(child) }
    }
    for id in touched.sorted() { unite(id) }
    move()
    promote()
    return edits.byZone
  }

  /// Marks records, with all that hangs on them.
  mutating func mark(_ ids: [RecordID], to zone: String) -> [(zone: String, edits: [LocalEdit])] {
    for id in ids {
      guard let home = space.home(of: id), home != zone else { continue }
      for part in space.closure(of: id).sorted() where destination(part) == home { mark(part, to: zone) }
    }
    return edits.byZone
  }

  func destination(_ id: RecordID) -> String? { marks[id] ?? space.destination(of: id) }

  mutating func mark(_ id: RecordID, to zone: String) {
    guard let home = space.home(of: id), destination(id) != zone, space.mayWrite(home), space.mayWrite(zone) else {
      return
    }
    marks[id] = zone
    edits.add(
      .set(id, field: ShareRecords.zoneField, zone == home ? .null : .text(space.markText(zone))), in: home)
  }

  /// An object that has no owner where it is goes to the zone of one that it has.
  mutating func follow(_ id: RecordID, besides owner: RecordID? = nil) {
    guard space.schema.follows(.following), let own = destination(id) else { return }
    let owners = space.owners(of: id) + (owner.map { [$0] } ?? [])
    let zones = owners.compactMap { destination($0) }
    guard !zones.isEmpty, !zones.contains(own), let zone = zones.first(where: { space.mayWrite($0) }) else { return }
    mark(id, to: zone)
    for child in space.owned(by: id) where destination(child) == own { follow(child) }
  }
}
