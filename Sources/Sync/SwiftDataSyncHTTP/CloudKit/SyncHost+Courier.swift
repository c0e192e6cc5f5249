// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import HTTPTypes
  import Hummingbird
  import NIOPosix
  import ServiceLifecycle
  import SwiftDataCloudKitWeb
  import SwiftDataSyncServer
  import Synchronization

  /// Tells clients that something has changed: what `tokens/create` names as `webcourierURL`.
  extension SyncHost {
    /// Answers when the zone has changed since the last answer, or when it has not for long.
    func courier(
      _ request: Request, _ context: SyncRequestContext, _ routes: CloudKitRoutes, _ gate: RequestGate,
      _ record: inout RequestRecord
    ) async throws -> Response {
      let ticket = try ticket(context, routes, &record)
      guard case .courier(let known) = ticket.purpose else {
        throw CloudKitError(.accessDenied, "the address is that of an asset")
      }
      let zone = ChangeHub.Zone(account: ticket.account, name: routes.service.container.zone)
      guard
        let (first, changes) = hub.listen(
          to: zone, by: ticket.account, every: routes.courierPatience, limit: limits.listeners)
      else {
        gate.metrics.countLimited(.listeners)
        throw CloudKitError(.throttled, "too many clients listen", retryAfter: 60)
      }
      let database = database
      let position = try await CloudKitRoutes.threads.runIfActive {
        try database.position(account: zone.account, zone: zone.name)
      }
      hub.settle(position, of: zone)
      let key = try context.parameters.require("ticket")
      let told = routes.couriers.told(key) ?? known
      var latest: UInt64? = position.head == told ? nil : position.head
      if latest == nil {
        let start = ContinuousClock.now
        for await event in changes.cancelOnGracefulShutdown() {
          if event.epoch != first || event.number > told {
            latest = event.number
            break
          }
          // The hub repeats itself now and then.
          if ContinuousClock.now - start >= routes.courierPatience { break }
        }
      }
      guard let latest else { return Response(.ok, CloudJSON.object([:]).bytes) }
      routes.couriers.tell(key, latest)
      return Response(.ok, routes.service.notification(to: ticket.account).bytes)
    }
  }

  /// What each courier has told.
  final class Couriers: Sendable {
    private static let capacity = 50_000
    private let positions = Mutex<[String: UInt64]>([:])

    func told(_ ticket: String) -> UInt64? { positions.withLock { $0[ticket] } }

    func tell(_ ticket: String, _ position: UInt64) {
      positions.withLock { positions in
        // Who was forgotten is told once too often.
        if positions.count >= Self.capacity { positions = [:] }
        positions[ticket] = position
      }
    }
  }
#endif
