// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import JWTKit
  import SwiftDataSyncHTTP
  import SwiftDataSyncServer
  import Testing

  /// Signed tokens: who is let in, and who is not.
  @Suite struct WebTokenTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "WebTokenTests-\(UUID().uuidString)")
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func write(_ text: String) throws -> String {
      let file = folder.appendingPathComponent("keys.json")
      try Data(text.utf8).write(to: file, options: .atomic)
      return file.path
    }

    private func authority(
      _ keys: String = WebTokenSamples.keys, issuer: String? = nil, audience: String? = nil
    ) throws -> JSONWebTokens {
      try JSONWebTokens(keys: write(keys), issuer: issuer, audience: audience)
    }

    /// A claim, and what else a token has, as who signs it likes.
    private struct Payload: JWTPayload {
      var sub: String? = "ann"
      var exp: Double? = 1_800_000_100
      var nbf: Double?
      var aud: String?

      func verify(using algorithm: some JWTAlgorithm) {}
    }

    private static let secret = Data((0..<32).map { UInt8($0) })

    private static func base64(_ data: some DataProtocol) -> String {
      Data(data).base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        .replacingOccurrences(of: "=", with: "")
    }

    private static var secretKey: String { #"{"keys":[{"kty":"oct","k":"\#(base64(secret))"}]}"# }

    private func sign(_ payload: Payload, _ secret: Data = secret) async throws -> String {
      try await JWTKeyCollection().add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256).sign(payload)
    }

    /// Signs any header, as an attacker may write it.
    private func forge(header: String, payload: String = #"{"sub":"ann","exp":4102444800}"#, secret: Data? = nil)
      async throws -> String
    {
      let text = Self.base64(Array(header.utf8)) + "." + Self.base64(Array(payload.utf8))
      guard let secret else { return text + "." }
      // The signature of a token of ours is the only way to the function; its parts are replaced by the same bytes.
      let algorithm = try await JWTKeyCollection().add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256).getKey()
      return text + "." + Self.base64(try algorithm.sign(Array(text.utf8)))
    }

    @Test func tokensThatAnotherImplementationHasSigned() async throws {
      let authority = try authority(issuer: "https://id.example", audience: "sync")
      for token in [WebTokenSamples.hs256, WebTokenSamples.es256, WebTokenSamples.rs256] {
        #expect(await authority.account(of: token, now: now) == "ann")
        // Any other byte of it makes it another one.
        for index in [token.utf8.count / 3, token.utf8.count - 20] {
          var bytes = Array(token.utf8)
          bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
          #expect(await authority.account(of: String(decoding: bytes, as: UTF8.self), now: now) == nil)
        }
        #expect(await authority.account(of: token, now: Date(timeIntervalSince1970: 4_102_444_900)) == nil)
      }
      // Of keys that are in the file, with algorithms that are not asked for.
      for token in [WebTokenSamples.hs512, WebTokenSamples.ps256, WebTokenSamples.es384] {
        #expect(await authority.account(of: token, now: now) == nil)
      }
      #expect(
        try await authorityOf(issuer: "https://other.example").account(of: WebTokenSamples.es256, now: now) == nil)
      #expect(try await authorityOf(audience: "shop").account(of: WebTokenSamples.es256, now: now) == nil)
    }

    private func authorityOf(issuer: String? = nil, audience: String? = nil) throws -> JSONWebTokens {
      try authority(issuer: issuer, audience: audience)
    }

    @Test func claims() async throws {
      let authority = try authority(Self.secretKey)
      func account(_ change: (inout Payload) -> Void) async throws -> String? {
        var payload = Payload()
        change(&payload)
        return await authority.account(of: try await sign(payload), now: now)
      }
      #expect(try await account { _ in } == "ann")
      #expect(try await account { $0.exp = nil } == nil)
      #expect(try await account { $0.exp = 1_799_999_900 } == nil)
      // Clocks differ by a few seconds.
      #expect(try await account { $0.exp = 1_799_999_990 } == "ann")
      #expect(try await account { $0.exp = .greatestFiniteMagnitude } == "ann")
      #expect(try await account { $0.nbf = 1_800_000_100 } == nil)
      #expect(try await account { $0.nbf = 1_800_000_000 } == "ann")
      #expect(try await account { $0.sub = nil } == nil)
      #expect(try await account { $0.sub = "" } == nil)
      #expect(try await account { $0.sub = "a\nb" } == nil)
      #expect(try await account { $0.sub = String(repeating: "a", count: 256) } == nil)
      #expect(
        try await authority.account(of: try await sign(Payload(), Data(repeating: 7, count: 32)), now: now) == nil)
    }

    @Test func forgedHeaders() async throws {
      let authority = try authority(Self.secretKey)
      let right = try await forge(header: #"{"alg":"HS256"}"#, secret: Self.secret)
      #expect(await authority.account(of: right, now: now) == "ann")
      for header in [
        #"{"alg":"none"}"#, #"{"alg":"None"}"#, #"{"alg":""}"#, #"{}"#, #"{"alg":"HS512"}"#, #"{"alg":"hs256"}"#,
        #"{"alg":"RS256"}"#, #"{"alg":"HS256","crit":["exp"]}"#, #"["HS256"]"#, "",
      ] {
        #expect(try await authority.account(of: try await forge(header: header, secret: Self.secret), now: now) == nil)
        #expect(try await authority.account(of: try await forge(header: header), now: now) == nil, "\(header)")
      }
      for text in ["", ".", "..", "a.b.c", "a.b", right + ".x", String(repeating: "a", count: 100_000), "é.é.é"] {
        #expect(await authority.account(of: text, now: now) == nil)
      }
      for payload in ["", "[]", #"{"sub":5,"exp":4102444800}"#, #"{"sub":"ann","exp":"4102444800"}"#] {
        let token = try await forge(header: #"{"alg":"HS256"}"#, payload: payload, secret: Self.secret)
        #expect(await authority.account(of: token, now: now) == nil, "\(payload)")
      }
      let audiences = try await forge(
        header: #"{"alg":"HS256"}"#, payload: #"{"sub":"ann","exp":4102444800,"aud":[]}"#, secret: Self.secret)
      #expect(await authority.account(of: audiences, now: now) == "ann")
    }

    /// The public key of RS256 is no secret of HS256: everybody knows it.
    @Test func aPublicKeyIsNoSecret() async throws {
      let authority = try authority()
      let file =
        try JSONSerialization.jsonObject(with: Data(WebTokenSamples.keys.utf8)) as? [String: [[String: String]]]
      let rsa = try #require(file?["keys"]?.first { $0["kty"] == "RSA" })
      let modulus = try #require(rsa["n"])
      var base64 = modulus.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
      base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
      for secret in [Data(modulus.utf8), try #require(Data(base64Encoded: base64))] {
        for kid in [#","kid":"rsa""#, ""] {
          let token = try await forge(header: #"{"alg":"HS256"\#(kid)}"#, secret: secret)
          #expect(await authority.account(of: token, now: now) == nil)
        }
      }
    }

    @Test func keysChangeWhileTheServerWorks() async throws {
      let authority = try authority(Self.secretKey)
      let token = try await sign(Payload())
      #expect(await authority.account(of: token, now: now) == "ann")
      #expect(try !authority.refresh())
      _ = try write(WebTokenSamples.keys)
      #expect(try authority.refresh())
      #expect(await authority.account(of: token, now: now) == nil)
      #expect(await authority.account(of: WebTokenSamples.rs256, now: now) == "ann")
      // A file that cannot be used changes nothing, and is said once.
      _ = try write("{}")
      #expect(throws: ServerFileError.self) { try authority.refresh() }
      #expect(try !authority.refresh())
      #expect(await authority.account(of: WebTokenSamples.rs256, now: now) == "ann")
      try FileManager.default.removeItem(at: folder)
    }

    @Test(arguments: [
      "", "[]", #"{"keys":[]}"#, #"{"keys":[{"kty":"oct","k":"c2hvcnQ"}]}"#, #"{"keys":[{"kty":"oct","k":"é"}]}"#,
      #"{"keys":[{"kty":"oct"}]}"#, #"{"keys":[{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}]}"#,
      #"{"keys":[{"kty":"RSA","n":"AA","e":"AQAB"}]}"#, #"{"keys":[{"kty":"RSA","n":"","e":""}]}"#,
      #"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AA"}]}"#,
      #"{"keys":[{"kty":"oct","alg":"HS512","k":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"}]}"#,
    ])
    func filesWithoutUsableKeys(text: String) throws {
      let error = #expect(throws: ServerFileError.self) { try authority(text) }
      // What is said has nothing of the keys.
      #expect(error?.text.contains("c2hvcnQ") == false && error?.text.contains("keys.json") == true)
      try FileManager.default.removeItem(at: folder)
    }
  }
#endif
