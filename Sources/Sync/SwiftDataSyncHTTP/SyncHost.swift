// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import HTTPTypes
  import Hummingbird
  import Logging
  import NIOCore
  import NIOPosix
  import ServiceLifecycle
  import SwiftDataSyncCore
  import SwiftDataSyncServer
  import SwiftDataSyncWire

  /// Answers devices over HTTP: Documentation/SyncProtocol.md.
  package struct SyncHost: Sendable {
    /// Whose a token is; nil: nobody's, or nobody's any more.
    package typealias Authenticate = @Sendable (_ token: String) async throws -> String?

    package var address = "127.0.0.1"
    package var port = 8080
    /// How many connections there may be.
    package var connections = 10_000
    private let database: SyncDatabase
    private let limits: WireLimits
    private let authenticate: Authenticate
    private let logger: Logger
    private let hub = ChangeHub()
    /// How often a connection with events says something.
    package var heartbeat: Duration = .seconds(15)

    package init(
      database: SyncDatabase, limits: WireLimits = WireLimits(), authenticate: @escaping Authenticate
    ) {
      self.database = database
      self.limits = limits
      self.authenticate = authenticate
      var logger = Logger(label: "SwiftDataSync")
      logger.logLevel =
        ProcessInfo.processInfo.environment["LOG_LEVEL"].flatMap(Logger.Level.init(rawValue:)) ?? .notice
      self.logger = logger
    }

    /// Listens until the task is cancelled or the process is asked to end (SIGINT, SIGTERM).
    ///
    /// - Parameter started: called once when devices can come, with the address for them.
    package func run(started: @escaping @Sendable (_ address: String) async -> Void = { _ in }) async throws {
      let router = Router()
      router.post("v1/sync") { request, _ in await respond { try await answer(to: request) } }
      router.get("v1/events") { request, _ in await respond { try await events(request) } }
      let host = address.contains(":") ? "[\(address)]" : address
      var serverLogger = logger
      if logger.logLevel > .debug { serverLogger.logLevel = .critical }
      let application = Application(
        router: router,
        configuration: ApplicationConfiguration(
          address: .hostname(address, port: port), serverName: nil,
          availableConnectionsDelegate: .maximum(connections, logger: serverLogger)),
        onServerRunning: { [port] channel in
          await started("http://\(host):\(channel.localAddress?.port ?? port)")
        },
        logger: serverLogger)
      try await application.runService()
    }

    private func respond(_ body: () async throws -> Response) async -> Response {
      do {
        return try await body()
      } catch let failure as SyncRequestFailure {
        return failure.response
      } catch let error as WireError {
        if case .tooLarge = error { return SyncRequestFailure(.contentTooLarge, error.description).response }
        return SyncRequestFailure(.badRequest, error.description).response
      } catch let error as SyncDatabaseError {
        if case .tooManyZones = error { return SyncRequestFailure(.forbidden, error.description).response }
        logger.error("\(error)")
        return SyncRequestFailure(.internalServerError, "the server cannot read its file").response
      } catch {
        // Not to the device: it may have paths.
        logger.error("a request failed: \(error)")
        return SyncRequestFailure(.serviceUnavailable, "try again later", retryAfter: 5).response
      }
    }

    private func identify(_ request: Request) async throws -> (token: String, account: String) {
      guard let token = Self.token(of: request), let account = try await authenticate(token) else {
        throw SyncRequestFailure(.unauthorized, "the token is not valid")
      }
      return (token, account)
    }

    /// The numbers of a zone's changes, for as long as the device listens and the token is valid.
    private func events(_ request: Request) async throws -> Response {
      let (token, account) = try await identify(request)
      guard let zone = request.uri.queryParameters.get("zone"), (1...255).contains(zone.utf8.count) else {
        throw SyncRequestFailure(.badRequest, "the zone is missing: /v1/events?zone=main")
      }
      // First: nothing may happen between the look at the file and the first event.
      let changes = hub.listen(to: ChangeHub.Zone(account: account, name: zone), every: heartbeat)
      let database = database
      let head = try await NIOThreadPool.singleton.runIfActive { try database.head(account: account, zone: zone) }
      let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
      return Response(
        status: .ok, headers: headers,
        body: ResponseBody { [authenticate] writer in
          var latest = head
          try await writer.write(ByteBuffer(string: "data: \(latest)\n\n"))
          for try await number in changes.cancelOnGracefulShutdown() {
            guard try await authenticate(token) == account else { break }
            latest = max(latest, number)
            try await writer.write(ByteBuffer(string: "data: \(latest)\n\n"))
          }
          try await writer.finish(nil)
        })
    }

    private func answer(to request: Request) async throws -> Response {
      // Before anything is read that a stranger sends.
      let (token, account) = try await identify(request)
      if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limits.bytes {
        throw WireError.tooLarge(limit: limits.bytes)
      }
      var body: [UInt8] = []
      for try await part in request.body {
        guard body.count + part.readableBytes <= limits.bytes else { throw WireError.tooLarge(limit: limits.bytes) }
        body += part.readableBytesView
      }
      let message = try Wire.request(body, token: token, limits: limits)
      guard message.account == account else { throw SyncRequestFailure(.forbidden, "the token is another account's") }
      let now = Int64((Date().timeIntervalSince1970 * 1_000).rounded())
      let database = database
      // SQLite waits for the disk, which must not hold up other connections.
      let (bytes, latest) = try await NIOThreadPool.singleton.runIfActive { () -> ([UInt8], UInt64?) in
        let answer = try database.answer(message, now: now)
        return (Wire.encode(answer), answer.latestVersion)
      }
      if let latest { hub.publish(latest, to: ChangeHub.Zone(account: account, name: message.zone)) }
      return Self.response(.ok, bytes)
    }

    private static func token(of request: Request) -> String? {
      guard let header = request.headers[.authorization], header.lowercased().hasPrefix("bearer ") else { return nil }
      let token = header.dropFirst("bearer ".count).trimmingCharacters(in: .whitespaces)
      return token.isEmpty ? nil : token
    }

    fileprivate static func response(_ status: HTTPResponse.Status, _ bytes: [UInt8], retryAfter: Int? = nil)
      -> Response
    {
      var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
      if let retryAfter { headers[.retryAfter] = String(retryAfter) }
      return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
  }

  extension SyncAnswer {
    /// The latest change of the upload that this answers.
    fileprivate var latestVersion: UInt64? {
      if case .pushed(let result) = body, case .applied(let versions, _) = result.outcome { versions.last } else { nil }
    }
  }

  /// An answer that is not the protocol's.
  private struct SyncRequestFailure: Error {
    var status: HTTPResponse.Status
    var reason: String
    var retryAfter: Int?

    init(_ status: HTTPResponse.Status, _ reason: String, retryAfter: Int? = nil) {
      self.status = status
      self.reason = reason
      self.retryAfter = retryAfter
    }

    var response: Response {
      let bytes = Wire.encode(SyncValue.text(reason))
      return SyncHost.response(status, Array("{\"error\":".utf8) + bytes + Array("}".utf8), retryAfter: retryAfter)
    }
  }
#endif
