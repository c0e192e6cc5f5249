// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import HTTPTypes
  import Hummingbird
  import NIOPosix
  import SwiftDataCloudKitWeb
  import SwiftDataSyncServer
  import SwiftDataSyncWire

  /// `/database/1/CONTAINER/…`, as CloudKit's clients call it.
  extension SyncHost {
    func mount(_ routes: CloudKitRoutes, on router: Router<SyncRequestContext>, _ gate: RequestGate) {
      let container = routes.service.container.name
      for method in [HTTPRequest.Method.get, .post] {
        router.on("database/1/\(container)/**", method: method) { request, context in
          await respondAsCloudKit(.cloudKit) { record in
            try await answer(request, context, "/database/1/\(container)/", routes, gate, &record)
          }
        }
        // Tokens for pushes are of no database.
        router.on("device/1/\(container)/**", method: method) { request, context in
          await respondAsCloudKit(.cloudKit) { record in
            try await answer(request, context, "/device/1/\(container)/", routes, gate, &record)
          }
        }
      }
      router.post("cloudkit/assets/{ticket}") { request, context in
        await respondAsCloudKit(.blob) { record in try await takeAsset(request, context, routes, gate, &record) }
      }
      router.get("cloudkit/assets/{ticket}") { request, context in
        await respondAsCloudKit(.blob) { record in try await giveAsset(request, context, routes, gate, &record) }
      }
      // With a file's name, whatever it is.
      router.get("cloudkit/assets/{ticket}/{file}") { request, context in
        await respondAsCloudKit(.blob) { record in try await giveAsset(request, context, routes, gate, &record) }
      }
      router.get("cloudkit/courier/{ticket}") { request, context in
        await respondAsCloudKit(.events) { record in try await courier(request, context, routes, gate, &record) }
      }
    }

    /// As `respond`; what fails is said as CloudKit says it, or its clients would not know whether to come again.
    private func respondAsCloudKit(
      _ kind: RequestKind, _ body: (inout RequestRecord) async throws -> Response
    ) async -> Response {
      await respond(kind) { record in
        do { return try await body(&record) } catch {
          return response(CloudKitService.answer(error as? CloudKitError ?? CloudKitError(failure(error))))
        }
      }
    }

    private func answer(
      _ request: Request, _ context: SyncRequestContext, _ prefix: String, _ routes: CloudKitRoutes,
      _ gate: RequestGate, _ record: inout RequestRecord
    ) async throws -> Response {
      let service = routes.service
      var path = String(request.uri.path.dropFirst(prefix.count))
      if prefix.hasPrefix("/device") { path = path.replacingOccurrences(of: "/tokens/", with: "/private/tokens/") }
      try check(request, path, routes)
      let (token, account) = try await identify(request, context, routes, gate)
      (record.account, record.zone) = (account, service.container.zone)
      let body = try await bytes(of: request, atMost: messageLimits.bytes, &record)
      var question = CloudKitService.Request(
        account: account, path: path, body: body, address: address(of: request, routes))
      question.wantsSyncToken = request.uri.queryParameters.get("getCurrentSyncToken") == "true"
      let now = Int64((Date().timeIntervalSince1970 * 1_000).rounded())
      let asked = question
      let (answer, bytes) = try await CloudKitRoutes.threads.runIfActive {
        let answer = try service.answer(asked, now: now)
        return (answer, answer.body.bytes)
      }
      if let changed = answer.changed {
        hub.publish(changed, to: ChangeHub.Zone(account: account, name: service.container.zone))
      }
      record.sent = bytes.count
      var response = Response(HTTPResponse.Status(code: answer.status), bytes)
      if service.quirks.webAuthTokensRotate, let name = HTTPField.Name("X-Apple-CloudKit-Web-Auth-Token") {
        response.headers[name] = routes.tokens.next(for: token, now: now)
      }
      return response
    }

    /// What a request must be before it is looked at who asks.
    private func check(_ request: Request, _ path: String, _ routes: CloudKitRoutes) throws(CloudKitError) {
      let parameters = request.uri.queryParameters
      guard routes.accepts(apiToken: parameters.get("ckAPIToken")) else {
        throw CloudKitError(.authenticationFailed, "ckAPIToken is missing, or is not the one of this container")
      }
      let quirks = routes.service.quirks
      if quirks.strictMethods, (request.method == .get) != CloudKitRoutes.isQuestion(path) {
        throw CloudKitError(.badRequest, "\(request.method) is not the method of this operation")
      }
      if quirks.refusesUnknownParameters,
        let other = parameters.first(where: { !CloudKitRoutes.parameters.contains(String($0.key)) })
      {
        throw CloudKitError(.badRequest, "there is no parameter '\(other.key.prefix(100))'")
      }
    }

    /// Whose the web-auth token is.
    private func identify(
      _ request: Request, _ context: SyncRequestContext, _ routes: CloudKitRoutes, _ gate: RequestGate
    ) async throws(CloudKitError) -> (token: String, account: String) {
      let required = CloudKitError(
        .authenticationRequired, "request needs authorization: ckWebAuthToken is missing, or not valid any more",
        redirectURL: routes.signIn)
      guard let given = request.uri.queryParameters.get("ckWebAuthToken"), !given.isEmpty else { throw required }
      let now = Int64((Date().timeIntervalSince1970 * 1_000).rounded())
      let original = routes.tokens.original(of: given, now: now)
      do { return try await gate.identify(token: original, request, context) } catch let failure as RequestFailure {
        if failure.status == .tooManyRequests {
          throw CloudKitError(.throttled, failure.reason, retryAfter: failure.retryAfter)
        }
        throw required
      } catch { throw CloudKitError(.tryAgainLater, "the server cannot say whose the token is", retryAfter: 5) }
    }

    func address(of request: Request, _ routes: CloudKitRoutes) -> String {
      routes.address ?? "http://\(request.head.authority ?? "127.0.0.1")"
    }

    func response(_ answer: CloudKitService.Answer) -> Response {
      var response = Response(HTTPResponse.Status(code: answer.status), answer.body.bytes)
      if case .integer(let seconds)? = answer.body["retryAfter"] { response.headers[.retryAfter] = "\(seconds)" }
      return response
    }
  }

  extension CloudKitError {
    /// A failure of the server's, or of what has come, in CloudKit's words. There is none for what is too large but that
    /// of a full account, which would stop all uploads.
    fileprivate init(_ failure: RequestFailure) {
      let code: Code =
        switch failure.status.code {
        case 401: .authenticationFailed
        case 403: .accessDenied
        case 404: .notFound
        case 429: .throttled
        case 503: .tryAgainLater
        case 507: .quotaExceeded
        case 500...: .internalError
        default: .badRequest
        }
      self.init(code, failure.reason, retryAfter: failure.retryAfter)
    }
  }
#endif
