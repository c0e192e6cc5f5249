// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// The messages of the protocol: Documentation/SyncProtocol.md.
package enum Wire {
  package static let version: Int64 = 1

  /// A request but for its token, which belongs in a header: messages are logged, tokens are not.
  package static func encode(_ request: SyncRequest) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw(#"{"account":"#)
    writer.text(request.account)
    switch request.body {
    case .push(let push): writer.push(push)
    case .pull(let pull):
      writer.raw(#","pull":{"after":"#)
      writer.number(pull.after)
      writer.raw(#","limit":"#)
      writer.number(pull.limit)
      writer.raw(#","lineage":"#)
      writer.lineage(pull.lineage)
    case .snapshot(let request):
      writer.raw(#","snapshot":{"after":"#)
      writer.optional(request.after) { $0.id($1) }
      writer.raw(#","limit":"#)
      writer.number(request.limit)
      writer.raw(#","lineage":"#)
      writer.lineage(request.lineage)
      writer.raw(#","since":"#)
      writer.optional(request.since) { $0.number($1) }
      writer.raw(#","withDeletions":"#)
      writer.bool(request.withDeletions)
    case .share(let command):
      writer.raw(#","share":"#)
      writer.share(command)
    }
    writer.raw(#"},"version":"#)
    writer.number(version)
    writer.raw(#","zone":"#)
    writer.text(request.zone)
    writer.raw("}")
    return writer.bytes
  }

  package static func request(
    _ bytes: [UInt8], token: String, limits: WireLimits = WireLimits()
  ) throws(WireError) -> SyncRequest {
    let message = try WireReader(JSONParser.parse(bytes, limits: limits), "request")
    let (account, zone, kind, body) = try message.envelope(["push", "pull", "snapshot", "share"])
    let content: SyncRequest.Body
    switch kind {
    case 0: content = .push(try body.push())
    case 1: content = .pull(try body.pull())
    case 2: content = .snapshot(try body.snapshotRequest())
    default: content = .share(try body.share())
    }
    return SyncRequest(account: account, token: token, zone: zone, body: content)
  }
}

extension JSONWriter {
  mutating func optional<Value>(_ value: Value?, _ write: (inout JSONWriter, Value) -> Void) {
    if let value { write(&self, value) } else { raw("null") }
  }

  fileprivate mutating func push(_ push: Push) {
    raw(#","push":{"changes":"#)
    array(push.changes) { $0.change($1) }
    raw(#","generation":"#)
    bits(push.generation)
    raw(#","id":"#)
    number(push.id)
    raw(#","seen":"#)
    number(push.seen)
  }
}

extension WireReader {
  /// The account, the zone, and the one body that a message has.
  func envelope(
    _ kinds: [StaticString], optional: [StaticString] = []
  ) throws(WireError) -> (account: String, zone: String, kind: Int, body: WireReader) {
    // The version before all else: what another one has need not be known.
    if let version = try? peek("version")?.integer(), version != Wire.version { throw .unsupportedVersion(version) }
    let object = try object(["version", "account", "zone"], optional: kinds + optional)
    guard let version = object["version"], let account = object["account"], let zone = object["zone"] else {
      throw wrong("a message")
    }
    _ = try version.integer()
    let found = kinds.indices.filter { has(kinds[$0]) }
    guard found.count == 1, let kind = found.first, let body = object[kinds[kind]] else {
      throw .ambiguous(path: path)
    }
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
      lineage: try lineage.lineage(), since: since.isNull ? nil : try since.count(),
      after: after.isNull ? nil : try after.id(), withDeletions: try withDeletions.bool(),
      limit: try limit.count())
  }
}
