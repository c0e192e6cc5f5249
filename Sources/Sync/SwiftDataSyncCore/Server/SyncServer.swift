// SPDX-License-Identifier: Apache-2.0

/// A server of one account in memory: a request and the time make an answer and the next state.
package struct SyncServer: Sendable {
  package var account: String
  package var zones: [String: ServerZone] = [:]
  package var tokens: Set<String> = []
  package var service = SyncService()

  package init(account: String) { self.account = account }

  package mutating func handle(_ request: SyncRequest, now: Int64) -> SyncAnswer {
    guard request.account == account, tokens.contains(request.token) else {
      return SyncAnswer(account: request.account, zone: request.zone, time: now, body: .signInNeeded)
    }
    guard var zone = zones[request.zone] else { return .unknownZone(request, time: now) }
    let (body, time) = service.answer(request.body, in: &zone, now: now)
    zones[request.zone] = zone
    return SyncAnswer(account: request.account, zone: request.zone, time: time, body: body)
  }
}

extension SyncAnswer {
  package static func unknownZone(_ request: SyncRequest, time: Int64) -> SyncAnswer {
    SyncAnswer(
      account: request.account, zone: request.zone, time: time,
      body: .refused("there is no zone '\(request.zone)' in this account", push: nil))
  }
}
