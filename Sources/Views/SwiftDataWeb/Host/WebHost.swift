// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import HTTPTypes
  import Hummingbird
  import HummingbirdCore
  import Logging
  import NIOCore
  import ServiceLifecycle
  import SwiftDataUI

  /// Shows an app's windows in browsers.
  ///
  /// Each browser tab is a window: the host creates the whole page, and then updates it over one connection.
  /// ```swift
  /// var configuration = WebConfiguration()
  /// configuration.port = 0
  /// try await WebHost(MyApp.self, configuration: configuration).run { address in print(address) }
  /// ```
  public struct WebHost: Sendable {
    private let configuration: WebConfiguration
    private let makePage: SessionStore.PageMaker
    private let title: @MainActor () -> String?
    private let styleSheet: [UInt8]
    private let catalog: AssetCatalog
    private let downloads: Downloads?
    private let refusals = Refusals()
    private let logger: Logger

    /// A host for an app.
    @MainActor
    public init<A: App>(_ app: A.Type = A.self, configuration: WebConfiguration = WebConfiguration()) {
      guard !configuration.isFront else {
        self.init(configuration: configuration) { _ in throw CancellationError() }
        return
      }
      let name = String(describing: A.self)
      let running = AppHost(A())
      let catalog = AssetCatalog(bundlesIn: Bundle.main.bundleURL)
      running.services.pictures = catalog.pictures.reduce(into: [:]) { pictures, picture in
        let address = Assets.prefix + Assets.fileName(ofPicture: picture.key)
        pictures[picture.key] = AppServices.Picture(
          address: address, width: picture.value.width, isSymbol: picture.value.symbol != nil,
          darkAddress: picture.value.dark == nil
            ? nil : Assets.prefix + Assets.fileName(ofPicture: picture.key, isDark: true))
      }
      self.init(
        configuration: configuration, title: { running.title ?? name }, styleSheet: [], catalog: catalog,
        downloads: nil,
        makeUserPage: { running.makePage(at: $0, user: $1, settings: $2) })
    }

    /// Makes a file for a path with its query; nil if that is the address of a page.
    package typealias Downloads = @Sendable (_ target: String) async -> WebDownload.Answer?

    /// - Parameter styleSheet: rules of the program's own, which come after the host's.
    package init(
      configuration: WebConfiguration, title: @escaping @MainActor () -> String? = { nil },
      styleSheet: [UInt8] = [], catalog: AssetCatalog = AssetCatalog(), downloads: Downloads? = nil,
      makePage: @escaping @MainActor (_ path: String) throws -> any Page
    ) {
      self.init(
        configuration: configuration, title: title, styleSheet: styleSheet, catalog: catalog, downloads: downloads,
        makeUserPage: { path, _, _ in try makePage(path) })
    }

    private init(
      configuration: WebConfiguration, title: @escaping @MainActor () -> String?, styleSheet: [UInt8],
      catalog: AssetCatalog, downloads: Downloads?, makeUserPage: @escaping SessionStore.PageMaker
    ) {
      self.title = title
      self.styleSheet = styleSheet
      self.catalog = catalog
      self.downloads = downloads
      self.configuration = configuration
      makePage = makeUserPage
      var logger = Logger(label: "SwiftDataWeb")
      logger.logLevel =
        ProcessInfo.processInfo.environment["LOG_LEVEL"].flatMap(Logger.Level.init(rawValue:)) ?? .notice
      self.logger = logger
    }

    /// How often something was refused, by reason, since the host was made.
    public var refused: [String: Int] { refusals.all }

    /// Listens until the task is cancelled or the process is asked to end (SIGINT, SIGTERM).
    ///
    /// With several ``WebConfiguration/workers``, each of them comes here, too, and serves what it is given.
    ///
    /// - Parameter started: called once when browsers can come, with the address for them; not in workers.
    /// - Throws: ``WebHostError``
    public func run(started: @escaping @Sendable (_ address: String) async -> Void = { _ in }) async throws {
      if !configuration.isLoopback, configuration.authorize == nil {
        throw WebHostError.needsAuthorization(address: configuration.address)
      }
      if configuration.isFront {
        return try await serve([WorkerFront(configuration: configuration, logger: logger, started: started)])
      }
      let role = WorkerRole.current
      let assets = Assets(styleSheet: styleSheet, catalog: catalog)
      let icons = Icons(
        address: assets.address(of: "icons.svg"), source: assets.icons.common,
        otherAddress: assets.address(of: "symbols.svg"), otherSource: assets.icons.others)
      let gate = Gate(
        configuration: configuration, refusals: refusals, role: role,
        cookieName: role?.cookieName ?? configuration.makeCookieName())
      let store = SessionStore(limits: configuration.limits, refusals: refusals, title: title, makePage: makePage)
      let responder = PageResponder(
        gate: gate, store: store, assets: assets, icons: icons, downloads: downloads,
        isSecure: configuration.isSecure, logger: logger)
      if let role {
        let server = WebSocketUpgrade(
          responder: responder.forConnections, gate: gate, store: store, icons: icons, answersOnce: true)
        let connections = HandedConnections(
          role: role, server: server, limit: configuration.limits.connections, logger: logger)
        return try await serve([Sweeper(store: store), connections])
      }
      let configuration = configuration
      // What the server says of connections that end is of no use to those who run an app.
      var serverLogger = logger
      if logger.logLevel > .debug { serverLogger.logLevel = .critical }
      let application = Application(
        responder: responder,
        server: HTTPServerBuilder { WebSocketUpgrade(responder: $0, gate: gate, store: store, icons: icons) },
        configuration: ApplicationConfiguration(
          address: .hostname(configuration.address, port: configuration.port), serverName: nil,
          availableConnectionsDelegate: .maximum(configuration.limits.connections, logger: serverLogger)),
        services: [Sweeper(store: store)],
        onServerRunning: { channel in
          await started(configuration.url(port: channel.localAddress?.port ?? configuration.port))
        },
        logger: serverLogger)
      do {
        try await application.runService()
      } catch let error as IOError {
        throw WebHostError.cannotListen(
          address: configuration.address, port: configuration.port, reason: String(cString: strerror(error.errnoCode)))
      }
    }
  }

  extension WebHost {
    /// Runs services until one of them ends, or the process is asked to.
    private func serve(_ services: [any Service]) async throws {
      let group = ServiceGroup(
        configuration: ServiceGroupConfiguration(
          services: services.map {
            .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup)
          },
          gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
      try await group.run()
    }
  }

  extension WebConfiguration {
    /// Whether this process only listens, and others evaluate the pages.
    var isFront: Bool { workers > 1 && WorkerRole.current == nil }

    /// Lets nobody in who does not know the address that is printed.
    package mutating func requireEntryToken() { entryToken = randomToken() }

    func url(port: Int) -> String {
      let host = address.contains(":") ? "[\(address)]" : address
      let entry = entryToken.map { "?\(Gate.entryName)=\($0)" } ?? ""
      return "\(isSecure ? "https" : "http")://\(host):\(port)/\(entry)"
    }
  }

  /// Closes the pages that nobody uses, and all of them when the host ends.
  struct Sweeper: Service {
    let store: SessionStore
    var pause: Duration = .seconds(5)

    func run() async throws {
      try? await cancelWhenGracefulShutdown {
        while !Task.isCancelled {
          try await Task.sleep(for: pause)
          await store.sweep()
        }
      }
      await store.closeAll()
    }
  }
#endif
