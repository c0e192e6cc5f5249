// SPDX-License-Identifier: Apache-2.0

/// A share on the server, as a value: who is in it, and who is invited. The server's storage keeps it; all decisions are here.
package struct ServerShare: Hashable, Sendable {
  /// An invitation, and what tells its secret: the secret's hash, or in memory the secret itself.
  package struct Invited: Hashable, Sendable {
    package var invitation: ShareInvitation
    package var key: String
    /// Who has used it up. It is kept, since the answer may be lost, and asked for again.
    package var acceptedBy: String?

    package init(invitation: ShareInvitation, key: String, acceptedBy: String? = nil) {
      (self.invitation, self.key, self.acceptedBy) = (invitation, key, acceptedBy)
    }
  }

  package var zone: String
  package var owner: String
  package var title: String
  package var root: RecordID?
  package var members: [String: ShareRight] = [:]
  package var invited: [Invited] = []

  /// How zones are named that may be shares. Such a zone is made by `ShareCommand.create` only.
  package static let prefix = "share-"
  package static let memberLimit = 200
  package static let invitationLimit = 200
  package static let titleBytes = 1_000

  package init(zone: String, owner: String, title: String, root: RecordID?) {
    (self.zone, self.owner, self.title, self.root) = (zone, owner, title, root)
  }

  /// Whether a name is that of a share: the prefix and 32 hexadecimal digits.
  package static func isName(_ zone: String) -> Bool {
    zone.hasPrefix(prefix) && zone.utf8.count == prefix.utf8.count + 32
      && zone.utf8.dropFirst(prefix.utf8.count).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  package static func name(_ number: UniqueNumber) -> String {
    func digits(_ word: UInt64) -> String {
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 16 - text.utf8.count) + text
    }
    return prefix + digits(number.high) + digits(number.low)
  }

  package func right(of account: String) -> ShareRight? {
    // By bytes: to Swift's strings, "é" in one and in two scalars is the same, but not to who gives accounts their names.
    if account.hasBytes(of: owner) { return .owner }
    guard let index = members.index(forKey: account), members[index].key.hasBytes(of: account) else { return nil }
    return members[index].value
  }

  /// What an account that is in the share sees of it; nil: nothing.
  package func info(for account: String) -> ShareInfo? {
    guard let right = right(of: account) else { return nil }
    return ShareInfo(
      zone: zone, owner: owner, title: title, root: root, right: right, members: members,
      invitations: right == .owner
        ? invited.filter { $0.acceptedBy == nil }.map(\.invitation).sorted { $0.number < $1.number } : [])
  }

  /// Does what a member asks for. Doing it twice is doing it once: an answer may be lost.
  package mutating func perform(
    _ command: ShareCommand, by account: String, key: (String) -> String
  ) throws(ShareFault) {
    guard let right = right(of: account) else {
      if Self.isLeaving(command, account) { return }
      throw .noShare
    }
    switch command {
    case .remove where Self.isLeaving(command, account) && right != .owner: return drop(account)
    case .list, .look, .accept, .decline, .create: throw .malformed
    default: guard right == .owner else { throw .notOwner }
    }
    switch command {
    case .invite(let invitation, let secret):
      guard invitation.right != .owner, Self.isSecret(secret), !(invitation.isPublic && invitation.account != nil)
      else {
        throw .malformed
      }
      let new = Invited(invitation: invitation, key: key(secret))
      if invited.contains(where: { $0.key == new.key && $0.invitation == invitation }) { return }
      guard !invited.contains(where: { $0.key == new.key || $0.invitation.number == invitation.number }) else {
        throw .malformed
      }
      guard invited.count(where: { $0.acceptedBy == nil }) < Self.invitationLimit else { throw .tooMany }
      invited.append(new)
    case .withdraw(let number): invited.removeAll { $0.invitation.number == number }
    case .setRight(let other, let new):
      guard new != .owner else { throw .malformed }
      guard members[other] != nil else { throw .noMember }
      members[other] = new
    case .remove(let other):
      guard other != owner else { throw .malformed }
      drop(other)
    case .end: (members, invited) = ([:], [])
    case .list, .look, .accept, .decline, .create: break
    }
  }

  /// Whether an account takes itself out. Who is in no more, or whose share is gone, has what it asks for.
  package static func isLeaving(_ command: ShareCommand, _ account: String) -> Bool {
    if case .remove(let other) = command { other.hasBytes(of: account) } else { false }
  }

  /// An invitation for the same account, or that it has used before, would let it come back.
  private mutating func drop(_ account: String) {
    members[account] = nil
    invited.removeAll { $0.invitation.account == account || $0.acceptedBy == account }
  }

  /// What an invitation says to an account.
  package func offer(key: String, to account: String, now: Int64) throws(ShareFault) -> ShareOffer {
    guard let found = invited.first(where: { $0.key == key }) else { throw .noInvitation }
    let invitation = found.invitation
    if let user = found.acceptedBy {
      guard user.hasBytes(of: account) else { throw .noInvitation }
      return ShareOffer(owner: owner, title: title, invitation: invitation)
    }
    if let whom = invitation.account, !whom.hasBytes(of: account) { throw .wrongAccount }
    if let expires = invitation.expires, now >= expires { throw .expired }
    return ShareOffer(owner: owner, title: title, invitation: invitation)
  }

  /// Takes an account in. Who is in already, with that right or more, stays so.
  package mutating func accept(key: String, by account: String, now: Int64) throws(ShareFault) {
    let invitation = try offer(key: key, to: account, now: now).invitation
    if account.hasBytes(of: owner) { return }
    // Another account whose name Unicode takes for the same.
    guard members[account] == nil || right(of: account) != nil else { throw .wrongAccount }
    guard members[account] != nil || members.count < Self.memberLimit else { throw .tooMany }
    guard let index = invited.firstIndex(where: { $0.key == key }), invited[index].acceptedBy == nil else { return }
    if members[account] != .write { members[account] = invitation.right }
    if !invitation.isPublic { invited[index].acceptedBy = account }
    forgetUsed()
  }

  /// Forgets invitations that were used up, but for one of each member: it may ask again, since the answer was lost. Those of
  /// who is in no more went with the membership.
  private mutating func forgetUsed() {
    var used = invited.count { $0.acceptedBy != nil }
    guard used > Self.memberLimit else { return }
    var left: [ExactText: Int] = [:]
    for user in invited.compactMap(\.acceptedBy) { left[ExactText(user), default: 0] += 1 }
    invited.sort { $0.invitation.number < $1.invitation.number }
    invited.removeAll { invited in
      guard used > Self.memberLimit, let user = invited.acceptedBy.map(ExactText.init), left[user] ?? 0 > 1 else {
        return false
      }
      left[user]? -= 1
      used -= 1
      return true
    }
  }

  /// Who declines an invitation that others may accept, too, only forgets it. One that is not there, or that another
  /// account has used up, is declined: it may have been this answer that was lost.
  package mutating func decline(key: String, by account: String, now: Int64) throws(ShareFault) {
    let invitation: ShareInvitation
    do throws(ShareFault) { invitation = try offer(key: key, to: account, now: now).invitation } catch .noInvitation {
      return
    }
    if !invitation.isPublic, account != owner { invited.removeAll { $0.key == key && $0.acceptedBy == nil } }
  }

  /// At least 128 bits, in letters that addresses may have.
  static func isSecret(_ text: String) -> Bool {
    (32...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte) || (0x41...0x5a).contains(byte) || byte == 0x2d
          || byte == 0x5f
      }
  }
}

extension ShareFault {
  package var reason: String {
    switch self {
    case .noInvitation: "there is no such invitation: it is used up, was withdrawn, or the share has ended"
    case .expired: "the invitation has expired: ask for another one"
    case .wrongAccount: "the invitation is for another account: sign in with that one"
    case .notOwner: "only the owner of a share may do this"
    case .noShare: "there is no such share, or the account is not in it"
    case .noMember: "the share has no such member"
    case .tooMany: "there are as many as there may be"
    case .malformed: "the request is not of the form that it must have"
    }
  }
}

extension Refusal {
  /// How the reason of a change begins that the account has no right to make.
  package static let rightMark = "right: "
}

extension PushResult.Outcome {
  /// Whether the account had no right to what it uploaded.
  var isForbidden: Bool {
    guard case .refused(let refusals) = self else { return false }
    return refusals.contains { $0.reason.hasPrefix(Refusal.rightMark) }
  }
}
