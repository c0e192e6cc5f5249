// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Logging
  import NIOPosix
  import ServiceLifecycle
  import SwiftDataSyncServer

  /// Looks at the server's database, and at the files with tokens and keys, about once a second: administrators' commands are
  /// other processes, and so may be other servers. What other servers tell of is looked at before.
  struct DatabaseWatcher: Service {
    let database: SyncDatabase
    let threads: NIOThreadPool
    let authorities: [any SyncAuthority]
    let hub: ChangeHub
    let pause: Duration
    let logger: Logger

    func run() async throws {
      let monitor = try database.monitor()
      try? await cancelWhenGracefulShutdown {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            while true {
              try await Task.sleep(for: pause)
              try await trying { try look(monitor) }
            }
          }
          group.addTask {
            for await _ in monitor.calls { try await trying { try hear(monitor) } }
          }
          try await group.waitForAll()
        }
      }
      try monitor.close()
    }

    private func trying(_ body: @escaping @Sendable () throws -> Void) async throws {
      do { try await threads.runIfActive(body) } catch is CancellationError { throw CancellationError() } catch {
        logger.error("the server's database cannot be looked at: \(error)")
      }
    }

    private func look(_ monitor: any ChangeMonitor) throws {
      var mayBeInvalid = false
      for authority in authorities {
        do { if try authority.refresh() { mayBeInvalid = true } } catch {
          logger.error("what was known of tokens stays in force: \(error)")
        }
      }
      if mayBeInvalid { hub.repeatAll() }
      try monitor.afterChange {
        let zones = hub.zones
        let positions = try database.positions(of: zones.map { ($0.account, $0.name) })
        for (zone, position) in zip(zones, positions) { hub.settle(position, of: zone) }
      }
    }

    /// What others have told of, which is a part of the zones.
    private func hear(_ monitor: any ChangeMonitor) throws {
      let numbers = monitor.news()
      guard hub.count > 0 else { return }
      for (account, zone, position) in try database.positions(ofNumbers: numbers) {
        hub.settle(position, of: ChangeHub.Zone(account: account, name: zone))
      }
    }
  }
#endif
