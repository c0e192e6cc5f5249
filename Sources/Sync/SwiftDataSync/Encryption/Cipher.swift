// SPDX-License-Identifier: Apache-2.0

import Foundation

// The only file that names a library of cryptography: CryptoKit, or swift-crypto with the trait 'SyncEncryption'.

#if canImport(CryptoKit)
  import CryptoKit
#elseif SyncEncryption
  import Crypto
#endif

#if canImport(CryptoKit) || SyncEncryption
  /// What is done with one secret: AES-256-GCM with synthetic nonces.
  ///
  /// The nonce is an HMAC of the context and the plaintext, with a key of its own. So the same value in the same place has
  /// the same bytes, by which the core sees that nobody has edited it; and no two different messages share a nonce, but by
  /// a collision of 96 bits.
  package struct Cipher: Sendable {
    package static let isAvailable = true

    private let cipher: SymmetricKey
    private let nonces: SymmetricKey
    private let codes: SymmetricKey

    /// - Parameter purpose: Secrets of different kinds give different keys, even if they were equal.
    package init(_ secret: Data, purpose: String) {
      let secret = SymmetricKey(data: secret)
      func derive(_ name: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
          inputKeyMaterial: secret, salt: Data("OpenSwiftData sync".utf8), info: Data("\(purpose) \(name)".utf8),
          outputByteCount: 32)
      }
      (cipher, nonces, codes) = (derive("cipher"), derive("nonces"), derive("codes"))
    }

    /// Nil: the library refuses, which it does for no input of ours.
    package func seal(_ plaintext: Data, _ context: SealContext) -> (nonce: Data, body: Data)? {
      var mac = HMAC<SHA256>(key: nonces)
      mac.update(data: context.framed)
      mac.update(data: plaintext)
      let nonce = Data(mac.finalize().prefix(SealedLengths.nonce))
      guard let given = try? AES.GCM.Nonce(data: nonce),
        let box = try? AES.GCM.seal(plaintext, using: cipher, nonce: given, authenticating: context.data)
      else { return nil }
      return (nonce, box.ciphertext + box.tag)
    }

    /// Nil: it was encrypted with another key, for another context, or was changed.
    package func open(nonce: Data, body: Data, _ context: SealContext) -> Data? {
      guard body.count >= SealedLengths.tag, let nonce = try? AES.GCM.Nonce(data: nonce),
        let box = try? AES.GCM.SealedBox(
          nonce: nonce, ciphertext: body.dropLast(SealedLengths.tag), tag: body.suffix(SealedLengths.tag))
      else { return nil }
      return try? AES.GCM.open(box, using: cipher, authenticating: context.data)
    }

    /// What only a holder of the secret can say of a context.
    func code(_ context: SealContext) -> Data {
      Data(HMAC<SHA256>.authenticationCode(for: context.framed, using: codes))
    }

    /// A key for one plaintext in one context.
    package func contentKey(_ context: SealContext, _ plaintext: Data) -> Data {
      var mac = HMAC<SHA256>(key: codes)
      mac.update(data: context.framed)
      mac.update(data: plaintext)
      return Data(mac.finalize())
    }

    static func digest(_ data: Data) -> Data { Data(SHA256.hash(data: data)) }
  }
#else
  /// Nothing can be encrypted without the trait 'SyncEncryption': encrypted fields are refused at the start.
  package struct Cipher: Sendable {
    package static let isAvailable = false

    package init(_ secret: Data, purpose: String) {}

    package func seal(_ plaintext: Data, _ context: SealContext) -> (nonce: Data, body: Data)? { nil }

    package func open(nonce: Data, body: Data, _ context: SealContext) -> Data? { nil }

    func code(_ context: SealContext) -> Data { Data() }

    package func contentKey(_ context: SealContext, _ plaintext: Data) -> Data { Data() }

    static func digest(_ data: Data) -> Data { Data(count: 32) }
  }
#endif
