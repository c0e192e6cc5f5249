// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import JWTKit
  import SwiftDataSyncServer

  /// Accounts by signed tokens of an identity provider: JWT (RFC 7519), signed with HS256, ES256 or RS256, with keys from a
  /// file in the format of RFC 7517.
  ///
  /// A key is of one algorithm, whatever a token says. Claims: `sub` is the account, and `exp` must be there; `nbf` is
  /// obeyed, and `iss` and `aud` must be the expected ones, if there are any.
  package final class JSONWebTokens: SyncAuthority {
    private let keys: WatchedFile<[WebKey]>
    private let issuer: String?
    private let audience: String?
    /// How far clocks may differ, in seconds.
    private static let leeway = 30.0

    /// - Throws: ``ServerFileError``.
    package init(keys path: String, issuer: String? = nil, audience: String? = nil) throws {
      keys = try WatchedFile(path: path) { data in try WebKey.keys(in: data, path) }
      (self.issuer, self.audience) = (issuer, audience)
    }

    package func refresh() throws -> Bool { try keys.refresh() }

    package func account(of token: String, now: Date) async -> String? {
      // Larger than any that a header of HTTP has.
      guard token.utf8.count <= 16_384, let header = Self.header(of: token) else { return nil }
      // What a token must not be read without (RFC 7515, 4.1.11) is nothing that this server knows.
      guard header.crit == nil else { return nil }
      for key in keys.contents where key.algorithm.rawValue == header.alg {
        if let kid = header.kid, let own = key.identifier, kid != own { continue }
        guard let claims = try? await key.verify(token, as: Claims.self) else { continue }
        return account(claims, now)
      }
      return nil
    }

    private func account(_ claims: Claims, _ now: Date) -> String? {
      let time = now.timeIntervalSince1970
      guard let expires = claims.exp, time < expires + Self.leeway else { return nil }
      if let start = claims.nbf, time < start - Self.leeway { return nil }
      if let issuer, claims.iss != issuer { return nil }
      if let audience, claims.aud?.values.contains(audience) != true { return nil }
      guard let account = claims.sub, SyncDatabase.isName(account) else { return nil }
      return account
    }

    private struct Header: Decodable {
      var alg: String
      var kid: String?
      var crit: [String]?
    }

    private static func header(of token: String) -> Header? {
      let parts = token.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, let data = WebKey.decoded(String(parts[0])) else { return nil }
      return try? JSONDecoder().decode(Header.self, from: data)
    }
  }

  /// Claims as they are written; numbers may have fractions (RFC 7519, 2).
  private struct Claims: JWTPayload {
    var sub: String?
    var exp: Double?
    var nbf: Double?
    var iss: String?
    var aud: Audience?

    /// Looked at by who asks, with the time that it has.
    func verify(using algorithm: some JWTAlgorithm) {}

    /// One text, or several.
    struct Audience: Codable {
      var values: [String]

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let one = try? container.decode(String.self) {
          values = [one]
        } else {
          values = try container.decode([String].self)
        }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
      }
    }
  }
#endif
