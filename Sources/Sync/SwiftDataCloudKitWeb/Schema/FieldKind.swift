// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// What a model's attribute has, as far as CloudKit's types do not say it.
enum FieldKind: String, Hashable, Sendable, CaseIterable {
  case text, integer, bool, real, date, bytes, uuid, reference
  /// A text with digits, which is a number to CloudKit.
  case decimal
  /// A text with a text in JSON.
  case url
  /// A text with JSON: what Codable types are.
  case json

  /// What a value is by itself; nil: it may be any.
  init?(_ value: SyncValue) {
    switch value {
    case .null: return nil
    case .bool: self = .bool
    case .integer: self = .integer
    case .real: self = .real
    case .text: self = .text
    case .bytes: self = .bytes
    case .date: self = .date
    case .uuid: self = .uuid
    case .reference: self = .reference
    case .blob(let blob): self = blob.isText ? .text : .bytes
    case .sealedBlob: self = .bytes
    }
  }

  /// The type in CloudKit's schema.
  var type: CloudFieldType {
    switch self {
    case .text, .uuid, .url, .reference: .string
    case .integer, .bool: .int64
    case .real, .decimal: .double
    case .date: .timestamp
    case .bytes, .json: .bytes
    }
  }

  /// Whether a value of it may be so large that it travels beside the record.
  var mayBeAsset: Bool {
    switch self {
    case .text, .bytes, .json, .url: true
    default: false
    }
  }
}

/// CloudKit's types of fields that this server has.
enum CloudFieldType: String, Hashable, Sendable, CaseIterable {
  case string = "STRING"
  case int64 = "INT64"
  case double = "DOUBLE"
  case timestamp = "TIMESTAMP"
  case bytes = "BYTES"
  case reference = "REFERENCE"
  case asset = "ASSETID"
}
