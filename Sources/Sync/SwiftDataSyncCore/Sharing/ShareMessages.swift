// SPDX-License-Identifier: Apache-2.0

/// What somebody may do in a share.
package enum ShareRight: String, Hashable, Sendable, Codable, CaseIterable {
  case read, write
  /// Whose share it is: may also say who else may do what.
  case owner

  package var mayWrite: Bool { self != .read }
}

/// What a device asks about shares.
package enum ShareCommand: Hashable, Sendable, Codable {
  /// All shares of the account.
  case list
  /// Makes the zone of the request a share.
  case create(root: RecordID?, title: String)
  /// Makes an invitation into the share of the request's zone.
  case invite(ShareInvitation, secret: String)
  /// Takes an invitation back that was not accepted yet; those who accepted a public one stay.
  case withdraw(UniqueNumber)
  /// Asks what an invitation is for, without accepting it.
  case look(secret: String)
  case accept(secret: String)
  /// Says no to an invitation for one account, which is gone then.
  case decline(secret: String)
  /// Gives a member another right.
  case setRight(account: String, ShareRight)
  /// Takes a member's right: the owner anybody's, and everybody their own.
  case remove(account: String)
  /// Nobody but the owner is in it any more; the zone stays.
  case end
}

/// An invitation, without its secret.
package struct ShareInvitation: Hashable, Sendable, Codable {
  /// Names it to the owner's devices. Who knows it cannot accept it.
  package var number: UniqueNumber
  /// Whom it is for; nil: who has it.
  package var account: String?
  package var right: ShareRight
  /// In milliseconds since 1970, by the server's clock; nil: it does not expire.
  package var expires: Int64?
  /// Whether it may be accepted more than once.
  package var isPublic: Bool

  package init(number: UniqueNumber, account: String?, right: ShareRight, expires: Int64?, isPublic: Bool) {
    (self.number, self.account, self.right) = (number, account, right)
    (self.expires, self.isPublic) = (expires, isPublic)
  }
}

/// A share as one of its members sees it.
package struct ShareInfo: Hashable, Sendable, Codable {
  package var zone: String
  package var owner: String
  package var title: String
  /// The object that was shared.
  package var root: RecordID?
  package var right: ShareRight
  /// All but the owner.
  package var members: [String: ShareRight]
  /// Those that are open; the owner sees them, nobody else does.
  package var invitations: [ShareInvitation]

  package init(
    zone: String, owner: String, title: String, root: RecordID?, right: ShareRight, members: [String: ShareRight],
    invitations: [ShareInvitation]
  ) {
    (self.zone, self.owner, self.title, self.root) = (zone, owner, title, root)
    (self.right, self.members, self.invitations) = (right, members, invitations)
  }
}

/// What an invitation is for, to who has its secret.
package struct ShareOffer: Hashable, Sendable, Codable {
  package var owner: String
  package var title: String
  package var invitation: ShareInvitation

  package init(owner: String, title: String, invitation: ShareInvitation) {
    (self.owner, self.title, self.invitation) = (owner, title, invitation)
  }
}

/// What the server answers about shares.
package enum ShareAnswer: Hashable, Sendable, Codable {
  /// All shares of the account, as they are after what was asked for, in the order of their names; and the name of the share
  /// that was accepted.
  case shares([ShareInfo], accepted: String?)
  case offer(ShareOffer)
  /// Nothing was done.
  case refused(ShareFault, String)
}

/// Why something about a share cannot be.
package enum ShareFault: String, Error, Hashable, Sendable, Codable, CaseIterable {
  /// There is no such invitation: it was never made, is used up, was withdrawn, or the share has ended.
  case noInvitation
  case expired
  /// The invitation is for another account.
  case wrongAccount
  /// The share is not this account's.
  case notOwner
  /// There is no such share, or the account is not in it.
  case noShare
  /// There is no such member.
  case noMember
  /// More members, invitations or zones than there may be.
  case tooMany
  /// A name or a text is empty, too long, or not of the form that it must have.
  case malformed
}
