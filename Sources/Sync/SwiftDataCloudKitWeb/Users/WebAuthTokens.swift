// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Web-auth tokens that stand for a token of the server's: each answer may have a new one. They are of the process, and
/// valid as long as the token that they stand for is.
package final class WebAuthTokens: Sendable {
  private struct Contents {
    var originals: [String: (token: String, expires: Int64)] = [:]
    /// Those that were used, of those that are valid once.
    var used: [String: Int64] = [:]
  }

  static let lifetime: Int64 = 30 * 60_000
  private static let capacity = 50_000
  private let contents = Mutex(Contents())
  private let areSingleUse: Bool

  package init(areSingleUse: Bool) { self.areSingleUse = areSingleUse }

  /// The server's token that a web-auth token stands for, or is; nil: it was used, or has expired.
  package func original(of token: String, now: Int64) -> String? {
    contents.withLock { contents in
      if areSingleUse {
        guard contents.used[token] == nil else { return nil }
        if contents.used.count >= Self.capacity {
          contents.used = contents.used.filter { $0.value > now }
          if contents.used.count >= Self.capacity { return nil }
        }
        contents.used[token] = now + Self.lifetime
      }
      guard token.hasPrefix(Self.mark) else { return token }
      guard let original = contents.originals[token], original.expires > now else { return nil }
      return original.token
    }
  }

  /// The next token for a client.
  package func next(for original: String, now: Int64) -> String {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<4).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
    let token = Self.mark + RecordNames.hexadecimal(bytes)
    contents.withLock { contents in
      if contents.originals.count >= Self.capacity {
        contents.originals = contents.originals.filter { $0.value.expires > now }
        // All are in use: their clients sign in anew, rather than the server needing ever more memory.
        if contents.originals.count >= Self.capacity { contents.originals = [:] }
      }
      contents.originals[token] = (original, now + Self.lifetime)
    }
    return token
  }

  private static let mark = "ckweb_"
}
