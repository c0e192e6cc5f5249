// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import SwiftDataSyncServer
  import Synchronization

  /// Lets in who has a valid token and does not come too often.
  struct RequestGate: Sendable {
    let authorities: [any SyncAuthority]
    let limits: RequestLimits
    let metrics: ServerMetrics
    private let accounts: RateLimiter
    private let addresses: RateLimiter
    private let accepted = AcceptedTokens()
    private let start = ContinuousClock.now

    init(authorities: [any SyncAuthority], limits: RequestLimits, metrics: ServerMetrics) {
      (self.authorities, self.limits, self.metrics) = (authorities, limits, metrics)
      accounts = RateLimiter(rate: Double(limits.requests), burst: Double(limits.requests) * 10)
      addresses = RateLimiter(rate: Double(limits.wrongTokens) / 60, burst: Double(limits.wrongTokens))
    }

    /// Whose a token is, whoever it comes from.
    func account(of token: String) async throws -> String? {
      let now = Date()
      for authority in authorities {
        if let account = try await authority.account(of: token, now: now) { return account }
      }
      return nil
    }

    /// - Throws: ``RequestFailure`` with status 401 or 429.
    func identify(_ request: Request, _ context: SyncRequestContext) async throws -> (token: String, account: String) {
      try await identify(token: Self.token(of: request), request, context)
    }

    /// The same for a token that is elsewhere in the request.
    func identify(
      token: String?, _ request: Request, _ context: SyncRequestContext
    ) async throws -> (token: String, account: String) {
      let (address, now) = (address(of: request, context), seconds)
      // Who guesses has to wait. A device that was let in before need not, though it may have the guesser's address.
      if !accepted.contains(token), let wait = addresses.wait(address, now: now) { throw limited(.address, wait) }
      guard let token, let account = try await account(of: token) else {
        accepted.remove(token)
        metrics.countWrongToken()
        if let wait = addresses.take(address, now: now) { throw limited(.address, wait) }
        throw RequestFailure(.unauthorized, "the token is not valid")
      }
      accepted.insert(token)
      try count(account)
      return (token, account)
    }

    /// Counts a request of an account, which was let in already or has an address that needs no token.
    ///
    /// - Throws: ``RequestFailure`` with status 429.
    func count(_ account: String) throws(RequestFailure) {
      if limits.requests > 0, let wait = accounts.take(account, now: seconds) { throw limited(.account, wait) }
    }

    private func limited(_ by: ServerMetrics.Limit, _ wait: Int) -> RequestFailure {
      metrics.countLimited(by)
      return RequestFailure(.tooManyRequests, "too many requests", retryAfter: wait)
    }

    private var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

    static func token(of request: Request) -> String? {
      guard let header = request.headers[.authorization], header.lowercased().hasPrefix("bearer ") else { return nil }
      let token = header.dropFirst("bearer ".count).trimmingCharacters(in: .whitespaces)
      return token.isEmpty ? nil : token
    }

    private func address(of request: Request, _ context: SyncRequestContext) -> String {
      if limits.isForwarded, let field = HTTPField.Name("X-Forwarded-For"), let value = request.headers[field],
        // What the proxy has added; what is before it, anybody may have written.
        let last = value.split(separator: ",").last
      {
        return Self.network(last.trimmingCharacters(in: .whitespaces))
      }
      return Self.network(context.remoteAddress?.ipAddress ?? "")
    }

    /// Of an IPv6 address the first half, since who has one of them has all that begin with it.
    static func network(_ address: String) -> String {
      guard address.contains(":"), !address.contains(".") else { return address }
      let halves = address.components(separatedBy: "::")
      var groups = halves[0].split(separator: ":").map(String.init)
      if halves.count > 1 {
        let rest = halves[1].split(separator: ":").map(String.init)
        groups += Array(repeating: "0", count: max(8 - groups.count - rest.count, 0)) + rest
      }
      return groups.prefix(4).joined(separator: ":")
    }
  }

  /// Tokens that were valid when they were looked at last.
  private final class AcceptedTokens: Sendable {
    private let tokens = Mutex<Set<String>>([])

    func contains(_ token: String?) -> Bool { token.map { token in tokens.withLock { $0.contains(token) } } ?? false }

    func insert(_ token: String) {
      tokens.withLock { tokens in
        if tokens.count >= 20_000 { tokens = [] }
        tokens.insert(token)
      }
    }

    func remove(_ token: String?) {
      if let token { _ = tokens.withLock { $0.remove(token) } }
    }
  }

  /// What is known of a request besides what it says.
  struct SyncRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?

    init(source: ApplicationRequestContextSource) {
      coreContext = .init(source: source)
      remoteAddress = source.channel.remoteAddress
    }
  }
#endif
