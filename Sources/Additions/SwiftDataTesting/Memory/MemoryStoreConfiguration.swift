// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A store in memory: for tests, and as the shortest example of a store.
///
/// ```swift
/// let storage = MemoryStorage()
/// let container = try ModelContainer(
///   for: Trip.self, configurations: MemoryStoreConfiguration("Trips", storage: storage))
/// storage.fail = { if case .save = $0 { throw Offline() } }
/// ```
public struct MemoryStoreConfiguration: DataStoreConfiguration {
  public typealias Store = MemoryStore

  public var name: String
  public var schema: Schema?
  /// Where the models are. Configurations with the same storage are for the same store.
  public let storage: MemoryStorage

  public init(_ name: String = "memory", schema: Schema? = nil, storage: MemoryStorage = MemoryStorage()) {
    self.name = name
    self.schema = schema
    self.storage = storage
  }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.storage === rhs.storage }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(storage)) }
}
