// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

/// An object with all that hangs on it, which several accounts have.
///
/// ```swift
/// for share in sync.status.shares { print(share.title, share.participants.count) }
/// ```
public struct SyncShare: Sendable, Hashable, Identifiable {
  /// What somebody may do in a share.
  public enum Right: String, Sendable, Hashable, CaseIterable {
    /// See the objects.
    case read
    /// See and change them, and add others.
    case write
    /// And say who else may.
    case owner
  }

  /// An account in a share.
  public struct Participant: Sendable, Hashable, Identifiable {
    /// The account, as the server names it.
    public let account: String
    /// What it may do.
    public let right: Right

    /// The account.
    public var id: String { account }
  }

  /// An invitation that is open. Its link is shown once, when it is made.
  public struct Invitation: Sendable, Hashable, Identifiable {
    /// Its number, which opens nothing.
    public let id: String
    /// Whom it is for; nil: whoever has the link.
    public let account: String?
    /// What who accepts it may do.
    public let right: Right
    /// When it stops being valid; nil: it does not.
    public let expires: Date?
    /// Whether it may be accepted more than once.
    public let isPublic: Bool
  }

  /// The share's name, the same for all accounts.
  public let id: String
  /// What it is called, as who shared it has said.
  public let title: String
  /// Whose it is.
  public let owner: String
  /// What this account may do.
  public let right: Right
  /// The class of the object that was shared.
  public let rootModelName: String?
  /// That object, if it is on this device.
  public let root: PersistentIdentifier?
  /// All accounts that are in it, the owner first.
  public let participants: [Participant]
  /// Invitations that were not accepted yet; only the owner sees them.
  public let invitations: [Invitation]
}

extension SyncShare {
  init(_ info: ShareInfo, root: PersistentIdentifier?) {
    id = info.zone
    title = info.title
    owner = info.owner
    right = Right(info.right)
    rootModelName = info.root?.type
    self.root = root
    participants =
      [Participant(account: info.owner, right: .owner)]
      + info.members.sorted { $0.key < $1.key }.map { Participant(account: $0.key, right: Right($0.value)) }
    invitations = info.invitations.map { Invitation($0) }
  }
}

extension SyncShare.Right {
  init(_ right: ShareRight) {
    switch right {
    case .read: self = .read
    case .write: self = .write
    case .owner: self = .owner
    }
  }

  var core: ShareRight {
    switch self {
    case .read: .read
    case .write: .write
    case .owner: .owner
    }
  }
}

extension SyncShare.Invitation {
  var number: UniqueNumber? { UniqueNumber(hex: Substring(id)) }

  init(_ invitation: ShareInvitation) {
    id = invitation.number.hex
    account = invitation.account
    right = SyncShare.Right(invitation.right)
    expires = invitation.expires.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    isPublic = invitation.isPublic
  }
}

/// What opens a share: bring it to whom it is for, as a part of an address of your app for instance.
///
/// ```swift
/// let link = try await sync.invite(to: share, as: .write)
/// show("https://example.com/join#\(link.text)")
/// ```
public struct SyncInvitation: Sendable, Hashable {
  /// 64 letters and digits. Who has them may accept the invitation, if it is for their account.
  public let text: String

  /// The invitation in what somebody has pasted or an address has brought.
  ///
  /// - Throws: ``SyncError/noInvitation`` if the text is none.
  public init(_ text: String) throws(SyncError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    guard text.utf8.count == 64, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else {
      throw .noInvitation
    }
    self.text = text
  }

  init(using random: inout some RandomNumberGenerator) {
    text = (0..<4).map { _ in
      let digits = String(random.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }
}

/// What an invitation is for.
public struct SyncShareOffer: Sendable, Hashable {
  /// Who invites.
  public let owner: String
  /// What the share is called.
  public let title: String
  /// What who accepts may do.
  public let right: SyncShare.Right
  /// When the invitation stops being valid; nil: it does not.
  public let expires: Date?
}
