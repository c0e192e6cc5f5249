// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// Large values of encrypted fields: their bytes are encrypted with a key that is in the record, in an envelope.
///
/// The key of the bytes is an HMAC of the value and its place, with the data key. So the same value in the same place has
/// the same bytes, and one in another place has others.
extension KeyRing {
  /// The value for the record, and the bytes that travel beside it; nil: there is no such key, or the value is neither a
  /// text nor bytes.
  func sealLarge(_ value: SyncValue, _ field: String, _ id: RecordID, with key: DataKey?) -> (SealedBlob, Data)? {
    guard let key, let (data, isText) = LargeValues.bytes(value), let plain = PlainValue.bytes(value),
      let reference = LargeValues.reference(data, isText: isText)
    else { return nil }
    let context = SealContext.largeValue(field, of: id, zone: zone, key: key.id)
    let content = LargeContent(reference: reference, key: key.cipher.contentKey(context, plain))
    guard let bytes = content.seal(plain), let blob = LargeValues.reference(bytes, isText: false),
      let envelope = seal(envelope: content, field, id, with: key)
    else { return nil }
    return (SealedBlob(blob: blob, envelope: envelope), bytes)
  }

  /// An encrypted value for another record or with another key; nil: this device cannot do that.
  ///
  /// - Parameter key: Nil: the value as it is, or for a large one, the key that it has.
  func move(_ value: SyncValue, _ field: String, from: RecordID, to: RecordID, with key: DataKey?) -> SyncValue? {
    if case .sealedBlob(let sealed) = value {
      guard let content = content(of: sealed, field, from), let number = SealedValue(value)?.key,
        let envelope = seal(envelope: content, field, to, with: key ?? keys[number])
      else { return nil }
      return .sealedBlob(SealedBlob(blob: sealed.blob, envelope: envelope))
    }
    guard case .value(let content) = open(value, field, from) else { return nil }
    return seal(content, field, to, with: key) ?? content
  }

  /// The value that the bytes beside a record are; nil: they are another one's, or none that anybody has made.
  func open(_ bytes: Data, of sealed: SealedBlob, _ field: String, _ id: RecordID) -> SyncValue? {
    guard let content = content(of: sealed, field, id), let value = content.open(bytes),
      let (data, isText) = LargeValues.bytes(value),
      LargeValues.reference(data, isText: isText) == content.reference
    else { return nil }
    return value
  }

  /// The bytes of a value, once more; nil: it is another one.
  func bytes(of value: SyncValue, for sealed: SealedBlob, _ field: String, _ id: RecordID) -> Data? {
    guard let content = content(of: sealed, field, id), let plain = PlainValue.bytes(value),
      let bytes = content.seal(plain), LargeValues.reference(bytes, isText: false) == sealed.blob
    else { return nil }
    return bytes
  }

  private func content(of sealed: SealedBlob, _ field: String, _ id: RecordID) -> LargeContent? {
    guard case .content(let content) = openEnvelope(.sealedBlob(sealed), field, id) else { return nil }
    return content
  }

  private func seal(envelope content: LargeContent, _ field: String, _ id: RecordID, with key: DataKey?) -> Data? {
    guard let key else { return nil }
    return seal(PlainValue.bytes(content), field, id, with: key)?.bytes
  }
}

/// What an envelope has.
package struct LargeContent: Equatable, Sendable {
  static let keyLength = 32

  /// The value, as a record would name it that is not encrypted.
  package var reference: BlobReference
  /// The key of the bytes.
  package var key: Data

  package init(reference: BlobReference, key: Data) { (self.reference, self.key) = (reference, key) }

  private var cipher: Cipher { Cipher(key, purpose: "large value") }

  package func seal(_ plain: Data) -> Data? { cipher.seal(plain, .largeBytes).map { $0.nonce + $0.body } }

  func open(_ bytes: Data) -> SyncValue? {
    guard bytes.count > SealedLengths.nonce else { return nil }
    return cipher.open(
      nonce: bytes.prefix(SealedLengths.nonce), body: bytes.dropFirst(SealedLengths.nonce), .largeBytes
    ).flatMap(PlainValue.value)
  }
}
