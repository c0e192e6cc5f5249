// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Sharing needs ``SyncOptions/sharing``.
extension ModelSync {
  /// Shares an object, with all that its deletion would delete by the rule `.cascade`.
  ///
  /// ```swift
  /// let share = try await sync.share(playlist, title: playlist.name)
  /// let link = try await sync.invite(to: share, as: .write)
  /// ```
  ///
  /// Nobody has it yet: invite somebody. Objects that are added to it later belong to the share, too. A relationship that leads out of
  /// it stays for this account, and is `nil` for all others. Sharing it again returns the same share.
  ///
  /// - Parameters:
  ///   - object: An object that is saved.
  ///   - title: What those who are invited see before they accept.
  /// - Throws: ``SyncError/alreadyShared(model:id:)`` if it, or a part of it, is in another share;
  ///   ``SyncError/sharedUnique(model:property:)``, ``SyncError/sharedEncrypted(model:property:)`` or
  ///   ``SyncError/shareNeedsOutside(model:property:destination:)`` if objects of its classes cannot be shared;
  ///   ``SyncError/notSynced(model:)``, and what the server or the connection says.
  @discardableResult
  public func share(_ object: some PersistentModel, title: String = "") async throws -> SyncShare {
    let id = object.persistentModelID
    let result = try await driver.exclusively { try await $0.share(id, title: title) }
    wake.yield()
    return result
  }

  /// The share that an object is in; nil: none, it is only this account's.
  ///
  /// ```swift
  /// if let share = try await sync.share(of: playlist), share.right == .read { makeReadOnly() }
  /// ```
  public func share(of object: some PersistentModel) async throws -> SyncShare? {
    let id = object.persistentModelID
    return try await driver.exclusively { try $0.share(of: id) }
  }

  /// Makes an invitation into a share of this account's.
  ///
  /// ```swift
  /// let link = try await sync.invite(to: share, as: .read, account: "bob", expires: .now + 7 * 86_400)
  /// ```
  ///
  /// - Parameters:
  ///   - right: What who accepts it may do: ``SyncShare/Right/read`` or ``SyncShare/Right/write``.
  ///   - account: Who may accept it; nil: whoever has it.
  ///   - expires: Until when, by the server's clock; nil: until it is accepted or withdrawn.
  ///   - isPublic: Whether it may be accepted more than once. Such an invitation is for no account in particular.
  /// - Returns: The invitation. The server has only a hash of it: it cannot be shown again.
  /// - Throws: ``SyncError/notShareOwner``, ``SyncError/sharing(reason:)``.
  public func invite(
    to share: SyncShare, as right: SyncShare.Right, account: String? = nil, expires: Date? = nil,
    isPublic: Bool = false
  ) async throws -> SyncInvitation {
    guard right != .owner else { throw SyncError.sharing(reason: "a share has one owner") }
    let (zone, right) = (share.id, right.core)
    return try await driver.exclusively {
      try await $0.invite(to: zone, right, account: account, expires: expires, isPublic: isPublic)
    }
  }

  /// Takes an invitation back. Who has accepted it stays in the share.
  ///
  /// ```swift
  /// for invitation in share.invitations where invitation.isPublic { try await sync.withdraw(invitation, from: share) }
  /// ```
  public func withdraw(_ invitation: SyncShare.Invitation, from share: SyncShare) async throws {
    guard let number = invitation.number else { throw SyncError.noInvitation }
    let zone = share.id
    try await driver.exclusively { try await $0.change(.withdraw(number), zone) }
  }

  /// What an invitation is for, before it is accepted.
  ///
  /// ```swift
  /// let offer = try await sync.offer(of: SyncInvitation(text))
  /// ask("\(offer.owner) shares \(offer.title)")
  /// ```
  ///
  /// - Throws: ``SyncError/noInvitation``, ``SyncError/invitationExpired``, ``SyncError/invitationForAnotherAccount``.
  public func offer(of invitation: SyncInvitation) async throws -> SyncShareOffer {
    try await driver.exclusively { try await $0.look(invitation) }
  }

  /// Accepts an invitation, and loads what is shared.
  ///
  /// ```swift
  /// let share = try await sync.accept(SyncInvitation(text))
  /// ```
  ///
  /// - Throws: ``SyncError/noInvitation``, ``SyncError/invitationExpired``, ``SyncError/invitationForAnotherAccount``.
  @discardableResult
  public func accept(_ invitation: SyncInvitation) async throws -> SyncShare {
    let result = try await driver.exclusively { try await $0.accept(invitation) }
    wake.yield()
    return result
  }

  /// Says no to an invitation. Unless others may accept it, too, it is gone then.
  ///
  /// ```swift
  /// try await sync.decline(SyncInvitation(text))
  /// ```
  public func decline(_ invitation: SyncInvitation) async throws {
    try await driver.exclusively { try await $0.decline(invitation) }
  }

  /// Gives a participant another right.
  ///
  /// ```swift
  /// try await sync.setRight(of: "bob", in: share, to: .read)
  /// ```
  ///
  /// What a participant had changed, and could not upload before its right was taken, is taken back on its devices.
  ///
  /// - Throws: ``SyncError/notShareOwner``, ``SyncError/noParticipant``.
  public func setRight(of account: String, in share: SyncShare, to right: SyncShare.Right) async throws {
    guard right != .owner else { throw SyncError.sharing(reason: "a share has one owner") }
    let (zone, right) = (share.id, right.core)
    try await driver.exclusively { try await $0.change(.setRight(account: account, right), zone) }
  }

  /// Takes a participant out of a share. Its devices delete the share's objects when they sync next; what they have kept
  /// elsewhere nobody can take back.
  ///
  /// ```swift
  /// try await sync.remove("bob", from: share)
  /// ```
  ///
  /// A public invitation lets it come back: withdraw that, too.
  public func remove(_ account: String, from share: SyncShare) async throws {
    let zone = share.id
    try await driver.exclusively { try await $0.change(.remove(account: account), zone) }
  }

  /// Leaves a share of somebody else's. Its objects are deleted on this account's devices.
  ///
  /// ```swift
  /// try await sync.leave(share)
  /// ```
  public func leave(_ share: SyncShare) async throws {
    let zone = share.id
    try await driver.exclusively { try await $0.leave(zone) }
  }

  /// Ends a share of this account's: nobody else has its objects any more, and they are private again.
  ///
  /// ```swift
  /// try await sync.stopSharing(share)
  /// ```
  public func stopSharing(_ share: SyncShare) async throws {
    let zone = share.id
    try await driver.exclusively { try await $0.end(zone) }
    wake.yield()
  }

  /// Empties the list of changes that were taken back.
  ///
  /// ```swift
  /// try await sync.dismissReverted()
  /// ```
  public func dismissReverted() async throws {
    try await driver.exclusively { try $0.dismissReverted() }
  }
}
