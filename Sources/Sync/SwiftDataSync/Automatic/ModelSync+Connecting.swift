// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension ModelSync {
  /// Names the server that stands in for CloudKit.
  ///
  /// Call it once, before the first container opens. Each container whose configuration has
  /// `cloudKitDatabase: .private(…)` syncs all models of that configuration from then on, as soon as it opens:
  ///
  /// ```swift
  /// try ModelSync.connect(to: "https://sync.example.com", account: "ann") { try await session.token() }
  /// let container = try ModelContainer(
  ///   for: Trip.self, configurations: ModelConfiguration(cloudKitDatabase: .private("iCloud.com.example.trips")))
  /// print(container.sync?.status.isSyncing ?? false)
  /// ```
  ///
  /// CloudKit's rules for models are advice then, which is logged. Stores in memory, and read-only ones, are not synced.
  ///
  /// - Parameters:
  ///   - address: The server's address, without a path of the protocol.
  ///   - account: Whose data it is, as the server names it.
  ///   - zone: The part of the account; nil: that with the name of CloudKit's container. That of `options` is not used.
  ///   - options: Rules for models.
  ///   - isStrict: Whether a container whose models break CloudKit's rules does not open, as with CloudKit.
  ///   - token: Asked before each message; it may renew a token that is about to expire.
  /// - Throws: ``SyncError/invalidAddress(_:)``.
  public static func connect(
    to address: String, account: String, zone: String? = nil, options: SyncOptions = SyncOptions(),
    isStrict: Bool = false, token: @escaping @Sendable () async throws -> String
  ) throws {
    connect(
      account: account, zone: zone, transport: try HTTPSyncTransport(address, token: token), options: options,
      isStrict: isStrict)
  }

  /// Names a server that is reached in another way.
  ///
  /// ```swift
  /// ModelSync.connect(account: "ann", transport: loopback)
  /// ```
  public static func connect(
    account: String, zone: String? = nil, transport: any SyncTransport, options: SyncOptions = SyncOptions(),
    isStrict: Bool = false
  ) {
    let server = StandInServer(
      account: account, zone: zone, options: options, isStrict: isStrict, transport: transport)
    StandInServer.named.withLock { $0 = server }
  }

  /// Takes the name of the server back: containers that open from now on are not synced, unless the environment names a
  /// server. Those that are open go on.
  ///
  /// ```swift
  /// ModelSync.disconnect()
  /// ```
  public static func disconnect() { StandInServer.named.withLock { $0 = nil } }
}

extension ModelContainer {
  /// What syncs the container since a server stands in for CloudKit; nil: nothing does.
  ///
  /// If several configurations name a database, it is that of the first one.
  ///
  /// ```swift
  /// container.sync?.pause()
  /// ```
  public var sync: ModelSync? { AppleGaps.companion(of: self)?.syncs.first?.sync }

  /// What syncs the models of one of the configurations.
  ///
  /// ```swift
  /// let sync = container.sync(forConfigurationNamed: "Trips")
  /// ```
  public func sync(forConfigurationNamed name: String) -> ModelSync? {
    AppleGaps.companion(of: self)?.syncs.first { $0.configuration == name }?.sync
  }

  /// Why a configuration with a database is not synced, though a server stands in for CloudKit; nil: all are, or there
  /// is no server. What fails later is in the status of ``sync``.
  ///
  /// ```swift
  /// if let error = container.syncError { print(error) }
  /// ```
  public var syncError: SyncError? { AppleGaps.companion(of: self)?.error }
}
