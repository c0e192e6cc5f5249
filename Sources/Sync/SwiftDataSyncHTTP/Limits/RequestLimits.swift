// SPDX-License-Identifier: Apache-2.0

/// How often devices may come.
package struct RequestLimits: Sendable {
  /// Requests of an account, a second; ten times as many at once. 0: as many as it likes.
  package var requests = 100
  /// Connections of an account that listen.
  package var listeners = 200
  /// Wrong tokens of an address, a minute.
  package var wrongTokens = 20
  /// Whether a proxy writes the address of who comes into `X-Forwarded-For`.
  package var isForwarded = false

  package init() {}
}
