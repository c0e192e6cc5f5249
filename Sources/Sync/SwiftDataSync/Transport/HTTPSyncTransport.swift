// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Speaks with a sync server over HTTP.
///
/// ```swift
/// let transport = try HTTPSyncTransport("https://sync.example.com") { try await session.token() }
/// ```
public struct HTTPSyncTransport: SyncTransport {
  private let url: URL
  private let eventsURL: URL
  private let blobsURL: URL
  private let healthURL: URL
  private let timeout: TimeInterval
  /// What is said of the app's models; nil: nothing.
  private var schemaVersion: SchemaVersion?
  private let token: @Sendable () async throws -> String

  /// - Parameters:
  ///   - address: The server's address, without a path of the protocol.
  ///   - timeout: How many seconds a message waits for its answer.
  ///   - token: Asked before each message; it may renew a token that is about to expire.
  /// - Throws: ``SyncError/invalidAddress(_:)``.
  public init(
    _ address: String, timeout: TimeInterval = 60, token: @escaping @Sendable () async throws -> String
  ) throws {
    guard let url = URL(string: address), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      url.host?.isEmpty == false
    else { throw SyncError.invalidAddress(address) }
    self.url = url.appendingPathComponent("v1/sync")
    eventsURL = url.appendingPathComponent("v1/events")
    blobsURL = url.appendingPathComponent("v1/blobs")
    healthURL = url.appendingPathComponent("health")
    self.timeout = timeout
    self.token = token
  }

  /// Of all transports: on Linux, a session that ends beside its connections can end the process (``EventReceiver``).
  private static let session = URLSession(configuration: .syncing)

  /// Says the version of the app's models in the field `Sync-Schema` of each request. A version with a negative part is
  /// not said.
  public func stating(schemaVersion version: Schema.Version) -> any SyncTransport {
    var copy = self
    copy.schemaVersion = SchemaVersion(version.description)
    return copy
  }

  /// Sends a message as the body of a `POST`, with the token, and returns the answer's body.
  ///
  /// - Throws: ``SyncError`` if the server cannot be reached, refuses the token, or answers with another status than 200.
  public func send(_ message: Data) async throws(SyncError) -> Data {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = message
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    return try await load(request)
  }

  private func load(_ request: URLRequest) async throws(SyncError) -> Data {
    let data: Data
    let response: URLResponse
    do {
      var request = request
      request.timeoutInterval = timeout
      request.state(schemaVersion)
      request.setValue("Bearer \(try await token())", forHTTPHeaderField: "Authorization")
      (data, response) = try await Self.session.data(for: request)
    } catch let error as SyncError {
      throw error
    } catch let error as URLError where error.code == .timedOut {
      throw .timedOut(seconds: Self.seconds(timeout))
    } catch {
      throw .unreachable(reason: error.localizedDescription)
    }
    guard let response = response as? HTTPURLResponse else { throw .malformedAnswer(reason: "it is not of HTTP") }
    if let error = Self.error(response, data) { throw error }
    return data
  }

  /// Whole seconds, also of a timeout that is meant to be none: the system may end a connection before it.
  package static func seconds(_ timeout: TimeInterval) -> Int { Int(exactly: timeout.rounded(.up)) ?? .max }

  /// What an answer says instead of what was asked for; nil: it is what was asked for.
  static func error(_ response: HTTPURLResponse, _ data: Data) -> SyncError? {
    switch response.statusCode {
    case 200: nil
    case 401: .signInNeeded
    case 403: .forbidden(reason: reason(data))
    case 413: .tooLarge
    case 426: updateNeeded(data) ?? .server(status: 426, reason: reason(data))
    case 429, 503:
      .tryLater(seconds: response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }.map { max($0, 0) })
    default: .server(status: response.statusCode, reason: reason(data))
    }
  }

  /// Large values travel beside messages.
  public var carriesLargeValues: Bool { true }

  /// Sends a part of a large value as the body of a `PUT`.
  public func upload(
    _ part: Data, of value: SyncLargeValue, at offset: Int, zone: String
  ) async throws(SyncError) -> Int {
    var request = try request(value, ["zone": zone, "size": "\(value.size)", "offset": "\(offset)"])
    request.httpMethod = "PUT"
    request.httpBody = part
    request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
    let data = try await load(request)
    guard let received = try? JSONDecoder().decode(Received.self, from: data).received else {
      throw .malformedAnswer(reason: "it does not say how much of a large value is there")
    }
    return received
  }

  /// Brings a part of a large value with a `GET`.
  public func download(
    _ value: SyncLargeValue, from offset: Int, count: Int, zone: String
  ) async throws(SyncError) -> Data {
    try await load(request(value, ["zone": zone, "offset": "\(offset)", "count": "\(count)"]))
  }

  private func request(_ value: SyncLargeValue, _ query: [String: String]) throws(SyncError) -> URLRequest {
    var components = URLComponents(
      url: blobsURL.appendingPathComponent(value.sha256), resolvingAgainstBaseURL: false)
    components?.queryItems = query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
    // A plus means a space to some servers.
    let escaped = components?.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
    components?.percentEncodedQuery = escaped
    guard let url = components?.url else { throw .invalidAddress(blobsURL.absoluteString) }
    return URLRequest(url: url)
  }

  private struct Received: Decodable { var received: Int }

  /// The numbers of a zone's latest changes, as the server sends them: events of `text/event-stream`. The sequence throws
  /// ``SyncError/signInNeeded`` as soon as the token is not valid any more.
  ///
  /// ```swift
  /// if let changes = transport.changes(inZone: "main") { for try await number in changes { print(number) } }
  /// ```
  public func changes(inZone zone: String) -> AsyncThrowingStream<UInt64, any Error>? {
    guard var components = URLComponents(url: eventsURL, resolvingAgainstBaseURL: false) else { return nil }
    components.queryItems = [URLQueryItem(name: "zone", value: zone)]
    guard let url = components.url else { return nil }
    return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) {
      [token, healthURL, timeout, schemaVersion] continuation in
      let task = Task {
        do {
          var request = URLRequest(url: url)
          request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
          request.state(schemaVersion)
          request.setValue("Bearer \(try await token())", forHTTPHeaderField: "Authorization")
          let first = URLRequest(url: healthURL, timeoutInterval: timeout)
          try await EventReceiver.receive(request, after: first) { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private struct Failure: Decodable { var error: String }
  private struct Demand: Decodable { var leastSchema: String }

  /// Nil: it is not the server that says so.
  private static func updateNeeded(_ data: Data) -> SyncError? {
    (try? JSONDecoder().decode(Demand.self, from: data)).flatMap { SchemaVersion($0.leastSchema) }.map { least in
      .updateNeeded(least: Schema.Version(least.major, least.minor, least.patch))
    }
  }

  /// What the server says, shortened: something else than the server may have answered.
  private static func reason(_ data: Data) -> String {
    let text =
      (try? JSONDecoder().decode(Failure.self, from: data).error) ?? String(decoding: data.prefix(200), as: UTF8.self)
    return String(text.prefix(200))
  }
}

extension URLRequest {
  fileprivate mutating func state(_ version: SchemaVersion?) {
    if let version { setValue(version.description, forHTTPHeaderField: SchemaVersion.headerName) }
  }
}
