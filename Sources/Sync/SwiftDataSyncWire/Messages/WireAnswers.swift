// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

extension Wire {
  private static let bodies: [StaticString] = [
    "pushed", "page", "snapshot", "signInNeeded", "reconcile", "refused", "shared", "noAccess",
  ]

  package static func encode(_ answer: SyncAnswer) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw(#"{"account":"#)
    writer.text(answer.account)
    switch answer.body {
    case .pushed(let result):
      writer.raw(#","pushed":"#)
      writer.result(result)
    case .page(let page): writer.page(page)
    case .snapshot(let page): writer.page(page)
    case .signInNeeded: writer.raw(#","signInNeeded":true"#)
    case .noAccess: writer.raw(#","noAccess":true"#)
    case .shared(let answer):
      writer.raw(#","shared":"#)
      writer.shared(answer)
    case .reconcile(let lineage, let push):
      writer.raw(#","reconcile":{"lineage":"#)
      writer.lineage(lineage)
      writer.raw(#","push":"#)
      writer.optional(push) { $0.number($1) }
      writer.raw("}")
    case .refused(let reason, let push):
      writer.raw(#","refused":{"push":"#)
      writer.optional(push) { $0.number($1) }
      writer.raw(#","reason":"#)
      writer.text(reason)
      writer.raw("}")
    }
    writer.raw(#","time":"#)
    writer.number(answer.time)
    writer.raw(#","version":"#)
    writer.number(version)
    writer.raw(#","zone":"#)
    writer.text(answer.zone)
    writer.raw("}")
    return writer.bytes
  }

  package static func answer(
    _ bytes: [UInt8], limits: WireLimits = WireLimits()
  ) throws(WireError) -> SyncAnswer {
    let message = try WireReader(JSONParser.parse(bytes, limits: limits), "answer")
    let (account, zone, kind, body) = try message.envelope(bodies, optional: ["time"])
    guard let time = message.peek("time") else { throw .missing(path: "answer", key: "time") }
    let content: SyncAnswer.Body
    switch "\(Self.bodies[kind])" {
    case "pushed": content = .pushed(try body.result())
    case "page": content = .page(try body.page())
    case "snapshot": content = .snapshot(try body.snapshotPage())
    case "signInNeeded":
      guard try body.bool() else { throw body.wrong("true") }
      content = .signInNeeded
    case "noAccess":
      guard try body.bool() else { throw body.wrong("true") }
      content = .noAccess
    case "shared": content = .shared(try body.shared())
    case "reconcile":
      let object = try body.object(["lineage", "push"])
      guard let lineage = object["lineage"], let push = object["push"] else { throw body.wrong("an answer") }
      content = .reconcile(try lineage.lineage(), push: try push.optionalNumber())
    default:
      let object = try body.object(["reason", "push"])
      guard let reason = object["reason"], let push = object["push"] else { throw body.wrong("an answer") }
      content = .refused(try reason.text(), push: try push.optionalNumber())
    }
    return SyncAnswer(account: account, zone: zone, time: try time.integer(), body: content)
  }
}

extension JSONWriter {
  mutating func result(_ result: PushResult) {
    raw("{")
    if case .applied(let versions, let limit) = result.outcome {
      raw(#""applied":{"limit":"#)
      number(limit)
      raw(#","versions":"#)
      array(versions) { $0.number($1) }
      raw("},")
    }
    raw(#""id":"#)
    number(result.id)
    switch result.outcome {
    case .applied: break
    case .stale(let ids):
      raw(#","stale":"#)
      array(ids) { $0.id($1) }
    case .refused(let refusals):
      raw(#","refused":"#)
      array(refusals) { writer, refusal in
        writer.raw(#"{"id":"#)
        writer.id(refusal.id)
        writer.raw(#","reason":"#)
        writer.text(refusal.reason)
        writer.raw("}")
      }
    case .tooLarge(let changes):
      raw(#","tooLarge":{"changes":"#)
      number(changes)
      raw("}")
    }
    raw("}")
  }

  fileprivate mutating func page(_ page: LogPage) {
    raw(#","page":{"after":"#)
    number(page.after)
    raw(#","checksum":"#)
    optional(page.checksum) { $0.bits($1) }
    raw(#","generation":"#)
    bits(page.generation)
    raw(#","hasMore":"#)
    bool(page.hasMore)
    raw(#","horizon":"#)
    number(page.horizon)
    raw(#","records":"#)
    records(page.records, page.encoded)
    raw(#","through":"#)
    number(page.through)
    raw("}")
  }

  fileprivate mutating func page(_ page: SnapshotPage) {
    raw(#","snapshot":{"after":"#)
    optional(page.after) { $0.id($1) }
    raw(#","hasMore":"#)
    bool(page.hasMore)
    raw(#","lineage":"#)
    lineage(page.lineage)
    raw(#","records":"#)
    records(page.records, page.encoded)
    raw(#","since":"#)
    number(page.since)
    raw("}")
  }
}

extension JSONWriter {
  private mutating func records(_ records: [StoredRecord], _ encoded: [EncodedRecord]) {
    if encoded.isEmpty { array(records) { $0.record($1) } } else { array(encoded) { $0.encoded($1.bytes) } }
  }
}

extension WireReader {
  fileprivate func optionalNumber() throws(WireError) -> UniqueNumber? {
    isNull ? nil : try uniqueNumber()
  }

  func result() throws(WireError) -> PushResult {
    let kinds: [StaticString] = ["applied", "stale", "refused", "tooLarge"]
    let object = try object(["id"], optional: kinds)
    let found = kinds.filter { has($0) }
    guard let id = object["id"], found.count == 1, let kind = found.first, let body = object[kind] else {
      throw .ambiguous(path: path)
    }
    let outcome: PushResult.Outcome
    switch "\(kind)" {
    case "applied":
      let object = try body.object(["versions", "limit"])
      guard let versions = object["versions"], let limit = object["limit"] else { throw body.wrong("an outcome") }
      outcome = .applied(
        versions: try versions.array { reader throws(WireError) in try reader.count() }, limit: try limit.integer())
    case "stale": outcome = .stale(try body.array { reader throws(WireError) in try reader.id() })
    case "refused": outcome = .refused(try body.array { reader throws(WireError) in try reader.refusal() })
    default:
      guard let changes = try body.object(["changes"])["changes"] else { throw body.wrong("an outcome") }
      outcome = .tooLarge(changes: try changes.count())
    }
    return PushResult(id: try id.uniqueNumber(), outcome: outcome)
  }

  private func refusal() throws(WireError) -> Refusal {
    let object = try object(["id", "reason"])
    guard let id = object["id"], let reason = object["reason"] else { throw wrong("a refusal") }
    return Refusal(id: try id.id(), reason: try reason.text())
  }

  fileprivate func page() throws(WireError) -> LogPage {
    let object = try object(["generation", "after", "through", "records", "hasMore", "horizon", "checksum"])
    guard let generation = object["generation"], let after = object["after"], let through = object["through"],
      let records = object["records"], let hasMore = object["hasMore"], let horizon = object["horizon"],
      let checksum = object["checksum"]
    else { throw wrong("a page") }
    return LogPage(
      generation: try generation.bits(), after: try after.count(), through: try through.count(),
      records: try records.array { reader throws(WireError) in try reader.record() }, hasMore: try hasMore.bool(),
      horizon: try horizon.count(), checksum: checksum.isNull ? nil : try checksum.bits())
  }

  fileprivate func snapshotPage() throws(WireError) -> SnapshotPage {
    let object = try object(["lineage", "since", "after", "records", "hasMore"])
    guard let lineage = object["lineage"], let since = object["since"], let after = object["after"],
      let records = object["records"], let hasMore = object["hasMore"]
    else { throw wrong("a page") }
    return SnapshotPage(
      lineage: try lineage.lineage(), since: try since.count(), after: after.isNull ? nil : try after.id(),
      records: try records.array { reader throws(WireError) in try reader.record() }, hasMore: try hasMore.bool())
  }
}
