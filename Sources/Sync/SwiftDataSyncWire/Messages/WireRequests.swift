// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// The messages of the protocol: Documentation/SyncProtocol.md.
package enum Wire {
  package static let version: Int64 = 1

  /// A request but for its token, which belongs in a header: messages are logged, tokens are not.
  package static func encode(_ request: SyncRequest) -> [UInt8] {
    var object: [String: JSON] = [
      "version": .integer(version), "account": .text(request.account), "zone": .text(request.zone),
    ]
    switch request.body {
    case .push(let push):
      object["push"] = [
        "id": .text(JSON.key(push.id)), "generation": .bits(push.generation), "seen": .number(push.seen),
        "changes": .array(push.changes.map { .change($0) }),
      ]
    case .pull(let pull):
      object["pull"] = [
        "lineage": .lineage(pull.lineage), "after": .number(pull.after), "limit": .number(pull.limit),
      ]
    case .snapshot(let request):
      object["snapshot"] = [
        "lineage": .lineage(request.lineage), "since": request.since.map { .number($0) } ?? .null,
        "after": request.after.map { .id($0) } ?? .null, "withDeletions": .bool(request.withDeletions),
        "limit": .number(request.limit),
      ]
    }
    return JSON.object(object).bytes
  }

  package static func request(
    _ bytes: [UInt8], token: String, limits: WireLimits = WireLimits()
  ) throws(WireError) -> SyncRequest {
    let message = try WireReader(json: JSONParser.parse(bytes, limits: limits), path: "request")
    let (account, zone, kind, body) = try message.envelope(["push", "pull", "snapshot"])
    let content: SyncRequest.Body
    switch kind {
    case "push": content = .push(try body.push())
    case "pull": content = .pull(try body.pull())
    default: content = .snapshot(try body.snapshotRequest())
    }
    return SyncRequest(account: account, token: token, zone: zone, body: content)
  }
}

extension WireReader {
  /// The account, the zone, and the one body that a message has.
  func envelope(
    _ kinds: [String], optional: [String] = []
  ) throws(WireError) -> (account: String, zone: String, kind: String, body: WireReader) {
    // The version before all else: what another one has need not be known.
    if case .object(let members) = json, case .integer(let version)? = members["version"], version != Wire.version {
      throw .unsupportedVersion(version)
    }
    let object = try object(["version", "account", "zone"], optional: kinds + optional)
    guard let version = object["version"], let account = object["account"], let zone = object["zone"] else {
      throw wrong("a message")
    }
    _ = try version.integer()
    let found = kinds.filter { object[$0] != nil }
    guard found.count == 1, let kind = found.first, let body = object[kind] else { throw .ambiguous(path: path) }
    return (try account.name(), try zone.name(), kind, body)
  }

  fileprivate func push() throws(WireError) -> Push {
    let object = try object(["id", "generation", "seen", "changes"])
    guard let id = object["id"], let generation = object["generation"], let seen = object["seen"],
      let changes = object["changes"]
    else { throw wrong("an upload") }
    return Push(
      id: try id.uniqueNumber(), generation: try generation.bits(), seen: try seen.count(),
      changes: try changes.array { reader throws(WireError) in try reader.change() })
  }

  fileprivate func pull() throws(WireError) -> Pull {
    let object = try object(["lineage", "after", "limit"])
    guard let lineage = object["lineage"], let after = object["after"], let limit = object["limit"] else {
      throw wrong("a question")
    }
    return Pull(lineage: try lineage.lineage(), after: try after.count(), limit: try limit.count())
  }

  fileprivate func snapshotRequest() throws(WireError) -> SnapshotRequest {
    let object = try object(["lineage", "since", "after", "withDeletions", "limit"])
    guard let lineage = object["lineage"], let since = object["since"], let after = object["after"],
      let withDeletions = object["withDeletions"], let limit = object["limit"]
    else { throw wrong("a question") }
    return SnapshotRequest(
      lineage: try lineage.lineage(), since: since.json == .null ? nil : try since.count(),
      after: after.json == .null ? nil : try after.id(), withDeletions: try withDeletions.bool(),
      limit: try limit.count())
  }
}
