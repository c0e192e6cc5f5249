// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

/// What the app does with shares.
extension SyncDriver {
  private func prepare() throws {
    guard options.sharing else { throw SyncError.sharingIsOff }
    try open()
    try drain()
  }

  /// Makes an object and all that hangs on it a share, and moves it there.
  func share(_ object: PersistentIdentifier, title: String) async throws -> SyncShare {
    try prepare()
    guard title.utf8.count <= ServerShare.titleBytes else {
      throw SyncError.sharing(reason: "the title has more than \(ServerShare.titleBytes) bytes")
    }
    guard let id = state.records[object], space.isAlive(id) else {
      throw SyncError.notSynced(model: object.entityName)
    }
    try checkModels(from: id.type)
    try await loadShares()
    let own = state.header.shares?.first { $0.right == .owner && $0.root == id }
    let home = space.destination(of: id)
    if let own, home == own.zone { return share(own) }
    // The object itself first: it is the one that the app asked for.
    for part in [id] + space.closure(of: id).sorted() where space.destination(of: part) != options.zone {
      throw SyncError.alreadyShared(model: part.type, id: part.name)
    }
    let name = own?.zone ?? ServerShare.name(UniqueNumber(using: &random))
    try take(try await shares(after: .create(root: id, title: title), zone: name))
    try move([id], to: name)
    try await round()
    return try current(name)
  }

  private func move(_ ids: [RecordID], to zone: String) throws {
    try drain()
    _ = try handle(.move(ids, to: zone))
    try show(takeVisible())
  }

  private func current(_ name: String) throws -> SyncShare {
    guard let info = state.header.shares?.first(where: { $0.zone == name }) else { throw SyncError.noShare }
    return share(info)
  }

  /// Whether objects of this class, and of all that hang on it, can be shared.
  private func checkModels(from name: String) throws {
    let all = container.schema.entitiesByName
    func withSubclasses(_ name: String) -> [String] {
      [name] + all.values.filter { $0.superentityName == name }.flatMap { withSubclasses($0.name) }
    }
    var found: Set<String> = []
    var open = withSubclasses(name)
    while let next = open.popLast() {
      guard schema.models[next] != nil, found.insert(next).inserted, let entity = all[next] else { continue }
      for case let relationship as Schema.Relationship in entity.properties where relationship.deleteRule == .cascade {
        open += withSubclasses(relationship.destination)
      }
    }
    for name in found.sorted() {
      guard let entity = all[name], let model = schema.models[name] else { continue }
      let unique = client.schema.models[name]?.unique.first ?? entity.uniquenessConstraints.first?.first
      if let unique { throw SyncError.sharedUnique(model: name, property: unique) }
      if let sealed = model.sealed.first { throw SyncError.sharedEncrypted(model: name, property: sealed.name) }
      for case let relationship as Schema.Relationship in entity.properties
      where relationship.isToOneRelationship && !relationship.isOptional && !found.contains(relationship.destination) {
        throw SyncError.shareNeedsOutside(
          model: name, property: relationship.name, destination: relationship.destination)
      }
    }
  }

  /// The share that an object is in, or is moving to.
  func share(of object: PersistentIdentifier) throws -> SyncShare? {
    try prepare()
    guard let id = state.records[object], let home = space.destination(of: id), home != options.zone else { return nil }
    return try current(home)
  }

  func invite(
    to zone: String, _ right: ShareRight, account: String?, expires: Date?, isPublic: Bool
  ) async throws -> SyncInvitation {
    try prepare()
    let invitation = SyncInvitation(using: &random)
    let number = UniqueNumber(using: &random)
    let time = try expires.map { date in
      guard let time = Int64(exactly: (date.timeIntervalSince1970 * 1_000).rounded()),
        (-1 << 53..<1 << 53).contains(time)
      else { throw SyncError.sharing(reason: "an invitation cannot expire at \(date.timeIntervalSince1970) seconds") }
      return time
    }
    try await change(
      .invite(
        ShareInvitation(number: number, account: account, right: right, expires: time, isPublic: isPublic),
        secret: invitation.text), zone)
    return invitation
  }

  func look(_ invitation: SyncInvitation) async throws -> SyncShareOffer {
    try prepare()
    guard case .offer(let offer) = try await ask(.look(secret: invitation.text)) else {
      throw SyncError.malformedAnswer(reason: "it is no offer")
    }
    let expires = offer.invitation.expires.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    return SyncShareOffer(
      owner: offer.owner, title: offer.title, right: SyncShare.Right(offer.invitation.right), expires: expires)
  }

  func accept(_ invitation: SyncInvitation) async throws -> SyncShare {
    try prepare()
    guard case .shares(let shares, let accepted?) = try await ask(.accept(secret: invitation.text)) else {
      throw SyncError.malformedAnswer(reason: "it names no share")
    }
    try take(shares)
    try await round()
    return try current(accepted)
  }

  func decline(_ invitation: SyncInvitation) async throws {
    try prepare()
    _ = try await ask(.decline(secret: invitation.text))
  }

  /// Changes who may do what.
  func change(_ command: ShareCommand, _ zone: String) async throws {
    try prepare()
    try take(try await shares(after: command, zone: zone))
  }

  func leave(_ zone: String) async throws {
    do { try await change(.remove(account: account), zone) } catch SyncError.noShare { try await loadShares() }
  }

  /// Takes the share from all others, and brings what is in it home.
  func end(_ zone: String) async throws {
    try await change(.end, zone)
    let ids = core.zones[zone]?.rows.filter(\.value.isAlive).keys.sorted() ?? []
    try move(ids, to: options.zone)
    try await round()
  }
}

extension SyncError {
  init(_ fault: ShareFault, _ reason: String) {
    switch fault {
    case .noInvitation: self = .noInvitation
    case .expired: self = .invitationExpired
    case .wrongAccount: self = .invitationForAnotherAccount
    case .notOwner: self = .notShareOwner
    case .noShare: self = .noShare
    case .noMember: self = .noParticipant
    case .tooMany, .malformed: self = .sharing(reason: reason)
    }
  }
}
