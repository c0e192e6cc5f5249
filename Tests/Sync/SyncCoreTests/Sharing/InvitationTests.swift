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

  /// A new invitation takes the place of one that was used up. Who has used the others is still told that it is in.
  @Test func usedInvitationsGoOneAtATime() throws {
    let limit = ServerShare.invitationLimit
    var share = ServerShare(
      zone: ServerShare.name(UniqueNumber(high: 1, low: 1)), owner: "ann", title: "", root: nil)
    for index in 0..<limit { try invite(index, &share) }
    var full = share
    #expect(throws: ShareFault.tooMany) { try invite(limit, &full) }
    for index in 0..<100 { try share.accept(key: secret(index), by: "m\(index)", now: 1) }
    try invite(limit, &share)
    #expect(share.invited.count == limit && share.members.count == 100)
    for index in 1..<100 { try share.accept(key: secret(index), by: "m\(index)", now: 1) }
    var other = share
    #expect(throws: ShareFault.noInvitation) { try other.accept(key: secret(0), by: "m0", now: 1) }
    #expect(share.members.count == 100)
  }
}
