// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// The value of a field, as CloudKit has it.
enum CloudField: Hashable, Sendable {
  case text(String)
  case integer(Int64)
  case double(Double)
  /// Milliseconds since 1970.
  case timestamp(Int64)
  case bytes(Data)
  /// The name of a record.
  case reference(String)
  case asset(BlobReference)
  /// An asset as it is read, which names no bytes to whom it is written back.
  case readAsset(CloudAsset)

  var type: CloudFieldType {
    switch self {
    case .text: .string
    case .integer: .int64
    case .double: .double
    case .timestamp: .timestamp
    case .bytes: .bytes
    case .reference: .reference
    case .asset, .readAsset: .asset
    }
  }

  /// About how many bytes it has in an answer.
  var size: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .bytes(let data): data.count * 4 / 3
    case .asset, .readAsset: 400
    default: 24
    }
  }
}

/// An asset without its bytes.
struct CloudAsset: Hashable, Sendable {
  /// Twenty-one bytes in base64: a one, and the first twenty of the SHA-256.
  var checksum: String
  var size: Int

  init(_ blob: BlobReference) {
    checksum = Data([1] + blob.sha256.prefix(20)).base64EncodedString()
    size = blob.size
  }

  init(checksum: String, size: Int) { (self.checksum, self.size) = (checksum, size) }
}

/// Names the bytes of an upload to `records/modify`. It opens nothing: the zone must have these bytes, and who may
/// write to the zone may read them.
enum AssetReceipt {
  static func text(_ blob: BlobReference) -> String { Data("\(blob.name).\(blob.size)".utf8).base64EncodedString() }

  static func blob(_ receipt: String) -> BlobReference? {
    guard receipt.utf8.count <= 200, let data = Data(base64Encoded: receipt) else { return nil }
    let parts = String(decoding: data, as: UTF8.self).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let size = Int(parts[1]), size > 0 else { return nil }
    return BlobReference(name: String(parts[0]), size: size, isText: false)
  }
}

extension CloudField {
  /// The field in an answer.
  ///
  /// - Parameter url: Where an asset is loaded from.
  func json(numbersAsStrings: Bool, _ url: (BlobReference) -> String) -> CloudJSON {
    let value: CloudJSON
    switch self {
    case .text(let text): value = .text(text)
    case .integer(let number), .timestamp(let number):
      value = numbersAsStrings ? .text("\(number)") : .integer(number)
    case .double(let number): value = numbersAsStrings ? .text("\(number)") : .number(number)
    case .bytes(let data): value = .text(data.base64EncodedString())
    case .reference(let name): value = .object(["recordName": .text(name), "action": .text("NONE")])
    case .asset(let blob):
      let asset = CloudAsset(blob)
      value = .object([
        "fileChecksum": .text(asset.checksum), "size": .integer(Int64(asset.size)), "downloadURL": .text(url(blob)),
      ])
    case .readAsset(let asset):
      value = .object(["fileChecksum": .text(asset.checksum), "size": .integer(Int64(asset.size))])
    }
    return .object(["type": .text(type.rawValue), "value": value])
  }
}
