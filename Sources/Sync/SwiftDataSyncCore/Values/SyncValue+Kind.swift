// SPDX-License-Identifier: Apache-2.0

/// What can be told of a value without telling it.
extension SyncValue {
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .real: "real"
    case .text: "text"
    case .bytes: isSealed ? "encrypted" : "bytes"
    case .date: "date"
    case .uuid: "uuid"
    case .reference: "reference"
    case .blob: "large value"
    case .sealedBlob: "encrypted large value"
    }
  }
}

extension Refusal {
  /// What can be told of a reason: an app's own may have values in it.
  package static func kind(of reason: String) -> String {
    for mark in [quotaMark, rightMark, blobMark] where reason.hasPrefix(mark) {
      return String(mark.prefix { $0 != ":" })
    }
    return "other"
  }
}

extension Lineage {
  /// The numbers that all devices and servers of a zone know, and nobody else: its first generation.
  package var secret: [UInt64] { [forks.first?.generation ?? generation] }
}
