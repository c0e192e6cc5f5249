// SPDX-License-Identifier: Apache-2.0

import CoreDataStore

/// A row of a grid.
package struct DataGridRow: Hashable, Sendable, Identifiable {
  package let reference: ObjectReference
  package let cells: [GridCell]

  package var id: ObjectReference { reference }
}

/// What a grid shows of a value.
package enum GridCell: Hashable, Sendable {
  case none
  case text(String)
  case number(String)
  case boolean(Bool)
  /// As ISO 8601 says it.
  case date(String)
  /// How many bytes there are; whether they lie in a file of their own.
  case bytes(UInt64, isExternal: Bool)
  /// The name of a file that is missing.
  case missingFile(String)
  /// JSON, structs, archives.
  case code(String)
  case object(ObjectReference, title: String?)
  case objects(Int)

  /// On one line.
  package var text: String {
    switch self {
    case .none: ""
    case .text(let text), .number(let text), .date(let text), .code(let text): text
    case .boolean(let value): value ? "true" : "false"
    case .bytes(let size, _): ByteCount.text(size)
    case .missingFile(let name): "missing file \(name)"
    case .object(let reference, let title): title ?? "\(reference)"
    case .objects(let count): "\(count)"
    }
  }
}

/// Some rows of a grid, in their order.
package struct GridPage: Hashable, Sendable {
  package var rows: [DataGridRow]
  /// The place of the first.
  package var first: Int
}

/// Sizes for people.
package enum ByteCount {
  package static func text(_ bytes: UInt64) -> String {
    if bytes < 1_000 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var value = Double(bytes) / 1_000
    for unit in ["kB", "MB", "GB"] {
      if value < 999.5 {
        return value < 10 ? "\((value * 10).rounded() / 10) \(unit)" : "\(Int(value.rounded())) \(unit)"
      }
      value /= 1_000
    }
    return "\((value * 10).rounded() / 10) TB"
  }
}
