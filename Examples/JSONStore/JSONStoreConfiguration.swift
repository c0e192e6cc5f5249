// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A store in one readable JSON file.
///
/// ```swift
/// let container = try ModelContainer(for: Note.self, configurations: JSONStoreConfiguration(file: file))
/// ```
public struct JSONStoreConfiguration: DataStoreConfiguration {
  public typealias Store = JSONStore

  public var name: String
  public var schema: Schema?
  public var file: URL

  public init(_ name: String = "json", schema: Schema? = nil, file: URL) {
    self.name = name
    self.schema = schema
    self.file = file
  }

  public func validate() throws {
    guard file.isFileURL else { throw JSONStoreError.noFile(file) }
  }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.file.standardizedFileURL == rhs.file.standardizedFileURL }
  public func hash(into hasher: inout Hasher) { hasher.combine(file.standardizedFileURL) }
}
