// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncServer

/// The commands about shares. A server that works with the database follows them.
enum ShareCommands {
  static func share(_ arguments: inout Arguments) throws {
    let command = try arguments.next("'list', 'right', 'remove' or 'end'")
    let place = try arguments.place()
    switch command {
    case "list":
      let account = try? arguments.next("the account")
      try arguments.finish()
      let shares = try place.open(isNew: false).shares(of: account)
      for share in shares { show(share) }
      print("\(shares.count) shares")
    case "right":
      let (share, account) = (try arguments.next("the share"), try arguments.next("the account"))
      let text = try arguments.next("'read' or 'write'")
      try arguments.finish()
      guard let right = ShareRight(rawValue: text), right != .owner else {
        throw UsageError(text: "a right is 'read' or 'write', not '\(text)'")
      }
      try place.open(isNew: false).administer(.setRight(account: account, right), share: share, now: Time.now)
      print("'\(account)' may \(text)")
    case "remove":
      let (share, account) = (try arguments.next("the share"), try arguments.next("the account"))
      try arguments.finish()
      try place.open(isNew: false).administer(.remove(account: account), share: share, now: Time.now)
      print("'\(account)' is not in the share any more; withdraw its public invitations, too, if it must not come back")
    case "end":
      let share = try arguments.next("the share")
      try arguments.finish()
      try place.open(isNew: false).administer(.end, share: share, now: Time.now)
      print("Nobody but its owner is in the share any more.")
    case let other: throw UsageError(text: "'share' is followed by 'list', 'right', 'remove' or 'end', not '\(other)'")
    }
  }

  private static func show(_ share: ShareInfo) {
    print("\(share.zone)  '\(share.title)' of \(share.owner)")
    for (account, right) in share.members.sorted(by: { $0.key < $1.key }) {
      print("  \(account) may \(right.rawValue)")
    }
    for invitation in share.invitations {
      let whom = invitation.account ?? (invitation.isPublic ? "whoever has the link" : "one who has the link")
      let end = invitation.expires.map { ", until \(Time.text($0))" } ?? ""
      print("  invited: \(whom), to \(invitation.right.rawValue)\(end)")
    }
  }
}
