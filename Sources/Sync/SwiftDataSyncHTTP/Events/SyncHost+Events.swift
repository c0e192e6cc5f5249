// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import ServiceLifecycle
  import SwiftDataSyncCore
  import SwiftDataSyncServer

  extension SyncHost {
    /// The numbers of a zone's changes, for as long as the device listens and the token is valid.
    func events(
      _ request: Request, _ context: SyncRequestContext, _ gate: RequestGate, _ record: inout RequestRecord
    ) async throws -> Response {
      let (token, account) = try await gate.identify(request, context)
      let name = try zone(in: request)
      (record.account, record.zone) = (account, name)
      try checkSchema(of: request, &record)
      let (database, threads) = (database, threads)
      @Sendable func owner() async throws -> String? {
        try await threads.runIfActive { try database.owner(ofZone: name, for: account) }
      }
      guard let whose = try await owner() else {
        throw RequestFailure(.forbidden, "there is no such share, or the account is not in it")
      }
      let zone = ChangeHub.Zone(account: whose, name: name)
      // First: nothing may happen between the look at the database and the first event.
      guard let (first, changes) = hub.listen(to: zone, by: account, every: heartbeat, limit: limits.listeners) else {
        gate.metrics.countLimited(.listeners)
        throw RequestFailure(.tooManyRequests, "too many devices listen", retryAfter: 60)
      }
      let position = try await threads.runIfActive {
        try database.position(account: whose, zone: name)
      }
      hub.settle(position, of: zone)
      return Response(
        status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
        body: ResponseBody { writer in
          var (latest, epoch) = (position.head, first)
          try await writer.write(ByteBuffer(string: "data: \(latest)\n\n"))
          for try await event in changes.cancelOnGracefulShutdown() {
            guard try await gate.account(of: token).map({ ExactText($0) }) == ExactText(account) else {
              try await writer.write(ByteBuffer(string: "event: signed-out\ndata: the token is not valid any more\n\n"))
              break
            }
            // Who is not in the share any more is told nothing of it; asking again says why.
            if ServerShare.isName(name), try await owner() == nil { break }
            latest = event.epoch == epoch ? max(latest, event.number) : event.number
            epoch = event.epoch
            try await writer.write(ByteBuffer(string: "data: \(latest)\n\n"))
          }
          try await writer.finish(nil)
        })
    }
  }
#endif
