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
/// A message may be sent again whatever became of it. An answer that does not come must end in an error: a round of sync
/// waits for it.
public protocol SyncTransport: Sendable {
  /// Sends a message of the protocol, and waits for the answer's bytes.
  ///
  /// - Throws: ``SyncError/unreachable(reason:)``, ``SyncError/timedOut(seconds:)``, ``SyncError/signInNeeded``, ``SyncError/tryLater(seconds:)``,
  ///   ``SyncError/tooLarge`` and others.
  func send(_ message: Data) async throws(SyncError) -> Data

  /// The number of a zone's latest change, now and whenever the server has another one; nil: the server does not tell, and
  /// is asked from time to time.
  ///
  /// Who is slow sees the latest number only. The sequence ends when the connection does, and is asked for again then.
  func changes(inZone zone: String) -> AsyncThrowingStream<UInt64, any Error>?
}

extension SyncTransport {
  /// A server that does not tell.
  public func changes(inZone zone: String) -> AsyncThrowingStream<UInt64, any Error>? { nil }
}
