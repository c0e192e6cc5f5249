// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// One transaction of a device's state.
struct StateEntry: Sendable {
  var header: DriverHeader
  /// The records of the header's journal; nil: those of the entry before.
  var journal: [RecordID]?
  var identities: [IdentityChange]
  var client: ClientChanges?

  /// What an entry has but for the lists, which may be long.
  private struct Head: Codable {
    var header: DriverHeader
    var device: ClientHeader?
    var zones: [Zone] = []

    struct Zone: Codable {
      var account: String
      var name: String
      var header: ZoneHeader
      var hasPush: Bool
      var staged: Staged?
    }

    struct Staged: Codable {
      var log: StagedLog?
      var startsAnew: Bool
    }
  }

  /// The first byte: what another version has written is not read as if it were this one's.
  private static let version: UInt8 = 3
  /// Without rows that are as they came.
  private static let formerVersion: UInt8 = 2

  /// - Parameter frame: How many bytes the log has before those of the entry.
  func bytes(after frame: Int) throws -> [UInt8] {
    var head = Head(header: header, device: client?.device)
    var all: [ZoneChanges] = []
    for (account, zones) in client?.zones ?? [:] {
      for (name, changes) in zones {
        head.zones.append(
          Head.Zone(
            account: account, name: name, header: changes.header, hasPush: changes.push != nil,
            staged: changes.staged.map { Head.Staged(log: $0.log, startsAnew: $0.startsAnew) }))
        all.append(changes)
      }
    }
    var writer = StateWriter(frame: frame)
    writer.byte(Self.version)
    writer.data(try JSONEncoder().encode(head))
    writer.optional(journal) { writer, records in writer.array(records) { $0.id($1) } }
    writer.count(identities.count)
    for change in identities {
      writer.id(change.record)
      writer.bool(change.object != nil)
      if let object = change.object { try writer.identifier(object) }
    }
    for changes in all {
      if let push = changes.push { writer.optional(push) { $0.push($1) } }
      writer.dictionary(changes.rows, { $0.id($1) }) { writer, row in writer.optional(row) { $0.row($1) } }
      writer.array(changes.taken) { $0.id($1) }
      if let staged = changes.staged { writer.array(staged.records) { $0.stored($1) } }
    }
    return writer.bytes
  }
}

extension StateEntry {
  /// Reads the entry in a part of a file.
  init(_ bytes: [UInt8], _ range: Range<Int>) throws {
    var reader = StateReader(bytes, range)
    let version = try reader.byte()
    guard version == Self.version || version == Self.formerVersion else { throw StateReader.Mismatch() }
    let head = try JSONDecoder().decode(Head.self, from: try reader.data())
    header = head.header
    journal = try reader.optional { reader in try reader.array { try $0.id() } }
    identities = try reader.array { reader in
      let id = try reader.id()
      return IdentityChange(record: id, object: try reader.optional { try $0.identifier() })
    }
    client = try head.device.map { device in
      var changes = ClientChanges(device: device)
      for zone in head.zones {
        var all = ZoneChanges(header: zone.header)
        if zone.hasPush { all.push = .some(try reader.optional { try $0.push() }) }
        all.rows = try reader.dictionary({ try $0.id() }) { reader in try reader.optional { try $0.row() } }
        if version == Self.version { all.taken = try reader.array { try $0.id() } }
        if let staged = zone.staged {
          all.staged = StagedChanges(
            log: staged.log, startsAnew: staged.startsAnew, records: try reader.array { try $0.stored() })
        }
        changes.zones[zone.account, default: [:]][zone.name] = all
      }
      return changes
    }
    guard reader.isAtEnd else { throw StateReader.Mismatch() }
  }
}
