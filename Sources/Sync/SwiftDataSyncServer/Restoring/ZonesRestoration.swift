// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// What is brought back in several zones of an account, as one edit. A record is in one of them: what it was in a zone
/// that it has left since, it is to be where it is now.
struct ZonesRestoration {
  /// When that is: the same in all zones, or a record that moves on would have an earlier edit and a later one of one
  /// moment.
  let stamp: Stamp
  private var parts: [String: Restoration] = [:]

  /// - Parameter make: What each of the zones would be alone.
  init(
    _ zones: [(name: String, zone: DatabaseZone)], of account: String, now: Int64,
    using random: inout some RandomNumberGenerator, _ make: (DatabaseZone) throws -> Restoration
  ) throws {
    var wall = now
    var all: [String: DatabaseZone] = [:]
    for (name, zone) in zones {
      parts[name] = try make(zone)
      all[name] = zone
      wall = max(wall, try zone.header().time)
    }
    stamp = Stamp(wall: wall, node: random.next())
    for (name, _) in zones {
      for (id, past) in (parts[name]?.departed ?? [:]).sorted(by: { $0.key < $1.key }) {
        if let home = try Self.home(of: id, from: name, all, account) {
          parts[home]?.want(id, past.record, past.claims)
        } else {
          parts[name]?.leave(id, "it has moved to '\(past.mark)', which is not restored together with this zone")
        }
      }
    }
  }

  subscript(zone: String) -> Restoration? { parts[zone] }

  /// The zone to which the marks of a record lead; nil: one that is not restored, or in which there is nothing of it.
  private static func home(
    of id: RecordID, from name: String, _ all: [String: DatabaseZone], _ account: String
  ) throws -> String? {
    var place = name
    var passed: Set<String> = [name]
    while let record = try all[place]?.record(id)?.record {
      guard let mark = record.departure else { return place }
      place = Self.zone(mark, account)
      guard passed.insert(place).inserted else { return nil }
    }
    return nil
  }

  /// A mark names an account's own zone with the account.
  private static func zone(_ mark: String, _ account: String) -> String {
    let own = Array("\(account)/".utf8)
    return mark.utf8.starts(with: own) ? String(decoding: mark.utf8.dropFirst(own.count), as: UTF8.self) : mark
  }
}
