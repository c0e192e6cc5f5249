// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

// What devices and the server say about shares.

extension JSONWriter {
  mutating func share(_ command: ShareCommand) {
    raw("{")
    switch command {
    case .list: raw(#""list":true"#)
    case .create(let root, let title):
      raw(#""create":{"root":"#)
      optional(root) { $0.id($1) }
      raw(#","title":"#)
      text(title)
      raw("}")
    case .invite(let invitation, let secret):
      raw(#""invite":{"invitation":"#)
      self.invitation(invitation)
      raw(#","secret":"#)
      text(secret)
      raw("}")
    case .withdraw(let number):
      raw(#""withdraw":"#)
      self.number(number)
    case .look(let secret):
      raw(#""look":"#)
      text(secret)
    case .accept(let secret):
      raw(#""accept":"#)
      text(secret)
    case .decline(let secret):
      raw(#""decline":"#)
      text(secret)
    case .setRight(let account, let right):
      raw(#""setRight":{"account":"#)
      text(account)
      raw(#","right":"#)
      text(right.rawValue)
      raw("}")
    case .remove(let account):
      raw(#""remove":"#)
      text(account)
    case .end: raw(#""end":true"#)
    }
  }

  mutating func shared(_ answer: ShareAnswer) {
    raw("{")
    switch answer {
    case .shares(let shares, let accepted):
      raw(#""accepted":"#)
      optional(accepted) { $0.text($1) }
      raw(#","shares":"#)
      array(shares) { $0.info($1) }
    case .offer(let offer):
      raw(#""offer":{"invitation":"#)
      invitation(offer.invitation)
      raw(#","owner":"#)
      text(offer.owner)
      raw(#","title":"#)
      text(offer.title)
      raw("}")
    case .refused(let fault, let reason):
      raw(#""refused":{"fault":"#)
      text(fault.rawValue)
      raw(#","reason":"#)
      text(reason)
      raw("}")
    }
    raw("}")
  }

  mutating func invitation(_ invitation: ShareInvitation) {
    raw(#"{"account":"#)
    optional(invitation.account) { $0.text($1) }
    raw(#","expires":"#)
    optional(invitation.expires) { $0.number($1) }
    raw(#","number":"#)
    number(invitation.number)
    raw(#","public":"#)
    bool(invitation.isPublic)
    raw(#","right":"#)
    text(invitation.right.rawValue)
    raw("}")
  }

  private mutating func info(_ info: ShareInfo) {
    raw(#"{"invitations":"#)
    array(info.invitations) { $0.invitation($1) }
    raw(#","members":"#)
    dictionary(info.members) { $0.text($1.rawValue) }
    raw(#","owner":"#)
    text(info.owner)
    raw(#","right":"#)
    text(info.right.rawValue)
    raw(#","root":"#)
    optional(info.root) { $0.id($1) }
    raw(#","title":"#)
    text(info.title)
    raw(#","zone":"#)
    text(info.zone)
    raw("}")
  }
}

extension WireReader {
  private static let commands: [StaticString] = [
    "list", "create", "invite", "withdraw", "look", "accept", "decline", "setRight", "remove", "end",
  ]

  func share() throws(WireError) -> ShareCommand {
    let object = try object([], optional: Self.commands)
    let found = Self.commands.filter { has($0) }
    guard found.count == 1, let name = found.first, let body = object[name] else { throw .ambiguous(path: path) }
    switch "\(name)" {
    case "list":
      guard try body.bool() else { throw body.wrong("true") }
      return .list
    case "create":
      let parts = try body.object(["root", "title"])
      guard let root = parts["root"], let title = parts["title"] else { throw body.wrong("a share") }
      return .create(root: root.isNull ? nil : try root.id(), title: try title.text())
    case "invite":
      let parts = try body.object(["invitation", "secret"])
      guard let invitation = parts["invitation"], let secret = parts["secret"] else {
        throw body.wrong("an invitation")
      }
      return .invite(try invitation.invitation(), secret: try secret.text())
    case "withdraw": return .withdraw(try body.uniqueNumber())
    case "look": return .look(secret: try body.text())
    case "accept": return .accept(secret: try body.text())
    case "decline": return .decline(secret: try body.text())
    case "setRight":
      let parts = try body.object(["account", "right"])
      guard let account = parts["account"], let right = parts["right"] else { throw body.wrong("a right") }
      return .setRight(account: try account.name(), try right.right())
    case "remove": return .remove(account: try body.name())
    default:
      guard try body.bool() else { throw body.wrong("true") }
      return .end
    }
  }

  func shared() throws(WireError) -> ShareAnswer {
    let object = try object([], optional: ["shares", "accepted", "offer", "refused"])
    if let shares = object["shares"], let accepted = object["accepted"], object["offer"] == nil,
      object["refused"] == nil
    {
      return .shares(
        try shares.array { reader throws(WireError) in try reader.info() },
        accepted: accepted.isNull ? nil : try accepted.name())
    }
    guard object["shares"] == nil, object["accepted"] == nil else { throw .ambiguous(path: path) }
    if let offer = object["offer"], object["refused"] == nil {
      let parts = try offer.object(["invitation", "owner", "title"])
      guard let invitation = parts["invitation"], let owner = parts["owner"], let title = parts["title"] else {
        throw offer.wrong("an offer")
      }
      return .offer(
        ShareOffer(owner: try owner.name(), title: try title.text(), invitation: try invitation.invitation()))
    }
    guard let refused = object["refused"], object["offer"] == nil else { throw .ambiguous(path: path) }
    let parts = try refused.object(["fault", "reason"])
    guard let fault = parts["fault"], let reason = parts["reason"] else { throw refused.wrong("a refusal") }
    guard let known = ShareFault(rawValue: try fault.text()) else { throw fault.wrong("a fault") }
    return .refused(known, try reason.text())
  }

  func invitation() throws(WireError) -> ShareInvitation {
    let object = try object(["account", "expires", "number", "public", "right"])
    guard let account = object["account"], let expires = object["expires"], let number = object["number"],
      let isPublic = object["public"], let right = object["right"]
    else { throw wrong("an invitation") }
    return ShareInvitation(
      number: try number.uniqueNumber(), account: account.isNull ? nil : try account.name(), right: try right.right(),
      expires: expires.isNull ? nil : try expires.integer(), isPublic: try isPublic.bool())
  }

  private func info() throws(WireError) -> ShareInfo {
    let object = try object(["invitations", "members", "owner", "right", "root", "title", "zone"])
    guard let invitations = object["invitations"], let members = object["members"], let owner = object["owner"],
      let right = object["right"], let root = object["root"], let title = object["title"], let zone = object["zone"]
    else { throw wrong("a share") }
    return ShareInfo(
      zone: try zone.name(), owner: try owner.name(), title: try title.text(),
      root: root.isNull ? nil : try root.id(), right: try right.right(),
      members: try members.dictionary(
        key: { reader throws(WireError) in try reader.name() },
        value: { reader throws(WireError) in try reader.right() }),
      invitations: try invitations.array { reader throws(WireError) in try reader.invitation() })
  }

  private func right() throws(WireError) -> ShareRight {
    guard let right = ShareRight(rawValue: try text()) else { throw wrong("a right") }
    return right
  }
}
