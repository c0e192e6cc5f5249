// SPDX-License-Identifier: Apache-2.0

/// A server of several accounts in memory, with shares: for simulations and tests.
package struct SharingServer: Sendable {
  package var accounts: [String: SyncServer] = [:]
  package var shares: [String: ServerShare] = [:]
  private var generations: UInt64 = 1_000

  package init(accounts names: [String], zone: String, token: (String) -> String) {
    for (index, name) in names.enumerated() {
      var server = SyncServer(account: name)
      server.tokens = [token(name)]
      server.zones[zone] = ServerZone(generation: UInt64(index + 1))
      accounts[name] = server
    }
  }

  /// As a server does that comes from a backup: its zones begin another generation, and those that are made from now on
  /// have none of before.
  package mutating func restored(generation: UInt64) {
    for (account, server) in accounts {
      for name in server.zones.keys { accounts[account]?.zones[name]?.restored(generation: generation) }
    }
    generations = max(generations, generation) + 1_000
  }

  package mutating func handle(_ request: SyncRequest, now: Int64) -> SyncAnswer {
    guard let server = accounts[request.account], server.tokens.contains(request.token) else {
      return SyncAnswer(account: request.account, zone: request.zone, time: now, body: .signInNeeded)
    }
    if case .share(let command) = request.body {
      let body = SyncAnswer.Body.shared(answer(command, request, now: now))
      return SyncAnswer(account: request.account, zone: request.zone, time: now, body: body)
    }
    guard ServerShare.isName(request.zone) else {
      return accounts[request.account]?.handle(request, now: now) ?? .unknownZone(request, time: now)
    }
    guard let share = shares[request.zone], let service = accounts[share.owner]?.service,
      let right = share.right(of: request.account) ?? (service.follows(.membership) ? nil : .read),
      var zone = accounts[share.owner]?.zones[request.zone]
    else { return SyncAnswer(account: request.account, zone: request.zone, time: now, body: .noAccess) }
    let (body, time) = service.answer(request.body, in: &zone, now: now, mayWrite: right.mayWrite)
    accounts[share.owner]?.zones[request.zone] = zone
    return SyncAnswer(account: request.account, zone: request.zone, time: time, body: body)
  }

  private mutating func answer(_ command: ShareCommand, _ request: SyncRequest, now: Int64) -> ShareAnswer {
    var accepted: String?
    do throws(ShareFault) { accepted = try perform(command, request.zone, by: request.account, now: now) } catch {
      return .refused(error, error.reason)
    }
    if case .look(let secret) = command, let share = share(ofKey: secret) {
      do throws(ShareFault) { return .offer(try share.offer(key: secret, to: request.account, now: now)) } catch {
        return .refused(error, error.reason)
      }
    }
    let all = shares.values.compactMap { $0.info(for: request.account) }.sorted { $0.zone < $1.zone }
    return .shares(all, accepted: accepted)
  }

  private func share(ofKey key: String) -> ServerShare? {
    shares.values.first { share in share.invited.contains { $0.key == key } }
  }

  private mutating func perform(
    _ command: ShareCommand, _ zone: String, by account: String, now: Int64
  ) throws(ShareFault) -> String? {
    switch command {
    case .list: return nil
    case .create(let root, let title):
      guard ServerShare.isName(zone), title.utf8.count <= ServerShare.titleBytes else { throw .malformed }
      if let share = shares[zone] {
        guard share.owner == account else { throw .noShare }
        return nil
      }
      generations += 1
      accounts[account]?.zones[zone] = ServerZone(generation: generations)
      shares[zone] = ServerShare(zone: zone, owner: account, title: title, root: root)
      return nil
    case .look(let secret):
      guard share(ofKey: secret) != nil else { throw .noInvitation }
      return nil
    case .accept(let secret):
      guard var share = share(ofKey: secret) else { throw .noInvitation }
      try share.accept(key: secret, by: account, now: now)
      shares[share.zone] = share
      return share.zone
    case .decline(let secret):
      guard var share = share(ofKey: secret) else { return nil }
      try share.decline(key: secret, by: account, now: now)
      shares[share.zone] = share
      return nil
    case .invite, .withdraw, .setRight, .remove, .end:
      guard var share = shares[zone] else {
        if ServerShare.isLeaving(command, account) { return nil }
        throw .noShare
      }
      try share.perform(command, by: account) { $0 }
      // A secret leads to one share.
      if case .invite(_, let secret) = command, let other = self.share(ofKey: secret), other.zone != zone {
        throw .malformed
      }
      shares[zone] = share
      return nil
    }
  }
}
