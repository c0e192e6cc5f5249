// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import HTTPTypes
  import Hummingbird
  import Logging
  import NIOCore
  import NIOPosix
  import SecureHashes
  import ServiceLifecycle
  import SwiftDataSyncCore
  import SwiftDataSyncServer
  import SwiftDataSyncWire

  /// Answers devices over HTTP: Documentation/SyncProtocol.md.
  package struct SyncHost: Sendable {
    package var address = "127.0.0.1"
    package var port = 8080
    /// How many connections there may be.
    package var connections = 10_000
    package var limits = RequestLimits()
    /// Devices whose models have an earlier version, or none that they state, are refused; nil: none are.
    package var leastSchema: SchemaVersion?
    /// What `/metrics` is asked with; nil: there is none.
    package var metricsToken: String?
    /// How often a connection with events says something.
    package var heartbeat: Duration = .seconds(15)
    /// How often the database and the files are looked at that others may change.
    package var watch: Duration = .seconds(1)
    /// How long requests that have begun may take when the server is to end: a client may stand still for ever.
    package var grace: Duration = .seconds(5)
    /// CloudKit's web protocol; nil: there is none.
    package var cloudKit: CloudKitRoutes?
    let database: SyncDatabase
    /// Those that wait for the database.
    let threads: NIOThreadPool
    let hub = ChangeHub()
    let messageLimits: WireLimits
    private let authorities: [any SyncAuthority]
    private let metrics = ServerMetrics()
    private let logger: Logger

    /// - Parameters:
    ///   - authorities: Whose a token is, each asked after the other.
    ///   - logLevel: As swift-log names it: `info` has a line for each request.
    /// - Throws: ``ServerFileError`` if there is no such level.
    package init(
      database: SyncDatabase, messageLimits: WireLimits = WireLimits(), authorities: [any SyncAuthority],
      logLevel: String
    ) throws {
      self.database = database
      threads = database.parallelism.map { NIOThreadPool(numberOfThreads: $0) } ?? .singleton
      self.messageLimits = messageLimits
      self.authorities = authorities
      // Standard output is for the address.
      var logger = Logger(label: "SwiftDataSync") { StreamLogHandler.standardError(label: $0) }
      logger.logLevel = try Self.level(logLevel)
      self.logger = logger
    }

    /// Whether the log has such a level, before anything is opened.
    package static func check(logLevel: String) throws { _ = try level(logLevel) }

    private static func level(_ name: String) throws -> Logger.Level {
      guard let level = Logger.Level(rawValue: name) else {
        let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
        throw ServerFileError(text: "'\(name)' is no level of the log: \(levels)")
      }
      return level
    }

    /// Listens until the task is cancelled or the process is asked to end (SIGINT, SIGTERM). Requests that have begun are
    /// answered then, if they come to their end within ``grace``.
    ///
    /// - Parameter started: called once when devices can come, with the address for them.
    package func run(started: @escaping @Sendable (_ address: String) async -> Void = { _ in }) async throws {
      let gate = RequestGate(authorities: authorities, limits: limits, metrics: metrics)
      let router = Router(context: SyncRequestContext.self)
      router.post("v1/sync") { request, context in
        await respond(.unknown) { record in try await answer(request, context, gate, &record) }
      }
      router.put("v1/blobs/{name}") { request, context in
        await respond(.blob) { record in try await take(request, context, gate, &record) }
      }
      router.get("v1/blobs/{name}") { request, context in
        await respond(.blob) { record in try await give(request, context, gate, &record) }
      }
      router.get("v1/events") { request, context in
        await respond(.events) { record in try await events(request, context, gate, &record) }
      }
      router.get("health") { _, _ in await health() }
      router.get("metrics") { request, _ in showMetrics(request) }
      if let cloudKit { mount(cloudKit, on: router, gate) }
      let host = address.contains(":") ? "[\(address)]" : address
      var serverLogger = logger
      if logger.logLevel > .debug { serverLogger.logLevel = .critical }
      var application = Application(
        router: router,
        configuration: ApplicationConfiguration(
          address: .hostname(address, port: port), serverName: nil,
          availableConnectionsDelegate: .maximum(connections, logger: serverLogger)),
        onServerRunning: { [port] channel in
          await started("http://\(host):\(channel.localAddress?.port ?? port)")
        },
        logger: serverLogger)
      application.addServices(
        DatabaseWatcher(
          database: database, threads: threads, authorities: authorities, hub: hub, pause: watch, logger: logger))
      // Those of the whole process are running, and stay.
      let ownsThreads = database.parallelism != nil
      if ownsThreads { threads.start() }
      var lifecycle = ServiceGroupConfiguration(
        services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: serverLogger)
      lifecycle.maximumGracefulShutdownDuration = grace
      let result: Result<Void, any Error>
      // Who is cut off after that time is no failure of the server's.
      do { result = .success(try await ServiceGroup(configuration: lifecycle).run()) } catch is CancellationError {
        result = .success(())
      } catch { result = .failure(error) }
      if ownsThreads { try await threads.shutdownGracefully() }
      try result.get()
    }

    /// Answers, counts, and writes a line of the log.
    func respond(
      _ kind: RequestKind, _ body: (inout RequestRecord) async throws -> Response
    ) async -> Response {
      let start = ContinuousClock.now
      var record = RequestRecord(kind: kind)
      let response: Response
      do { response = try await body(&record) } catch { response = failure(error).response }
      let time = (ContinuousClock.now - start) / .seconds(1)
      let status = Int(response.status.code)
      metrics.count(record, status: status, seconds: time)
      // No token, and nothing of what the message has.
      logger.info(
        "\(record.kind.rawValue) \(status) in \(Int((time * 1_000).rounded())) ms",
        metadata: [
          "account": "\(record.account ?? "-")", "zone": "\(record.zone ?? "-")",
          "schema": "\(record.schema?.description ?? "-")", "received": "\(record.received)", "sent": "\(record.sent)",
        ])
      return response
    }

    /// What a device is told of an error; the log has the rest.
    func failure(_ error: any Error) -> RequestFailure {
      switch error {
      case let failure as RequestFailure: return failure
      case let fault as BlobFault: return RequestFailure(fault.status, fault.description)
      case let error as WireError:
        if case .tooLarge = error { return RequestFailure(.contentTooLarge, error.description) }
        return RequestFailure(.badRequest, error.description)
      case SyncDatabaseError.tooManyZones(let limit):
        return RequestFailure(.forbidden, SyncDatabaseError.tooManyZones(limit: limit).description)
      case SyncDatabaseError.noZone:
        // Erased in this moment; it is made anew.
        return RequestFailure(.serviceUnavailable, "try again later", retryAfter: 1)
      case let error as SyncDatabaseError:
        logger.error("\(error)")
        return RequestFailure(.internalServerError, "the server cannot read its database")
      case is CancellationError:
        // The server ends, and does not wait for the rest of the request.
        return RequestFailure(.serviceUnavailable, "try again later", retryAfter: 5)
      default:
        // Not to the device: it may have paths.
        logger.error("a request failed: \(error)")
        return RequestFailure(.serviceUnavailable, "try again later", retryAfter: 5)
      }
    }

    /// Whether the server can answer: it reads its database.
    private func health() async -> Response {
      do {
        let database = database
        try await threads.runIfActive { try database.check() }
        return Response(.ok, Array(#"{"status":"ok"}"#.utf8))
      } catch {
        logger.error("the server's database cannot be read: \(error)")
        return RequestFailure(.serviceUnavailable, "the server cannot read its database").response
      }
    }

    private func showMetrics(_ request: Request) -> Response {
      guard let metricsToken else { return RequestFailure(.notFound, "there are no metrics here").response }
      // Hashes are compared, so that the time says nothing of the token.
      guard let token = RequestGate.token(of: request),
        SHA2.sha256(Array(token.utf8)) == SHA2.sha256(Array(metricsToken.utf8))
      else { return RequestFailure(.unauthorized, "the token is not valid").response }
      let text = metrics.text(listeners: hub.count, fileBytes: database.size)
      return Response(.ok, Array(text.utf8), type: "text/plain; version=0.0.4; charset=utf-8")
    }
  }
#endif
