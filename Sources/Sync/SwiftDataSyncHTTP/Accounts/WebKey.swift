// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import JWTKit
  import SwiftDataSyncServer

  /// A key that signatures are checked with.
  struct WebKey: Sendable {
    enum Algorithm: String { case HS256, ES256, RS256 }

    let algorithm: Algorithm
    let identifier: String?
    private let key: Key

    private enum Key: Sendable {
      case secret(HMACKey)
      case curve(ES256PublicKey)
      case rsa(Insecure.RSA.PublicKey)
    }

    private struct Entry: Decodable {
      var kty: String
      var use: String?
      var alg: String?
      var kid: String?
      var crv: String?
      var k: String?
      var x: String?
      var y: String?
      var n: String?
      var e: String?
    }

    private struct File: Decodable { var keys: [Entry] }

    /// All keys of a file that the server can use. Others, for encryption or of other algorithms, may be in it.
    static func keys(in data: Data, _ path: String) throws -> [WebKey] {
      let file: File
      do { file = try JSONDecoder().decode(File.self, from: data) } catch {
        throw ServerFileError(text: "\(path) has no keys as in RFC 7517: {\"keys\": […]}")
      }
      let keys = try file.keys.enumerated().compactMap { index, entry in
        let place = "key \(index + 1) of \(path)"
        guard entry.use == nil || entry.use == "sig", let algorithm = algorithm(of: entry) else {
          return nil as WebKey?
        }
        return WebKey(algorithm: algorithm, identifier: entry.kid, key: try key(entry, algorithm, place))
      }
      guard !keys.isEmpty else {
        throw ServerFileError(text: "\(path) has no key of HS256, ES256 or RS256")
      }
      return keys
    }

    private init(algorithm: Algorithm, identifier: String?, key: Key) {
      (self.algorithm, self.identifier, self.key) = (algorithm, identifier, key)
    }

    /// The claims of a token that was signed with this key, whatever its header says.
    func verify<Claims: JWTPayload>(_ token: String, as type: Claims.Type) async throws -> Claims {
      // With one key, so that nothing is left to choose.
      let keys = JWTKeyCollection()
      switch key {
      case .secret(let key): await keys.add(hmac: key, digestAlgorithm: .sha256)
      case .curve(let key): await keys.add(ecdsa: key)
      case .rsa(let key): await keys.add(rsa: key, digestAlgorithm: .sha256)
      }
      return try await keys.verify(token, as: type)
    }

    /// The kind of a key says what it signs with; `alg`, if it is there, may not say otherwise.
    private static func algorithm(of entry: Entry) -> Algorithm? {
      let algorithm: Algorithm? =
        switch (entry.kty, entry.crv) {
        case ("oct", _): .HS256
        case ("EC", "P-256"): .ES256
        case ("RSA", _): .RS256
        default: nil
        }
      return entry.alg == nil || entry.alg == algorithm?.rawValue ? algorithm : nil
    }

    private static func key(_ entry: Entry, _ algorithm: Algorithm, _ place: String) throws -> Key {
      do {
        switch algorithm {
        case .HS256:
          // RFC 7518, 3.2: at least as long as the hash.
          guard let bytes = entry.k.flatMap(decoded), bytes.count >= 32 else {
            throw ServerFileError(text: "\(place) is shorter than 32 bytes, or 'k' is no base64url")
          }
          return .secret(HMACKey(from: bytes))
        case .ES256:
          guard let x = entry.x, let y = entry.y else { throw ServerFileError(text: "\(place) lacks 'x' or 'y'") }
          return .curve(try ES256PublicKey(parameters: (x, y)))
        case .RS256:
          guard let n = entry.n, let e = entry.e else { throw ServerFileError(text: "\(place) lacks 'n' or 'e'") }
          return .rsa(try Insecure.RSA.PublicKey(modulus: n, exponent: e))
        }
      } catch let error as ServerFileError {
        throw error
      } catch {
        throw ServerFileError(text: "\(place) is no key of \(algorithm.rawValue)")
      }
    }

    static func decoded(_ text: String) -> Data? {
      var text = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
      text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
      return Data(base64Encoded: text)
    }
  }
#endif
