// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import NIOPosix
  import SecureHashes
  import SwiftDataCloudKitWeb
  import SwiftDataSyncServer

  /// The bytes of assets, behind addresses that say by themselves what they are for.
  extension SyncHost {
    private var now: Int64 { Int64((Date().timeIntervalSince1970 * 1_000).rounded()) }

    func ticket(
      _ context: SyncRequestContext, _ routes: CloudKitRoutes, _ record: inout RequestRecord
    ) throws -> AssetTickets.Ticket {
      let ticket = try routes.service.tickets.ticket(try context.parameters.require("ticket"), now: now)
      (record.account, record.zone) = (ticket.account, routes.service.container.zone)
      return ticket
    }

    /// The same, counted as a request of its account.
    private func ticket(
      _ context: SyncRequestContext, _ routes: CloudKitRoutes, _ gate: RequestGate, _ record: inout RequestRecord
    ) throws -> AssetTickets.Ticket {
      let ticket = try ticket(context, routes, &record)
      do throws(RequestFailure) { try gate.count(ticket.account) } catch {
        throw CloudKitError(.throttled, error.reason, retryAfter: error.retryAfter)
      }
      return ticket
    }

    /// The whole of an asset. Its name is its hash, which is known at the end: until then it is in a file.
    func takeAsset(
      _ request: Request, _ context: SyncRequestContext, _ routes: CloudKitRoutes, _ gate: RequestGate,
      _ record: inout RequestRecord
    ) async throws -> Response {
      let ticket = try ticket(context, routes, gate, &record)
      let uploads = routes.service.uploads
      try uploads.begin(ticket)
      defer { uploads.end(ticket) }
      // Before anything is written that there is no room for. Who does not say how much comes is told at the end.
      let length = request.headers[.contentLength].flatMap { Int($0) }
      let limit = min(length ?? routes.assetBytes, routes.assetBytes)
      guard length ?? 0 <= routes.assetBytes else { throw Self.tooLarge(routes) }
      try await CloudKitRoutes.threads.runIfActive { [service = routes.service] in
        try service.check(ticket, size: length ?? 1)
      }
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("asset-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: file) }
      let pool = CloudKitRoutes.threads
      try await pool.runIfActive { try Data().write(to: file) }
      var size = 0
      var parts = request.body.makeAsyncIterator()
      while let part = try await Self.next(&parts) {
        size += part.readableBytes
        guard size <= limit else { throw Self.tooLarge(routes) }
        let bytes = Data(part.readableBytesView)
        try await pool.runIfActive { try Self.append(bytes, to: file) }
      }
      record.received = size
      let (service, whole, time) = (routes.service, size, now)
      let answer = try await pool.runIfActive { try Self.take(file, whole, ticket, service, now: time) }
      return Response(.ok, answer.bytes)
    }

    private static func tooLarge(_ routes: CloudKitRoutes) -> CloudKitError {
      CloudKitError(.badRequest, "an asset has at most \(routes.assetBytes) bytes")
    }

    private static func append(_ bytes: Data, to file: URL) throws {
      let handle = try FileHandle(forWritingTo: file)
      defer { try? handle.close() }
      try handle.seekToEnd()
      try handle.write(contentsOf: bytes)
    }

    private static func take(
      _ file: URL, _ size: Int, _ ticket: AssetTickets.Ticket, _ service: CloudKitService, now: Int64
    ) throws -> CloudJSON {
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      var hash = RunningSHA256()
      while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty {
        part.withUnsafeBytes { hash.update($0) }
      }
      return try service.take(ticket, sha256: hash.finish(), size: size, now: now) { offset, count in
        try handle.seek(toOffset: UInt64(offset))
        return Array(try handle.read(upToCount: count) ?? Data())
      }
    }

    /// The bytes of an asset, part by part.
    func giveAsset(
      _ request: Request, _ context: SyncRequestContext, _ routes: CloudKitRoutes, _ gate: RequestGate,
      _ record: inout RequestRecord
    ) async throws -> Response {
      let ticket = try ticket(context, routes, gate, &record)
      guard case .download(_, let size) = ticket.purpose else {
        throw CloudKitError(.accessDenied, "the address is for an upload")
      }
      let service = routes.service
      let part: @Sendable (Int) async throws -> [UInt8] = { offset in
        try await CloudKitRoutes.threads.runIfActive { try service.bytes(ticket, from: offset, count: 1 << 20) }
      }
      // The first part, so that what is wrong is said with a status.
      let first = try await part(0)
      record.sent = size
      return Response(
        status: .ok, headers: [.contentType: "application/octet-stream", .cacheControl: "no-store"],
        body: ResponseBody(contentLength: size) { writer in
          var (bytes, sent) = (first, 0)
          while true {
            try await writer.write(ByteBuffer(bytes: bytes))
            sent += bytes.count
            if sent >= size || bytes.isEmpty { break }
            bytes = try await part(sent)
          }
          try await writer.finish(nil)
        })
    }
  }
#endif
