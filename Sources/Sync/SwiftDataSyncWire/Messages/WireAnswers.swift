// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

extension Wire {
  private static let bodies = ["pushed", "page", "snapshot", "signInNeeded", "reconcile", "refused"]

  package static func encode(_ answer: SyncAnswer) -> [UInt8] {
    var object: [String: JSON] = [
      "version": .integer(version), "account": .text(answer.account), "zone": .text(answer.zone),
      "time": .number(answer.time),
    ]
    switch answer.body {
    case .pushed(let result): object["pushed"] = .result(result)
    case .page(let page): object["page"] = .page(page)
    case .snapshot(let page):
      object["snapshot"] = [
        "lineage": .lineage(page.lineage), "since": .number(page.since),
        "after": page.after.map { .id($0) } ?? .null, "records": .array(page.records.map { .record($0) }),
        "hasMore": .bool(page.hasMore),
      ]
    case .signInNeeded: object["signInNeeded"] = .bool(true)
    case .reconcile(let lineage, let push):
      object["reconcile"] = [
        "lineage": .lineage(lineage), "push": push.map { .text(JSON.key($0)) } ?? .null,
      ]
    case .refused(let reason, let push):
      object["refused"] = ["reason": .text(reason), "push": push.map { .text(JSON.key($0)) } ?? .null]
    }
    return JSON.object(object).bytes
  }

  package static func answer(
    _ bytes: [UInt8], limits: WireLimits = WireLimits()
  ) throws(WireError) -> SyncAnswer {
    let message = try WireReader(json: JSONParser.parse(bytes, limits: limits), path: "answer")
    let (account, zone, kind, body) = try message.envelope(bodies, optional: ["time"])
    guard let time = try message.object(["time"], optional: ["version", "account", "zone", kind])["time"] else {
      throw .missing(path: "answer", key: "time")
    }
    let content: SyncAnswer.Body
    switch kind {
    case "pushed": content = .pushed(try body.result())
    case "page": content = .page(try body.page())
    case "snapshot": content = .snapshot(try body.snapshotPage())
    case "signInNeeded":
      guard try body.bool() else { throw body.wrong("true") }
      content = .signInNeeded
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

extension JSON {
  static func result(_ result: PushResult) -> JSON {
    var object: [String: JSON] = ["id": .text(key(result.id))]
    switch result.outcome {
    case .applied(let versions, let limit):
      object["applied"] = ["versions": .array(versions.map { .number($0) }), "limit": .number(limit)]
    case .stale(let ids): object["stale"] = .array(ids.map { .id($0) })
    case .refused(let refusals):
      object["refused"] = .array(refusals.map { ["id": .id($0.id), "reason": .text($0.reason)] })
    case .tooLarge(let changes): object["tooLarge"] = ["changes": .number(changes)]
    }
    return .object(object)
  }

  fileprivate static func page(_ page: LogPage) -> JSON {
    [
      "generation": .bits(page.generation), "after": .number(page.after), "through": .number(page.through),
      "records": .array(page.records.map { .record($0) }), "hasMore": .bool(page.hasMore),
      "horizon": .number(page.horizon), "checksum": page.checksum.map { .bits($0) } ?? .null,
    ]
  }
}

extension WireReader {
  fileprivate func optionalNumber() throws(WireError) -> UniqueNumber? {
    json == .null ? nil : try uniqueNumber()
  }

  func result() throws(WireError) -> PushResult {
    let kinds = ["applied", "stale", "refused", "tooLarge"]
    let object = try object(["id"], optional: kinds)
    let found = kinds.filter { object[$0] != nil }
    guard let id = object["id"], found.count == 1, let kind = found.first, let body = object[kind] else {
      throw .ambiguous(path: path)
    }
    let outcome: PushResult.Outcome
    switch kind {
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
      horizon: try horizon.count(), checksum: checksum.json == .null ? nil : try checksum.bits())
  }

  fileprivate func snapshotPage() throws(WireError) -> SnapshotPage {
    let object = try object(["lineage", "since", "after", "records", "hasMore"])
    guard let lineage = object["lineage"], let since = object["since"], let after = object["after"],
      let records = object["records"], let hasMore = object["hasMore"]
    else { throw wrong("a page") }
    return SnapshotPage(
      lineage: try lineage.lineage(), since: try since.count(), after: after.json == .null ? nil : try after.id(),
      records: try records.array { reader throws(WireError) in try reader.record() }, hasMore: try hasMore.bool())
  }
}
