// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Logging
  import NIOPosix
  import ServiceLifecycle
  import SwiftDataSyncServer

  /// Looks at the server's file, and at those with tokens and keys, about once a second: administrators' commands are other
  /// processes, and so may be other servers.
  struct FileWatcher: Service {
    let database: SyncDatabase
    let authorities: [any SyncAuthority]
    let hub: ChangeHub
    let pause: Duration
    let logger: Logger

    func run() async throws {
      let monitor = try database.monitor()
      try? await cancelWhenGracefulShutdown {
        while true {
          try await Task.sleep(for: pause)
          do {
            try await NIOThreadPool.singleton.runIfActive { try look(monitor) }
          } catch is CancellationError {
            throw CancellationError()
          } catch {
            logger.error("the server's file cannot be looked at: \(error)")
          }
        }
      }
      try monitor.close()
    }

    private func look(_ monitor: FileMonitor) throws {
      var mayBeInvalid = false
      for authority in authorities {
        do { if try authority.refresh() { mayBeInvalid = true } } catch {
          logger.error("what was known of tokens stays in force: \(error)")
        }
      }
      if mayBeInvalid { hub.repeatAll() }
      guard try monitor.hasChanged() else { return }
      let zones = hub.zones
      let positions = try database.positions(of: zones.map { ($0.account, $0.name) })
      for (zone, position) in zip(zones, positions) { hub.settle(position, of: zone) }
    }
  }
#endif
