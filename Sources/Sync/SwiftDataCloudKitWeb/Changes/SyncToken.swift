// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A place in a zone's log, as a client keeps it.
struct SyncToken: Hashable, Sendable {
  /// A token that is older was issued before removals of links that nobody remembers: 90 days.
  static let lifetime: Int64 = 90 * 86_400_000
  /// No token has a later time: tokens are not signed, and anybody can write one.
  private static let latest: Int64 = 1 << 53

  /// The generation of the zone, which begins anew when a backup is restored.
  var generation: UInt64
  /// Which records have which names, see ``RecordIndex/Zone/naming``.
  var naming: UInt64
  var version: UInt64
  /// The last entry that the client has of this version; nil: it has all of them.
  var recordName: String?
  /// When it was issued, in milliseconds since 1970.
  var time: Int64
  /// Where the log ended when the client began from nothing: what was deleted before, it never had.
  var first: UInt64?

  /// - Parameter version: nil: the client has all that the zone has.
  init(
    _ zone: RecordIndex.Zone, version: UInt64? = nil, recordName: String? = nil, time: Int64, first: UInt64? = nil
  ) {
    (generation, naming, self.version) = (zone.lineage.generation, zone.naming, version ?? zone.position)
    (self.recordName, self.time, self.first) = (recordName, time, first)
  }

  var text: String {
    let parts: [CloudJSON] = [
      .text(String(generation, radix: 16)), .text(String(version)), recordName.map { .text($0) } ?? .null,
      .integer(time), first.map { .text(String($0)) } ?? .null, .text(String(naming, radix: 16)),
    ]
    return Data(CloudJSON.array(parts).bytes).base64EncodedString()
  }

  /// - Throws: ``CloudKitError`` if this server has not issued it.
  init(_ text: String) throws(CloudKitError) {
    let unknown = CloudKitError.badRequest("this server has not issued the sync token: fetch all anew, without one")
    guard text.utf8.count <= 2_000, let data = Data(base64Encoded: text),
      case .array(let parts)? = try? CloudJSON(Array(data)), parts.count == 6,
      case .text(let generation) = parts[0], case .text(let version) = parts[1], case .integer(let time) = parts[3],
      case .text(let naming) = parts[5], let generation = UInt64(generation, radix: 16),
      let naming = UInt64(naming, radix: 16), let version = UInt64(version), version <= UInt64(Int64.max) - 1,
      (0...Self.latest).contains(time)
    else { throw unknown }
    (self.generation, self.naming, self.version, self.time) = (generation, naming, version, time)
    switch parts[2] {
    case .text(let name): recordName = name
    case .null: break
    default: throw unknown
    }
    switch parts[4] {
    case .text(let digits):
      guard let first = UInt64(digits) else { throw unknown }
      self.first = first
    case .null: break
    default: throw unknown
    }
  }

  /// Looks whether the log still has all that has changed since.
  func check(_ zone: RecordIndex.Zone, horizon: UInt64, now: Int64) throws(CloudKitError) {
    // Who is in the middle of a first load needs what was deleted since that has begun.
    guard generation == zone.lineage.generation, naming == zone.naming, version <= zone.position,
      first ?? version >= horizon, time >= now - Self.lifetime
    else {
      throw .badRequest("the sync token has expired: fetch all anew, without one, and delete what does not come")
    }
  }
}
