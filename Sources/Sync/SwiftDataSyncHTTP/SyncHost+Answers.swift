// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import Hummingbird
  import NIOCore
  import SwiftDataSyncCore
  import SwiftDataSyncServer
  import SwiftDataSyncWire

  extension SyncHost {
    /// Answers a message of the protocol.
    func answer(
      _ request: Request, _ context: SyncRequestContext, _ gate: RequestGate, _ record: inout RequestRecord
    ) async throws -> Response {
      // Before anything is read that a stranger sends.
      let (token, account) = try await gate.identify(request, context)
      record.account = account
      try checkSchema(of: request, &record)
      let body = try await bytes(of: request, atMost: messageLimits.bytes, &record)
      var message = try Wire.request(body, token: token, limits: messageLimits)
      record.kind = RequestKind(message.body)
      guard ExactText(message.account) == ExactText(account) else {
        throw RequestFailure(.forbidden, "the token is another account's")
      }
      // From here on it is the token that says whose data this is.
      message.account = account
      record.zone = message.zone
      let now = Int64((Date().timeIntervalSince1970 * 1_000).rounded())
      let (database, request) = (database, message)
      // The database waits for the disk, or for other servers, which must not hold up other connections.
      let (bytes, outcome, owner) = try await threads.runIfActive {
        () -> ([UInt8], PushResult.Outcome?, String?) in
        let answer = try database.answer(request, now: now, givesMessages: true)
        let outcome = answer.outcome
        // Those who listen to a share listen to its owner's zone.
        let owner = outcome == nil ? nil : try database.owner(ofZone: request.zone, for: account)
        return (Wire.encode(answer), outcome, owner)
      }
      if let outcome {
        var generation: UInt64?
        if case .push(let push) = message.body {
          gate.metrics.count(outcome, changes: push.changes.count)
          generation = push.generation
        }
        if case .applied(let versions, _) = outcome, let latest = versions.last, let owner {
          hub.publish(latest, generation: generation, to: ChangeHub.Zone(account: owner, name: message.zone))
        }
      }
      if case .share(let command) = message.body, command.takesRights { hub.repeatAll(of: message.zone) }
      record.sent = bytes.count
      return Response(.ok, bytes)
    }

    /// A body, if it is not too large.
    func bytes(of request: Request, atMost limit: Int, _ record: inout RequestRecord) async throws -> [UInt8] {
      let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
      guard length <= limit else { throw WireError.tooLarge(limit: limit) }
      var body: [UInt8] = []
      var parts = request.body.makeAsyncIterator()
      while let part = try await Self.next(&parts) {
        guard body.count + part.readableBytes <= limit else { throw WireError.tooLarge(limit: limit) }
        body += part.readableBytesView
      }
      record.received = body.count
      return body
    }

    /// The zone in an address. What is no name, or is not encoded rightly, is no other zone's.
    func zone(in request: Request) throws -> String {
      guard let query = request.uri.query, query.removingPercentEncoding != nil,
        let zone = request.uri.queryParameters.get("zone"), SyncDatabase.isName(zone)
      else { throw RequestFailure(.badRequest, "the zone is missing, or is no name: ?zone=main") }
      return zone
    }

    /// The next part of a body. What cannot be read of it, such as a malformed chunk, is the client's fault.
    static func next(_ parts: inout RequestBody.AsyncIterator) async throws -> ByteBuffer? {
      do { return try await parts.next() } catch let error as CancellationError { throw error } catch {
        throw RequestFailure(.badRequest, "the body is malformed, or ends in the middle")
      }
    }
  }

  extension ShareCommand {
    /// Whether somebody may not be in the share any more after it.
    fileprivate var takesRights: Bool {
      switch self {
      case .remove, .end: true
      default: false
      }
    }
  }

  extension SyncAnswer {
    /// What became of the upload that this answers.
    fileprivate var outcome: PushResult.Outcome? {
      if case .pushed(let result) = body { result.outcome } else { nil }
    }
  }

  extension RequestKind {
    fileprivate init(_ body: SyncRequest.Body) {
      self =
        switch body {
        case .push: .push
        case .pull: .pull
        case .snapshot: .snapshot
        case .share: .share
        }
    }
  }
#endif
