// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

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
  ///   ``SyncError/tooLarge``, ``SyncError/updateNeeded(least:)`` and others.
  func send(_ message: Data) async throws(SyncError) -> Data

  /// The number of a zone's latest change, now and whenever the server has another one; nil: the server does not tell, and
  /// is asked from time to time.
  ///
  /// Who is slow sees the latest number only. The sequence ends when the connection does, and is asked for again then.
  func changes(inZone zone: String) -> AsyncThrowingStream<UInt64, any Error>?

  /// The same transport, which says with all that it sends which version the app's models have.
  ///
  /// ``ModelSync`` asks for it once. A server that demands a least version is told by that alone: it refuses what states
  /// none.
  func stating(schemaVersion: Schema.Version) -> any SyncTransport

  /// Whether large values travel beside messages, by the two methods below. Without them, values stay within their messages,
  /// and those of more than about a megabyte are set aside.
  var carriesLargeValues: Bool { get }

  /// Sends a part of a large value, or none, to hear how much the server has.
  ///
  /// - Parameter offset: Where the part begins. Unless that is the end of what the server has, it takes nothing.
  /// - Returns: How many bytes the server has now.
  /// - Throws: ``SyncError/tooLarge`` if the server takes no value of this size, ``SyncError/server(status:reason:)`` with
  ///   status 507 if the account has no room for it, with 400 if it does not take this value for another reason, with 422
  ///   if all bytes are there and are not the value, with 404 if the server takes no large values; and as ``send(_:)``.
  func upload(_ part: Data, of value: SyncLargeValue, at offset: Int, zone: String) async throws(SyncError) -> Int

  /// Brings a part of a large value.
  ///
  /// - Returns: `count` bytes, or fewer.
  /// - Throws: ``SyncError/server(status:reason:)`` with status 404 if the zone has no such value; and as ``send(_:)``.
  func download(_ value: SyncLargeValue, from offset: Int, count: Int, zone: String) async throws(SyncError) -> Data
}

/// A text or bytes of an attribute that are too large for a message: a picture, a recording.
///
/// ```swift
/// func upload(_ part: Data, of value: SyncLargeValue, at offset: Int, zone: String) async throws(SyncError) -> Int {
///   try await bucket.append(part, to: "\(zone)/\(value.sha256)", at: offset)
/// }
/// ```
public struct SyncLargeValue: Sendable, Hashable {
  /// The SHA-256 of all bytes, as 64 hexadecimal digits in lower case.
  public let sha256: String
  /// How many bytes there are.
  public let size: Int
}

extension SyncTransport {
  /// A server that does not tell.
  public func changes(inZone zone: String) -> AsyncThrowingStream<UInt64, any Error>? { nil }

  /// States nothing.
  public func stating(schemaVersion: Schema.Version) -> any SyncTransport { self }

  /// Values stay within their messages.
  public var carriesLargeValues: Bool { false }

  /// Takes nothing.
  public func upload(
    _ part: Data, of value: SyncLargeValue, at offset: Int, zone: String
  ) async throws(SyncError) -> Int { throw .server(status: 404, reason: "the transport carries no large values") }

  /// Has nothing.
  public func download(
    _ value: SyncLargeValue, from offset: Int, count: Int, zone: String
  ) async throws(SyncError) -> Data { throw .server(status: 404, reason: "the transport carries no large values") }
}

extension SyncLargeValue {
  init(_ blob: BlobReference) { self.init(sha256: blob.name, size: blob.size) }
}
