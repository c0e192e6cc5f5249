// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Takes messages to a server, and brings its answers.
///
/// ``HTTPSyncTransport`` does it over HTTP. Another one may call a server in the same process:
///
/// ```swift
/// struct Loopback: SyncTransport {
///   var answer: @Sendable (Data) async throws(SyncError) -> Data
///   func send(_ message: Data) async throws(SyncError) -> Data { try await answer(message) }
/// }
/// ```
///
/// A message may be sent again whatever became of it.
public protocol SyncTransport: Sendable {
  /// Sends a message of the protocol, and waits for the answer's bytes.
  ///
  /// - Throws: ``SyncError/unreachable(reason:)``, ``SyncError/signInNeeded``, ``SyncError/tryLater(seconds:)``,
  ///   ``SyncError/tooLarge`` and others.
  func send(_ message: Data) async throws(SyncError) -> Data
}
