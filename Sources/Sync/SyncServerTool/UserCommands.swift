// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncServer

/// The commands about users, their tokens, and what accounts may have. A server that works with the database follows them.
enum UserCommands {
  static func user(_ arguments: inout Arguments) throws {
    let command = try arguments.next("'add', 'remove' or 'list'")
    let place = try arguments.place()
    switch command {
    case "add":
      let account = try arguments.next("the account")
      try arguments.finish()
      // The first user may come before the first device.
      try place.open(isNew: true).addUser(account, now: Time.now)
      print("'\(account)' is a user: issue a token for each device")
    case "remove":
      let account = try arguments.next("the account")
      try arguments.finish()
      try place.open(isNew: false).removeUser(account)
      print("'\(account)' is no user any more; what the account has stays, until 'erase'")
    case "list":
      try arguments.finish()
      let users = try place.open(isNew: false).users(now: Time.now)
      for user in users { print("\(user.account)  since \(Time.text(user.created)), \(user.tokens) valid tokens") }
      print("\(users.count) users")
    case let other: throw UsageError(text: "'user' is followed by 'add', 'remove' or 'list', not '\(other)'")
    }
  }

  static func token(_ arguments: inout Arguments) throws {
    let command = try arguments.next("'issue', 'list' or 'revoke'")
    let (place, account) = (try arguments.place(), try arguments.next("the account"))
    switch command {
    case "issue":
      let options = try arguments.options(["--device", "--days"])
      guard let device = options["--device"] else { throw UsageError(text: "--device is missing") }
      let days = try options["--days"].map { text in
        guard let days = Int64(text), (1...100_000).contains(days) else {
          throw UsageError(text: "--days is no number of 1 to 100000")
        }
        return days
      }
      let now = Time.now
      let (_, token) = try place.open(isNew: false).issueToken(
        for: account, device: device, now: now, expires: days.map { now + $0 * 86_400_000 })
      // Alone, so that a script can take it.
      print(token)
    case "list":
      try arguments.finish()
      let tokens = try place.open(isNew: false).tokens(of: account)
      for token in tokens {
        let end =
          switch token.expires {
          case let time? where time <= Time.now: "expired \(Time.text(time))"
          case let time?: "until \(Time.text(time))"
          case nil: "does not expire"
          }
        print("\(token.number)  \(token.device)  issued \(Time.text(token.created)), \(end)")
      }
      print("\(tokens.count) tokens")
    case "revoke":
      let text = try arguments.next("the token's number, or 'all'")
      try arguments.finish()
      guard let number = text == "all" ? .some(nil) : Int64(text).map(Int64?.some) else {
        throw UsageError(text: "'\(text)' is no number of a token, as 'token list' names it")
      }
      print("\(try place.open(isNew: false).revokeToken(number, of: account)) tokens revoked")
    case let other: throw UsageError(text: "'token' is followed by 'issue', 'list' or 'revoke', not '\(other)'")
    }
  }

  static func quota(_ arguments: inout Arguments) throws {
    let (place, account) = (try arguments.place(), try arguments.next("the account"))
    let options = try arguments.options(["--records", "--megabytes", "--default"])
    let database = try place.open(isNew: false)
    if let isDefault = options["--default"] {
      guard isDefault == "yes", options.count == 1 else { throw UsageError(text: "--default is 'yes', and alone") }
      try database.setQuota(nil, of: account)
    } else if !options.isEmpty {
      var quota = try database.quotas()[account] ?? AccountQuota()
      if let text = options["--records"] { quota.records = try limit(text, "--records") }
      if let text = options["--megabytes"] { quota.bytes = try limit(text, "--megabytes") << 20 }
      try database.setQuota(quota, of: account)
    }
    let usage = try database.space(of: account).usage
    print("'\(account)' has \(usage.records) records, \(kibibytes(usage.bytes)) KiB")
    let quota = try database.quotas()[account] ?? AccountQuota()
    print("It may have \(text(quota.records, 1, "records")) and \(text(quota.bytes, 1 << 20, "MiB")).")
  }

  /// Rounded up, whatever the number is.
  private static func kibibytes(_ bytes: Int64) -> Int64 { bytes / 1_024 + (bytes % 1_024 > 0 ? 1 : 0) }

  private static func text(_ limit: Int64?, _ unit: Int64, _ name: String) -> String {
    guard let limit else { return "as many \(name) as 'serve' says" }
    return limit == 0 ? "any number of \(name)" : "\(limit / unit) \(name)"
  }

  private static func limit(_ text: String, _ name: String) throws -> Int64 {
    guard let number = Int64(text), (0...1_000_000_000).contains(number) else {
      throw UsageError(text: "\(name) is no number of 0 to 1000000000")
    }
    return number
  }
}
