// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import Testing

/// What a share keeps of its invitations.
@Suite struct InvitationTests {
  private func secret(_ index: Int) -> String { String(repeating: "s", count: 32) + "\(index)" }

  private func invite(_ index: Int, _ share: inout ServerShare) throws {
    let invitation = ShareInvitation(
      number: UniqueNumber(high: 1, low: UInt64(index)), account: nil, right: .read, expires: nil, isPublic: false)
    try share.perform(.invite(invitation, secret: secret(index)), by: "ann", key: { $0 })
  }

  private func full() throws -> ServerShare {
    var share = ServerShare(
      zone: ServerShare.name(UniqueNumber(high: 1, low: 1)), owner: "ann", title: "", root: nil)
    for index in 0..<ServerShare.invitationLimit { try invite(index, &share) }
    return share
  }

  /// Invitations that were used up are in nobody's way, and each member is still told that it is in.
  @Test func membersMayAcceptAgain() throws {
    let limit = ServerShare.invitationLimit
    var share = try full()
    #expect(throws: ShareFault.tooMany) { try invite(limit, &share) }
    for index in 0..<limit { try share.accept(key: secret(index), by: "m\(index)", now: 1) }
    for index in limit..<2 * limit { try invite(index, &share) }
    #expect(throws: ShareFault.tooMany) { try invite(2 * limit, &share) }
    let before = share
    for index in 0..<limit { try share.accept(key: secret(index), by: "m\(index)", now: 1) }
    #expect(share == before && share.members.count == limit)
    #expect(throws: ShareFault.noInvitation) { try share.accept(key: secret(0), by: "m1", now: 1) }
  }

  /// A share does not keep all that its members have ever used.
  @Test func ofEachMemberOneIsKept() throws {
    let limit = ServerShare.invitationLimit
    var share = try full()
    for index in 0..<limit { try share.accept(key: secret(index), by: "m\(index)", now: 1) }
    for index in limit..<2 * limit {
      try invite(index, &share)
      try share.accept(key: secret(index), by: "m\(index % 7)", now: 1)
      #expect(share.invited.count == ServerShare.memberLimit)
    }
    for index in 7..<limit { try share.accept(key: secret(index), by: "m\(index)", now: 1) }
    for member in 0..<7 { #expect(share.invited.contains { $0.acceptedBy == "m\(member)" }) }
  }
}
