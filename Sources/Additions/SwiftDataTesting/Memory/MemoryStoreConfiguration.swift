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
  /// The store that the configuration creates.
  public typealias Store = MemoryStore

  /// The name in a container.
  public var name: String
  /// The models; `nil` for all of the container.
  public var schema: Schema?
  /// Where the models are. Configurations with the same storage are for the same store.
  public let storage: MemoryStorage

  /// Creates a configuration, with an empty storage unless one is given.
  public init(_ name: String = "memory", schema: Schema? = nil, storage: MemoryStorage = MemoryStorage()) {
    self.name = name
    self.schema = schema
    self.storage = storage
  }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.storage === rhs.storage }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(storage)) }
}
