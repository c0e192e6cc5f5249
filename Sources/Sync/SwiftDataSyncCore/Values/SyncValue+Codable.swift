// SPDX-License-Identifier: Apache-2.0

import Foundation

// By the bits: JSON has no NaN, and what a device has kept must have the same digest afterwards.
extension SyncValue: Codable {
  private enum Key: String, CodingKey {
    case null, bool, integer, real, text, bytes, date, uuid, reference, blob, sealedBlob
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .null: try container.encode(true, forKey: .null)
    case .bool(let value): try container.encode(value, forKey: .bool)
    case .integer(let value): try container.encode(value, forKey: .integer)
    case .real(let value): try container.encode(value.bitPattern, forKey: .real)
    case .text(let value): try container.encode(value, forKey: .text)
    case .bytes(let value): try container.encode(value, forKey: .bytes)
    case .date(let value): try container.encode(value.bitPattern, forKey: .date)
    case .uuid(let value): try container.encode(value, forKey: .uuid)
    case .reference(let value): try container.encode(value, forKey: .reference)
    case .blob(let value): try container.encode(value, forKey: .blob)
    case .sealedBlob(let value): try container.encode(value, forKey: .sealedBlob)
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: container.codingPath, debugDescription: "A value has one kind."))
    }
    switch key {
    case .null: self = .null
    case .bool: self = .bool(try container.decode(Bool.self, forKey: key))
    case .integer: self = .integer(try container.decode(Int64.self, forKey: key))
    case .real: self = .real(Double(bitPattern: try container.decode(UInt64.self, forKey: key)))
    case .text: self = .text(try container.decode(String.self, forKey: key))
    case .bytes: self = .bytes(try container.decode(Data.self, forKey: key))
    case .date: self = .date(Double(bitPattern: try container.decode(UInt64.self, forKey: key)))
    case .uuid: self = .uuid(try container.decode(UUID.self, forKey: key))
    case .reference: self = .reference(try container.decode(RecordID.self, forKey: key))
    case .blob: self = .blob(try container.decode(BlobReference.self, forKey: key))
    case .sealedBlob: self = .sealedBlob(try container.decode(SealedBlob.self, forKey: key))
    }
  }
}
