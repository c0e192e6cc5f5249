// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where Core Data keeps the files of large values: beside the store, in
/// `.<name>_SUPPORT/_EXTERNAL_DATA/<UUID>`.
package enum ExternalFolder {
  /// Values longer than this get a file; the longest value that was seen
  /// inside a column is a little shorter. In bytes.
  package static let inlineLimit = 100 * 1024

  /// Files younger than this may be those of a program that is still at work. In seconds.
  package static let leastAge: TimeInterval = 3600

  /// The folder of everything that belongs to a store and is not in its file.
  ///
  /// - Parameter store: with symbolic links resolved.
  package static func support(of store: URL) -> URL {
    let base = store.deletingPathExtension().lastPathComponent
    return store.deletingLastPathComponent()
      .appendingPathComponent(".\(base)_SUPPORT", isDirectory: true)
  }

  /// The folder of the files.
  ///
  /// - Parameter store: with symbolic links resolved.
  package static func url(of store: URL) -> URL {
    support(of: store).appendingPathComponent("_EXTERNAL_DATA", isDirectory: true)
  }

  /// A name for the part of a file that is there while it is copied: `.<name>.<8 digits>`.
  package static func partialName(of name: String) -> String { ".\(name).\(UUID().uuidString.prefix(8))" }

  /// Whether a name in the folder is that of a part of a file, which nothing ever refers to.
  package static func isPartialName(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].isEmpty && UUID(uuidString: String(parts[1])) != nil && parts[2].count == 8
      && parts[2].allSatisfy { $0.isHexDigit }
  }
}

/// The contents of a column of an attribute with external storage.
///
/// It starts with a byte that says where the value is: 1, the rest of the
/// column; 2, the file whose name follows, ended by NUL. (Measured on stores of
/// three apps.)
package enum ExternalColumn: Equatable, Sendable {
  /// The value starts at this byte.
  case inline(from: Int)
  /// The value is in the file of this name.
  case file(String)

  /// How long a column is that names a file: the sign, 36 characters, NUL. In bytes.
  package static let referenceLength = 38

  /// Stands before a value in the column.
  private static let inlineSign: UInt8 = 1
  /// Stands before a file's name.
  private static let fileSign: UInt8 = 2

  /// A column without sign is taken as it is: other programs have written such.
  package init(_ column: UnsafeRawBufferPointer) {
    switch column.first {
    case Self.inlineSign: self = .inline(from: 1)
    case Self.fileSign where column.count == Self.referenceLength && column.last == 0:
      let name = String(decoding: column.dropFirst().dropLast(), as: UTF8.self)
      // Nothing but a UUID: a name is never a path to somewhere else.
      self = UUID(uuidString: name) == nil ? .inline(from: 0) : .file(name)
    default: self = .inline(from: 0)
    }
  }

  package init(_ column: Data) { self = column.withUnsafeBytes { ExternalColumn($0) } }

  /// The name of the file; `nil` if the value is in the column.
  package var file: String? {
    switch self {
    case .inline: nil
    case .file(let name): name
    }
  }

  /// The value in a column; `nil` if it is in a file.
  package static func inlineValue(of column: Data) -> Data? {
    switch ExternalColumn(column) {
    case .inline(let start): column.dropFirst(start)
    case .file: nil
    }
  }

  /// The contents of a column for a value that is not in a file.
  package static func inline(_ value: some Collection<UInt8>) -> [UInt8] { [inlineSign] + value }

  /// The contents of a column for a value in a file.
  package static func reference(to file: String) -> [UInt8] { [fileSign] + Array(file.utf8) + [0] }

  /// A condition that holds for columns that begin as a reference does.
  package static func beginsAsReference(_ column: String) -> String {
    "substr(\(column), 1, 1) = x'0\(fileSign)'"
  }
}
